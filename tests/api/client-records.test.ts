import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { Download } from '#shared/contract/downloads.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { FavoritesPage, GalleryPage, GalleryPhoto } from '#shared/contract/photos.ts';
import type { Gallery, Session } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { edgeSecret } from '../../local/environment.ts';
import {
  type ApiStudio,
  adminClaims,
  type Call,
  type Claims,
  call,
  isAwsDynamoDb,
  startApiStudio,
} from '../support/api-studio.ts';
import { everyRow, newClient, newPhoto, newSession } from '../support/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

let login: Claims;
let customer: string;
let session: Session;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
  session = await newSession(customer);
});

const ask = (method: string, path: string, body?: Call['body'], as = login) =>
  call(client, method, `/api/client${path}`, { as, body });
const mark = (photo: string, body: object, of = session) => ask('PATCH', `/sessions/${of.id}/photos/${photo}`, body);
const star = (photo: string, of = session) => mark(photo, { is_favorite: true }, of);
const gallery = async () => (await ask('GET', '/sessions')).json<Gallery>();
const favorites = async (cursor?: string) =>
  (await ask('GET', `/favorites${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)).json<FavoritesPage>();
const editPhotos = (photo_ids: string[], edit: object) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, {
    as: adminClaims(),
    body: { photo_ids, ...edit },
  });

describe('favorites', () => {
  test('come from every session, the newest star first, each with its session', async () => {
    const other = await newSession(customer, { session_name: 'Other' });
    const [a, b, c] = [await newPhoto(session), await newPhoto(other), await newPhoto(session)];
    await newPhoto(session);
    await star(b, other);
    await star(c);
    await star(a);
    const page = await favorites();
    expect(page.items.map(({ id, session_id }) => [id, session_id])).toEqual([
      [a, session.id],
      [c, session.id],
      [b, other.id],
    ]);
    expect(page.next_cursor).toBeNull();
    expect((await gallery()).favorites_count).toBe(3);
    await mark(c, { is_favorite: false });
    await star(c);
    expect((await favorites()).items.map(({ id }) => id)).toEqual([c, a, b]);
  });

  test('a hidden one is neither listed nor counted, and is a favorite again when it is shown again', async () => {
    const [shown, hidden] = [await newPhoto(session), await newPhoto(session)];
    await star(shown);
    await star(hidden);
    await editPhotos([hidden], { is_approved: false });
    expect((await favorites()).items.map(({ id }) => id)).toEqual([shown]);
    expect((await gallery()).favorites_count).toBe(1);
    await editPhotos([hidden], { is_approved: true });
    expect((await favorites()).items.map(({ id }) => id)).toEqual([hidden, shown]);
    expect((await gallery()).favorites_count).toBe(2);
  });

  test('come in pages, each once; a page’s end is good for nobody else', async () => {
    const count = limits.photosPerPage + 5;
    for (let n = 0; n < count; n += 1) {
      const favorited_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
      const of = { favorite_of: customer, favorited_at, is_favorite: true };
      await newPhoto(session, of);
    }
    const first = await favorites();
    expect(first.items).toHaveLength(limits.photosPerPage);
    const second = await favorites(first.next_cursor ?? '');
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(count);
    expect(second.next_cursor).toBeNull();
    const stranger = await newClient();
    const path = `/favorites?cursor=${encodeURIComponent(first.next_cursor ?? '')}`;
    expect((await ask('GET', path, undefined, stranger.login)).outcome).toBe('400 INVALID');
  });
});

test('a page of 60 photos is at most 6 KB on the wire', async () => {
  for (let n = 0; n < limits.photosPerPage + 1; n += 1) {
    await newPhoto(session, { file_name: `DM_${4_100 + n}.jpg`, thumbhash: randomBytes(25).toString('base64') });
  }
  const path = `/api/client/sessions/${session.id}/photos`;
  const answer = await client.fetch(
    new Request(`https://api.example${path}`, {
      headers: { 'x-studio-edge': edgeSecret, 'accept-encoding': 'gzip, deflate, br' },
    }),
    { event: { requestContext: { authorizer: { jwt: { claims: login } } } } },
  );
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((JSON.parse(gunzipSync(bytes).toString()) as GalleryPage).items).toHaveLength(limits.photosPerPage);
  expect(bytes.length).toBeLessThanOrEqual(6 * 1_024);
});

describe('a note', () => {
  test('takes the place of the one that its writer saw; the loser of two learns of the other', async () => {
    const photo = await newPhoto(session);
    expect((await mark(photo, { note: 'Mine', note_before: '' })).json()).toMatchObject({ note: 'Mine' });
    const late = await mark(photo, { note: 'Yours', note_before: '' });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { id: photo, note: 'Mine' } });
    expect((await mark(photo, { note: 'Both', note_before: 'Mine' })).outcome).toBe('200');
  });

  test('of two at once one is kept, and the other one knows', async () => {
    const photo = await newPhoto(session);
    const answers = await Promise.all(['A', 'B', 'C'].map((note) => mark(photo, { note, note_before: '' })));
    const [saved, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const { note } = saved!.json<GalleryPhoto>();
    for (const answer of answers.filter((one) => one !== saved)) {
      expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
      expect(answer.error.details).toMatchObject({ current: { note } });
    }
  });

  test.skipIf(isAwsDynamoDb)(
    'that is sent twice because an answer got lost is saved once, without a quarrel',
    async () => {
      const photo = await newPhoto(session);
      expect((await mark(photo, { note: 'Mine', note_before: '' })).outcome).toBe('200');
      expect((await mark(photo, { note: 'Mine', note_before: '' })).outcome).toBe('200');
      await studio.setFaults('dynamodb', [{ operation: 'UpdateItem', kind: 'cut', times: 1 }]);
      expect((await mark(photo, { note: 'More', note_before: 'Mine' })).outcome).toBe('200');
      expect((await mark(photo, { note: 'Even more', note_before: 'More' })).outcome).toBe('200');
    },
  );
});

describe('my data', () => {
  test('is everything that the client may see, as a file', async () => {
    const seen = await newPhoto(session, { file_name: 'seen.jpg' });
    const hidden = await newPhoto(session, { file_name: 'hidden.jpg', is_approved: false });
    await star(seen);
    await mark(seen, { note: 'Larger', note_before: '' });
    await ask('POST', '/quotes', { request_id: crypto.randomUUID(), type: 'other', notes: 'A mug' });
    const answer = await ask('GET', '/me/data');
    expect(answer.status).toBe(200);
    expect(answer.response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const data = answer.json<OwnData>();
    expect(data.profile).toMatchObject({ id: customer, name: 'Ada', phone: '713', address: 'Houston' });
    expect(data.sessions).toMatchObject([
      { session_name: 'Family', photos: [{ file_name: 'seen.jpg', is_favorite: true, note: 'Larger' }] },
    ]);
    expect(data.quotes).toMatchObject([{ type: 'other', notes: 'A mug', status: 'pending' }]);
    for (const secret of [hidden, 'hidden.jpg', 'login_sub', 'media_key', 'original_key', 'directory']) {
      expect(answer.text).not.toContain(secret);
    }
  });

  test('holds nothing of another client', async () => {
    const { profile } = await newClient();
    const foreign = await newSession(profile.id, { session_name: 'Not yours' });
    await newPhoto(foreign);
    const { text } = await ask('GET', '/me/data');
    expect(text).not.toContain('Not yours');
    expect(text).not.toContain(profile.id);
  });

  test('may be asked for a few times an hour', async () => {
    const outcomes = [];
    for (let n = 0; n < 12; n += 1) outcomes.push((await ask('GET', '/me/data')).outcome);
    expect(outcomes).toEqual([...Array(10).fill('200'), '429 TOO_MANY', '429 TOO_MANY']);
  });
});

describe('closing the account', () => {
  test('lets the login open nothing more, tells the studio once, and leaves everything where it is', async () => {
    const photo = await newPhoto(session);
    const answers = await Promise.all([ask('POST', '/me/close'), ask('POST', '/me/close')]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['204', '403 ACCOUNT_CLOSED']);
    const [done] = answers.filter(({ status }) => status === 204);
    const cleared = expect.stringContaining('Max-Age=0');
    expect(done!.response.headers.getSetCookie()).toEqual([cleared, cleared, cleared]);
    for (const [method, path] of [
      ['GET', '/me'],
      ['POST', '/me/close'],
      ['GET', '/sessions'],
      ['GET', '/favorites'],
      ['GET', '/me/data'],
      ['POST', '/media-access'],
    ] as const) {
      expect((await ask(method, path)).outcome).toBe('403 ACCOUNT_CLOSED');
    }
    expect((await ask('POST', '/me', {})).outcome).toBe('403 ACCOUNT_CLOSED');
    const seen = (await call(admin, 'GET', `/api/admin/customers/${customer}`, { as: adminClaims() })).json<Customer>();
    expect(seen).toMatchObject({ status: 'closed', name: 'Ada' });
    const rows = await everyRow();
    const letters = rows.outbox?.filter((row) => (row as { record_id?: string }).record_id === customer);
    expect(letters?.map((row) => (row as { kind: string }).kind).toSorted()).toEqual(['account-closed', 'new-client']);
    expect(JSON.stringify(rows.photos)).toContain(photo);
  });
});

describe('downloads', () => {
  test('are asked for once for the same photos, and listed for their client only', async () => {
    await newPhoto(session);
    const ofSession = { kind: 'session', session_id: session.id };
    const first = await ask('POST', '/downloads', ofSession);
    expect(first.json()).toMatchObject({ kind: 'session', title: 'Family', state: 'preparing', parts: [] });
    expect((await ask('POST', '/downloads', ofSession)).json<Download>().id).toBe(first.json<Download>().id);
    expect((await ask('GET', '/downloads')).json()).toMatchObject({ items: [{ id: first.json<Download>().id }] });
    const stranger = await newClient();
    expect((await ask('GET', '/downloads', undefined, stranger.login)).json()).toEqual({ items: [] });
    expect((await ask('POST', '/downloads', ofSession, stranger.login)).outcome).toBe('404 NOT_FOUND');
  });

  test('are prepared anew only so often in a day; what is there is had all the same', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      await star(await newPhoto(session));
      outcomes.push((await ask('POST', '/downloads', { kind: 'favorites' })).outcome);
      if (n === 0) await ask('POST', '/downloads', { kind: 'favorites' });
    }
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill(outcomes[0]));
    expect(outcomes[30]).toBe('429 TOO_MANY');
  });

  test('of nothing are refused in words', async () => {
    const answer = await ask('POST', '/downloads', { kind: 'favorites' });
    expect(answer.outcome).toBe('400 INVALID');
    expect(answer.error.message).toBe('None of your favorites can be downloaded.');
  });
});
