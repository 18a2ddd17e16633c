import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { FavoritesPage } from '#shared/contract/photos/photos.ts';
import type { Gallery, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { endOfDay, today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { allRoutes, appOf, type Objects, pathOf, requests, type World } from '../../support/routes/requests.ts';
import { setAttribute } from '../../support/rows/set-attribute.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import {
  choose,
  newFailedEmail,
  newMessage,
  newPerson,
  newSession,
  type Person,
} from '../../support/studio/api-world.ts';

/** Who sees what of a gallery after its last day. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterEach(() => vi.useRealTimers());
afterAll(() => studio?.close());

const as = adminClaims();
const sessionOf = async (id: string) =>
  (await call(admin, 'GET', `/api/admin/sessions/${id}`, { as })).json<SessionDetails>();

/** Sets the last day of a gallery, or null, as the studio does. */
const setEnd = async (id: string, ends_on: string | null) =>
  call(admin, 'PATCH', `/api/admin/sessions/${id}`, { as, body: { ends_on, version: (await sessionOf(id)).version } });

/** Makes the last day of a gallery one that is over, which nobody can do by a request. */
const end = (id: string, ends_on = '2020-01-31') => setAttribute('sessions', { id }, 'ends_on', ends_on);

const objectsOf = (person: Person): Objects => ({
  ...{ customer: person.customer, session: person.session, quote: person.quote, photo: person.photos.visible },
  ...{ link: person.link.id, selection: person.selection, download: person.download, attachment: person.attachment },
  ...{ preset: person.preset, message: '', email: '', offer: '' },
});

/** The routes of client, guest and previews that name something of a session, in the path or the body. */
const routesOfSessions = allRoutes.filter((route) => {
  const [, path = ''] = route.split(' ');
  if (/^\/api\/(public|admin)/.test(path)) return false;
  return /:(session|link)/.test(path) || requests[route]?.inBody === 'session';
});

/** What these routes answer instead of the refusal, because they tell nothing of the session. */
const others: Record<string, string> = {
  // The page without a preview, as for a link that never was.
  'GET /shared/:link': '200',
  'GET /shared/:link/cover.jpg': '404 NOT_FOUND',
  // Nothing of this browser's guest can become the client's.
  'POST /api/client/links/:link/own-picks/move': '404 NOT_FOUND',
  'POST /api/client/links/:link/own-picks/decline': '404 NOT_FOUND',
};

test.each(routesOfSessions)('after the last day: %s', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const request = requests[route]!;
  const person = await newPerson();
  const world: World = { a: person, b: person, message: await newMessage(), email: await newFailedEmail() };
  await request.prepare?.(world);
  const send = () =>
    call(appOf(path), method, `${pathOf(path, objectsOf(person))}${request.query ? `?${request.query}` : ''}`, {
      as: path.startsWith('/api/client') ? person.login : undefined,
      body: request.body?.(objectsOf(person), world),
      headers: path.startsWith('/api/guest') || request.withGuestCookie ? { cookie: person.link.cookie } : {},
    });
  await end(person.session);
  const ended = await send();
  expect(ended.outcome).toBe(others[route] ?? '403 GALLERY_ENDED');
  for (const photo of Object.values(person.photos)) expect(ended.text).not.toContain(photo);
  expect(ended.text).not.toContain('/media/');
  await end(person.session, '2999-12-31');
  expect((await send()).status).toBe(request.ok);
});

test('every other answer to the client has nothing of the gallery but its name and dates', async () => {
  const person = await newPerson();
  await choose(person.login, person, [person.photos.visible]);
  const favorite = `/api/client/sessions/${person.session}/photos/${person.photos.visible}`;
  await call(client, 'PATCH', favorite, { as: person.login, body: { is_favorite: true } });
  const { session_name, session_label } = await sessionOf(person.session);
  const open = { ...(await newSession(person.customer, { session_name: 'Open', session_label: 'open' })) };
  await end(person.session);
  const read = async <Body>(path: string, method = 'GET') =>
    (await call(client, method, `/api/client/${path}`, { as: person.login })).json<Body>();
  const gallery = await read<Gallery>('sessions');
  expect(gallery).toMatchObject({
    items: [
      {
        ...{ session_name, session_label, has_ended: true, client_words: '', cover: null },
        ...{ photos_count: 0, favorites_count: 0, attachments_count: 0, chapters: [], download_sizes: [] },
        ...{ client_may_share: false, has_selections: false, end_line: 'This gallery has ended. Ask the studio.' },
      },
    ],
    favorites_count: 0,
  });
  expect(gallery.items.map(({ id }) => id)).not.toContain(open.id);
  for (const path of ['open', `open?session=${session_label}`]) {
    expect(await read(path, 'POST')).toMatchObject({ gallery, first: { session_id: null, items: [] } });
  }
  expect((await read<FavoritesPage>('favorites')).items).toEqual([]);
  expect(await read('downloads')).toEqual({ items: [] });
  expect(await read('own-picks')).toEqual({ items: [] });
  const { sessions } = await read<OwnData>('me/data');
  expect(sessions).toMatchObject([
    { session_name, ends_on: '2020-01-31', has_ended: true, photos: [], selections: [] },
  ]);
  for (const path of ['sessions', 'favorites', 'me/data', 'quotes', `quotes/${person.quote}/photos`]) {
    const { text } = await call(client, 'GET', `/api/client/${path}`, { as: person.login });
    for (const photo of Object.values(person.photos)) expect(text, path).not.toContain(photo);
  }
  // The studio's view as the client is the client's.
  const view = await call(admin, 'GET', `/api/admin/customers/${person.customer}/view/sessions`, { as });
  expect(view.json()).toEqual(gallery);
  const photosInView = `/api/admin/customers/${person.customer}/view/sessions/${person.session}/photos`;
  expect((await call(admin, 'GET', photosInView, { as })).outcome).toBe('403 GALLERY_ENDED');
});

test('media cookies are for the open gallery only, and none is set once all have ended', async () => {
  const person = await newPerson();
  const cookies = async (path: string) =>
    (await call(client, 'POST', `/api/client/${path}`, { as: person.login })).response.headers.getSetCookie();
  const set = expect.arrayContaining([expect.stringMatching(/^CloudFront-Policy=[\w~-]+;/)]);
  for (const path of ['media-access', 'open']) expect(await cookies(path)).toEqual(set);
  await end(person.session);
  for (const path of ['media-access', 'open']) {
    expect(await cookies(path)).not.toEqual(set);
    expect(await cookies(path)).toEqual(expect.arrayContaining([expect.stringMatching(/^CloudFront-Policy=;/)]));
  }
});

test('the studio sees the gallery as before', async () => {
  const person = await newPerson();
  const paths = [
    `sessions/${person.session}/photos`,
    `sessions/${person.session}/attachments`,
    `sessions/${person.session}/links`,
    `sessions/${person.session}/guests`,
    `sessions/${person.session}/guest-picks`,
    `sessions/${person.session}/selections/${person.selection}`,
    `sessions/${person.session}/selections/${person.selection}/photos`,
    `quotes/${person.quote}/photos`,
  ];
  const readAll = () =>
    Promise.all(paths.map(async (path) => (await call(admin, 'GET', `/api/admin/${path}`, { as })).text));
  const before = await readAll();
  await end(person.session);
  expect(await readAll()).toEqual(before);
});

test('a gallery ends at the end of its last day in the studio’s time zone, and is opened again by one act', async () => {
  const person = await newPerson();
  const photos = `/api/client/sessions/${person.session}/photos`;
  const outcome = async () => (await call(client, 'GET', photos, { as: person.login })).outcome;
  const day = today(new Date());
  expect((await setEnd(person.session, day)).json<SessionDetails>()).toMatchObject({ ends_on: day });
  vi.useFakeTimers({ toFake: ['Date'], now: endOfDay(day).getTime() - 1 });
  expect(await outcome()).toBe('200');
  vi.setSystemTime(endOfDay(day).getTime());
  expect(await outcome()).toBe('403 GALLERY_ENDED');
  expect(await sessionOf(person.session)).toMatchObject({ ends_on: day, state: 'ended', next_date: day });
  // Other settings can be changed without opening it.
  const { version } = await sessionOf(person.session);
  const renamed = await call(admin, 'PATCH', `/api/admin/sessions/${person.session}`, {
    as,
    body: { session_name: 'Renamed', ends_on: day, version },
  });
  expect(renamed.outcome).toBe('200');
  expect(await outcome()).toBe('403 GALLERY_ENDED');
  const again = await setEnd(person.session, null);
  expect(again.json<SessionDetails>()).toMatchObject({ ends_on: null });
  expect(again.json<SessionDetails>().state).not.toBe('ended');
  expect(await outcome()).toBe('200');
  const timeline = await call(admin, 'GET', `/api/admin/sessions/${person.session}/timeline`, { as });
  const entries = timeline.json<{ items: { kind: string; what?: string }[] }>().items;
  expect(entries.filter(({ kind }) => kind.startsWith('gallery-')).map(({ kind, what }) => [kind, what])).toEqual([
    ['gallery-reopened', ''],
    ['gallery-end-set', day],
  ]);
});

test('a last day is not in the past, nor after five years', async () => {
  const { id, customer_id } = await sessionOf((await newPerson()).session);
  for (const ends_on of ['2020-01-01', '2099-01-01']) {
    const answer = await setEnd(id, ends_on);
    expect([answer.outcome, Object.keys(answer.error.fields ?? {})]).toEqual(['400 INVALID', ['ends_on']]);
    const body = { customer_id, session_name: 'New', session_date: '2025-05-04', ends_on };
    expect((await call(admin, 'POST', '/api/admin/sessions', { as, body })).outcome).toBe('400 INVALID');
  }
  const ends_on = today(new Date());
  expect(await newSession(customer_id, { ends_on, session_label: 'until-today' })).toMatchObject({ ends_on });
  expect(await newSession(customer_id, { session_label: 'without-an-end' })).toMatchObject({ ends_on: null });
});

test('no announcement is sent of an ended gallery, whose client would see nothing', async () => {
  const { session } = await newPerson();
  await end(session);
  const gallery = { path: 'announcement', body: { announced_at: null } };
  const answer = await call(admin, 'POST', `/api/admin/sessions/${session}/${gallery.path}`, {
    as,
    body: gallery.body,
  });
  expect([answer.outcome, answer.error.message]).toEqual(['400 INVALID', expect.stringContaining('Open it again')]);
});

test('a client who closes their account revokes their links of ended galleries, too', async () => {
  const person = await newPerson();
  await end(person.session);
  expect((await call(client, 'POST', '/api/client/me/close', { as: person.login })).outcome).toBe('204');
  const links = await call(admin, 'GET', `/api/admin/sessions/${person.session}/links`, { as });
  expect(links.json<{ items: { is_revoked: boolean }[] }>().items).toMatchObject([{ is_revoked: true }]);
});
