import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { Download } from '#shared/contract/downloads.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { FavoritesPage, GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Gallery, Session } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { edgeSecret } from '../../../local/environment.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import {
  type ApiStudio,
  adminClaims,
  type Call,
  type Claims,
  call,
  isAwsDynamoDb,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

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
const patchPhoto = (photo: string, body: object, of = session) =>
  ask('PATCH', `/sessions/${of.id}/photos/${photo}`, body);
const star = (photo: string, of = session) => patchPhoto(photo, { is_favorite: true }, of);
const gallery = async () => (await ask('GET', '/sessions')).json<Gallery>();
const favorites = async (cursor?: string) =>
  (await ask('GET', `/favorites${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)).json<FavoritesPage>();
const editPhotos = (photo_ids: string[], edit: object) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, {
    as: adminClaims(),
    body: { photo_ids, ...edit },
  });

describe('favorites', () => {
  test('are listed across all sessions, newest favorite first, each with its session', async () => {
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
    await patchPhoto(c, { is_favorite: false });
    await star(c);
    expect((await favorites()).items.map(({ id }) => id)).toEqual([c, a, b]);
  });

  test('that are hidden are neither listed nor counted, and are favorites again once shown', async () => {
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

  test('are listed in pages, each photo once; a cursor is valid for its owner only', async () => {
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

test('a page of 60 photos is at most 6 KB compressed', async () => {
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
  test('replaces the note that its author saw; a conflicting save returns the stored note', async () => {
    const photo = await newPhoto(session);
    expect((await patchPhoto(photo, { note: 'Mine', note_before: '' })).json()).toMatchObject({ note: 'Mine' });
    const late = await patchPhoto(photo, { note: 'Yours', note_before: '' });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { id: photo, note: 'Mine' } });
    expect((await patchPhoto(photo, { note: 'Both', note_before: 'Mine' })).outcome).toBe('200');
  });

  test('replaces a note that is stored in decomposed form', async () => {
    const decomposed = 'Für Noël'.normalize('NFD');
    const photo = await newPhoto(session, { note: decomposed });
    const answer = await patchPhoto(photo, { note: `${decomposed}!`, note_before: decomposed });
    expect([answer.outcome, answer.json<GalleryPhoto>().note]).toEqual(['200', 'Für Noël!'.normalize('NFC')]);
  });

  test('of two concurrent notes one is saved, and the other request gets a conflict', async () => {
    const photo = await newPhoto(session);
    const answers = await Promise.all(['A', 'B', 'C'].map((note) => patchPhoto(photo, { note, note_before: '' })));
    const [saved, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const { note } = saved!.json<GalleryPhoto>();
    for (const answer of answers.filter((one) => one !== saved)) {
      expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
      expect(answer.error.details).toMatchObject({ current: { note } });
    }
  });

  test.skipIf(isAwsDynamoDb)('sent again after a lost response is saved once, without a conflict', async () => {
    const photo = await newPhoto(session);
    expect((await patchPhoto(photo, { note: 'Mine', note_before: '' })).outcome).toBe('200');
    expect((await patchPhoto(photo, { note: 'Mine', note_before: '' })).outcome).toBe('200');
    await studio.setFaults('dynamodb', [{ operation: 'UpdateItem', kind: 'cut', times: 1 }]);
    expect((await patchPhoto(photo, { note: 'More', note_before: 'Mine' })).outcome).toBe('200');
    expect((await patchPhoto(photo, { note: 'Even more', note_before: 'More' })).outcome).toBe('200');
  });
});

describe('a reply', () => {
  const reply = (photo: string, values: { reply: string; reply_before: string }, of = session.id) =>
    call(admin, 'PUT', `/api/admin/sessions/${of}/photos/${photo}/reply`, { as: adminClaims(), body: values });
  const seen = async (photo: string) => {
    const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<GalleryPage>();
    return items.find(({ id }) => id === photo)?.reply;
  };

  test('is read by the client under the note, until the studio removes it', async () => {
    const photo = await newPhoto(session);
    expect(await seen(photo)).toBe('');
    expect((await reply(photo, { reply: ' Gladly ', reply_before: '' })).json()).toMatchObject({ reply: 'Gladly' });
    expect(await seen(photo)).toBe('Gladly');
    await patchPhoto(photo, { note: 'Thank you', note_before: '' });
    expect((await reply(photo, { reply: '', reply_before: 'Gladly' })).json()).toMatchObject({
      reply: '',
      note: 'Thank you',
    });
    expect(await seen(photo)).toBe('');
  });

  test('under a hidden photo is read by nobody but the studio', async () => {
    const photo = await newPhoto(session, { is_approved: false });
    expect((await reply(photo, { reply: 'Not this one', reply_before: '' })).outcome).toBe('200');
    expect((await ask('GET', `/sessions/${session.id}/photos`)).text).not.toContain('Not this one');
    expect((await ask('GET', '/me/data')).text).not.toContain('Not this one');
  });

  test('replaces the reply that its author saw; a conflicting save returns the stored one', async () => {
    const photo = await newPhoto(session);
    await reply(photo, { reply: 'Yes', reply_before: '' });
    const late = await reply(photo, { reply: 'No', reply_before: '' });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { id: photo, reply: 'Yes' } });
    expect(await seen(photo)).toBe('Yes');
  });

  test('and a note written at once are both kept; of two concurrent replies one is', async () => {
    const photo = await newPhoto(session);
    const answers = await Promise.all([
      patchPhoto(photo, { note: 'Larger', note_before: '' }),
      ...['A', 'B', 'C'].map((text) => reply(photo, { reply: text, reply_before: '' })),
    ]);
    expect(answers[0]?.outcome).toBe('200');
    const [saved, ...more] = answers.slice(1).filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<GalleryPage>();
    const stored = items.find(({ id }) => id === photo);
    expect(stored).toMatchObject({ note: 'Larger', reply: saved?.json<GalleryPhoto>().reply });
  });

  test.skipIf(isAwsDynamoDb)('sent again after a lost response is saved once, without a conflict', async () => {
    const photo = await newPhoto(session);
    await studio.setFaults('dynamodb', [{ operation: 'UpdateItem', kind: 'cut', times: 1 }]);
    expect((await reply(photo, { reply: 'Gladly', reply_before: '' })).outcome).toBe('200');
    expect((await reply(photo, { reply: 'With pleasure', reply_before: 'Gladly' })).outcome).toBe('200');
  });
});

describe('my data', () => {
  test('returns everything that the client may see, as a file', async () => {
    const seen = await newPhoto(session, { file_name: 'seen.jpg' });
    const hidden = await newPhoto(session, { file_name: 'hidden.jpg', is_approved: false });
    await star(seen);
    await patchPhoto(seen, { note: 'Larger', note_before: '' });
    const path = `/api/admin/sessions/${session.id}/photos/${seen}/reply`;
    await call(admin, 'PUT', path, { as: adminClaims(), body: { reply: 'Gladly', reply_before: '' } });
    await ask('POST', '/quotes', { request_id: crypto.randomUUID(), type: 'other', notes: 'A mug' });
    const answer = await ask('GET', '/me/data');
    expect(answer.status).toBe(200);
    expect(answer.response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    const data = answer.json<OwnData>();
    expect(data.profile).toMatchObject({ id: customer, name: 'Ada', phone: '713', address: 'Houston' });
    expect(data.sessions).toMatchObject([
      {
        session_name: 'Family',
        photos: [{ file_name: 'seen.jpg', is_favorite: true, note: 'Larger', reply: 'Gladly' }],
      },
    ]);
    expect(data.quotes).toMatchObject([{ type: 'other', notes: 'A mug', status: 'pending' }]);
    for (const secret of [hidden, 'hidden.jpg', 'login_sub', 'media_key', 'original_key', 'directory']) {
      expect(answer.text).not.toContain(secret);
    }
  });

  test('contains nothing of another client', async () => {
    const { profile } = await newClient();
    const foreign = await newSession(profile.id, { session_name: 'Not yours' });
    await newPhoto(foreign);
    const { text } = await ask('GET', '/me/data');
    expect(text).not.toContain('Not yours');
    expect(text).not.toContain(profile.id);
  });

  test('is limited to a few requests per hour', async () => {
    const outcomes = [];
    for (let n = 0; n < 12; n += 1) outcomes.push((await ask('GET', '/me/data')).outcome);
    expect(outcomes).toEqual([...Array(10).fill('200'), '429 TOO_MANY', '429 TOO_MANY']);
  });
});

describe('closing the account', () => {
  test('blocks every route for the login, emails the studio once, and keeps all data', async () => {
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
    const emails = rows.outbox?.filter((row) => (row as { record_id?: string }).record_id === customer);
    expect(emails?.map((row) => (row as { kind: string }).kind).toSorted()).toEqual(['account-closed', 'new-client']);
    expect(JSON.stringify(rows.photos)).toContain(photo);
  });
});

describe('downloads', () => {
  test('of the same photos are created once, and listed for their client only', async () => {
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

  test('are limited to 30 new archives per day; an existing archive does not count', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      await star(await newPhoto(session));
      outcomes.push((await ask('POST', '/downloads', { kind: 'favorites' })).outcome);
      if (n === 0) await ask('POST', '/downloads', { kind: 'favorites' });
    }
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill(outcomes[0]));
    expect(outcomes[30]).toBe('429 TOO_MANY');
  });

  test('without any downloadable photo are refused with a message', async () => {
    const answer = await ask('POST', '/downloads', { kind: 'favorites' });
    expect(answer.outcome).toBe('400 INVALID');
    expect(answer.error.message).toBe('None of your favorites can be downloaded.');
  });
});
