import {
  ChangeMessageVisibilityCommand,
  type ChangeMessageVisibilityCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { queues } from '../../infra/blueprint/queues.ts';
import { redriveQueue } from '../../infra/commands/redrive.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { keyOfUrl, makeGallery, makeLargeGallery, openUploads, sha256, unpack } from '../photos/archives.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, toRecord } from '../photos/studio.ts';
import { admin, keysIn, stored } from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { noStack } from '../support/studio/no-stack.ts';

// Each test repeats the work once per request, and two programs unpack every archive.

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb(), sqs());
});
afterEach(() => fuse.disarm());
afterAll(() => studio.close());

test.each(['before', 'after'] as const)('a request that fails %s any of its steps can be repeated', async (moment) => {
  for (const step of interruptedRequests()) {
    const { session, client } = await makeGallery(['1.jpg']);
    const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
    fuse.arm(step, moment);
    await ask().catch(() => undefined);
    const { isBurnt } = fuse;
    fuse.disarm();
    await ask();
    await drain('download', prepareDownload);
    expect((await listDownloads(client)).items).toMatchObject([{ state: 'ready', photos_count: 1 }]);
    if (!isBurnt) {
      expect(fuse.made).toBeGreaterThanOrEqual(4);
      break;
    }
  }
});

test('hiding a photo stops a running preparation at any step, and leaves no objects of it', async () => {
  for (const step of interruptedRequests()) {
    const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
    await requestDownload(client, { kind: 'session', session_id: session.id });
    const records = (await receive('download', 0)).map(toRecord);
    const { hasPaused } = await fuse.pauseAt(
      step,
      () => prepareDownload({ Records: records }, context()),
      async () => {
        await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
        await drain('media', moveDerivatives);
      },
    );
    await drain('download', prepareDownload);
    if (!hasPaused) {
      expect(fuse.made).toBeGreaterThanOrEqual(8);
      break;
    }
    expect((await listDownloads(client)).items, `step ${step}`).toMatchObject([{ state: 'outdated', parts: [] }]);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`), `step ${step}`).toEqual([]);
    expect(await openUploads(session.customer_id), `step ${step}`).toEqual([]);
  }
});

describe.each(['before', 'after'] as const)('a worker that dies %s any of its requests', (moment) => {
  test('leaves the download to the next delivery, which continues where the first one stopped', async () => {
    const { session, client, files, keys } = await makeGallery(['1.jpg', '2.jpg']);
    for (const step of interruptedRequests()) {
      const { id } = await requestDownload(client, { kind: 'session', session_id: session.id });
      fuse.arm(step, moment);
      await deliver('download', prepareDownload);
      const { isBurnt } = fuse;
      fuse.disarm();
      await deliver('download', prepareDownload);
      const [download] = (await listDownloads(client)).items;
      expect(download).toMatchObject({ id, state: 'ready' });
      expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual({
        '1.jpg': sha256(files[0]!),
        '2.jpg': sha256(files[1]!),
      });
      if (!isBurnt) break;
      // Make the download outdated, so that the next request prepares it again.
      await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], downloadable: false });
      await drain('media', moveDerivatives);
      expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
      await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], downloadable: true });
    }
    expect(fuse.made).toBeGreaterThanOrEqual(8);
    // A multipart upload whose creation response was lost may remain; a lifecycle rule of the bucket aborts it.
    expect((await openUploads(session.customer_id)).length).toBeLessThanOrEqual(1);
  });
});

test('an archive of many parts continues with the missing part, at whatever request a run ends', async () => {
  const { session, client, expected } = await makeLargeGallery();
  await requestDownload(client, { kind: 'session', session_id: session.id });
  const record = toRecord((await receive('download', 600))[0]!);
  const sent: number[] = [];
  for (let run = 1; ; run += 1) {
    // The limit of requests lets each run find the next part and upload a few.
    fuse.arm(7, run % 2 ? 'before' : 'after');
    const before = fuse.count('UploadPartCommand');
    const { batchItemFailures } = await prepareDownload({ Records: [record] }, context());
    sent.push(fuse.count('UploadPartCommand') - before);
    if (batchItemFailures.length === 0) break;
  }
  fuse.disarm();
  const [download] = (await listDownloads(client)).items;
  expect(download?.state).toBe('ready');
  const { bytes } = await stored(keyOfUrl(download!.parts[0]!.url));
  expect(await unpack(bytes)).toEqual(expected);
  expect(sent.length).toBeGreaterThan(2);
  const pieces = Math.ceil(bytes.length / (5 * 1024 * 1024));
  // Parts in flight when a run ends may be sent again; parts that S3 stored are not.
  expect(sent.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(pieces + 2 * sent.length);
});

test('a failed preparation is retried within minutes, then becomes a dead letter that the redrive command sends again', async () => {
  const { session, client } = await makeGallery(['1.jpg']);
  await requestDownload(client, { kind: 'session', session_id: session.id });
  const putOff: (number | undefined)[] = [];
  sqs().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { VisibilityTimeout } = args.input as ChangeMessageVisibilityCommandInput;
        if (commandName === 'ChangeMessageVisibilityCommand') putOff.push(VisibilityTimeout);
        return next(args);
      },
    { step: 'initialize', name: 'putOff' },
  );
  studio.faults.s3.set([{ operation: 'CreateMultipartUpload', error: 'AccessDenied', status: 403 }]);
  for (let attempt = 0; attempt < queues.download.maxReceiveCount; attempt += 1) {
    const [message] = await receive('download', 600);
    const { batchItemFailures } = await prepareDownload({ Records: [toRecord(message!)] }, context());
    expect(batchItemFailures).toHaveLength(1);
    // Simulates the end of the visibility timeout.
    const again = { QueueUrl: env('DOWNLOAD_QUEUE_URL'), ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout: 0 };
    await new SQSClient().send(new ChangeMessageVisibilityCommand(again));
  }
  studio.faults.s3.set([]);
  sqs().middlewareStack.remove('putOff');
  expect(putOff).toEqual([30, 120, 480, 480, 480]);
  expect(await receive('download')).toEqual([]);

  expect(await redriveQueue(sqs(), noStack, 'download')).toBe(1);
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toMatchObject([{ state: 'ready' }]);
});
