import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmailOf } from '../../lambdas/domain/emails/email-kinds.ts';
import { OutdatedEmailError, readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { announceFinished } from '../../lambdas/domain/flows/finished-announcement.ts';
import { readFinishedFacts } from '../../lambdas/domain/photos/access/announcement.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhotos } from '../../lambdas/domain/photos/row/repository.ts';
import { deletePhotos, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { readBySession } from '../../lambdas/domain/timeline/repository.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { makePhoto } from './samples.ts';
import { drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, makeSession, upload, uploadVersion } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

const to = 'maya@example.com';

/** A session with this many visible proofs, whose client has an address. */
async function proofs(count: number): Promise<{ session: SessionRow; ids: string[] }> {
  const session = await makeSession();
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id: session.customer_id },
      UpdateExpression: 'SET email = :to',
      ExpressionAttributeValues: { ':to': to },
    }),
  );
  const photos = Array.from({ length: count }, () => readyPhoto(session));
  await storePhotos(session.id, photos);
  return { session, ids: photos.map(({ id }) => id) };
}

const finish = ({ id }: SessionRow, photo_ids: string[]) => editPhotos(admin, id, { photo_ids, stage: 'finished' });
const show = ({ id }: SessionRow, photo_ids: string[], is_approved: boolean) =>
  editPhotos(admin, id, { photo_ids, is_approved });

/** Sends the next email; returns the ids of the photos that it tells of. */
async function announce({ id }: SessionRow): Promise<string[]> {
  const session = (await readSession(id))!;
  const { finished_announced_at = null } = session;
  await announceFinished(admin, id, { finished_announced_at, message: '' });
  const email = await lastEmail(id);
  const { new_count } = await readFinishedFacts(email);
  const rows = (await readPhotos(id, await allIds(id))) as ReadyPhoto[];
  const told = rows.filter(
    ({ finished_round, state, is_approved }) => finished_round === email.round && state === 'ready' && is_approved,
  );
  expect(told).toHaveLength(new_count);
  return told.map((photo) => photo.id).toSorted();
}
const lastEmail = async (id: string) =>
  (await readEmail((await readSession(id))?.finished_announced_by ?? '')) as EmailOf<'finished-ready'>;
const known = new Map<string, string[]>();
const allIds = async (id: string) => known.get(id) ?? [];
const news = async ({ id }: SessionRow) => (await countPhotosByFilter(admin, id)).finished_new;

test('tells of exactly those that are new since the last one: also hidden ones that are shown, and deleted ones that return', async () => {
  const { session, ids } = await proofs(6);
  known.set(session.id, ids);
  const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string];
  await expect(announce(session)).rejects.toThrow('Every finished photo that the client can see was told of already.');
  await show(session, [c], false);
  await finish(session, [a, b, c, d]);
  await deletePhotos(admin, session.id, [d]);
  expect(await news(session)).toBe(2);
  expect(await announce(session)).toEqual([a, b].toSorted());
  expect(await news(session)).toBe(0);
  await expect(announce(session)).rejects.toThrow('told of already');

  // Told ones that are hidden and shown again, or deleted and restored, are not new.
  await show(session, [a], false);
  await show(session, [a], true);
  await deletePhotos(admin, session.id, [b]);
  await restorePhotos(admin, session.id, [b]);
  expect(await news(session)).toBe(0);
  // These were never told of.
  await show(session, [c], true);
  await restorePhotos(admin, session.id, [d]);
  await finish(session, [e]);
  expect(await announce(session)).toEqual([c, d, e].toSorted());

  // A proof again, and finished again: new.
  await editPhotos(admin, session.id, { photo_ids: [a], stage: 'proof' });
  await finish(session, [a, f]);
  expect(await announce(session)).toEqual([a, f].toSorted());
  const { rows } = await readBySession(session.id, 20, undefined);
  expect(rows.filter(({ kind }) => kind === 'finished-announced').map(({ count, email }) => [count, email])).toEqual([
    [2, 'queued'],
    [3, 'queued'],
    [2, 'queued'],
  ]);
});

test('tells of a photo whose finished version was replaced by a better one again', async () => {
  const { session } = await proofs(0);
  const { id } = await upload(session, await makePhoto());
  await drain('photo', processPhoto);
  known.set(session.id, [id]);
  for (let round = 0; round < 2; round += 1) {
    await uploadVersion(session, id, await makePhoto());
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    expect(await announce(session)).toEqual([id]);
  }
});

test('is sent once when it is requested twice at once, and by whoever has seen the last one', async () => {
  const { session, ids } = await proofs(1);
  await finish(session, ids);
  const first = { finished_announced_at: null, message: '' };
  const results = await Promise.allSettled([1, 2, 3].map(() => announceFinished(admin, session.id, first)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(announceFinished(admin, session.id, first)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
});

test('finished at the very moment of an email, each photo is told of once', async () => {
  const { session, ids } = await proofs(20);
  known.set(session.id, ids);
  await finish(session, ids.slice(0, 1));
  const told: string[] = [];
  const finishing = ids
    .slice(1)
    .map((id, index) =>
      new Promise((resolve) => setTimeout(resolve, index * 5)).then(() => finish(session, [id]).catch(() => undefined)),
    );
  await Promise.all([...finishing, announceFinished(admin, session.id, { finished_announced_at: null, message: '' })]);
  const rows = (await readPhotos(session.id, ids)) as ReadyPhoto[];
  told.push(...rows.filter(({ finished_round }) => finished_round === 0).map(({ id }) => id));
  // Conflicts give up after some attempts: what was not finished then is finished now.
  await finish(session, ids);
  const rest = ids.filter((id) => !told.includes(id));
  if (rest.length > 0) expect(await announce(session)).toEqual(rest.toSorted());
  expect(await news(session)).toBe(0);
});

test('is not sent when the photos were hidden meanwhile, or the client has another address', async () => {
  const { session, ids } = await proofs(1);
  await finish(session, ids);
  await announceFinished(admin, session.id, { finished_announced_at: null, message: 'Enjoy' });
  const email = await lastEmail(session.id);
  expect(email).toMatchObject({ to, message: 'Enjoy', round: 0 });
  expect(await readFinishedFacts(email)).toMatchObject({ new_count: 1, finished_count: 1, photos_count: 1 });
  await expect(readFinishedFacts({ ...email, to: 'old@example.com' })).rejects.toThrow(OutdatedEmailError);
  await show(session, ids, false);
  await expect(readFinishedFacts(email)).rejects.toThrow(OutdatedEmailError);
});
