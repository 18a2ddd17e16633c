import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import type { Link, Links } from '#shared/contract/links.ts';
import type { Gallery } from '#shared/contract/sessions/sessions.ts';
import { errors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { eraseEndedLinks, eraseLinksOf } from '../../../lambdas/domain/links/erasure.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { call } from '../../support/studio/api-studio.ts';
import { linkValues, newClient, newPerson, newSession } from '../../support/studio/api-world.ts';
import {
  as,
  change,
  create,
  enter,
  open,
  other,
  owner,
  photo,
  revoke,
  session,
  startSharedSession,
} from '../../support/studio/shared-session.ts';

startSharedSession();

describe('a link', () => {
  test('opens its session any number of times, and says when and how often', async () => {
    const link = await create();
    expect(link).toMatchObject({ opened_at: null, visits: 0, made_by: 'studio', is_revoked: false });
    expect(link.token).toMatch(/^[0-9a-z]{26}$/);
    const { opened } = await enter(link);
    await enter(link);
    expect(opened).toMatchObject({ state: 'open', session_name: 'Family', photos_count: 2, download: 'original' });
    expect(opened.photos.items.map(({ id }) => id)).toEqual([photo, other]);
    const list = await call(admin, 'GET', `/api/admin/sessions/${session.id}/links`, { as });
    expect(list.json<Links>().items).toMatchObject([{ id: link.id, token: link.token, visits: 2 }]);
    expect(list.json<Links>().items[0]?.opened_at).not.toBeNull();
    const ofCustomer = await call(admin, 'GET', `/api/admin/customers/${session.customer_id}/links`, { as });
    expect(ofCustomer.json()).toEqual(list.json());
  });

  test('shows nothing of the client’s favorites, notes and words', async () => {
    const { opened } = await enter(await create());
    expect(opened.photos.items.map(({ is_favorite, note }) => ({ is_favorite, note }))).toEqual([
      { is_favorite: false, note: '' },
      { is_favorite: false, note: '' },
    ]);
    expect(JSON.stringify(opened)).not.toContain('client’s');
    expect(JSON.stringify(opened)).not.toContain('For the client');
  });

  test('is stored without its secret', async () => {
    const link = await create();
    expect(JSON.stringify(await everyRow())).not.toContain(link.token);
  });

  test('that is wrong, over, revoked, of a deleted session, or never was, is answered in the same way', async () => {
    const [over, revoked, kept] = [await create(), await create(), await create()];
    const answers = [await open('x'), await open(newId() + newId())];
    await revoke(revoked);
    answers.push(await open(revoked.token), await open(revoked.token, { pin: '123456' }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(over.ends_at) });
    answers.push(await open(over.token));
    vi.useRealTimers();
    await call(admin, 'DELETE', `/api/admin/sessions/${session.id}?version=0`, { as });
    answers.push(await open(kept.token));
    for (const answer of answers) {
      const { request_id, ...error } = answer.error;
      expect({ status: answer.status, error, cookies: answer.response.headers.getSetCookie() }).toEqual({
        status: 404,
        error: { code: 'NOT_FOUND', message: errors.NOT_FOUND.message },
        cookies: [],
      });
    }
  });

  test('opens until the end of its last day in the studio’s time zone', async () => {
    const link = await create({ ends_on: today(new Date()) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(link.ends_at) - 1 });
    expect((await open(link.token)).outcome).toBe('200');
    vi.setSystemTime(Date.parse(link.ends_at));
    expect((await open(link.token)).outcome).toBe('404 NOT_FOUND');
    vi.useRealTimers();
  });

  test('cannot end in the past, or after five years, and says so beside the field', async () => {
    for (const ends_on of ['2020-01-01', '2099-01-01']) {
      const body = { ...linkValues, ends_on };
      const answer = await call(admin, 'POST', `/api/admin/sessions/${session.id}/links`, { as, body });
      expect(answer.outcome).toBe('400 INVALID');
      expect(Object.keys(answer.error.fields ?? {})).toEqual(['ends_on']);
    }
  });

  test('that is revoked closes the API at once for guests who have it open, and stays revoked', async () => {
    const link = await create();
    const { send } = await enter(link);
    expect((await send('GET', 'photos')).outcome).toBe('200');
    await revoke(link);
    for (const [method, path] of [
      ['GET', 'photos'],
      ['POST', 'media-access'],
      ['GET', `photos/${photo}/download?size=web`],
    ] as const) {
      expect((await send(method, path)).outcome).toBe('404 NOT_FOUND');
    }
    const body = { ...linkValues, version: 1 };
    expect((await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body })).outcome).toBe('400 INVALID');
  });

  test('of one session opens nothing of another, with any cookie', async () => {
    const link = await create();
    const foreign = await newPerson();
    const mine = await enter(link);
    const value = mine.cookie.split('=')[1];
    const answer = await call(guest, 'GET', `/api/guest/links/${foreign.link.id}/photos`, {
      headers: { cookie: `guest-${foreign.link.id}=${value}` },
    });
    expect(answer.outcome).toBe('404 NOT_FOUND');
    expect((await mine.send('GET', `photos/${foreign.photos.visible}/download?size=web`)).outcome).toBe(
      '404 NOT_FOUND',
    );
  });

  test('is changed only in the version that was read', async () => {
    const link = await create();
    await change(link, { label: 'Aunts' });
    const body = { ...linkValues, version: 0 };
    const answer = await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body });
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(answer.error.details?.current).toMatchObject({ label: 'Aunts', version: 1 });
  });
});

describe('what a link allows', () => {
  test('looking only: no pick, no note, no download', async () => {
    const link = await create({ may_pick: false, may_note: false, download: 'none' });
    const { send, opened } = await enter(link);
    expect(opened.photos.items.every(({ downloadable }) => !downloadable)).toBe(true);
    await send('PUT', 'guest', { name: 'Anna' });
    expect((await send('PATCH', `photos/${photo}`, { is_favorite: true })).outcome).toBe('403 FORBIDDEN');
    expect((await send('PATCH', `photos/${photo}`, { note: 'x', note_before: '' })).outcome).toBe('403 FORBIDDEN');
    expect((await send('GET', `photos/${photo}/download?size=web`)).outcome).toBe('404 NOT_FOUND');
  });

  test('the web size, and not the original', async () => {
    const { send } = await enter(await create({ download: 'web' }));
    const link = (await send('GET', `photos/${photo}/download?size=web`)).json<{ url: string }>();
    expect(link.url).toMatch(new RegExp(`^/media/${session.customer_id}/${session.id}/`));
    expect((await send('GET', `photos/${photo}/download?size=original`)).outcome).toBe('404 NOT_FOUND');
  });

  test('a client shares only where the studio lets them, and no more than they may download themselves', async () => {
    const path = `/api/client/sessions/${session.id}/links`;
    const share = (values = {}) => call(client, 'POST', path, { as: owner, body: { ...linkValues, ...values } });
    const edit = async (values: Record<string, unknown>, version: number) =>
      call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, { as, body: { ...values, version } });
    expect((await share()).outcome).toBe('404 NOT_FOUND');

    await edit({ client_may_share: true, download_sizes: ['web'] }, 0);
    const sizes = async () =>
      (await call(client, 'GET', '/api/client/sessions', { as: owner })).json<Gallery>().items[0]?.link_sizes;
    expect(await sizes()).toEqual(['web']);
    expect((await share()).error.fields).toHaveProperty('download');
    const link = (await share({ download: 'web' })).json<Link & { token: string }>();
    expect(link).toMatchObject({ made_by: 'client' });
    const studios = await create();
    const own = (await call(client, 'GET', path, { as: owner })).json<Links>().items;
    expect(own.map(({ id }) => id)).toEqual([link.id]);
    const { send, opened } = await enter(link);
    expect(opened.shared_by).toBe('Ada');
    expect((await enter(studios)).opened.shared_by).toBeNull();
    expect((await send('GET', `photos/${photo}/download?size=web`)).outcome).toBe('200');
    expect((await call(client, 'POST', `/api/client/links/${studios.id}/revoke`, { as: owner })).outcome).toBe(
      '404 NOT_FOUND',
    );

    // What the client may no longer do, their guests may not do either.
    await edit({ download_sizes: [] }, 1);
    expect((await send('GET', `photos/${photo}/download?size=web`)).outcome).toBe('404 NOT_FOUND');
    await edit({ download_sizes: ['web'], download_allowance: 5 }, 2);
    expect(await sizes()).toEqual([]);
    expect((await share({ download: 'web' })).error.fields).toHaveProperty('download');
    await edit({ client_may_share: false }, 3);
    expect((await send('GET', 'photos')).outcome).toBe('404 NOT_FOUND');
    expect((await open(studios.token)).outcome).toBe('200');
  });

  test('a client who closes their account ends the links that they have made', async () => {
    const person = await newPerson();
    expect((await open(person.link.token)).outcome).toBe('200');
    await call(client, 'POST', '/api/client/me/close', { as: person.login });
    expect((await open(person.link.token)).outcome).toBe('404 NOT_FOUND');
  });
});

describe('erasure', () => {
  const rows = async () => {
    const { links = [], guests = [] } = await everyRow();
    const of = (all: unknown[], id: string) => all.filter((row) => JSON.stringify(row).includes(id)).length;
    return (id: string) => ({ links: of(links, id), guests: of(guests, id) });
  };

  test('a link and what its guests said are kept for 30 days after its end, then erased', async () => {
    const [ended, open] = [await create(), await create()];
    for (const link of [ended, open]) {
      const { send } = await enter(link);
      await send('PUT', 'guest', { name: 'Anna' });
      await send('PATCH', `photos/${photo}`, { is_favorite: true });
    }
    await revoke(ended);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await eraseEndedLinks(days(limits.guestDataDays - 1), () => false);
    expect((await rows())(ended.id)).toEqual({ links: 1, guests: 2 });
    await eraseEndedLinks(days(limits.guestDataDays + 1), () => false);
    expect((await rows())(ended.id)).toEqual({ links: 0, guests: 0 });
    expect((await rows())(open.id)).toEqual({ links: 1, guests: 2 });
  });

  test('damaged links are erased like the others: after their end, and with their session', async () => {
    const { profile } = await newClient();
    const other = await newSession(profile.id);
    const [ended, ofSession] = [await create(), await create({}, other.id)];
    await revoke(ended);
    for (const { id } of [ended, ofSession]) {
      const change = { UpdateExpression: 'SET visits = :many', ExpressionAttributeValues: { ':many': 'many' } };
      await dynamodb().send(new UpdateCommand({ TableName: 'links', Key: { id }, ...change }));
    }
    await eraseEndedLinks(new Date(Date.now() + (limits.guestDataDays + 1) * 86_400_000), () => false);
    expect((await rows())(ended.id)).toEqual({ links: 0, guests: 0 });
    await eraseLinksOf(other.id);
    expect((await rows())(ofSession.id)).toEqual({ links: 0, guests: 0 });
  });

  test('no raw address of a viewer is stored', async () => {
    const viewer = '203.0.113.77';
    const { send } = await enter(await create({ pin: '482913' }), { pin: '482913', viewer });
    await send('PUT', 'guest', { name: 'Anna' });
    expect(JSON.stringify(await everyRow())).not.toContain(viewer);
  });
});
