import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { GuestPage } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { choose, newPerson, newPhoto, type Person } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const ask = (session: string, list: string) =>
  call(admin, 'GET', `/api/admin/sessions/${session}/exported-names?list=${encodeURIComponent(list)}`, { as });
const listed = async ({ session }: Person, list: string) => (await ask(session, list)).json<ExportedNames>().items;
const noteAs = ({ session, photos, login }: Person, note: string) =>
  call(client, 'PATCH', `/api/client/sessions/${session}/photos/${photos.visible}`, {
    as: login,
    body: { note, note_before: '' },
  });

test('favorites are exported in the session’s order, however many pages they fill', async () => {
  const person = await newPerson();
  const count = limits.rowsPerPage + 2;
  const session = { id: person.session, customer_id: person.customer } as Parameters<typeof newPhoto>[0];
  for (let made = 0; made < count; made += 1) {
    await newPhoto(session, { is_favorite: true, favorited_at: '2026-05-04T12:00:00.000Z' });
  }
  const names = (await listed(person, 'favorites')).map(({ file_name }) => file_name);
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
});

test('notes are those of the client and of guests, with their names', async () => {
  const person = await newPerson();
  await noteAs(person, 'For the hallway');
  const path = `/api/guest/links/${person.link.id}/photos/${person.photos.visible}`;
  const headers = { cookie: person.link.cookie };
  await call(guest, 'PATCH', path, { body: { note: 'Mine too', note_before: '' }, headers });
  await call(guest, 'PATCH', path, { body: { is_favorite: true }, headers });
  const noted = await listed(person, 'noted');
  expect(noted).toMatchObject([
    { note: 'For the hallway', from: 'Ada', is_approved: true },
    { note: 'Mine too', from: 'Anna' },
  ]);

  const guests = await call(admin, 'GET', `/api/admin/sessions/${person.session}/guests`, { as });
  const [anna] = guests.json<GuestPage>().items;
  expect(await listed(person, `picks ${anna?.link_id} ${anna?.id}`)).toEqual([
    { file_name: noted[0]?.file_name, note: 'Mine too', from: 'Anna' },
  ]);
});

test('what is chosen has the client’s words, also once it is submitted', async () => {
  const person = await newPerson();
  const { session, selection, login, photos } = person;
  await choose(login, person, [photos.kept]);
  const path = `/api/client/sessions/${session}/selections/${selection}`;
  const body = { note: 'Crop', note_before: '' };
  await call(client, 'PATCH', `${path}/choices/${photos.kept}`, { as: login, body });
  const words = async () => (await listed(person, `chosen ${selection}`)).map((photo) => photo.words);
  expect((await words()).toSorted()).toEqual(['', 'Crop']);
  const { revision, round } = (await call(client, 'GET', path, { as: login })).json<{
    revision: number;
    round: number;
  }>();
  const submitted = await call(client, 'POST', `${path}/submit`, { as: login, body: { round: round + 1, revision } });
  expect(submitted.status).toBe(201);
  expect((await words()).toSorted()).toEqual(['', 'Crop']);
  for (const { file_name, version } of await listed(person, `chosen ${selection}`)) {
    expect(version).toEqual({ stage: 'proof', file_name, is_current: true });
  }
});

test('a list that is not there is empty, and what is no list is refused', async () => {
  const { session, photos } = await newPerson();
  for (const list of [`chosen ${photos.visible}`, `picks ${photos.visible} ${photos.visible}`]) {
    expect((await ask(session, list)).json()).toEqual({ items: [] });
  }
  for (const list of ['', 'all', 'chosen', 'picks ../x', `picks ${photos.visible}`])
    expect((await ask(session, list)).outcome).toBe('400 INVALID');
});
