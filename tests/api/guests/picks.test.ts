import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { GuestPage, Link } from '#shared/contract/links.ts';
import type { GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readSentPicksFacts } from '../../../lambdas/domain/links/sent-picks.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { call } from '../../support/studio/api-studio.ts';
import { linkValues } from '../../support/studio/api-world.ts';
import {
  as,
  create,
  enter,
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

/** How DynamoDB refuses a transaction whose first condition is not met. */
const conflictOf = ({ input }: TransactWriteCommand) =>
  Object.assign(new Error('Transaction cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: (input.TransactItems ?? []).map((_, at) => ({
      Code: at === 0 ? 'ConditionalCheckFailed' : 'None',
    })),
  });

describe('guests', () => {
  test('say their name before the first pick, and can take a pick back', async () => {
    const { send } = await enter(await create());
    const pick = (is_favorite: boolean) => send('PATCH', `photos/${photo}`, { is_favorite });
    expect((await pick(true)).outcome).toBe('409 NAME_NEEDED');
    expect((await send('PUT', 'guest', { name: ' ' })).outcome).toBe('400 INVALID');
    expect((await send('PUT', 'guest', { name: 'Anna' })).json()).toEqual({ name: 'Anna', email: '' });
    expect((await pick(true)).json<GalleryPhoto>().is_favorite).toBe(true);
    expect((await pick(false)).json<GalleryPhoto>().is_favorite).toBe(false);
    const { guests } = await saidTo(admin, `/api/admin/sessions/${session.id}`, as);
    expect(guests).toEqual([{ name: 'Anna', picks: [], notes: [], counts: [0, 0] }]);
  });

  const emailsOfPicks = async (of = session.id) =>
    ((await everyRow()).outbox as { kind: string; session_id?: string; [name: string]: unknown }[]).filter(
      ({ kind, session_id }) => kind === 'picks-sent' && session_id === of,
    );
  const entriesOfPicks = async () => {
    const { items } = (await call(admin, 'GET', `/api/admin/sessions/${session.id}/timeline?by=guest`, { as })).json<{
      items: { kind: string; name: string; count: number; link_label: string }[];
    }>();
    return items.filter(({ kind }) => kind === 'picks-sent');
  };
  test('see all that they have picked, as far as they may see it, page by page', async () => {
    const link = await create();
    const { send } = await enter(link);
    const anna = await enter(link);
    await send('PUT', 'guest', { name: 'Bea' });
    await anna.send('PUT', 'guest', { name: 'Anna' });
    const rows = Array.from({ length: limits.guestPicksPerPage + 5 }, () => readyPhoto(session));
    await storePhotos(session.id, rows);
    const many = rows.map(({ id }) => id);
    for (const id of [photo, other]) await send('PATCH', `photos/${id}`, { is_favorite: true });
    await send('PATCH', `photos/${other}`, { is_favorite: false });
    await anna.send('PATCH', `photos/${other}`, { is_favorite: true });
    const first = (await send('GET', 'picks')).json<GalleryPage>();
    expect(first).toMatchObject({ items: [{ id: photo, is_favorite: true, note: '' }], next_cursor: null });
    expect(first.items).toHaveLength(1);

    const { items: said } = (
      await call(admin, 'GET', `/api/admin/sessions/${session.id}/guests`, { as })
    ).json<GuestPage>();
    const guestId = said.find(({ name }) => name === 'Bea')?.id ?? '';
    await putAll(
      'guests',
      many.map((id) => reactionRow(link, guestId, id, { is_picked: true })),
    );
    const pages: GalleryPage[] = [];
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
      pages.push((await send('GET', `picks${cursor && `?cursor=${cursor}`}`)).json<GalleryPage>());
    }
    expect(pages.length).toBe(2);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id)).toSorted()).toEqual([photo, ...many].toSorted());
    // Another guest's cursor opens nothing.
    expect((await anna.send('GET', `picks?cursor=${pages[0]?.next_cursor}`)).outcome).toMatch(/^400/);

    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, {
      as,
      body: { photo_ids: [photo], is_approved: false },
    });
    const after = (await send('GET', 'picks')).json<GalleryPage>();
    expect(after.items.map(({ id }) => id)).not.toContain(photo);
  });

  test('send what they have picked to whoever made the link, once for what is picked now', async () => {
    const link = await create({ label: 'Grandparents' });
    const guest = await enter(link);
    expect((await guest.send('POST', 'picks/send')).outcome).toBe('409 NAME_NEEDED');
    await guest.send('PUT', 'guest', { name: 'Ruth', email: 'ruth@example.com' });
    expect((await guest.send('POST', 'picks/send')).json()).toEqual({ sent_at: null });
    expect(await emailsOfPicks()).toEqual([]);

    await guest.send('PATCH', `photos/${photo}`, { is_favorite: true });
    await guest.send('PATCH', `photos/${other}`, { note: 'For the wall', note_before: '' });
    const [once, again] = await Promise.all([guest.send('POST', 'picks/send'), guest.send('POST', 'picks/send')]);
    const { sent_at } = once.json<{ sent_at: string }>();
    expect(sent_at).toEqual(expect.any(String));
    expect(again.json()).toEqual({ sent_at });
    expect((await guest.send('POST', 'picks/send')).json()).toEqual({ sent_at });
    expect(await emailsOfPicks()).toEqual([
      expect.objectContaining({ to_client: false, name: 'Ruth', link_label: 'Grandparents', picks: 1, notes: 1 }),
    ]);
    expect(await entriesOfPicks()).toEqual([
      expect.objectContaining({ name: 'Ruth', count: 1, link_label: 'Grandparents' }),
    ]);
    const sentIn = async () => (await enter(link, { cookie: guest.cookie })).opened.sent_at;
    expect(await sentIn()).toBe(sent_at);
    const list = (await call(admin, 'GET', `/api/admin/sessions/${session.id}/guests`, { as })).json<GuestPage>();
    expect(list.items).toMatchObject([{ name: 'Ruth', sent_at }]);

    // Changed since: not sent as it is, until it is sent again.
    await guest.send('PATCH', `photos/${other}`, { is_favorite: true });
    expect(await sentIn()).toBeNull();
    const later = (await guest.send('POST', 'picks/send')).json<{ sent_at: string }>();
    expect(later.sent_at > sent_at).toBe(true);
    expect(await emailsOfPicks()).toHaveLength(2);
  });

  test('send to the client who made the link, and are told no address', async () => {
    const allowed = { client_may_share: true, download_sizes: ['web'], version: session.version };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, { as, body: allowed });
    const path = `/api/client/sessions/${session.id}/links`;
    const body = { ...linkValues, download: 'none' };
    const link = (await call(client, 'POST', path, { as: owner, body })).json<Link & { token: string }>();
    const guest = await enter(link);
    await guest.send('PUT', 'guest', { name: 'Ruth' });
    await guest.send('PATCH', `photos/${photo}`, { is_favorite: true });
    const sent = await guest.send('POST', 'picks/send');
    expect(Object.keys(sent.json())).toEqual(['sent_at']);
    const [email, ...others] = await emailsOfPicks();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to_client: true, name: 'Ruth', picks: 1 });
    const facts = await readSentPicksFacts(email as never);
    const { emails_to } = (await call(client, 'GET', '/api/client/me', { as: owner })).json<Profile>();
    expect(facts).toMatchObject({
      to: emails_to,
      path: `/dashboard/gallery/${session.session_label}`,
    });
    expect(
      (await call(client, 'GET', `/api/client/sessions/${session.id}/guests`, { as: owner })).json(),
    ).toMatchObject({
      items: [{ name: 'Ruth', sent_at: expect.any(String) }],
    });
  });

  test('send nothing where the link allows no picks, is revoked, or asks for another PIN', async () => {
    const looking = await enter(await create({ may_pick: false }));
    expect((await looking.send('POST', 'picks/send')).outcome).toBe('403 FORBIDDEN');
    const link = await create({ pin: '482913' });
    const guest = await enter(link, { pin: '482913' });
    await guest.send('PUT', 'guest', { name: 'Ruth' });
    await guest.send('PATCH', `photos/${photo}`, { is_favorite: true });
    const changed = { ...linkValues, pin: '111111', version: link.version };
    expect((await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body: changed })).outcome).toBe('200');
    for (const [method, what] of [
      ['POST', 'picks/send'],
      ['GET', 'picks'],
    ] as const) {
      expect((await guest.send(method, what)).outcome).toBe('404 NOT_FOUND');
    }
    const open = await create();
    const other = await enter(open);
    await call(admin, 'POST', `/api/admin/links/${open.id}/revoke`, { as });
    expect((await other.send('POST', 'picks/send')).outcome).toBe('404 NOT_FOUND');
    expect(await emailsOfPicks()).toEqual([]);
  });

  test('cause five emails a day at most, and can send ten times an hour', async () => {
    const link = await create();
    const guest = await enter(link);
    await guest.send('PUT', 'guest', { name: 'Ruth' });
    await guest.send('PATCH', `photos/${photo}`, { is_favorite: true });
    for (let time = 0; time < 10; time += 1) {
      await guest.send('PATCH', `photos/${other}`, { is_favorite: time % 2 === 0 });
      expect((await guest.send('POST', 'picks/send')).outcome).toBe('200');
    }
    expect(await emailsOfPicks()).toHaveLength(5);
    expect(await entriesOfPicks()).toHaveLength(10);
    expect((await guest.send('POST', 'picks/send')).outcome).toBe('429 TOO_MANY');
  });

  test('cause an email that counts once, also where its write meets another one', async () => {
    const guest = await enter(await create());
    await guest.send('PUT', 'guest', { name: 'Ruth' });
    await guest.send('PATCH', `photos/${photo}`, { is_favorite: true });
    const { send } = dynamodb();
    for (let time = 0; time < 5; time += 1) {
      await guest.send('PATCH', `photos/${other}`, { is_favorite: time % 2 === 0 });
      let conflicts = 1;
      const spy = vi.spyOn(dynamodb(), 'send').mockImplementation(function (this: unknown, ...given: unknown[]) {
        if (given[0] instanceof TransactWriteCommand && conflicts-- > 0) throw conflictOf(given[0]);
        return Reflect.apply(send, dynamodb(), given);
      } as never);
      expect((await guest.send('POST', 'picks/send')).outcome).toBe('200');
      expect(conflicts).toBeLessThan(0);
      spy.mockRestore();
    }
    expect(await emailsOfPicks()).toHaveLength(5);
  });
});
