import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import type { EditedPhotos, StudioPage, TrashPage } from '#shared/contract/photos/photos.ts';
import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import type {
  DeletedSession,
  DeletedSessionPage,
  Session,
  SessionDetails,
  SessionPage,
} from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import type { EmailOf } from '../../../lambdas/domain/emails/email-kinds.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { readGalleryFacts } from '../../../lambdas/domain/photos/access/announcement.ts';
import type { ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhoto } from '../../../lambdas/domain/photos/row/repository.ts';
import { readSession } from '../../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import {
  type ApiStudio,
  adminClaims,
  type Call,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

/** The admin routes of one session: its values, photos, trash, and the email that announces it to the client. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const ask = (method: string, path: string, body?: Call['body']) =>
  call(admin, method, `/api/admin${path}`, { as, body });

let login: Claims;
let customer: string;
let session: Session;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
  session = await newSession(customer, { session_label: 'family', notes: 'By the river' });
});

const details = async () => (await ask('GET', `/sessions/${session.id}`)).json<SessionDetails>();
const patch = (values: object, id = session.id) => ask('PATCH', `/sessions/${id}`, values);
const asClient = (method: string, path: string, body?: Call['body']) =>
  call(client, method, `/api/client${path}`, { as: login, body });

describe('editing a session', () => {
  test('changes the given values, keeps the others, and re-sorts the session in its customer’s list', async () => {
    const other = await newSession(customer, { session_date: '2025-06-01' });
    const edited = await patch({ session_name: ' Autumn ', session_date: '2025-07-01', version: 0 });
    expect(edited.json()).toMatchObject({
      session_name: 'Autumn',
      session_date: '2025-07-01',
      session_label: 'family',
      notes: 'By the river',
      customer_name: 'Ada',
      version: 1,
    });
    expect((await details()).version).toBe(1);
    const { items } = (await ask('GET', `/customers/${customer}/sessions`)).json<{ items: Session[] }>();
    expect(items.map(({ id }) => id)).toEqual([session.id, other.id]);
    expect((await patch({ notes: '', photo_order: 'captured', version: 1 })).json()).toMatchObject({
      session_name: 'Autumn',
      notes: '',
      photo_order: 'captured',
    });
  });

  test('with an old version returns 409 with the stored session and changes nothing', async () => {
    await patch({ session_name: 'First', version: 0 });
    const before = await everyRow();
    const late = await patch({ session_name: 'Late', version: 0 });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { session_name: 'First', version: 1 } });
    expect(await everyRow()).toEqual(before);
  });

  test('by several requests at once: one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => patch({ session_name: `${n}`, session_label: `label-${n}`, version: 0 })),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      ...Array(4).fill('409 CHANGED_MEANWHILE'),
    ]);
    const winner = await details();
    expect(winner.session_label).toBe(`label-${winner.session_name}`);
    // Every candidate label except the winner's is free.
    for (const label of ['family', ...[0, 1, 2, 3, 4].map((n) => `label-${n}`)]) {
      const again = await ask('POST', '/sessions', {
        customer_id: customer,
        session_name: 'x',
        session_date: '2025-01-01',
        session_label: label,
      });
      expect(again.status, label).toBe(label === winner.session_label ? 409 : 201);
    }
  });

  test('to a taken label returns 409 with a free label', async () => {
    await newSession(customer, { session_label: 'river' });
    const refused = await patch({ session_label: 'river', session_name: 'X', version: 0 });
    expect(refused.outcome).toBe('409 LABEL_TAKEN');
    expect(refused.error.details).toEqual({ suggestion: 'river-2' });
    expect(await details()).toMatchObject({ session_label: 'family', session_name: 'Family', version: 0 });
    expect((await patch({ session_label: 'family', version: 0 })).status).toBe(200);
  });

  test('does not touch the counters, which photo edits may change at the same time', async () => {
    await Promise.all([
      patch({ session_name: 'X', version: 0 }),
      newPhoto(session),
      newPhoto(session, { is_approved: false }),
    ]);
    expect(await details()).toMatchObject({ session_name: 'X', photos_count: 2, visible_count: 1 });
  });
});

describe('deleting a session', () => {
  const remove = (version = session.version) => ask('DELETE', `/sessions/${session.id}?version=${version}`);

  test('makes all its data unreachable for everybody; restoring it makes all of it reachable again', async () => {
    const photo = await newPhoto(session, { is_favorite: true, favorited_at: '2025-05-05T00:00:00.000Z' });
    expect((await remove()).status).toBe(204);
    for (const path of ['', '/photos', '/photos/unsettled', '/photos/trash', `/photos/${photo}/download?size=web`]) {
      expect((await ask('GET', `/sessions/${session.id}${path}`)).outcome).toBe('404 NOT_FOUND');
    }
    for (const [method, path, body] of [
      ['PATCH', '', { session_name: 'x', version: 1 }],
      ['DELETE', '?version=1', undefined],
      ['PATCH', '/photos', { photo_ids: [photo], is_approved: false }],
      ['POST', '/photos/trash', { photo_ids: [photo] }],
      ['DELETE', `/photos/${photo}`, undefined],
      ['POST', '/announcement', { announced_at: null }],
      [
        'POST',
        '/uploads',
        {
          is_approved: true,
          downloadable: true,
          files: [{ file_name: 'a.jpg', content_type: 'image/jpeg', size: 1, sha256: `${'A'.repeat(43)}=` }],
        },
      ],
    ] as const) {
      expect((await ask(method, `/sessions/${session.id}${path}`, body)).outcome, method + path).toBe('404 NOT_FOUND');
    }
    expect((await asClient('GET', '/sessions')).json()).toMatchObject({ items: [] });
    expect((await asClient('GET', `/sessions/${session.id}/photos`)).outcome).toBe('404 NOT_FOUND');
    const favoriteAnswer = await asClient('PATCH', `/sessions/${session.id}/photos/${photo}`, { is_favorite: false });
    expect(favoriteAnswer.outcome).toBe('404 NOT_FOUND');
    const listed = (await ask('GET', '/sessions')).json<SessionPage>();
    expect(listed.items.some(({ id }) => id === session.id)).toBe(false);
    const { items } = (await ask('GET', `/customers/${customer}/sessions`)).json<{ items: Session[] }>();
    expect(items).toEqual([]);

    const trash = (await ask('GET', '/sessions/deleted')).json<{ items: DeletedSession[] }>();
    expect(trash.items.find(({ id }) => id === session.id)).toMatchObject({ customer_name: 'Ada', photos_count: 1 });
    const restored = await ask('POST', `/sessions/${session.id}/restore`);
    expect(restored.json()).toMatchObject({ session_label: 'family', photos_count: 1, visible_count: 1, version: 2 });
    expect((await ask('GET', `/sessions/${session.id}/photos`)).json<StudioPage>().items).toHaveLength(1);
    expect((await asClient('GET', '/sessions')).json<{ items: unknown[] }>().items).toHaveLength(1);
    expect((await ask('POST', `/sessions/${session.id}/restore`)).status).toBe(200);
    expect((await ask('GET', '/sessions/deleted')).text).not.toContain(session.id);
  });

  test('lists all deleted sessions in pages, the last deleted first, also by another than the order of creation', async () => {
    await remove();
    const made: Session[] = [];
    for (let n = 0; n < limits.rowsPerPage; n += 1) {
      made.push(await newSession(customer, { session_label: `deleted-${n}` }));
    }
    // Created last, deleted first: it is the last of these in the list.
    for (const { id } of made.toReversed()) await ask('DELETE', `/sessions/${id}?version=0`);
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/sessions/deleted${cursor && `?cursor=${encodeURIComponent(cursor)}`}`;
      const page: DeletedSessionPage = (await ask('GET', path)).json<DeletedSessionPage>();
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(listed.slice(0, made.length + 1)).toEqual([...made.map(({ id }) => id), session.id]);
  });

  test('frees its label; a restored session gets the next free label', async () => {
    await remove();
    const open = () => ask('POST', '/sessions/open', { customer_id: customer, session_label: 'family' });
    const other = await open();
    expect(other.status).toBe(201);
    expect((await ask('POST', `/sessions/${session.id}/restore`)).json()).toMatchObject({ session_label: 'family-2' });
    expect((await open()).json()).toMatchObject({ id: other.json<Session>().id });
  });

  test('with an old version, or twice, is refused', async () => {
    await patch({ session_name: 'X', version: 0 });
    expect((await remove(0)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await ask('DELETE', `/sessions/${session.id}`)).outcome).toBe('400 INVALID');
    const answers = await Promise.all([remove(1), remove(1), remove(1)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['204', '404 NOT_FOUND', '404 NOT_FOUND']);
  });

  test('and restoring it at the same time leaves the result of one of the requests, with one label', async () => {
    await remove();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('POST', `/sessions/${session.id}/restore`)));
    for (const answer of answers) expect(answer.json()).toMatchObject({ session_label: 'family' });
  });
});

describe('session trash', () => {
  const trash = async () => (await ask('GET', `/sessions/${session.id}/photos/trash`)).json<TrashPage>().items;
  const toTrash = (photo_ids: string[]) => ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids });
  const restore = (photo_ids: string[]) => ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids });

  test('takes many photos in one request, updates the counters, and restores the photos unchanged', async () => {
    const ids = [];
    for (let n = 0; n < 60; n += 1) ids.push(await newPhoto(session, { is_approved: n % 2 === 0, note: `note ${n}` }));
    expect(
      (await toTrash([...ids, ...ids.slice(0, 3)].slice(0, 60))).json<{ photo_ids: string[] }>().photo_ids,
    ).toHaveLength(60);
    expect(await details()).toMatchObject({ photos_count: 0, visible_count: 0 });
    expect(await trash()).toHaveLength(60);
    const back = (await restore(ids.slice(0, 59))).json<EditedPhotos>().items;
    expect(back).toHaveLength(59);
    expect(back[1]).toMatchObject({ id: ids[1], note: 'note 1', is_approved: false });
    expect(await details()).toMatchObject({ photos_count: 59, visible_count: 30 });
    expect((await trash()).map(({ id }) => id)).toEqual([ids[59]]);
  });

  test('ignores foreign, missing and already deleted photos; a second restore changes nothing', async () => {
    const foreign = await newPhoto(await newSession((await newClient()).profile.id));
    const photo = await newPhoto(session);
    const before = await everyRow();
    expect((await toTrash([foreign, newId()])).json()).toEqual({ photo_ids: [] });
    expect(await everyRow()).toEqual(before);
    await toTrash([photo]);
    expect((await toTrash([photo])).json()).toEqual({ photo_ids: [photo] });
    expect((await restore([photo, foreign, newId()])).json<EditedPhotos>().items.map(({ id }) => id)).toEqual([photo]);
    expect((await restore([photo])).json<EditedPhotos>().items).toHaveLength(1);
    expect(await details()).toMatchObject({ photos_count: 1, visible_count: 1 });
  });

  test('concurrent deletes, restores and edits leave the counters equal to the rows', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => newPhoto(session)));
    for (let round = 0; round < 6; round += 1) {
      const some = ids.slice(round, round + 6);
      await Promise.all([
        toTrash(some),
        restore(ids.slice(0, 8)),
        ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: ids, is_approved: round % 2 === 0 }),
      ]);
      const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<StudioPage>();
      expect(await details()).toMatchObject({
        photos_count: items.length,
        visible_count: items.filter((photo) => photo.is_approved).length,
      });
      expect(items.length + (await trash()).length).toBe(10);
    }
  });
});

describe('which photos', () => {
  test('all, favorites, with a note or hidden, in the session’s order', async () => {
    const ids = [];
    for (let n = 0; n < 12; n += 1) {
      const favorite = { is_favorite: n % 3 === 0, ...(n % 3 === 0 && { favorited_at: '2025-01-01T00:00:00.000Z' }) };
      const note = n % 5 === 0 ? 'Brighter, please' : '';
      ids.push(await newPhoto(session, { ...favorite, note, is_approved: n % 4 !== 0, file_name: `${12 - n}.jpg` }));
    }
    await ask('PATCH', `/sessions/${session.id}`, { photo_order: 'uploaded', version: 0 });
    const show = async (what: string) =>
      (await ask('GET', `/sessions/${session.id}/photos?show=${what}`)).json<StudioPage>().items.map(({ id }) => id);
    expect(await show('all')).toEqual(ids);
    // A hidden favorite is in no count of favorites, so it is not in their list.
    const favorites = ids.filter((_, n) => n % 3 === 0 && n % 4 !== 0);
    expect(await show('favorites')).toEqual(favorites);
    expect((await ask('GET', `/sessions/${session.id}`)).json<Session>().favorites_count).toBe(favorites.length);
    expect(await show('noted')).toEqual(ids.filter((_, n) => n % 5 === 0));
    expect(await show('hidden')).toEqual(ids.filter((_, n) => n % 4 === 0));
    expect((await ask('GET', `/sessions/${session.id}/photos?show=secret`)).outcome).toBe('400 INVALID');
    await patch({ photo_order: 'name', version: 1 });
    expect(await show('favorites')).toEqual(favorites.toReversed());
    expect((await asClient('GET', `/sessions/${session.id}/photos`)).json<StudioPage>().items[0]?.file_name).toBe(
      '1.jpg',
    );
  });
});

describe('featuring a photo', () => {
  const feature = (photo_ids: string[], category: string | null) =>
    ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids, category });

  test('accepts only a known category, and shows nothing on the portfolio before the public copies exist', async () => {
    const photo = await newPhoto(session, { is_approved: false });
    expect((await feature([photo], 'nonsense')).outcome).toBe('400 INVALID');
    const answer = (await feature([photo], 'weddings')).json<EditedPhotos>();
    expect(answer.items[0]).toMatchObject({ category: 'weddings', is_approved: false });
    const portfolio = (await call(open, 'GET', '/api/public/portfolio')).json<Portfolio>();
    expect(portfolio.categories).toEqual([]);
    expect((await feature([photo], null)).json<EditedPhotos>().items[0]).toMatchObject({ category: null });
    await feature([photo], 'family');
    await ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: [photo] });
    const back = await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [photo] });
    expect(back.json<EditedPhotos>().items[0]).toMatchObject({ category: null });
  });
});

describe('announcing a session', () => {
  const announce = (announced_at: string | null) =>
    ask('POST', `/sessions/${session.id}/announcement`, { announced_at });

  test('queues one email per request, and returns the time and the delivery state', async () => {
    await newPhoto(session);
    await newPhoto(session, { is_approved: false });
    const answers = await Promise.all([announce(null), announce(null), announce(null)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 CHANGED_MEANWHILE',
      '409 CHANGED_MEANWHILE',
    ]);
    const announced = await details();
    // The verified login address, not the contact address that the client typed.
    const { login_email: to } = (await ask('GET', `/customers/${customer}`)).json<Customer>();
    expect(announced.announcement).toEqual({ to, state: 'queued' });
    const email = await readEmail((await readSession(session.id))?.announced_by ?? '');
    expect(email).toMatchObject({
      kind: 'gallery-ready',
      to,
      name: 'Ada',
      session_id: session.id,
    });
    expect(await readGalleryFacts(email as EmailOf<'gallery-ready'>)).toEqual({
      session_label: 'family',
      session_name: 'Family',
      sign_in_with: to,
      photos_count: 1,
      downloadable: true,
      ends_on: null,
      cover_key: expect.stringMatching(/^media\/.*\/400\.webp$/),
    });
    expect(announced.client_email).toBe(to);
    const again = await announce(announced.announced_at ?? null);
    expect(again.json<SessionDetails>().announced_at).not.toBe(announced.announced_at);
    const outbox = (await everyRow()).outbox as { session_name?: string; to?: string }[];
    expect(outbox.filter((row) => row.to === to)).toHaveLength(2);
    // An announcement leaves the version unchanged, so that an open edit form does not conflict.
    expect((await details()).version).toBe(0);
  });

  test('includes the message, a cover that the client can see, and no mention of downloads when none is possible', async () => {
    const first = await newPhoto(session, { downloadable: false });
    const chosen = await newPhoto(session, { downloadable: false });
    const keyOf = async (id: string) => ((await readPhoto({ session_id: session.id, id })) as ReadyPhoto).media_key;
    await ask('PATCH', `/sessions/${session.id}`, { cover_id: chosen, version: 0 });
    const path = `/sessions/${session.id}/announcement`;
    const long = await ask('POST', path, { announced_at: null, message: 'a'.repeat(limits.announcement + 1) });
    expect(long.outcome).toBe('400 INVALID');
    await ask('POST', path, { announced_at: null, message: ' See you soon. ' });
    const email = (await readEmail((await readSession(session.id))?.announced_by ?? '')) as EmailOf<'gallery-ready'>;
    expect(email).toMatchObject({ message: 'See you soon.' });
    expect(await readGalleryFacts(email)).toMatchObject({
      downloadable: false,
      photos_count: 2,
      cover_key: expect.stringContaining(await keyOf(chosen)),
    });
    // What the email says is read when it is sent.
    await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [chosen], is_approved: false });
    expect(await readGalleryFacts(email)).toMatchObject({
      photos_count: 1,
      cover_key: expect.stringContaining(await keyOf(first)),
    });
  });

  test('is refused with a reason when no photo is visible, the account is closed or the client has no email address', async () => {
    expect((await announce(null)).error.message).toMatch(/can’t see any photo/);
    await newPhoto(session);
    await asClient('POST', '/me/close');
    expect((await announce(null)).error.message).toMatch(/account is closed/);
    login = await newLogin('');
    customer = (await asClient('POST', '/me', {})).json<Profile>().id;
    session = await newSession(customer);
    await newPhoto(session);
    expect((await announce(null)).error.message).toMatch(/no email address/);
    expect((await details()).announced_at).toBeUndefined();
  });
});
