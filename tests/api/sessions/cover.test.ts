import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SessionCovers } from '#shared/contract/sessions/covers.ts';
import type { Gallery, Session, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

/** A session's cover photo: chosen by the studio, shown to the client when the client may see it. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const ask = (method: string, path: string, body?: object) => call(admin, method, `/api/admin${path}`, { as, body });

let login: Claims;
let session: Session;
/** The session's first photo. */
let first: string;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  session = await newSession(made.profile.id);
  first = await newPhoto(session);
});

const choose = (cover_id: string | null, version: number) =>
  ask('PATCH', `/sessions/${session.id}`, { cover_id, version });
const cover = async () =>
  (await call(client, 'GET', '/api/client/sessions', { as: login })).json<Gallery>().items[0]?.cover?.id ?? null;

test('is null until a photo is chosen, and changes with each choice', async () => {
  const [one, other] = [await newPhoto(session), await newPhoto(session)];
  expect((await ask('GET', `/sessions/${session.id}`)).json<SessionDetails>().cover_id).toBeNull();
  expect(await cover()).toBeNull();
  expect((await choose(one, 0)).json()).toMatchObject({ cover_id: one, session_name: 'Family', version: 1 });
  expect(await cover()).toBe(one);
  // An edit of another field keeps the cover.
  await ask('PATCH', `/sessions/${session.id}`, { notes: 'By the river', version: 1 });
  expect(await cover()).toBe(one);
  await choose(other, 2);
  expect(await cover()).toBe(other);
  expect((await choose(null, 3)).json()).toMatchObject({ cover_id: null });
  expect(await cover()).toBeNull();
});

test('of two concurrent choices one is saved, and the other gets the stored session', async () => {
  const photos = [await newPhoto(session), await newPhoto(session)];
  const answers = await Promise.all(photos.map((photo) => choose(photo, 0)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 CHANGED_MEANWHILE']);
  const winner = answers.find(({ status }) => status === 200)!.json<Session>().cover_id;
  const loser = answers.find(({ status }) => status === 409)!;
  expect(loser.error.details).toMatchObject({ current: { cover_id: winner, version: 1 } });
  expect(await cover()).toBe(winner);
});

test('is not shown while it is hidden or in the trash, and is shown again once restored', async () => {
  const photo = await newPhoto(session, { is_approved: false });
  await choose(photo, 0);
  expect(await cover()).toBeNull();
  const show = (is_approved: boolean) =>
    ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [photo], is_approved });
  await show(true);
  expect(await cover()).toBe(photo);
  await show(false);
  expect(await cover()).toBeNull();
  await show(true);
  await ask('DELETE', `/sessions/${session.id}/photos/${photo}`);
  expect(await cover()).toBeNull();
  await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [photo] });
  expect(await cover()).toBe(photo);
});

test('a photo of another customer or session is not shown as cover', async () => {
  const elsewhere = await newSession(session.customer_id, { session_date: '2025-01-01' });
  const foreign = await newSession((await newClient()).profile.id);
  for (const [version, photo] of [await newPhoto(elsewhere), await newPhoto(foreign), newId()].entries()) {
    expect((await choose(photo, version)).status).toBe(200);
    // Of several sessions each has its first photo as cover.
    expect(await cover()).toBe(first);
  }
});

test('the gallery shows only the cover of the newest session with visible photos', async () => {
  const photo = await newPhoto(session);
  await choose(photo, 0);
  const newer = await newSession(session.customer_id, { session_date: '2026-01-01' });
  const hidden = await newPhoto(newer, { is_approved: false });
  await ask('PATCH', `/sessions/${newer.id}`, { cover_id: hidden, version: 0 });
  // The newer session has no visible photo, so it is not in the gallery.
  expect(await cover()).toBe(photo);
  const seen = await newPhoto(newer);
  expect(await cover()).toBe(seen);
});

describe('the studio’s lists', () => {
  const covers = async (...sessions: string[]) => {
    const answer = await ask('GET', `/sessions/covers?sessions=${sessions.join(',')}`);
    expect(answer.outcome).toBe('200');
    return new Map(answer.json<SessionCovers>().items.map(({ session_id, photo }) => [session_id, photo]));
  };
  const coverId = async () => (await covers(session.id)).get(session.id)?.id;

  test('show the chosen cover, also while it is hidden, and the first photo without one', async () => {
    const photo = await newPhoto(session, { is_approved: false });
    expect(await coverId()).toBe(first);
    await choose(photo, 0);
    expect(await coverId()).toBe(photo);
    await ask('DELETE', `/sessions/${session.id}/photos/${photo}`);
    expect(await coverId()).toBe(first);
    await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [first], is_approved: false });
    expect(await coverId()).toBe(first);
  });

  test('show the first photo of the first chapter', async () => {
    const second = await newPhoto(session);
    const chapters = [{ id: null, name: 'Ceremony' }];
    const edited = (await ask('PATCH', `/sessions/${session.id}`, { chapters, version: 0 })).json<Session>();
    const chapter_id = edited.chapters[0]!.id;
    await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [second], chapter_id });
    const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<{ items: { id: string }[] }>();
    expect(await coverId()).toBe(items[0]?.id);
  });

  test('ask for several sessions at once; those without photos, deleted and unknown ones have none', async () => {
    const [other, empty, deleted] = [1, 2, 3].map(() => newSession(session.customer_id));
    const photo = await newPhoto(await other!);
    await newPhoto(await deleted!);
    await ask('DELETE', `/sessions/${(await deleted!).id}?version=0`);
    const ids = [session.id, (await other!).id, (await empty!).id, (await deleted!).id, newId()];
    expect([...(await covers(...ids)).keys()].toSorted()).toEqual([session.id, (await other!).id].toSorted());
    expect((await covers(...ids)).get((await other!).id)).toEqual({
      id: photo,
      media_path: expect.stringContaining((await other!).id),
      ...{ width: expect.any(Number), height: expect.any(Number), thumbhash: expect.any(String), focus: null },
    });
  });

  test.each([
    ['more sessions than one request may name', Array.from({ length: limits.coversPerRequest + 1 }, newId).join()],
    ['no id', 'x'],
    ['nothing', ''],
  ])('refuse %s', async (_, sessions) => {
    expect((await ask('GET', `/sessions/covers?sessions=${sessions}`)).outcome).toBe('400 INVALID');
  });
});
