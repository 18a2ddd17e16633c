import { expect } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readAllReadable } from '../../lambdas/domain/photos/row/repository.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makeJpeg } from '../support/pictures/jpegs.ts';
import { drain } from './studio.ts';
import { admin, ask, clientOf, keysIn, makeSession, put } from './world.ts';

export const watermark: Watermark = {
  has_logo: false,
  text: 'Proof',
  opacity: 80,
  size: 'medium',
  clean_thumbnails: false,
};

export async function turn(session: SessionRow, wanted: Watermark | null): Promise<void> {
  const { version } = (await readSession(session.id))!;
  await editSession(admin, session.id, { watermark: wanted, version });
}

/** Steps of the work on a watermark queue each other. */
export async function settle(): Promise<void> {
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
}

export const readyOf = async (session: SessionRow): Promise<ReadyPhoto[]> =>
  (await readAllReadable(session.id)).filter((photo) => photo.state === 'ready');

/** A client's session of proofs, each another scene. */
export async function makeProofs(count: number, width = 240, height = 160) {
  const session = await makeSession();
  const scenes = Array.from({ length: count }, (_, at) => makeJpeg('scene.jpg', (at * 360) / count, width, height));
  const files = (await Promise.all(scenes)).map(({ buffer }, at) => ({ bytes: buffer, name: `IMG_${at}.jpg` }));
  const tickets = await ask(session, files);
  const uploads = await Promise.all(tickets.map((ticket, at) => put(ticket, files[at]!.bytes)));
  expect(uploads).toEqual(files.map(() => 200));
  await drain('photo', processPhoto);
  return { session, client: clientOf(session), photos: await readyOf(session) };
}

export const mediaOf = (session: SessionRow) => keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
