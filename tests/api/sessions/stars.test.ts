import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { EditedPhotos, StudioPage } from '#shared/contract/photos/photos.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { readPhoto } from '../../../lambdas/domain/photos/row/repository.ts';
import { starsOf } from '../../../lambdas/domain/photos/row/stars.ts';
import { allRoutes, appOf, pathOf, requests } from '../../support/routes/requests.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
  person = await newPerson();
});
afterAll(() => studio?.close());

const as = adminClaims();
const path = () => `/api/admin/sessions/${person.session}/photos`;
const edit = (photo_ids: string[], values: object) =>
  call(admin, 'PATCH', path(), { as: adminClaims('[staff]'), body: { photo_ids, ...values } });
const listed = async (show: string) =>
  (await call(admin, 'GET', `${path()}?show=${show}`, { as })).json<StudioPage>().items.map(({ id }) => id);
const starsStored = async (id: string) => {
  const row = await readPhoto({ session_id: person.session, id });
  return row?.state === 'ready' ? starsOf(row) : undefined;
};

test('the studio gives a photo stars, changes them and takes them away; a photo has none at first', async () => {
  const { visible } = person.photos;
  expect((await edit([visible], {})).json<EditedPhotos>().items[0]?.stars).toBe(0);
  for (const stars of [3, 5, 0]) {
    expect((await edit([visible], { stars })).json<EditedPhotos>().items[0]).toMatchObject({ id: visible, stars });
    expect(await starsStored(visible)).toBe(stars);
  }
});

test.each([-1, 6, 2.5, '3', null])('%j is no number of stars', async (stars) => {
  const answer = await edit([person.photos.visible], { stars });
  expect(answer.status).toBe(400);
  expect(await starsStored(person.photos.visible)).toBe(0);
});

test('stars stay through another edit, and edits with stars do all of both', async () => {
  const { visible } = person.photos;
  await edit([visible], { stars: 4 });
  await edit([visible], { downloadable: false });
  expect(await starsStored(visible)).toBe(4);
  const { items } = (await edit([visible], { stars: 2, downloadable: true })).json<EditedPhotos>();
  expect(items[0]).toMatchObject({ stars: 2, downloadable: true });
});

test('a list has the photos with at least so many stars, as its count says, and so has the export of names', async () => {
  const { visible, hidden } = person.photos;
  await edit([visible], { stars: 2 });
  await edit([hidden], { stars: 4 });
  expect((await listed('stars_1')).toSorted()).toEqual([visible, hidden].toSorted());
  expect((await listed('stars_2')).toSorted()).toEqual([visible, hidden].toSorted());
  expect(await listed('stars_3')).toEqual([hidden]);
  expect(await listed('stars_5')).toEqual([]);
  const counts = (await call(admin, 'GET', `${path()}/counts`, { as })).json<PhotoCounts>();
  expect([counts.stars_2, counts.stars_3, counts.stars_5]).toEqual([2, 1, 0]);
  const address = `/api/admin/sessions/${person.session}/exported-names?list=`;
  const exported = (await call(admin, 'GET', `${address}stars_3`, { as })).json<ExportedNames>();
  expect(exported.items).toHaveLength(1);
  expect((await call(admin, 'GET', `${address}stars_6`, { as })).status).toBe(400);
});

test('stars stay in the trash, and come back with the photo', async () => {
  const { visible } = person.photos;
  await edit([visible], { stars: 5 });
  const body = { photo_ids: [visible] };
  await call(admin, 'POST', `${path()}/trash`, { as, body });
  expect((await call(admin, 'POST', `${path()}/restore`, { as, body })).json<EditedPhotos>().items[0]?.stars).toBe(5);
});

test('no answer to a client or a guest has the stars, of any route', async () => {
  await edit([person.photos.visible, person.photos.hidden], { stars: 5 });
  const read = allRoutes.filter((route) => /^(GET|POST \S+\/open$)/.test(route) && !route.includes('/api/admin/'));
  const withPhotos: string[] = [];
  for (const route of read) {
    const [method = '', pattern = ''] = route.split(' ');
    if (/^\/(shared|api\/public\/messages)/.test(pattern)) continue;
    const request = requests[route]!;
    const objects = { ...person, photo: person.photos.visible, link: person.link.id, message: '', email: '' };
    const world = { a: person, b: person, message: '', email: '' };
    const address = `${pathOf(pattern, objects)}${request.query ? `?${request.query}` : ''}`;
    const answer = await call(appOf(pattern), method, address, {
      as: pattern.startsWith('/api/client') ? person.login : undefined,
      body: request.body?.(objects, world),
      headers: { cookie: person.link.cookie },
    });
    expect(answer.text, route).not.toContain('stars');
    if (answer.text.includes('media_path')) withPhotos.push(route);
  }
  expect(withPhotos).toEqual(
    expect.arrayContaining([
      'POST /api/client/open',
      'GET /api/client/sessions/:session/photos',
      'GET /api/guest/links/:link/photos',
    ]),
  );
});
