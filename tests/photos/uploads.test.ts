import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/photos.ts';
import { queues } from '../../infra/blueprint.ts';
import { countDeadLetters } from '../../infra/commands/redrive.ts';
import { listStudioPhotos, listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { countsOf } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { requestTickets } from '../../lambdas/domain/photos/uploads/uploads.ts';
import { countPhotos, readSession } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests, randomOfTest } from '../support/faults/sample.ts';
import { noStack } from '../support/studio/no-stack.ts';
import { makePhoto, ticketFor } from './samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter, toRecord } from './studio.ts';
import {
  admin,
  ask,
  complete,
  derivativesAt,
  inventory,
  keysIn,
  loseRow,
  makeSession,
  put,
  read,
  stored,
  upload,
} from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

describe('tickets', () => {
  test('fix the key, type, length, checksum and name, and forbid overwriting', async () => {
    const bytes = await makePhoto();
    const session = await makeSession();
    const [ticket] = await ask(session, [{ bytes, name: 'Été à la plage.JPG' }]);
    if (ticket?.state !== 'upload') throw new Error('no ticket');
    const url = new URL(ticket.url);
    expect(url.pathname).toBe(`/landing/${session.customer_id}/${session.id}/${ticket.photo_id}`);
    expect(url.searchParams.get('X-Amz-SignedHeaders')?.split(';').toSorted()).toEqual([
      'content-length',
      'content-type',
      'host',
      'if-none-match',
      'x-amz-checksum-sha256',
      'x-amz-meta-approved',
      'x-amz-meta-downloadable',
      'x-amz-meta-file-name',
      'x-amz-meta-uploaded-at',
    ]);
    expect([...url.searchParams.keys()].filter((name) => /checksum|meta|crc/i.test(name))).toEqual([]);
    expect(ticket.headers).toMatchObject({ 'content-type': 'image/jpeg', 'if-none-match': '*' });
    expect(Object.keys(ticket.headers)).not.toContain('content-length');

    expect(await put(ticket, await makePhoto())).toBeGreaterThanOrEqual(400);
    expect(await put(ticket, bytes, { 'content-type': 'text/html' })).toBe(403);
    expect(await put(ticket, bytes.subarray(1))).toBe(403);
    expect(await put(ticket, bytes, { 'x-amz-meta-approved': 'false' })).toBe(403);
    expect(await keysIn('LANDING_BUCKET', `${session.customer_id}/`)).toEqual([]);
    expect(await put(ticket, bytes)).toBe(200);
    expect(await put(ticket, bytes)).toBe(412);
    await drain('photo', processPhoto);
  });

  test('are refused by name, with the limit and what to do', async () => {
    const session = await makeSession();
    const files = [
      {
        ...ticketFor(Buffer.from('x'), 'IMG_1.HEIC', 'image/heic'),
        says: /“IMG_1.HEIC” is not JPEG, PNG, WebP, AVIF or TIFF/,
      },
      { ...ticketFor(Buffer.from('x'), 'page.svg', 'image/svg+xml'), says: /“page.svg” is not/ },
      { ...ticketFor(Buffer.from('x'), 'object', 'constructor'), says: /“object” is not/ },
      { ...ticketFor(Buffer.alloc(0), 'empty.jpg'), says: /“empty.jpg” is empty/ },
      {
        ...ticketFor(Buffer.from('x'), 'huge.tif', ''),
        size: 101 * 1024 * 1024,
        says: /“huge.tif” has 101 MB; the limit is 100 MB/,
      },
    ];
    const { tickets } = await requestTickets(admin, session.id, { is_approved: true, downloadable: true, files });
    expect(tickets).toEqual(files.map(({ says }) => ({ state: 'refused', message: expect.stringMatching(says) })));
    for (const ticket of tickets) expect(ticket).toMatchObject({ message: expect.stringContaining('Please export') });
    expect((await listUnsettled(admin, session.id)).items).toEqual([]);
  });

  test('take the type from the file extension when the browser does not know it', async () => {
    const [ticket] = await ask(await makeSession(), [{ bytes: Buffer.from('x'), name: 'scan.TIFF', type: '' }]);
    expect(ticket).toMatchObject({ state: 'upload', headers: { 'content-type': 'image/tiff' } });
  });

  test('the same file is one photo, under any name, in any batch; in another session it is another photo', async () => {
    const bytes = await makePhoto();
    const session = await makeSession();
    const [first, twin] = await ask(session, [
      { bytes, name: 'a.jpg' },
      { bytes, name: 'b.jpg' },
    ]);
    expect(first).toMatchObject({ state: 'upload' });
    expect(twin).toEqual(first);
    expect(await put(first, bytes)).toBe(200);
    expect(await put(twin, bytes)).toBe(412);
    // While the object is in the landing bucket, another ticket has the same key.
    expect(await put((await ask(session, [{ bytes }]))[0], bytes)).toBe(412);
    await drain('photo', processPhoto);
    expect((await ask(session, [{ bytes, name: 'c.jpg' }]))[0]).toMatchObject({ state: 'present' });
    expect(await inventory(session)).toEqual(complete(1));
    expect((await ask(await makeSession(), [{ bytes }]))[0]).toMatchObject({ state: 'upload' });
  });

  test('are refused in a full session', async () => {
    const session = await makeSession({ photos_count: 9_999 });
    const files = await Promise.all([makePhoto(), makePhoto()]);
    const tickets = await ask(
      session,
      files.map((bytes, index) => ({ bytes, name: `${index}.jpg` })),
    );
    expect(tickets[0]).toMatchObject({ state: 'upload' });
    expect(tickets[1]).toMatchObject({ state: 'refused', message: expect.stringContaining('“1.jpg”') });
  });

  test('parallel requests admit exactly as many as fit; pending and failed ones count', async () => {
    const full = 10_000;
    const session = await makeSession();
    const bytes = await Promise.all(Array.from({ length: 12 }, () => makePhoto()));
    const [pending] = await ask(session, [{ bytes: bytes[0]! }]);
    // Seven places are free: the pending photo takes one, and the rest are taken in the count alone.
    await transact([countPhotos(session.id, { ...countsOf([]), listed_count: full - 8 })]);
    const tickets = (
      await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) =>
          ask(
            session,
            bytes.slice(at * 2, at * 2 + 2).map((b) => ({ bytes: b })),
          ),
        ),
      )
    ).flat();
    expect(tickets[0]).toMatchObject({ state: 'upload', photo_id: (pending as { photo_id: string }).photo_id });
    expect(tickets.filter(({ state }) => state === 'upload')).toHaveLength(8);
    expect(tickets.filter(({ state }) => state === 'refused')).toHaveLength(4);
    expect((await readSession(session.id))?.listed_count).toBe(full);
    const { items } = await listUnsettled(admin, session.id);
    expect(items).toHaveLength(8);

    // Photos that have a place get tickets again; one in the trash makes room for exactly one other.
    const again = await ask(
      session,
      bytes.map((b) => ({ bytes: b })),
    );
    expect(again.map(({ state }) => state)).toEqual(tickets.map(({ state }) => state));
    await deletePhoto(admin, session.id, items[0]!.id);
    const others = await Promise.all([makePhoto(), makePhoto()]);
    const late = (await Promise.all(others.map((b) => ask(session, [{ bytes: b }])))).flat();
    expect(late.map(({ state }) => state).toSorted()).toEqual(['refused', 'upload']);
    expect((await readSession(session.id))?.listed_count).toBe(full);
  });

  test('a session from before uploads were counted is bounded by its ready photos', async () => {
    const session = await makeSession({ photos_count: 9_999 });
    await dynamodb().send(
      new UpdateCommand({
        TableName: env('SESSIONS_TABLE'),
        Key: { id: session.id },
        UpdateExpression: 'REMOVE listed_count',
      }),
    );
    const files = await Promise.all([makePhoto(), makePhoto()]);
    const tickets = await ask(
      session,
      files.map((bytes) => ({ bytes })),
    );
    expect(tickets.map(({ state }) => state)).toEqual(['upload', 'refused']);
  });

  test('are refused for a missing session', async () => {
    const session = await makeSession();
    await expect(ask({ ...session, id: 'nowherenowherenowhere' }, [{ bytes: Buffer.from('x') }])).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
  });
});

test('from ticket to ready: row, counters, derivatives, original with its name, nothing left in the landing bucket', async () => {
  const bytes = await makePhoto({ width: 3_000, height: 2_000 });
  const session = await makeSession();
  const key = await upload(session, bytes, 'Zoë & “Max” 01.jpg');
  expect((await listUnsettled(admin, session.id)).items).toMatchObject([{ state: 'pending', reason: null }]);
  await drain('photo', processPhoto);

  const photo = await read(key);
  if (photo.state !== 'ready') throw new Error(photo.state);
  expect(photo).toMatchObject({
    file_name: 'Zoë & “Max” 01.jpg',
    width: 3_000,
    height: 2_000,
    captured_at: '2026-05-01T15:00:00.000Z',
    content_type: 'image/jpeg',
    is_approved: true,
    downloadable: true,
  });
  expect(photo.thumbhash.length).toBeGreaterThan(10);
  expect((await listUnsettled(admin, session.id)).items).toEqual([]);
  expect(await inventory(session)).toEqual(complete(1));

  const derivatives = await Promise.all(derivativesAt(photo).map(stored));
  expect(await readSession(session.id)).toMatchObject({
    original_bytes: bytes.length,
    derivative_bytes: derivatives.reduce((total, { bytes: { length } }) => total + length, 0),
  });

  const original = await stored(photo.original_key);
  expect(original.bytes.equals(bytes)).toBe(true);
  expect(original.StorageClass).toBe('INTELLIGENT_TIERING');
  expect(original.ContentType).toBe('image/jpeg');
  expect(original.ContentDisposition).toBe(
    `attachment; filename="Zo_ & _Max_ 01.jpg"; filename*=UTF-8''Zo%C3%AB%20%26%20%E2%80%9CMax%E2%80%9D%2001.jpg`,
  );
  expect(Buffer.from(photo.crc32, 'base64').readUInt32BE()).toBe(crc32(bytes));
  expect(photo.original_key).toMatch(
    new RegExp(`^originals/${session.customer_id}/${session.id}/\\d{17}-${photo.id}-Zoe-Max-01\\.jpg$`),
  );
  const large = await stored(`media/${session.customer_id}/${session.id}/${photo.media_key}/2048.jpg`);
  expect(large.CacheControl).toContain('immutable');
  expect(large.ContentType).toBe('image/jpeg');
  const metadata = await sharp(large.bytes).metadata();
  expect([metadata.width, metadata.height, metadata.exif]).toEqual([2_048, 1_365, undefined]);
});

test('photos of one batch keep the order in which they were selected', async () => {
  const session = await makeSession();
  const files = await Promise.all(Array.from({ length: 6 }, () => makePhoto()));
  const tickets = await ask(
    session,
    files.map((bytes, index) => ({ bytes, name: `${9 - index}.jpg` })),
  );
  for (const index of [3, 1, 5, 0, 4, 2]) expect(await put(tickets[index], files[index]!)).toBe(200);
  await drain('photo', processPhoto);
  const { items } = await listStudioPhotos(admin, session.id);
  expect(items.map((item) => item.file_name)).toEqual(['9.jpg', '8.jpg', '7.jpg', '6.jpg', '5.jpg', '4.jpg']);
});

describe('photos of one choice that are asked for in several requests', () => {
  const choice = { is_approved: true, downloadable: true };
  interface Chosen {
    bytes: Buffer;
    request: TicketRequest;
  }
  const fileOf = async (place: number): Promise<Chosen> => {
    const bytes = await makePhoto();
    return { bytes, request: { ...ticketFor(bytes, `${place}.jpg`), place } };
  };

  test('keep the order of the choice, whichever is asked for or arrives first; a later choice comes after them', async () => {
    const session = await makeSession();
    const [first, second, third, later] = (await Promise.all([0, 1, 2, 3].map(fileOf))) as [
      Chosen,
      Chosen,
      Chosen,
      Chosen,
    ];
    const { begun_at, tickets } = await requestTickets(admin, session.id, {
      ...choice,
      files: [first.request, third.request],
    });
    expect(await put(tickets[1], third.bytes)).toBe(200);
    expect(await put((await ask(session, [{ bytes: later.bytes, name: 'later.jpg' }]))[0], later.bytes)).toBe(200);
    // The second file was chosen again, because it had changed; the first is asked for again.
    const again = await requestTickets(admin, session.id, {
      ...choice,
      begun_at,
      files: [second.request, first.request],
    });
    expect(again.begun_at).toBe(begun_at);
    expect(await put(again.tickets[0], second.bytes)).toBe(200);
    expect(await put(again.tickets[1], first.bytes)).toBe(200);
    await drain('photo', processPhoto);
    const { items } = await listStudioPhotos(admin, session.id);
    expect(items.map(({ file_name }) => file_name)).toEqual(['0.jpg', '1.jpg', '2.jpg', 'later.jpg']);
  });

  test('are pending since their last ticket; not ordered by a time of another day, or to come', async () => {
    const session = await makeSession();
    const { request } = await fileOf(0);
    const before = Date.now();
    for (const begun_at of [new Date(before - 25 * 60 * 60_000), new Date(before + 60_000)]) {
      const answer = await requestTickets(admin, session.id, {
        ...choice,
        begun_at: begun_at.toISOString(),
        files: [request],
      });
      expect(Date.parse(answer.begun_at!)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(answer.begun_at!)).toBeLessThanOrEqual(Date.now());
    }
    const hourAgo = new Date(before - 60 * 60_000).toISOString();
    await requestTickets(admin, session.id, { ...choice, begun_at: hourAgo, files: [(await fileOf(1)).request] });
    for (const { uploaded_at } of (await listUnsettled(admin, session.id)).items) {
      expect(Date.parse(uploaded_at)).toBeGreaterThanOrEqual(before);
    }
  });

  // The last of 2,000 files is ordered by a time that is still to come when it is deleted at once.
  test.each([0, 1_999])(
    'at place %i get another time after a deletion, which may still remove what is stored under the former one',
    async (place) => {
      const session = await makeSession();
      const { request } = await fileOf(place);
      const ticketOf = async (begun_at?: string) => {
        const answer = await requestTickets(admin, session.id, {
          ...choice,
          ...(begun_at !== undefined && { begun_at }),
          files: [request],
        });
        const [ticket] = answer.tickets;
        if (ticket?.state !== 'upload') throw new Error('no ticket');
        return { begun_at: answer.begun_at!, key: { session_id: session.id, id: ticket.photo_id } };
      };
      const { begun_at, key } = await ticketOf();
      await deletePhoto(admin, session.id, key.id);
      const deleted = await read(key);
      if (deleted.state !== 'deleted') throw new Error(deleted.state);
      await ticketOf(begun_at);
      const again = await read(key);
      expect(again).toMatchObject({ state: 'pending' });
      expect(again.uploaded_at >= deleted.deleted_at).toBe(true);
      expect(again.uploaded_at).not.toBe(deleted.uploaded_at);
    },
  );
});

describe('files that can’t be photos', () => {
  test('are refused with a reason and kept; other files are unharmed; they can be uploaded again', async () => {
    const session = await makeSession();
    const good = await makePhoto();
    const broken = (await makePhoto()).subarray(0, 2_000);
    const [badKey, goodKey] = [await upload(session, broken, 'broken.jpg'), await upload(session, good, 'good.jpg')];
    await drain('photo', processPhoto);
    expect((await read(goodKey)).state).toBe('ready');
    const failed = await read(badKey);
    if (failed.state !== 'failed') throw new Error(failed.state);
    expect(failed.reason).toContain('damaged or incomplete');
    expect((await stored(failed.kept_key ?? '')).bytes.equals(broken)).toBe(true);
    expect(await inventory(session)).toEqual(complete(1));
    expect((await listUnsettled(admin, session.id)).items).toMatchObject([
      { file_name: 'broken.jpg', state: 'failed', reason: failed.reason },
    ]);

    const again = await upload(session, broken, 'broken.jpg');
    expect(again).toEqual(badKey);
    expect(await read(again)).toMatchObject({
      state: 'pending',
      kept_key: failed.kept_key,
      uploaded_at: failed.uploaded_at,
    });
    await drain('photo', processPhoto);
    expect(await read(again)).toMatchObject({ state: 'failed' });
  });

  test('a PNG named .jpg is stored as PNG', async () => {
    const session = await makeSession();
    const png = await sharp(await makePhoto())
      .png()
      .toBuffer();
    const key = await upload(session, png, 'really.jpg');
    await drain('photo', processPhoto);
    const photo = await read(key);
    expect(photo).toMatchObject({ state: 'ready', content_type: 'image/png' });
    expect((await stored(photo.state === 'ready' ? photo.original_key : '')).ContentType).toBe('image/png');
  });
});

describe('events', () => {
  test('delivered twice in one batch count once', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    const messages = await receive('photo', 0);
    const Records = () => [...messages, ...messages].map(toRecord);
    expect(await processPhoto({ Records: Records() }, context())).toEqual({ batchItemFailures: [] });
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('delivered twice to several workers count once', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    const messages = await receive('photo', 0);
    const Records = () => [...messages, ...messages].map(toRecord);
    await Promise.all([1, 2, 3].map(() => processPhoto({ Records: Records() }, context())));
    await drain('photo', processPhoto);
    expect(await processPhoto({ Records: Records() }, context())).toEqual({ batchItemFailures: [] });
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('S3’s test event is ignored', async () => {
    const Records = [
      toRecord({ MessageId: '1', Body: JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' }) }),
    ];
    expect(await processPhoto({ Records }, context())).toEqual({ batchItemFailures: [] });
  });

  test('are returned to the queue untouched when no time is left', async () => {
    const session = await makeSession();
    const key = await upload(session, await makePhoto());
    const Records = (await receive('photo', 0)).map(toRecord);
    const { batchItemFailures } = await processPhoto({ Records }, context(1_000));
    expect(batchItemFailures).toHaveLength(Records.length);
    expect((await read(key)).state).toBe('pending');
    await drain('photo', processPhoto);
    expect((await read(key)).state).toBe('ready');
  });

  test('a missing row is created again from the object alone', async () => {
    const session = await makeSession();
    const bytes = await makePhoto();
    const key = await upload(session, bytes, '家族の写真.jpg', { is_approved: false });
    const before = await read(key);
    await loseRow(key);
    await drain('photo', processPhoto);
    expect(await read(key)).toMatchObject({
      state: 'ready',
      file_name: '家族の写真.jpg',
      is_approved: false,
      downloadable: true,
      uploaded_at: before.uploaded_at,
    });
    expect(await inventory(session)).toEqual(complete(1, 0));
  });

  test('an object without a ticket is kept, and its message becomes a dead letter', async () => {
    const session = await makeSession();
    const Key = `${session.customer_id}/${session.id}/00000000000000000000000000`;
    await s3().send(new PutObjectCommand({ Bucket: env('LANDING_BUCKET'), Key, Body: 'x' }));
    expect(await deliver('photo', processPhoto)).toEqual({ received: 1, failed: 1 });
    expect(await keysIn('LANDING_BUCKET', `${session.customer_id}/`)).toEqual([Key]);
    // The remaining receives, until the queue moves the message to its dead-letter queue.
    for (let attempt = 0; attempt < queues.photo.maxReceiveCount - 1; attempt += 1)
      await deliver('photo', processPhoto);
    expect(await deliver('photo', processPhoto)).toEqual({ received: 0, failed: 0 });
    expect(await countDeadLetters(sqs(), noStack)).toContainEqual({ name: 'photo', waiting: 1 });
  });
});

test('many concurrent uploads to one session, by several workers: counters equal rows', async () => {
  const session = await makeSession();
  const files = await Promise.all(Array.from({ length: 24 }, () => makePhoto({ width: 60, height: 40 })));
  const tickets = await ask(
    session,
    files.map((bytes, index) => ({ bytes, name: `${index}.jpg` })),
  );
  await Promise.all(tickets.map((ticket, index) => put(ticket, files[index]!)));
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let records = await receive('photo'); records.length > 0; records = await receive('photo')) {
        const { batchItemFailures } = await processPhoto({ Records: records.map(toRecord) }, context());
        expect(batchItemFailures).toEqual([]);
      }
    }),
  );
  expect(await inventory(session)).toEqual(complete(24));
  const hashes = await Promise.all(
    (await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).map(async (key) =>
      sha256((await stored(key)).bytes),
    ),
  );
  expect(hashes.toSorted()).toEqual(files.map(sha256).toSorted());
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a file that is requested again', () => {
  test('is uploaded and deleted before any step of a second request for it: it stays in the trash', async () => {
    const fuse = new Fuse(dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const bytes = await makePhoto();
      const [ticket] = await ask(session, [{ bytes }]);
      if (ticket?.state !== 'upload') throw new Error('no ticket');
      const key = { session_id: session.id, id: ticket.photo_id };
      await deletePhoto(admin, session.id, key.id);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => ask(session, [{ bytes }]),
        async () => {
          await put((await ask(session, [{ bytes }]))[0], bytes);
          await drain('photo', processPhoto);
          await deletePhoto(admin, session.id, key.id);
        },
      );
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
      expect(await read(key)).toMatchObject({ state: 'deleted', original_key: expect.any(String) });
    }
  });

  test('and processed before any step of a worker that saw it deleted keeps its objects', async () => {
    const [rows, objects] = [new Fuse(dynamodb()), new Fuse(s3())];
    const random = randomOfTest();
    for (let [row, isDeleted] = [1, true]; isDeleted; row += 1) {
      for (const object of interruptedRequests(random)) {
        let isRequested = true;
        const session = await makeSession();
        const bytes = await makePhoto();
        const key = await upload(session, bytes);
        const twice = { Records: (await receive('photo', 600)).map(toRecord) };
        const processAgain = async () => {
          const [ticket] = await ask(session, [{ bytes }]);
          if (ticket?.state === 'upload') await put(ticket, bytes);
          await processPhoto(twice, context());
        };
        const process = async () => {
          ({ hasPaused: isRequested } = await objects.pauseAt(
            object,
            () => processPhoto(twice, context()),
            processAgain,
          ));
        };
        ({ hasPaused: isDeleted } = await rows.pauseAt(row, process, () => deletePhoto(admin, session.id, key.id)));
        objects.disarm();
        await drain('photo', processPhoto);
        if ((await read(key)).state === 'ready') {
          expect((await inventory(session)).missing).toEqual(complete(1).missing);
        }
        if (!isRequested) break;
      }
    }
  });

  test('after its row was deleted, before any step of a worker, becomes a complete photo', async () => {
    const fuse = new Fuse(s3(), dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const bytes = await makePhoto();
      const [ticket] = await ask(session, [{ bytes }]);
      await sweepAfter(1.1);
      await put(ticket, bytes);
      const records = (await receive('photo', 0)).map(toRecord);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => processPhoto({ Records: records }, context()),
        async () => {
          await sweepAfter(7.5);
          const [again] = await ask(session, [{ bytes }]);
          if (again?.state === 'upload') await put(again, bytes);
        },
      );
      await drain('photo', processPhoto);
      expect(await inventory(session)).toEqual(complete(1));
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(8);
    }
  });

  test.each([
    ['deleted', makePhoto, (session_id: string, id: string) => deletePhoto(admin, session_id, id), /upload it again/],
    ['refused', async () => Buffer.from(`no photo ${Math.random()}`), async () => {}, /^This is no photo/],
  ])(
    'before any step of the worker that removes the %s file, becomes a photo or is reported as missing',
    async (_, make, meet, reason) => {
      const fuse = new Fuse(s3(), dynamodb());
      for (const step of interruptedRequests()) {
        const session = await makeSession();
        const bytes = await make();
        const key = await upload(session, bytes);
        await meet(session.id, key.id);
        const records = (await receive('photo', 0)).map(toRecord);
        const { hasPaused } = await fuse.pauseAt(
          step,
          () => processPhoto({ Records: records }, context()),
          async () => {
            const [ticket] = await ask(session, [{ bytes }]);
            expect([200, 412]).toContain(await put(ticket, bytes));
          },
        );
        await drain('photo', processPhoto);
        if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
        const now = await read(key);
        expect(now.state).toMatch(/^(ready|failed)$/);
        if (now.state === 'failed') expect(now.reason).toMatch(reason);
      }
    },
  );
});
