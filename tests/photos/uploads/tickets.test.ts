import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';
import { listStudioPhotos, listUnsettled } from '../../../lambdas/domain/photos/lists/studio-list.ts';
import { countsOf } from '../../../lambdas/domain/photos/row/counts.ts';
import { deletePhoto } from '../../../lambdas/domain/photos/trash/trash.ts';
import { requestTickets } from '../../../lambdas/domain/photos/uploads/uploads.ts';
import { countPhotos } from '../../../lambdas/domain/sessions/photo-counts.ts';
import { readSession } from '../../../lambdas/domain/sessions/repository.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { makePhoto, ticketFor } from '../samples.ts';
import { drain, openStudio, type PhotoStudio } from '../studio.ts';
import { admin, ask, complete, inventory, keysIn, makeSession, put, read } from '../world.ts';

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
