import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Opening } from '#shared/contract/opening.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newPerson, newPhoto, newQuote, newSession } from '../../support/studio/api-world.ts';

/** The route that answers what the client's first screen needs. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

let login: Claims;
let customer: string;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
});

async function open(label?: string): Promise<Opening> {
  const path = `/api/client/open${label === undefined ? '' : `?session=${label}`}`;
  const answer = await call(client, 'POST', path, { as: login });
  expect(answer.outcome).toBe('200');
  return answer.json();
}
const firstPhotos = async (label?: string) => (await open(label)).first;

const nothing = { session_id: null, chapter_id: null, items: [], next_cursor: null };

test('are the answers of the routes for record, media cookies and sessions', async () => {
  const session = await newSession(customer);
  const id = await newPhoto(session);
  await newPhoto(session, { is_approved: false });
  await call(client, 'PATCH', `/api/client/sessions/${session.id}/photos/${id}`, {
    as: login,
    body: { is_favorite: true },
  });
  const alone = async (method: string, path: string) => call(client, method, `/api/client/${path}`, { as: login });
  const answer = await alone('POST', 'open');
  const cookies = await alone('POST', 'media-access');
  const names = ({ response: { headers } }: typeof answer) =>
    headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  expect(names(answer)).toEqual(names(cookies));
  expect(names(answer)).toHaveLength(3);
  expect(answer.json<Opening>()).toMatchObject({
    profile: (await alone('GET', 'me')).json(),
    media_access: { expires_at: expect.any(String) },
    gallery: (await alone('GET', 'sessions')).json(),
  });
  expect(answer.json<Opening>().gallery).toMatchObject({ favorites_count: 1, items: [{ photos_count: 1 }] });
});

test('the home has the first page of quotes, other pages none', async () => {
  const quote = await newQuote(login);
  const home = await call(client, 'POST', '/api/client/open?home=true', { as: login });
  expect(home.json<Opening>().quotes).toEqual((await call(client, 'GET', '/api/client/quotes', { as: login })).json());
  expect(home.json<Opening>().quotes?.items).toMatchObject([{ id: quote.id }]);
  expect((await open()).quotes).toBeNull();
  expect((await call(client, 'POST', '/api/client/open?home=1', { as: login })).outcome).toBe('400 INVALID');
});

test('the first photos are empty without a session, and without visible photos', async () => {
  expect(await firstPhotos()).toEqual(nothing);
  const session = await newSession(customer);
  await newPhoto(session, { is_approved: false });
  expect(await firstPhotos()).toEqual(nothing);
});

test('the first photos of the gallery are the first page of its only session with visible photos', async () => {
  const latest = await newSession(customer, { session_name: 'Newer', session_date: '2025-01-01' });
  const next = await newSession(customer, { session_name: 'Not yet', session_date: '2026-01-01' });
  for (let photo = 0; photo < 61; photo += 1) await newPhoto(latest);
  await newPhoto(latest, { is_approved: false });
  await newPhoto(next, { is_approved: false });

  const path = `/api/client/sessions/${latest.id}/photos`;
  const page = (await call(client, 'GET', path, { as: login })).json<GalleryPage>();
  const first = await firstPhotos();
  expect(first).toEqual({
    session_id: latest.id,
    chapter_id: null,
    items: page.items,
    next_cursor: expect.any(String),
  });
  expect(first.items).toHaveLength(60);
  // Its cursor continues in that session.
  const rest = await call(client, 'GET', `${path}?cursor=${encodeURIComponent(first.next_cursor ?? '')}`, {
    as: login,
  });
  expect(rest.json<GalleryPage>().items).toHaveLength(1);
});

test('of several sessions the gallery has covers that the client may see, and no photos', async () => {
  const chosen = await newSession(customer, { session_name: 'Chosen', session_date: '2025-01-01' });
  const first = await newSession(customer, { session_name: 'First', session_date: '2024-01-01' });
  await newPhoto(chosen);
  const cover = await newPhoto(chosen);
  const hidden = await newPhoto(first, { is_approved: false });
  const seen = await newPhoto(first);
  await newPhoto(first);
  const setCover = async (session: Session, cover_id: string, version = session.version) => {
    const path = `/api/admin/sessions/${session.id}`;
    const answer = await call(admin, 'PATCH', path, { as: adminClaims(), body: { version, cover_id } });
    expect(answer.outcome).toBe('200');
  };
  await setCover(chosen, cover);
  const coversOf = ({ gallery }: Opening) => gallery.items.map((one) => one.cover?.id);

  const opened = await open();
  expect(opened.first).toEqual(nothing);
  expect(coversOf(opened)).toEqual([cover, seen]);
  expect((await call(client, 'GET', '/api/client/sessions', { as: login })).json()).toEqual(opened.gallery);
  // A cover that is hidden from the client is not shown: neither a chosen one nor a first photo.
  await setCover(first, hidden);
  expect(coversOf(await open())).toEqual([cover, seen]);
  // No session was opened by looking at the covers.
  const told = await call(admin, 'GET', `/api/admin/customers/${customer}/timeline`, { as: adminClaims() });
  expect(told.outcome).toBe('200');
  expect(told.json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind)).not.toContain('opened');
  expect((await open(first.session_label)).first).toMatchObject({ session_id: first.id, items: [{ id: seen }, {}] });
});

test('says the stage that all photos of a session are in', async () => {
  const session = await newSession(customer);
  const stage = async () => (await open()).gallery.items[0]?.stage;
  await newPhoto(session);
  expect(await stage()).toBeNull();
  await newPhoto(session, { stage: 'finished' });
  // One is a proof.
  expect(await stage()).toBeNull();
  const other = await newSession(customer, { session_name: 'Finished', session_date: '2030-01-01' });
  await newPhoto(other, { stage: 'finished' });
  expect(await stage()).toBe('finished');
});

test('the first photos of a session’s own page are the first page of its first chapter with visible photos', async () => {
  const session = await newSession(customer, { session_name: 'Older', session_date: '2024-01-01' });
  await newPhoto(await newSession(customer, { session_name: 'Newer', session_date: '2025-01-01' }));
  const photos = [await newPhoto(session), await newPhoto(session), await newPhoto(session, { is_approved: false })];
  const label = session.session_label;
  const whole = (
    await call(client, 'GET', `/api/client/sessions/${session.id}/photos`, { as: login })
  ).json<GalleryPage>();
  expect(await firstPhotos(label)).toEqual({ session_id: session.id, chapter_id: null, ...whole });

  const ask = async (method: string, path: string, body: object) => {
    const answer = await call(admin, method, `/api/admin/sessions/${session.id}${path}`, { as: adminClaims(), body });
    expect(answer.outcome).toBe('200');
    return answer;
  };
  const made = await ask('PATCH', '', {
    version: session.version,
    chapters: [
      { id: null, name: 'Hidden' },
      { id: null, name: 'Ceremony' },
    ],
  });
  const [hidden, ceremony] = made.json<Session>().chapters.map(({ id }) => id);
  await ask('POST', '/photos/arrange', { photo_ids: [photos[2]], chapter_id: hidden });
  await ask('POST', '/photos/arrange', { photo_ids: [photos[1]], chapter_id: ceremony });
  const first = await firstPhotos(label);
  expect(first).toMatchObject({ session_id: session.id, chapter_id: ceremony, items: [{ id: photos[1] }] });
  expect(first.items).toHaveLength(1);
  expect(await firstPhotos(`${label}-2`)).toEqual(nothing);
});

test('the first photos are never another client’s', async () => {
  const other = await newPerson();
  expect(await firstPhotos()).toEqual(nothing);
  const theirs = await call(admin, 'GET', `/api/admin/sessions/${other.session}`, { as: adminClaims() });
  expect(await firstPhotos(theirs.json<Session>().session_label)).toEqual(nothing);
});
