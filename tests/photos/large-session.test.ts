import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { Photo } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readEvery } from '../../lambdas/domain/photos/row/repository.ts';
import { deleteSession, eraseSessionForGood } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { readAnySession } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { sized } from '../support/faults/long.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { openStudio, type PhotoStudio, toRecord } from './studio.ts';
import { admin, makeSession } from './world.ts';

/** CI runs this file with all of them, too (.ci/run). */
const photos = sized(500, limits.photosPerSession);
/** Photos per page of the work. */
const photosAtOnce = 25;
const pages = photos / photosAtOnce;
/**
 * Counts the function's time in requests. With fewer photos each request takes longer, so that the number of runs is
 * the same.
 */
const millisecondsPerRequest = (40 * limits.photosPerSession) / photos;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** AWS requests since the last reset. */
let requests = 0;
const countRequests = () => {
  for (const client of [dynamodb(), s3()]) {
    (client as ReturnType<typeof s3>).middlewareStack.add(
      (next) => (args) => {
        requests += 1;
        return next(args);
      },
      { step: 'initialize', name: 'count', override: true },
    );
  }
};

async function everyRow(session: string): Promise<Photo[]> {
  const { rows } = await readEvery(session, photos + 1, undefined);
  return rows;
}

test('the largest session is withdrawn and erased in several runs, each within its time limit', async () => {
  const session = await makeSession();
  const rows = Array.from({ length: photos }, (_, index) =>
    readyPhoto(session, { id: newId(), file_name: `IMG_${index}.jpg`, is_approved: true }),
  );
  await storePhotos(session.id, rows);

  // Collect the queued messages: other tests cover moving the objects.
  const queued: { session_id: string; ids?: string[]; after?: string }[] = [];
  const send = vi.spyOn(sqs(), 'send').mockImplementation((async (command: {
    input: { Entries?: { MessageBody: string }[] };
  }) => {
    requests += 1;
    for (const { MessageBody } of command.input.Entries ?? []) queued.push(JSON.parse(MessageBody));
    return {};
  }) as never);
  countRequests();
  await deleteSession(admin, session.id, session.version);

  const functionTime = 60_000;
  let runs = 0;
  for (;;) {
    const index = queued.findIndex(({ ids }) => ids === undefined);
    if (index < 0) break;
    const [message] = queued.splice(index, 1);
    requests = 0;
    const Records = [toRecord({ MessageId: 'm', ReceiptHandle: 'r', Body: JSON.stringify(message) })];
    const remaining = { getRemainingTimeInMillis: () => functionTime - requests * millisecondsPerRequest };
    expect(await moveDerivatives({ Records }, remaining as never)).toEqual({ batchItemFailures: [] });
    expect(requests * millisecondsPerRequest).toBeLessThan(functionTime);
    runs += 1;
  }
  expect(runs).toBeGreaterThan(1);
  expect(await readAnySession(session.id)).not.toHaveProperty('withdrawing');
  // Each photo has one new key and one queued move.
  const before = new Map(rows.map(({ id, media_key }) => [id, media_key]));
  const moving = await everyRow(session.id);
  expect(moving).toHaveLength(photos);
  expect(moving.every((row) => row.state === 'ready' && row.stale_media_key === before.get(row.id))).toBe(true);
  const moves = queued.flatMap(({ ids = [] }) => ids);
  expect(new Set(moves).size).toBe(photos);
  expect(moves).toHaveLength(photos);

  // A sweep's run ends when its time is up, and the next day's run continues.
  const sweepTime = 30_000;
  let total = 0;
  let sweeps = 0;
  let isErased = false;
  while (!isErased) {
    requests = 0;
    isErased = await eraseSessionForGood(
      session.id,
      () => requests * millisecondsPerRequest > sweepTime,
      new Date().toISOString(),
    );
    expect(requests * millisecondsPerRequest).toBeLessThan(sweepTime + 6 * millisecondsPerRequest);
    total += requests;
    sweeps += 1;
  }
  expect(sweeps).toBeGreaterThan(1);
  // Per page: one query, one deletion in each bucket, one transaction. Per run: the session, and a last page.
  expect(total).toBeLessThanOrEqual(pages * 4 + sweeps * 3);
  expect(await everyRow(session.id)).toEqual([]);
  expect(await readAnySession(session.id)).toBeUndefined();
  send.mockRestore();
});
