import type { SQSRecord } from 'aws-lambda';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import type { Client } from '../../lambdas/platform/auth.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { context } from './studio.ts';
import { admin, clientOf, makeSession } from './world.ts';

export const edit = async (session: SessionRow, change: Omit<Parameters<typeof editSession>[2], 'version'>) => {
  const { version } = (await readSession(session.id))!;
  return editSession(admin, session.id, { ...change, version });
};

/** Runs the check that prepare-download has queued for a few seconds later. */
export const checkAgain = (client: Client, id: string) =>
  prepareDownload(
    { Records: [{ messageId: '1', body: JSON.stringify({ customer_id: client.customer_id, id }) } as SQSRecord] },
    context(),
  );

/** Creates a session of ready photos without files. */
export async function makeRows(count: number, values: Partial<SessionRow> = {}) {
  const session = await makeSession(values);
  const photos = Array.from({ length: count }, (_, index) => readyPhoto(session, { file_name: `${index}.jpg` }));
  await storePhotos(session.id, photos);
  return { session, client: clientOf(session), photos };
}
