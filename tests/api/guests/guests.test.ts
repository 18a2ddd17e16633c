import { describe, expect, test } from 'vitest';
import type { GuestPicksPage } from '#shared/contract/links.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { sized } from '../../support/faults/long.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { call } from '../../support/studio/api-studio.ts';
import { guestCookie } from '../../support/studio/api-world.ts';
import {
  as,
  create,
  enter,
  open,
  other,
  owner,
  photo,
  putAll,
  reactionRow,
  saidTo,
  session,
  startSharedSession,
} from '../../support/studio/shared-session.ts';

startSharedSession();

describe('guests', () => {
  test('three on one network stay three; a browser that comes back is the same guest', async () => {
    const link = await create();
    const viewer = '203.0.113.50';
    const [anna, bea, carl] = [
      await enter(link, { viewer }),
      await enter(link, { viewer }),
      await enter(link, { viewer }),
    ];
    for (const [one, name] of [
      [anna, 'Anna'],
      [bea, 'Bea'],
      [carl, 'Carl'],
    ] as const) {
      // The same email address makes nobody the same person.
      await one.send('PUT', 'guest', { name, email: 'family@example.com' });
    }
    await anna.send('PATCH', `photos/${photo}`, { is_favorite: true });
    await bea.send('PATCH', `photos/${other}`, { note: 'Lovely', note_before: '' });

    const back = await enter(link, { viewer, cookie: anna.cookie });
    expect(back.opened.guest).toEqual({ name: 'Anna', email: 'family@example.com' });
    const reactions = ({ items }: GalleryPage) => items.map(({ is_favorite, note }) => [is_favorite, note]);
    expect(reactions(back.opened.photos)).toEqual([
      [true, ''],
      [false, ''],
    ]);
    expect(reactions((await carl.send('GET', 'photos')).json())).toEqual([
      [false, ''],
      [false, ''],
    ]);

    for (const [app, path, who] of [
      [admin, `/api/admin/sessions/${session.id}`, as],
      [client, `/api/client/sessions/${session.id}`, owner],
    ] as const) {
      const { guests, photos } = await saidTo(app, path, who);
      const said = Object.fromEntries(guests.map(({ name, picks, notes, counts }) => [name, [picks, notes, counts]]));
      expect(said).toEqual({
        Anna: [[photo], [], [1, 0]],
        Bea: [[], [{ photo_id: other, note: 'Lovely' }], [0, 1]],
        Carl: [[], [], [0, 0]],
      });
      expect([...photos].toSorted()).toEqual([photo, other].toSorted());
    }
    // Counted apart from the client's own favorites.
    const { favorites_count } = (await call(admin, 'GET', `/api/admin/sessions/${session.id}`, { as })).json<Session>();
    expect(favorites_count).toBe(session.favorites_count + 1);
  });

  test('are in the data that the client downloads, and the studio’s words for its links are not', async () => {
    const { send } = await enter(await create({ label: 'The difficult uncle' }));
    await send('PUT', 'guest', { name: 'Anna', email: 'anna@example.com' });
    await send('PATCH', `photos/${photo}`, { is_favorite: true });
    await send('PATCH', `photos/${other}`, { note: 'Lovely', note_before: '' });
    const answer = await call(client, 'GET', '/api/client/me/data', { as: owner });
    const names = Object.fromEntries(
      (await enter(await create())).opened.photos.items.map(({ id, file_name }) => [id, file_name]),
    );
    expect(answer.json<OwnData>().sessions.map(({ guests }) => guests)).toEqual([
      [{ name: 'Anna', picks: [names[photo]], notes: [{ file_name: names[other], note: 'Lovely' }] }],
    ]);
    const guests = await call(client, 'GET', `/api/client/sessions/${session.id}/guests`, { as: owner });
    const picks = await call(client, 'GET', `/api/client/sessions/${session.id}/guest-picks`, { as: owner });
    for (const { text } of [answer, guests, picks]) expect(text).not.toContain('difficult');
  });

  test('are listed page by page, in one order, with the same counts on every page', async () => {
    const many = Array.from({ length: 130 }, () => readyPhoto(session));
    await storePhotos(session.id, many);
    const hidden = readyPhoto(session, { is_approved: false });
    await storePhotos(session.id, [hidden]);
    const links = [await create({ label: 'First' }), await create({ label: 'Second' })];
    const people = links.flatMap((link, at) =>
      Array.from({ length: sized(60, 160) }, (_, n) => ({ link, id: `guest${at}${String(n).padStart(20, '0')}`, n })),
    );
    await putAll(
      'guests',
      people.flatMap(({ link, id, n }) => [
        { link_id: link.id, part: `guest#${id}`, name: `Guest ${n}`, email: '' },
        ...many.slice(n % 7, (n % 7) + 3).map((one) => reactionRow(link, id, one.id, { is_picked: true })),
        reactionRow(link, id, hidden.id, { is_picked: true, note: 'Hidden' }),
        // Taken back.
        reactionRow(link, id, many[20]!.id, { is_picked: false }),
        ...(n === 7
          ? many.slice(21).map((one) => reactionRow(link, id, one.id, { is_picked: true, note: 'Lovely' }))
          : []),
      ]),
    );
    for (const [app, path, who, isStudio] of [
      [admin, `/api/admin/sessions/${session.id}`, as, true],
      [client, `/api/client/sessions/${session.id}`, owner, false],
    ] as const) {
      const { guests, pages } = await saidTo(app, path, who);
      expect(guests.map(({ name }) => name)).toEqual(
        [...people.slice(people.length / 2), ...people.slice(0, people.length / 2)].map(({ n }) => `Guest ${n}`),
      );
      const seen = (n: number) => (n === 7 ? 112 : 3) + (isStudio ? 1 : 0);
      for (const { name, picks, notes, counts } of guests) {
        const n = Number(name.replace('Guest ', ''));
        expect(counts).toEqual([seen(n), (n === 7 ? 109 : 0) + (isStudio ? 1 : 0)]);
        expect([picks.length, notes.length]).toEqual(counts);
      }
      expect(pages.length).toBeGreaterThan(3);
      for (const page of pages) {
        expect(page.items.length).toBeLessThanOrEqual(limits.guestPicksPerPage);
        expect(JSON.stringify(page).length).toBeLessThan(100_000);
      }
      const one = { link: links[0]!.id, guest: `guest0${'7'.padStart(20, '0')}` };
      const first = await call(app, 'GET', `${path}/guest-picks?link=${one.link}&guest=${one.guest}`, { as: who });
      const { items, next_cursor } = first.json<GuestPicksPage>();
      expect(new Set(items.map(({ guest_id }) => guest_id))).toEqual(new Set([one.guest]));
      // Bound to its list.
      expect((await call(app, 'GET', `${path}/guest-picks?cursor=${next_cursor}`, { as: who })).outcome).toBe(
        '400 INVALID',
      );
      for (const query of [`link=${one.link}`, `guest=${one.guest}`]) {
        expect((await call(app, 'GET', `${path}/guest-picks?${query}`, { as: who })).outcome).toBe('400 INVALID');
      }
      const elsewhere = `link=${newId()}&guest=${one.guest}`;
      expect((await call(app, 'GET', `${path}/guest-picks?${elsewhere}`, { as: who })).outcome).toBe('404 NOT_FOUND');
    }
  });

  test('learn what is wrong with an email address, which they need not give', async () => {
    const { send } = await enter(await create());
    const { outcome, error } = await send('PUT', 'guest', { name: 'Anna', email: 'anna' });
    expect([outcome, error.fields]).toEqual(['400 INVALID', { email: expect.stringContaining('email') }]);
    expect((await send('PUT', 'guest', { name: 'Anna', email: '' })).outcome).toBe('200');
  });

  test('have a cookie that no script and no other site can use, until the link ends', async () => {
    const link = await create();
    const [cookie = ''] = (await open(link.token)).response.headers.getSetCookie();
    const [, ...attributes] = cookie.split('; ');
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(attributes.filter((one) => !one.startsWith('Max-Age')).toSorted()).toEqual([
      'HttpOnly',
      'Path=/api/',
      'SameSite=Strict',
      'Secure',
    ]);
    expect(Math.abs(seconds * 1_000 - (Date.parse(link.ends_at) - Date.now()))).toBeLessThan(60_000);
  });

  test('of one network leave room for others: they name at most two of three of what a link takes', async () => {
    const link = await create();
    const viewer = '203.0.113.60';
    const name = async (from: string) => {
      const cookie = guestCookie(await open(link.token, { viewer: from }));
      return call(guest, 'PUT', `/api/guest/links/${link.id}/guest`, {
        body: { name: 'Eve' },
        headers: { cookie, 'x-viewer-ip': from },
      });
    };
    const outcomes: string[] = [];
    for (let from = 0; from < 210; from += 10)
      outcomes.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => name(viewer)))).map(({ outcome }) => outcome),
      );
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(200);
    expect((await name(viewer)).error.message).toContain('mobile data');
    expect((await name('198.51.100.60')).outcome).toBe('200');
  });
});
