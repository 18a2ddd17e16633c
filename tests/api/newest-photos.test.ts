import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GalleryPage, NewestPhotos } from '#shared/contract/photos.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../support/api-studio.ts';
import { newClient, newPerson, newPhoto, newSession } from '../support/api-world.ts';

/** The photos that a client's gallery begins with, asked for before it is known which session is the newest. */

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

async function newest(): Promise<NewestPhotos> {
  const answer = await call(client, 'GET', '/api/client/sessions/newest/photos', { as: login });
  expect(answer.outcome).toBe('200');
  return answer.json();
}

const nothing = { session_id: null, items: [], next_cursor: null };

test('are none where there is no session, or nothing to see in any', async () => {
  expect(await newest()).toEqual(nothing);
  const session = await newSession(customer);
  await newPhoto(session, { is_approved: false });
  expect(await newest()).toEqual(nothing);
});

test('are of the newest session in which there is something to see, as its own first page is', async () => {
  const older = await newSession(customer, { session_name: 'Older', session_date: '2024-01-01' });
  const latest = await newSession(customer, { session_name: 'Newer', session_date: '2025-01-01' });
  const next = await newSession(customer, { session_name: 'Not yet', session_date: '2026-01-01' });
  await newPhoto(older);
  for (let photo = 0; photo < 61; photo += 1) await newPhoto(latest);
  await newPhoto(latest, { is_approved: false });
  await newPhoto(next, { is_approved: false });

  const path = `/api/client/sessions/${latest.id}/photos`;
  const page = (await call(client, 'GET', path, { as: login })).json<GalleryPage>();
  const first = await newest();
  expect(first).toEqual({ session_id: latest.id, items: page.items, next_cursor: expect.any(String) });
  expect(first.items).toHaveLength(60);
  // Its cursor leads on in that session.
  const rest = await call(client, 'GET', `${path}?cursor=${encodeURIComponent(first.next_cursor ?? '')}`, {
    as: login,
  });
  expect(rest.json<GalleryPage>().items).toHaveLength(1);

  await call(admin, 'DELETE', `/api/admin/sessions/${latest.id}?version=0`, { as: adminClaims() });
  expect((await newest()).session_id).toBe(older.id);
});

test('are nobody else’s', async () => {
  await newPerson();
  expect(await newest()).toEqual(nothing);
});
