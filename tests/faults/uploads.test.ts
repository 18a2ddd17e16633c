// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost:4600/" }
import { ChangeMessageVisibilityCommand, DeleteMessageCommand, type Message } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redriveQueue } from '../../infra/commands/redrive.ts';
import { listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../photos/samples.ts';
import { context, drain, openStudio, type PhotoStudio, receive, toRecord } from '../photos/studio.ts';
import { badConnection, checksumOf, uploaderTo } from '../photos/uploader.ts';
import { admin, complete, inventory, keysIn, makeSession, stored } from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { isLong, sized } from '../support/faults/long.ts';
import { noStack } from '../support/studio/no-stack.ts';

/**
 * The browser's uploader, with jsdom's requests, uploads to the local S3 while a fifth of the connections break and a
 * twentieth of the responses are 503. S3's events reach several workers repeatedly and in any order, and some workers
 * die.
 */

const count = sized(80, 2_000);
/** Files selected a second time under another name. */
const duplicates = 5;
const minutes = 60_000;

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterAll(() => studio.close());

const anyOf = (most: number) => 1 + Math.floor(Math.random() * most);
const shuffled = <Item>(items: Item[]) =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Delivers each message of the photo queue 1–5 times, shuffled, until the queue is empty; every fifth worker dies. */
async function deliverBadly(): Promise<{ deaths: number }> {
  let deaths = 0;
  const give = async (messages: Message[]) => {
    const alive = await fuse.within(anyOf(5) === 1 ? anyOf(25) : Number.POSITIVE_INFINITY, 'after', () =>
      processPhoto({ Records: messages.map(toRecord) }, context()),
    );
    if (!alive) deaths += 1;
    const failed = new Set(alive?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    return alive ? messages.filter(({ MessageId = '' }) => !failed.has(MessageId)) : [];
  };
  for (;;) {
    const messages = [...(await receive('photo', 600)), ...(await receive('photo', 600))];
    if (messages.length === 0) return { deaths };
    const copies = shuffled(messages.flatMap((message) => Array.from({ length: anyOf(5) }, () => message)));
    const done = new Set<Message>();
    await Promise.all(
      [0, 1, 2].map(async () => {
        for (let batch = copies.splice(0, 4); batch.length > 0; batch = copies.splice(0, 4)) {
          for (const message of await give(batch)) done.add(message);
        }
      }),
    );
    for (const message of messages) {
      const receipt = { QueueUrl: env('PHOTO_QUEUE_URL'), ReceiptHandle: message.ReceiptHandle };
      if (done.has(message)) await sqs().send(new DeleteMessageCommand(receipt));
      else await sqs().send(new ChangeMessageVisibilityCommand({ ...receipt, VisibilityTimeout: 0 }));
    }
  }
}

test(`${count} uploads over a failing connection, to dying workers: none lost, none duplicated, every byte unchanged`, {
  timeout: isLong ? 30 * minutes : 2 * minutes,
}, async () => {
  const session = await makeSession();
  const { run, send, sent } = uploaderTo(session);
  const hashes: string[] = [];
  const files: File[] = [];
  for (let index = 0; index < count; index += 1) {
    const bytes = await makePhoto({ width: 60, height: 40 });
    hashes.push(checksumOf(bytes));
    files.push(new File([new Uint8Array(bytes)], `${index}.jpg`, { type: 'image/jpeg' }));
    if (index < duplicates) files.push(new File([new Uint8Array(bytes)], `twin-${index}.jpg`, { type: 'image/jpeg' }));
  }
  studio.faults.s3.set(badConnection);
  let deaths = 0;
  const sending = send(files);
  const working = (async () => {
    for (let over = false; !over; ) {
      over = await Promise.race([sending.then(() => true), new Promise<false>((r) => setTimeout(r, 50, false))]);
      deaths += (await deliverBadly()).deaths;
    }
  })();
  await working;
  studio.faults.s3.set([]);
  expect(run.snapshot()).toMatchObject({ completed: files.length, total: files.length });
  // About a quarter of the requests fails and is sent again, so 4 for 3 files. Which ones are hit depends on their order,
  // and a repeated one can be hit again: a few more.
  expect(sent.requests, 'requests').toBeLessThanOrEqual((files.length * 4) / 3 + 5);
  expect(sent.requests, 'faults hit').toBeGreaterThan(files.length * 1.25);

  deaths += (await deliverBadly()).deaths;
  expect(deaths).toBeGreaterThan(0);
  // Messages that met a dying worker at every receive are in the dead-letter queue; redrive them.
  await redriveQueue(sqs(), noStack, 'photo');
  await drain('photo', processPhoto);

  expect(await inventory(session)).toEqual(complete(count));
  expect((await listUnsettled(admin, session.id)).items).toEqual([]);
  const originals = await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`);
  const kept: string[] = [];
  for (const key of originals) kept.push(checksumOf((await stored(key)).bytes));
  expect(kept.toSorted()).toEqual(hashes.toSorted());

  // The same folder selected again after a crash of the tab: nothing is sent.
  const again = uploaderTo(session);
  await again.send(files);
  expect(new Set(again.run.snapshot().items.map(({ state }) => state))).toEqual(new Set(['present']));
  expect(again.sent.requests).toBe(0);
});
