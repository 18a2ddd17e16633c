import { createPublicKey } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { BatchWriteCommand, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type {
  GuestMediaAccess,
  GuestPage,
  GuestPicksPage,
  Link,
  Links,
  MovedPicks,
  OpenedLink,
  OwnPicks,
  SharedSession,
} from '#shared/contract/links.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Gallery, Session } from '#shared/contract/sessions.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { errors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { eraseEndedLinks, eraseLinksOf } from '../../lambdas/domain/links/erasure.ts';
import { readSentPicksFacts } from '../../lambdas/domain/links/sent-picks.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as preview } from '../../lambdas/preview/app.ts';
import { denialOf } from '../../local/edge/signed-access.ts';
import { signingKeyId } from '../../local/environment.ts';
import { sized } from '../support/faults/long.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { saidByGuests } from '../support/rows/said-by-guests.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  isAwsDynamoDb,
  startApiStudio,
} from '../support/studio/api-studio.ts';
import {
  guestCookie,
  linkValues,
  newClient,
  newPerson,
  newPhoto,
  newSession,
  putLarge,
} from '../support/studio/api-world.ts';

const site = 'https://studio.example';
const as = adminClaims();
let studio: ApiStudio;
let publicKey: string;
beforeAll(async () => {
  studio = await startApiStudio();
  const secrets = new SecretsManagerClient();
  const SecretId = process.env.SIGNING_KEY_SECRET;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  secrets.destroy();
  const { privateKey } = JSON.parse(SecretString) as { privateKey: string };
  publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
});
afterAll(() => studio?.close());

let owner: Claims;
let session: Session;
let photo: string;
let other: string;
beforeEach(async () => {
  const { login, profile } = await newClient();
  owner = login;
  session = await newSession(profile.id);
  photo = await newPhoto(session, {
    note: 'The client’s',
    reply: 'For the client',
    is_favorite: true,
    favorited_at: '2025-05-04T10:00:00.000Z',
  });
  other = await newPhoto(session);
});

const create = async (values: Record<string, unknown> = {}, of = session.id): Promise<Link & { token: string }> => {
  const body = { ...linkValues, ...values };
  const answer = await call(admin, 'POST', `/api/admin/sessions/${of}/links`, { as, body });
  expect(answer.outcome).toBe('201');
  return answer.json();
};
const change = async (link: Link, values: Record<string, unknown>): Promise<Link> => {
  const { label, may_pick, may_note, download, pin, ends_on, shows_cover, version } = link;
  const body = { label, may_pick, may_note, download, pin, ends_on, shows_cover, version, ...values };
  return (await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body })).json();
};
const revoke = (link: Link) => call(admin, 'POST', `/api/admin/links/${link.id}/revoke`, { as });

interface Visit {
  pin?: string;
  cookie?: string;
  viewer?: string;
}
const open = (token: string, { pin, cookie = '', viewer = newId() }: Visit = {}) =>
  call(guest, 'POST', '/api/guest/open', {
    body: { token, ...(pin !== undefined && { pin }) },
    headers: { cookie, 'x-viewer-ip': viewer },
  });

const mark = (link: Link, guestId: string, photo_id: string, values: { is_picked: boolean; note?: string }) => ({
  ...{ link_id: link.id, part: `mark#${guestId}#${photo_id}`, photo_id },
  ...{ note: '', ...values },
});
async function putAll(table: string, rows: object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb().send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}

const notesLength = async ({ id }: Link) =>
  (await dynamodb().send(new GetCommand({ TableName: 'links', Key: { id }, ConsistentRead: true }))).Item?.notes_length;
const setNotesLength = ({ id }: Link, length: number) =>
  dynamodb().send(
    new UpdateCommand({
      TableName: 'links',
      Key: { id },
      UpdateExpression: 'SET notes_length = :length',
      ExpressionAttributeValues: { ':length': length },
    }),
  );

/** A guest in a browser of their own. */
async function enter(link: { id: string; token: string }, visit: Visit = {}) {
  const answer = await open(link.token, visit);
  expect(answer.outcome).toBe('200');
  const cookie = guestCookie(answer);
  const send = (method: string, path: string, body?: unknown) =>
    call(guest, method, `/api/guest/links/${link.id}/${path}`, { body, headers: { cookie } });
  return { cookie, send, opened: answer.json<SharedSession>() };
}

/** What the guests of a session have picked and noted, as this person reads it. */
function saidTo(app: Parameters<typeof call>[0], path: string, who: Claims) {
  const read =
    <Page>(list: string) =>
    async ({ cursor }: { cursor?: string }) => {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`;
      return (await call(app, 'GET', `${path}/${list}${query}`, { as: who })).json<Page>();
    };
  return saidByGuests(read<GuestPage>('guests'), read<GuestPicksPage>('guest-picks'));
}

/** How DynamoDB refuses a transaction whose first condition is not met. */
const conflictOf = ({ input }: TransactWriteCommand) =>
  Object.assign(new Error('Transaction cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: (input.TransactItems ?? []).map((_, at) => ({
      Code: at === 0 ? 'ConditionalCheckFailed' : 'None',
    })),
  });

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
    const marks = ({ items }: GalleryPage) => items.map(({ is_favorite, note }) => [is_favorite, note]);
    expect(marks(back.opened.photos)).toEqual([
      [true, ''],
      [false, ''],
    ]);
    expect(marks((await carl.send('GET', 'photos')).json())).toEqual([
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
        ...many.slice(n % 7, (n % 7) + 3).map((one) => mark(link, id, one.id, { is_picked: true })),
        mark(link, id, hidden.id, { is_picked: true, note: 'Hidden' }),
        // Taken back.
        mark(link, id, many[20]!.id, { is_picked: false }),
        ...(n === 7 ? many.slice(21).map((one) => mark(link, id, one.id, { is_picked: true, note: 'Lovely' })) : []),
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
      many.map((id) => mark(link, guestId, id, { is_picked: true })),
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

  test('keep a note that another tab has not overwritten', async () => {
    const { send } = await enter(await create());
    await send('PUT', 'guest', { name: 'Anna' });
    await send('PATCH', `photos/${photo}`, { note: 'First', note_before: '' });
    const late = await send('PATCH', `photos/${photo}`, { note: 'Second', note_before: '' });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details?.current).toMatchObject({ note: 'First' });
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

  test('write notes on one link up to a limit for all of them together', async () => {
    const link = await create();
    const [anna, bea] = [await enter(link), await enter(link)];
    for (const one of [anna, bea]) await one.send('PUT', 'guest', { name: 'Guest' });
    const note = (one: typeof anna, words: string, note_before = '') =>
      one.send('PATCH', `photos/${photo}`, { note: words, note_before });
    expect((await note(anna, 'Lovely')).outcome).toBe('200');
    expect(await notesLength(link)).toBe(6);
    await setNotesLength(link, limits.guestNotesTogether - 2);
    const refused = await note(bea, 'abc');
    expect([refused.outcome, refused.error.fields?.note]).toEqual([
      '400 INVALID',
      expect.stringContaining('500,000 characters'),
    ]);
    expect((await note(bea, 'ab')).outcome).toBe('200');
    // Picks go on, and shorter notes make room.
    expect((await bea.send('PATCH', `photos/${other}`, { is_favorite: true })).outcome).toBe('200');
    expect((await note(anna, 'Lovelyer', 'Lovely')).outcome).toBe('400 INVALID');
    expect((await note(anna, 'Love', 'Lovely')).outcome).toBe('200');
    expect((await note(bea, 'abcd', 'ab')).outcome).toBe('200');
    expect(await notesLength(link)).toBe(limits.guestNotesTogether);
  });

  test('at the same time write no more notes than the limit', async () => {
    const link = await create();
    const { send } = await enter(link);
    await send('PUT', 'guest', { name: 'Anna' });
    await setNotesLength(link, limits.guestNotesTogether - 1);
    const notes = await Promise.all(
      [photo, other].map((id) => send('PATCH', `photos/${id}`, { note: 'a', note_before: '' })),
    );
    expect(notes.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '400 INVALID']);
    expect(await notesLength(link)).toBe(limits.guestNotesTogether);
  });
});

describe('a PIN', () => {
  test('is asked for, and says until then only what the link is', async () => {
    const link = await create({ pin: '482913' });
    const answer = await open(link.token);
    expect(answer.json<OpenedLink>()).toMatchObject({ state: 'pin', session_name: 'Family' });
    expect(answer.text).not.toContain(photo);
    expect(answer.response.headers.getSetCookie()).toEqual([]);
    expect((await open(link.token, { pin: '482914' })).outcome).toBe('403 WRONG_PIN');
    expect((await open(link.token, { pin: '4829' })).outcome).toBe('400 INVALID');
    const { cookie } = await enter(link, { pin: '482913' });
    // The browser that knew it is not asked again.
    expect((await open(link.token, { cookie })).json<OpenedLink>().state).toBe('open');
  });

  test.each(['482 913', '482\u2013913', '４８２９１３', '٤٨٢٩١٣', '۴۸۲۹۱۳', '\u200e482913\u00a0'])(
    'is the same PIN however it is typed: %s',
    async (pin) => {
      // Set as it is typed, and entered in digits; and the other way round.
      const link = await create({ pin });
      expect(link.pin).toBe('482913');
      expect((await enter(link, { pin: '482913' })).opened.state).toBe('open');
      expect((await enter(await create({ pin: '482913' }), { pin })).opened.state).toBe('open');
      expect((await open(link.token, { pin: pin.replace(/[39３٣۳]/, '0') })).outcome).toBe('403 WRONG_PIN');
    },
  );

  test('can be guessed 5 times by one network, then 10 times an hour, an IPv6 /64 being one', async () => {
    const link = await create({ pin: '482913' });
    const guess = (host: number, pin = '000000') => open(link.token, { pin, viewer: `2001:db8:1:1::${host}` });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    for (let host = 1; host <= 15; host += 1) expect((await guess(host)).outcome).toBe('403 WRONG_PIN');
    expect((await guess(16)).outcome).toBe('429 TOO_MANY');
    // The right one is refused as well, after as many wrong ones.
    expect((await guess(17, '482913')).outcome).toBe('429 TOO_MANY');
    vi.setSystemTime(Date.now() + 3_600_000);
    for (let host = 1; host <= 10; host += 1) expect((await guess(host)).outcome).toBe('403 WRONG_PIN');
    expect((await guess(11)).outcome).toBe('429 TOO_MANY');
    vi.useRealTimers();
  });

  test('can be guessed 60 times an hour on one link by all networks together, also at the same time', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 });
    const guess = (host: number) => open(link.token, { pin: '000000', viewer: `10.0.0.${host}` });
    const hosts = Array.from({ length: 61 }, (_, host) => host);
    const outcomes: string[] = [];
    // Eleven at a time: of more, this process can be too slow to read each response in time, and a request that the SDK
    // repeats is counted twice.
    for (let from = 0; from < hosts.length; from += 11) {
      const answers = await Promise.all(hosts.slice(from, from + 11).map(guess));
      outcomes.push(...answers.map(({ outcome }) => outcome));
    }
    expect(outcomes.filter((one) => one === '403 WRONG_PIN')).toHaveLength(60);
    expect(outcomes.filter((one) => one === '429 TOO_MANY')).toHaveLength(1);
    vi.useRealTimers();
  });

  /** Wrong guesses from many networks, until the link takes no more of them. */
  async function flood(link: Link & { token: string }) {
    for (let net = 0; net < 12; net += 1) {
      for (let host = 1; host <= 5; host += 1) await open(link.token, { pin: '000000', viewer: `10.9.${net}.${host}` });
    }
  }

  test('is compared from every network that has not guessed, while a link is guessed from many others', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    await flood(link);
    const guess = (viewer: string, pin = '482913') => open(link.token, { pin, viewer });
    for (const viewer of ['203.0.113.9', '2001:db8:5:1::1', '198.51.100.1'])
      expect((await guess(viewer)).outcome).toBe('200');
    // Any number of guests of one network, who have all typed it right.
    const party = await Promise.all(Array.from({ length: 12 }, () => guess('203.0.113.9')));
    expect(new Set(party.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    // A first wrong guess is compared, a second one is not, nor the right one after it, from any address around it.
    expect((await guess('203.0.114.9', '111111')).outcome).toBe('403 WRONG_PIN');
    const refused = [await guess('203.0.114.9', '222222'), await guess('203.0.114.9'), await guess('203.0.114.200')];
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array(3).fill('429 TOO_MANY'));
    expect(refused[0]!.error.message).toMatch(/mobile data.*another one/);
    // Another PIN begins anew.
    await change(link, { pin: '777777' });
    expect((await guess('203.0.114.9', '777777')).outcome).toBe('200');
    vi.useRealTimers();
  });

  test('of a link stays unknown to very many networks: their first guesses of a day have a limit, too', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    await flood(link);
    const outcomes: string[] = [];
    for (let from = 0; from < 210; from += 10) {
      const some = Array.from({ length: 10 }, (_, index) =>
        open(link.token, { pin: '000000', viewer: `2001:db8:${(from + index + 1).toString(16)}::1` }),
      );
      outcomes.push(...(await Promise.all(some)).map(({ outcome }) => outcome));
    }
    expect(outcomes.filter((one) => one === '403 WRONG_PIN')).toHaveLength(200);
    expect((await open(link.token, { pin: '482913', viewer: '203.0.113.10' })).outcome).toBe('429 TOO_MANY');
    const waiting = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(waiting.limits?.items).toContainEqual(
      expect.objectContaining({ kind: 'pins', session_id: session.id, label: link.label }),
    );
    vi.useRealTimers();
  });

  test.each([
    ['/64', (host: number) => `2001:db8:a:1::${host}`],
    ['/56', (host: number) => `2001:db8:b:${host}::1`],
    ['/48', (host: number) => `2001:db8:c:${host.toString(16)}00::1`],
    ['/24', (host: number) => `10.8.7.${host}`],
  ])('that is guessed wrong from one %s opens from others', async (_, viewer) => {
    const link = await create({ pin: '482913' });
    for (let host = 1; host <= 70; host += 1) await open(link.token, { pin: '000000', viewer: viewer(host) });
    expect((await open(link.token, { pin: '482913', viewer: viewer(71) })).outcome).toBe('429 TOO_MANY');
    expect((await open(link.token, { pin: '482913', viewer: '198.51.100.20' })).outcome).toBe('200');
    expect((await open(link.token, { pin: '482913', viewer: '2001:db8:ffff::1' })).outcome).toBe('200');
  });

  test('that is changed ends what guests have open; with the new one they are the same guests', async () => {
    const link = await create();
    const { send, cookie } = await enter(link);
    await send('PUT', 'guest', { name: 'Anna' });
    const protectedLink = await change(link, { pin: '482913' });
    expect((await send('GET', 'photos')).outcome).toBe('404 NOT_FOUND');
    expect((await open(link.token, { cookie })).json<OpenedLink>().state).toBe('pin');
    const again = await enter(link, { cookie, pin: '482913' });
    expect(again.opened.guest?.name).toBe('Anna');
    // Another setting keeps what is open.
    await change(protectedLink, { label: 'Aunts' });
    expect((await again.send('GET', 'photos')).outcome).toBe('200');
  });
});

describe('pictures', () => {
  const allowed = (path: string, query: string, now = Date.now()) =>
    denialOf({ origin: site, path, rawQuery: query, cookie: '' }, { [signingKeyId]: publicKey }, now)?.code ??
    'allowed';

  test('open with the signed query below their session only, for the stated minutes at most', async () => {
    const { opened, send } = await enter(await create());
    const { query, expires_at } = opened.media_access;
    const [first] = opened.photos.items;
    const path = `${first?.media_path}/400.webp`;
    expect(first?.media_path.startsWith(`/media/${session.customer_id}/${session.id}/`)).toBe(true);
    expect(allowed(path, query)).toBe('allowed');
    const sibling = await newSession(session.customer_id, { session_name: 'Other' });
    for (const foreign of [
      `/media/${session.customer_id}/${sibling.id}/k/400.webp`,
      `/media/${session.customer_id}/${session.id}x/k/400.webp`,
      `/media/other/${session.id}/k/400.webp`,
      `/originals/${session.customer_id}/${session.id}/x`,
    ]) {
      expect(allowed(foreign, query)).toBe('AccessDenied');
      expect(allowed(`${foreign}?${path}`, query)).toBe('AccessDenied');
    }
    const end = Date.parse(expires_at);
    expect(end - Date.now()).toBeLessThanOrEqual(limits.guestPictureMinutes * 60_000);
    expect(end - Date.now()).toBeGreaterThan(10 * 60_000);
    expect(allowed(path, query, end - 1_000)).toBe('allowed');
    expect(allowed(path, query, end)).toBe('AccessDenied');
    const renewed = (await send('POST', 'media-access')).json<GuestMediaAccess>();
    expect(allowed(path, renewed.query)).toBe('allowed');
  });

  test('do not open with a policy that was changed for another session', async () => {
    const { query } = (await enter(await create())).opened.media_access;
    const decode = (text: string) => text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
    const encode = (text: string) => text.replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
    const wider = query.replace(/(?<=Policy=)[^&]+/, (policy) => {
      const text = Buffer.from(decode(policy), 'base64').toString();
      const changed = text.replace(session.id, '*');
      expect(changed).not.toBe(text);
      return encode(Buffer.from(changed).toString('base64'));
    });
    expect(allowed(`/media/${session.customer_id}/${session.id}/k/400.webp`, wider)).toBe('AccessDenied');
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

describe('the preview of a link', () => {
  const page = (id: string) => call(preview, 'GET', `/shared/${id}`);
  const picture = (id: string) => call(preview, 'GET', `/shared/${id}/cover.jpg`);
  const generic = async () => (await page(newId())).text;

  /** The page and the picture, as anyone gets them. */
  async function expectGeneric({ id }: { id: string }) {
    const { text, status, response } = await page(id);
    expect({ text, status }).toEqual({ text: await generic(), status: 200 });
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-if-error=600');
    const none = await picture(id);
    expect([none.outcome, none.response.headers.get('cache-control')]).toEqual(['404 NOT_FOUND', 'no-store']);
  }

  test('shows the cover to anyone where the studio wants it, and nothing else of the session', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true });
    const { text, response } = await page(link.id);
    expect(text).toContain(`<meta property="og:image" content="${site}/shared/${link.id}/cover.jpg"/>`);
    expect(text).toContain('<meta property="og:image:width" content="1200"/>');
    expect(text).toContain('<meta property="og:title" content="Photos for you | Oak &amp; Shadow"/>');
    expect(text.replace(/<meta [^>]*>/g, '')).toBe((await generic()).replace(/<meta [^>]*>/g, ''));
    for (const secret of [link.token, 'Family', link.label, session.id]) expect(text).not.toContain(secret);
    // Some apps send this address on in place of the one with the secret.
    expect(text).not.toContain('og:url');
    const shown = await picture(link.id);
    for (const { headers } of [response, shown.response]) {
      expect(headers.get('x-robots-tag')).toBe('noindex');
      // At the edge for seconds, in no browser.
      expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=2, stale-if-error=/);
    }
    // The edge does not go on with a picture that it can't ask about.
    expect(shown.response.headers.get('cache-control')).toMatch(/stale-if-error=0$/);
    expect(shown.response.headers.get('content-type')).toBe('image/jpeg');
  });

  test('is the same for every other link as for none', async () => {
    await putLarge(session, photo);
    for (const id of ['x', `guest%23${newId()}`]) await expectGeneric({ id });
    const link = await create();
    await expectGeneric(link);
    const shown = await change(link, { shows_cover: true });
    expect(await page(link.id).then(({ text }) => text)).not.toBe(await generic());
    await expectGeneric(await change(shown, { shows_cover: false }));
    expect((await enter(link)).opened.state).toBe('open');
  });

  test('loses the cover when the link is revoked, and with the session', async () => {
    await putLarge(session, photo);
    const [revoked, kept] = [await create({ shows_cover: true }), await create({ shows_cover: true })];
    await revoke(revoked);
    await expectGeneric(revoked);
    expect((await picture(kept.id)).status).toBe(200);
    await call(admin, 'DELETE', `/api/admin/customers/${session.customer_id}`, { as });
    await expectGeneric(kept);
  });

  test('loses the cover when the link ends', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true, ends_on: today(new Date()) });
    expect((await picture(link.id)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(link.ends_at) });
    expect((await picture(link.id)).outcome).toBe('404 NOT_FOUND');
    vi.useRealTimers();
  });

  test('never shows a hidden or deleted photo: the next one, or none', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true });
    const cover = { cover_id: other, version: 0 };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, { as, body: cover });
    // The chosen cover has no file here.
    expect((await picture(link.id)).outcome).toBe('404 NOT_FOUND');
    await call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${other}`, { as });
    expect((await picture(link.id)).status).toBe(200);
    const hidden = { photo_ids: [photo], is_approved: false };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: hidden });
    await expectGeneric(link);
  });

  test('shows no cover of a link with a PIN, which would need none to see it', async () => {
    const body = { ...linkValues, shows_cover: true, pin: '123456' };
    const answer = await call(admin, 'POST', `/api/admin/sessions/${session.id}/links`, { as, body });
    expect(answer.outcome).toBe('400 INVALID');
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['shows_cover']);
  });

  test('is turned on by the studio only; the client can turn it off', async () => {
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, {
      as,
      body: { client_may_share: true, version: 0 },
    });
    const make = (values: object) =>
      call(client, 'POST', `/api/client/sessions/${session.id}/links`, {
        as: owner,
        body: { ...linkValues, ...values },
      });
    expect(Object.keys((await make({ shows_cover: true })).error.fields ?? {})).toEqual(['shows_cover']);
    const link = (await make({})).json<Link>();
    const set = (version: number, shows_cover: boolean) =>
      call(client, 'PATCH', `/api/client/links/${link.id}`, {
        as: owner,
        body: { ...linkValues, shows_cover, version },
      });
    expect((await set(0, true)).outcome).toBe('400 INVALID');
    await change(link, { shows_cover: true });
    expect((await set(1, true)).outcome).toBe('200');
    expect((await set(2, false)).json<Link>().shows_cover).toBe(false);
  });

  test.skipIf(isAwsDynamoDb)(
    'sends people to the page itself when it can’t be read, with the secret that their browser keeps',
    async () => {
      const link = await create({ shows_cover: true });
      await studio.setFaults('dynamodb', [{ operation: 'GetItem', error: 'InternalServerError', status: 500 }]);
      const { status, response } = await page(link.id);
      await studio.setFaults('dynamodb', []);
      expect([status, response.headers.get('location')]).toEqual([302, '/shared']);
    },
  );
});
