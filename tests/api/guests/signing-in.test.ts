import { describe, expect, test } from 'vitest';
import type { Link, MovedPicks, OwnPicks } from '#shared/contract/links.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Gallery, Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { type Claims, call } from '../../support/studio/api-studio.ts';
import { newClient } from '../../support/studio/api-world.ts';
import {
  as,
  create,
  enter,
  notesLength,
  other,
  owner,
  photo,
  revoke,
  session,
  startSharedSession,
} from '../../support/studio/shared-session.ts';

startSharedSession();

describe('a guest who signs in', () => {
  const own = async (who: Claims, cookie: string) =>
    (await call(client, 'GET', '/api/client/own-picks', { as: who, headers: { cookie } })).json<{ items: OwnPicks[] }>()
      .items;
  const say = (who: Claims, link: Link, act: 'move' | 'decline', cookie: string) =>
    call(client, 'POST', `/api/client/links/${link.id}/own-picks/${act}`, { as: who, headers: { cookie } });
  const clientPhotos = async () => {
    const page = await call(client, 'GET', `/api/client/sessions/${session.id}/photos`, { as: owner });
    return Object.fromEntries(page.json<GalleryPage>().items.map((item) => [item.id, item]));
  };
  const favorites = async () =>
    (await call(admin, 'GET', `/api/admin/sessions/${session.id}`, { as })).json<Session>().favorites_count;

  /** Runs `act`, and `meanwhile` once `act` has read what it decides by, before its first transaction is sent. */
  async function beforeNextTransaction<Meanwhile, Act>(
    meanwhile: () => Promise<Meanwhile>,
    act: () => Promise<Act>,
  ): Promise<[Act, Meanwhile]> {
    let ran: Promise<Meanwhile> | undefined;
    dynamodb().middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (!ran && commandName === 'TransactWriteItemsCommand') {
            ran = meanwhile();
            await ran;
          }
          return next(args);
        },
      { step: 'initialize', name: 'meanwhile' },
    );
    try {
      const acted = await act();
      return [acted, await (ran ?? meanwhile())];
    } finally {
      dynamodb().middlewareStack.remove('meanwhile');
    }
  }

  /** Anna has picked both photos, and noted both; the client has a favorite and a note on the first one. */
  async function anna() {
    const link = await create();
    const guest = await enter(link);
    await guest.send('PUT', 'guest', { name: 'Anna' });
    for (const id of [photo, other]) {
      await guest.send('PATCH', `photos/${id}`, { is_favorite: true });
      await guest.send('PATCH', `photos/${id}`, { note: 'Anna’s', note_before: '' });
    }
    return { link, ...guest };
  }

  test('as the session’s client gets their picks and notes, once, and keeps notes of their own', async () => {
    const { link, cookie, send } = await anna();
    const before = await favorites();
    expect(await own(owner, cookie)).toEqual([
      {
        link_id: link.id,
        session_id: session.id,
        session_name: 'Family',
        name: 'Anna',
        picks_count: 2,
        notes_count: 1,
      },
    ]);
    for (let time = 1; time <= 2; time += 1) {
      expect((await say(owner, link, 'move', cookie)).json<MovedPicks>()).toEqual({ left_count: 0 });
      expect(await clientPhotos()).toMatchObject({
        [photo]: { is_favorite: true, note: 'The client’s' },
        [other]: { is_favorite: true, note: 'Anna’s' },
      });
      expect(await favorites()).toBe(before + 1);
      expect(await own(owner, cookie)).toEqual([]);
    }
    // What could not be moved stays with the guest.
    expect(await notesLength(link)).toBe('Anna’s'.length);
    const { items } = (await send('GET', 'photos')).json<GalleryPage>();
    expect(items.map(({ is_favorite, note }) => [is_favorite, note])).toEqual([
      [false, 'Anna’s'],
      [false, ''],
    ]);
  });

  test('as another client stays a guest', async () => {
    const { link, cookie } = await anna();
    const stranger = await newClient();
    const before = await everyRow();
    expect(await own(stranger.login, cookie)).toEqual([]);
    expect((await say(stranger.login, link, 'move', cookie)).outcome).toBe('404 NOT_FOUND');
    expect((await say(stranger.login, link, 'decline', cookie)).outcome).toBe('404 NOT_FOUND');
    expect(await everyRow()).toEqual(before);
  });

  test('moves nothing without the guest’s own cookie', async () => {
    const { link, cookie } = await anna();
    const [name, value = ''] = cookie.split('=');
    const [secret] = value.split('.');
    const another = (await enter(await create())).cookie.split('=')[1];
    const before = await everyRow();
    for (const wrong of ['', `${name}=${secret}`, `${name}=${secret}.${'A'.repeat(43)}`, `${name}=${another}`]) {
      expect(await own(owner, wrong)).toEqual([]);
      expect((await say(owner, link, 'move', wrong)).outcome).toBe('404 NOT_FOUND');
    }
    expect(await everyRow()).toEqual(before);
  });

  test('is not asked again after ‘Not mine’, and the guest keeps their picks', async () => {
    const { link, cookie, send } = await anna();
    expect((await say(owner, link, 'decline', cookie)).outcome).toBe('204');
    await send('PUT', 'guest', { name: 'Anne' });
    expect(await own(owner, cookie)).toEqual([]);
    const { items } = (await send('GET', 'photos')).json<GalleryPage>();
    expect(items.every(({ is_favorite }) => is_favorite)).toBe(true);
  });

  test('gets picks of a link that was revoked, and none of photos hidden from them', async () => {
    const { link, cookie } = await anna();
    await revoke(link);
    const body = { photo_ids: [other], is_approved: false };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body });
    expect(await own(owner, cookie)).toMatchObject([{ picks_count: 1, notes_count: 0 }]);
    await say(owner, link, 'move', cookie);
    expect(await own(owner, cookie)).toEqual([]);
    const shown = { ...body, is_approved: true };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: shown });
    expect((await clientPhotos())[other]).toMatchObject({ is_favorite: false, note: '' });
    expect(await own(owner, cookie)).toMatchObject([{ picks_count: 1, notes_count: 1 }]);
  });

  test('gets hundreds of picks in several requests, in which a pick taken back meanwhile is not moved', async () => {
    const photos = Array.from({ length: 210 }, () => readyPhoto(session));
    await storePhotos(session.id, photos);
    // In the order in which they are moved.
    const more = photos.map(({ id }) => id).toSorted();
    const { link, cookie, send } = await anna();
    const before = await favorites();
    // In parts: some of two hundred requests at once time out on a busy machine.
    for (let at = 0; at < more.length; at += 15) {
      const picked = more.slice(at, at + 15).map((id) => send('PATCH', `photos/${id}`, { is_favorite: true }));
      for (const { status } of await Promise.all(picked)) expect(status).toBe(200);
    }
    const [first] = await own(owner, cookie);
    expect(first).toMatchObject({ picks_count: 212 });
    const takeBack = () =>
      Promise.all(more.slice(0, 20).map((id) => send('PATCH', `photos/${id}`, { is_favorite: false })));
    const [moved, takenBack] = await beforeNextTransaction(takeBack, () => say(owner, link, 'move', cookie));
    expect(takenBack.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 20 }, () => '200'));
    expect(moved.json<MovedPicks>()).toEqual({ left_count: 12 });
    expect((await say(owner, link, 'move', cookie)).json<MovedPicks>()).toEqual({ left_count: 0 });
    expect(await own(owner, cookie)).toEqual([]);
    // One of the two others was a favorite before.
    expect(await favorites()).toBe(before + 191);
    // Each favorite is counted once.
    const favorite = (await call(client, 'GET', '/api/client/sessions', { as: owner })).json<Gallery>().items[0];
    expect(await favorites()).toBe(favorite?.favorites_count);
  });
});
