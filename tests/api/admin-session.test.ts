import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import type { BinPage, EditedPhotos, Portfolio, StudioPage } from '#shared/contract/photos.ts';
import type { DeletedSession, Session, SessionDetails, SessionPage } from '#shared/contract/sessions.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { readLetter } from '../../lambdas/domain/outbox.ts';
import { readSession } from '../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import {
  type ApiStudio,
  adminClaims,
  type Call,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../support/api-studio.ts';
import { everyRow, newClient, newPhoto, newSession } from '../support/api-world.ts';

/** What the studio does with one session: its values, its photos, its bin, and the letter to its client. */

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
  test('changes what is given, leaves the rest, and moves it in its customer’s list', async () => {
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

  test('on an old version is refused with what is stored, and changes nothing', async () => {
    await patch({ session_name: 'First', version: 0 });
    const before = await everyRow();
    const late = await patch({ session_name: 'Late', version: 0 });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { session_name: 'First', version: 1 } });
    expect(await everyRow()).toEqual(before);
  });

  test('at once by several: one of them wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => patch({ session_name: `${n}`, session_label: `label-${n}`, version: 0 })),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      ...Array(4).fill('409 CHANGED_MEANWHILE'),
    ]);
    const winner = await details();
    expect(winner.session_label).toBe(`label-${winner.session_name}`);
    // Every label but the winner's is free.
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

  test('to a label that is taken is refused with a free one', async () => {
    await newSession(customer, { session_label: 'river' });
    const refused = await patch({ session_label: 'river', session_name: 'X', version: 0 });
    expect(refused.outcome).toBe('409 LABEL_TAKEN');
    expect(refused.error.details).toEqual({ suggestion: 'river-2' });
    expect(await details()).toMatchObject({ session_label: 'family', session_name: 'Family', version: 0 });
    expect((await patch({ session_label: 'family', version: 0 })).status).toBe(200);
  });

  test('leaves the counts to the photos, which may change them meanwhile', async () => {
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

  test('makes everything of it missing at once, for everybody; restoring brings all of it back', async () => {
    const photo = await newPhoto(session, { is_favorite: true, favorited_at: '2025-05-05T00:00:00.000Z' });
    expect((await remove()).status).toBe(204);
    for (const path of ['', '/photos', '/photos/unsettled', '/photos/bin', `/photos/${photo}/download?size=web`]) {
      expect((await ask('GET', `/sessions/${session.id}${path}`)).outcome).toBe('404 NOT_FOUND');
    }
    for (const [method, path, body] of [
      ['PATCH', '', { session_name: 'x', version: 1 }],
      ['DELETE', '?version=1', undefined],
      ['PATCH', '/photos', { photo_ids: [photo], is_approved: false }],
      ['POST', '/photos/bin', { photo_ids: [photo] }],
      ['DELETE', `/photos/${photo}`, undefined],
      ['POST', '/announcement', { told_at: null }],
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
    const mark = await asClient('PATCH', `/sessions/${session.id}/photos/${photo}`, { is_favorite: false });
    expect(mark.outcome).toBe('404 NOT_FOUND');
    const listed = (await ask('GET', '/sessions')).json<SessionPage>();
    expect(listed.items.some(({ id }) => id === session.id)).toBe(false);
    const { items } = (await ask('GET', `/customers/${customer}/sessions`)).json<{ items: Session[] }>();
    expect(items).toEqual([]);

    const bin = (await ask('GET', '/sessions/deleted')).json<{ items: DeletedSession[] }>();
    expect(bin.items.find(({ id }) => id === session.id)).toMatchObject({ customer_name: 'Ada', photos_count: 1 });
    const restored = await ask('POST', `/sessions/${session.id}/restore`);
    expect(restored.json()).toMatchObject({ session_label: 'family', photos_count: 1, visible_count: 1, version: 2 });
    expect((await ask('GET', `/sessions/${session.id}/photos`)).json<StudioPage>().items).toHaveLength(1);
    expect((await asClient('GET', '/sessions')).json<{ items: unknown[] }>().items).toHaveLength(1);
    expect((await ask('POST', `/sessions/${session.id}/restore`)).status).toBe(200);
    expect((await ask('GET', '/sessions/deleted')).text).not.toContain(session.id);
  });

  test('frees its label; a session that comes back takes the next one', async () => {
    await remove();
    const open = () => ask('POST', '/sessions/open', { customer_id: customer, session_label: 'family' });
    const other = await open();
    expect(other.status).toBe(201);
    expect((await ask('POST', `/sessions/${session.id}/restore`)).json()).toMatchObject({ session_label: 'family-2' });
    expect((await open()).json()).toMatchObject({ id: other.json<Session>().id });
  });

  test('on an old version, or twice, is refused', async () => {
    await patch({ session_name: 'X', version: 0 });
    expect((await remove(0)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await ask('DELETE', `/sessions/${session.id}`)).outcome).toBe('400 INVALID');
    const answers = await Promise.all([remove(1), remove(1), remove(1)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['204', '404 NOT_FOUND', '404 NOT_FOUND']);
  });

  test('and restoring it at once by several ends as one of them said, with one label', async () => {
    await remove();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('POST', `/sessions/${session.id}/restore`)));
    for (const answer of answers) expect(answer.json()).toMatchObject({ session_label: 'family' });
  });
});

describe('the bin of a session', () => {
  const bin = async () => (await ask('GET', `/sessions/${session.id}/photos/bin`)).json<BinPage>().items;
  const toBin = (photo_ids: string[]) => ask('POST', `/sessions/${session.id}/photos/bin`, { photo_ids });
  const restore = (photo_ids: string[]) => ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids });

  test('takes many in one go, counts follow, and gives them back as they were', async () => {
    const ids = [];
    for (let n = 0; n < 60; n += 1) ids.push(await newPhoto(session, { is_approved: n % 2 === 0, note: `note ${n}` }));
    expect(
      (await toBin([...ids, ...ids.slice(0, 3)].slice(0, 60))).json<{ photo_ids: string[] }>().photo_ids,
    ).toHaveLength(60);
    expect(await details()).toMatchObject({ photos_count: 0, visible_count: 0 });
    expect(await bin()).toHaveLength(60);
    const back = (await restore(ids.slice(0, 59))).json<EditedPhotos>().items;
    expect(back).toHaveLength(59);
    expect(back[1]).toMatchObject({ id: ids[1], note: 'note 1', is_approved: false });
    expect(await details()).toMatchObject({ photos_count: 59, visible_count: 30 });
    expect((await bin()).map(({ id }) => id)).toEqual([ids[59]]);
  });

  test('passes over what is foreign, missing or there already; restoring twice is restoring once', async () => {
    const foreign = await newPhoto(await newSession((await newClient()).profile.id));
    const photo = await newPhoto(session);
    const before = await everyRow();
    expect((await toBin([foreign, newId()])).json()).toEqual({ photo_ids: [] });
    expect(await everyRow()).toEqual(before);
    await toBin([photo]);
    expect((await toBin([photo])).json()).toEqual({ photo_ids: [photo] });
    expect((await restore([photo, foreign, newId()])).json<EditedPhotos>().items.map(({ id }) => id)).toEqual([photo]);
    expect((await restore([photo])).json<EditedPhotos>().items).toHaveLength(1);
    expect(await details()).toMatchObject({ photos_count: 1, visible_count: 1 });
  });

  test('deletes, restores and edits at once leave counts equal to rows', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => newPhoto(session)));
    for (let round = 0; round < 6; round += 1) {
      const some = ids.slice(round, round + 6);
      await Promise.all([
        toBin(some),
        restore(ids.slice(0, 8)),
        ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: ids, is_approved: round % 2 === 0 }),
      ]);
      const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<StudioPage>();
      expect(await details()).toMatchObject({
        photos_count: items.length,
        visible_count: items.filter((photo) => photo.is_approved).length,
      });
      expect(items.length + (await bin()).length).toBe(10);
    }
  });
});

describe('which photos', () => {
  test('all, favorites or hidden ones, in the session’s order, page by page', async () => {
    const ids = [];
    for (let n = 0; n < 12; n += 1) {
      const marks = { is_favorite: n % 3 === 0, ...(n % 3 === 0 && { favorited_at: '2025-01-01T00:00:00.000Z' }) };
      ids.push(await newPhoto(session, { ...marks, is_approved: n % 4 !== 0, file_name: `${12 - n}.jpg` }));
    }
    const show = async (what: string) =>
      (await ask('GET', `/sessions/${session.id}/photos?show=${what}`)).json<StudioPage>().items.map(({ id }) => id);
    expect(await show('all')).toEqual(ids);
    expect(await show('favorites')).toEqual(ids.filter((_, n) => n % 3 === 0));
    expect(await show('hidden')).toEqual(ids.filter((_, n) => n % 4 === 0));
    expect((await ask('GET', `/sessions/${session.id}/photos?show=secret`)).outcome).toBe('400 INVALID');
    await patch({ photo_order: 'name', version: 0 });
    expect(await show('favorites')).toEqual(ids.filter((_, n) => n % 3 === 0).toReversed());
    expect((await asClient('GET', `/sessions/${session.id}/photos`)).json<StudioPage>().items[0]?.file_name).toBe(
      '1.jpg',
    );
  });
});

describe('featuring', () => {
  const feature = (photo_ids: string[], category: string | null) =>
    ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids, category });

  test('asks for a category of the studio’s, and shows nothing before its copies lie there', async () => {
    const photo = await newPhoto(session, { is_approved: false });
    expect((await feature([photo], 'nonsense')).outcome).toBe('400 INVALID');
    const answer = (await feature([photo], 'weddings')).json<EditedPhotos>();
    expect(answer.items[0]).toMatchObject({ category: 'weddings', is_approved: false });
    const portfolio = (await call(open, 'GET', '/api/public/portfolio')).json<Portfolio>();
    expect(portfolio.categories).toEqual([]);
    expect((await feature([photo], null)).json<EditedPhotos>().items[0]).toMatchObject({ category: null });
    await feature([photo], 'family');
    await ask('POST', `/sessions/${session.id}/photos/bin`, { photo_ids: [photo] });
    const back = await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [photo] });
    expect(back.json<EditedPhotos>().items[0]).toMatchObject({ category: null });
  });
});

describe('telling the client', () => {
  const tell = (told_at: string | null) => ask('POST', `/sessions/${session.id}/announcement`, { told_at });

  test('queues one letter a press, says when, and how it went', async () => {
    await newPhoto(session);
    await newPhoto(session, { is_approved: false });
    const answers = await Promise.all([tell(null), tell(null), tell(null)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 CHANGED_MEANWHILE',
      '409 CHANGED_MEANWHILE',
    ]);
    const told = await details();
    // The address that the identity provider vouches for, not the one that the client typed.
    const { login_email: to } = (await ask('GET', `/customers/${customer}`)).json<Customer>();
    expect(told.announcement).toEqual({ to, state: 'queued' });
    const letter = await readLetter((await readSession(session.id))?.told_by ?? '');
    expect(letter).toMatchObject({
      kind: 'gallery-ready',
      to,
      name: 'Ada',
      session_name: 'Family',
      photos_count: 1,
    });
    const again = await tell(told.told_at ?? null);
    expect(again.json<SessionDetails>().told_at).not.toBe(told.told_at);
    const outbox = (await everyRow()).outbox as { session_name?: string; to?: string }[];
    expect(outbox.filter((row) => row.to === to)).toHaveLength(2);
    // Telling is not editing: nobody's form is out of date because of it.
    expect((await details()).version).toBe(0);
  });

  test('of nothing to see, or nobody to write to, is refused with a reason', async () => {
    expect((await tell(null)).error.message).toMatch(/can’t see any photo/);
    await newPhoto(session);
    await asClient('POST', '/me/close');
    expect((await tell(null)).error.message).toMatch(/account is closed/);
    login = await newLogin(`${newId()}@example.com`, { verified: false });
    customer = (await asClient('POST', '/me', {})).json<Profile>().id;
    session = await newSession(customer);
    await newPhoto(session);
    expect((await tell(null)).error.message).toMatch(/no email address/);
    expect((await details()).told_at).toBeUndefined();
  });
});
