import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GalleryPage, StudioPage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { Gallery, Session, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

/** Chapters of a session, and the order of its photos by hand. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const ask = (method: string, path: string, body?: object) => call(admin, method, `/api/admin${path}`, { as, body });

let login: Claims;
let session: Session;
let version: number;
beforeEach(async () => {
  const made = await newClient();
  login = made.login;
  session = await newSession(made.profile.id);
  version = 0;
});

/** Adds photos taken one minute apart. */
async function photos(...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [minute, name] of names.entries()) {
    const captured_at = `2025-05-04T10:${String(minute).padStart(2, '0')}:00.000Z`;
    ids.push(await newPhoto(session, { file_name: `${name}.jpg`, captured_at }));
  }
  return ids;
}

const edit = async (values: object) => {
  const answer = await ask('PATCH', `/sessions/${session.id}`, { version, ...values });
  if (answer.status === 200) version += 1;
  return answer;
};
const makeChapters = async (...names: string[]) => {
  const answer = await edit({ chapters: names.map((name) => ({ id: null, name })) });
  return answer.json<SessionDetails>().chapters.map(({ id }) => id);
};
const arrange = (photo_ids: string[], to: object) =>
  ask('POST', `/sessions/${session.id}/photos/arrange`, { photo_ids, ...to });
const names = (items: { file_name: string }[]) => items.map(({ file_name }) => file_name.replace('.jpg', '')).join(' ');
const studioSees = async (query = '') =>
  (await ask('GET', `/sessions/${session.id}/photos${query}`)).json<StudioPage>().items;
const clientAsks = (query = '') =>
  call(client, 'GET', `/api/client/sessions/${session.id}/photos${query}`, { as: login });
const clientSees = async (query = '') => names((await clientAsks(query)).json<GalleryPage>().items);
const details = async () => (await ask('GET', `/sessions/${session.id}`)).json<SessionDetails>();
const gallery = async () => (await call(client, 'GET', '/api/client/sessions', { as: login })).json<Gallery>();

describe('chapters', () => {
  test('are made, renamed, ordered and deleted as one list, in the version that was read', async () => {
    const [ready, party] = await makeChapters('Getting ready', '  Party  ');
    expect((await details()).chapters).toEqual([
      { id: ready, name: 'Getting ready' },
      { id: party, name: 'Party' },
    ]);
    const stale = await ask('PATCH', `/sessions/${session.id}`, { version: 0, chapters: [] });
    expect(stale.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(stale.error.details).toMatchObject({ current: { chapters: [{ id: ready }, { id: party }] } });
    await edit({
      chapters: [
        { id: party, name: 'Dancing' },
        { id: ready, name: 'Getting ready' },
      ],
    });
    expect((await details()).chapters.map(({ name }) => name)).toEqual(['Dancing', 'Getting ready']);
    await edit({ chapters: [{ id: party, name: 'Dancing' }] });
    expect((await details()).chapters).toEqual([{ id: party, name: 'Dancing' }]);
  });

  test('are refused with an unknown or repeated id, without a name, and above the limit', async () => {
    const [one] = await makeChapters('One');
    const wrong = [
      [{ id: newId(), name: 'Other' }],
      [
        { id: one, name: 'One' },
        { id: one, name: 'Twice' },
      ],
      [{ id: one, name: ' ' }],
      [{ id: one, name: 'x'.repeat(limits.chapterName + 1) }],
      Array.from({ length: limits.chaptersPerSession + 1 }, () => ({ id: null, name: 'Many' })),
    ];
    for (const chapters of wrong) expect((await edit({ chapters })).outcome).toBe('400 INVALID');
    expect((await details()).chapters).toEqual([{ id: one, name: 'One' }]);
  });

  test('order the photos for studio and client: chapter by chapter, then those in none', async () => {
    const [a, b, c, d, e] = await photos('a', 'b', 'c', 'd', 'e');
    const [first, second] = await makeChapters('First', 'Second');
    await arrange([d!, b!], { chapter_id: first });
    await arrange([a!], { chapter_id: second });
    expect(names(await studioSees())).toBe('b d a c e');
    expect(await clientSees()).toBe('b d a c e');
    expect(await clientSees(`?chapter=${first}`)).toBe('b d');
    expect(await clientSees('?chapter=none')).toBe('c e');
    expect((await studioSees()).map(({ chapter_id }) => chapter_id)).toEqual([first, first, second, null, null]);
    await edit({
      chapters: [
        { id: second, name: 'Second' },
        { id: first, name: 'First' },
      ],
    });
    expect(await clientSees()).toBe('a b d c e');
    await edit({ photo_order: 'name' });
    await arrange([c!, e!], { chapter_id: second });
    expect(await clientSees()).toBe('a c e b d');
    expect((await details()).chapter_counts).toEqual({
      [first!]: { photos_count: 2, visible_count: 2 },
      [second!]: { photos_count: 3, visible_count: 3 },
    });
  });

  test('page through many photos, each once, in order', async () => {
    const rows = Array.from({ length: 150 }, (_, at) =>
      readyPhoto(session, { file_name: `IMG_${at}.jpg`, is_approved: at % 10 !== 0 }),
    );
    await storePhotos(session.id, rows);
    await edit({ photo_order: 'name' });
    const chapters = await makeChapters('A', 'Empty', 'B', 'C');
    await arrange(
      rows.slice(0, 100).map(({ id }) => id),
      { chapter_id: chapters[2] },
    );
    await arrange(
      rows.slice(100, 120).map(({ id }) => id),
      { chapter_id: chapters[0] },
    );
    await arrange(
      rows.slice(120, 125).map(({ id }) => id),
      { chapter_id: chapters[3] },
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    do {
      const page: GalleryPage = (await clientAsks(cursor && `?cursor=${cursor}`)).json();
      seen.push(...page.items.map(({ file_name }) => file_name));
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor);
    const order = [...rows.slice(100, 120), ...rows.slice(0, 100), ...rows.slice(120)];
    expect(seen).toEqual(order.filter(({ is_approved }) => is_approved).map(({ file_name }) => file_name));
    expect(pages).toBe(3);
  });

  test('without visible photos are unknown to the client: no name, no count, no page', async () => {
    const [a, b] = await photos('a', 'b');
    const [open, secret, empty] = await makeChapters('Open', 'Secret', 'Empty');
    await arrange([a!], { chapter_id: open });
    await arrange([b!], { chapter_id: secret });
    await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [b], is_approved: false });
    const [shown] = (await gallery()).items;
    expect(shown?.chapters).toEqual([{ id: open, name: 'Open', photos_count: 1 }]);
    const answers = await Promise.all([secret, empty, newId()].map((id) => clientAsks(`?chapter=${id}`)));
    expect(new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]+"/, '')))).toHaveProperty('size', 1);
    expect(answers[0]?.outcome).toBe('404 NOT_FOUND');
    expect(JSON.stringify(await gallery())).not.toMatch(/Secret|Empty/);
    await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [b], is_approved: true });
    expect((await gallery()).items[0]?.chapters.map(({ name }) => name)).toEqual(['Open', 'Secret']);
  });

  test('are deleted only when empty, also when photos are moved into them at the same time', async () => {
    const [a] = await photos('a');
    const [one] = await makeChapters('One');
    await arrange([a!], { chapter_id: one });
    const refused = await edit({ chapters: [] });
    expect(refused.outcome).toBe('400 INVALID');
    expect(refused.error.message).toBe('“One” still has photos. Move them out of this chapter first.');
    await arrange([a!], { chapter_id: null });
    const [deleted, moved] = await Promise.all([edit({ chapters: [] }), arrange([a!], { chapter_id: one })]);
    const now = await details();
    const [photo] = await studioSees();
    expect([deleted.status, moved.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(photo?.chapter_id ?? null).toBe(now.chapters.length === 0 ? null : (photo?.chapter_id ?? null));
    expect(now.chapters.some(({ id }) => id === photo?.chapter_id)).toBe(photo?.chapter_id !== null);
  });

  test('count exactly after moves, hiding, deletion and restoring at the same time', async () => {
    const ids = await photos(...'abcdefghij');
    const [one, two] = await makeChapters('One', 'Two');
    await Promise.all([
      arrange(ids, { chapter_id: one }),
      arrange(ids.slice(5), { chapter_id: two }),
      ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: ids.slice(3, 7), is_approved: false }),
      ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: ids.slice(0, 2) }),
    ]);
    await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [ids[0]] });
    const items = await studioSees();
    const counted = (chapter: string) => {
      const own = items.filter(({ chapter_id }) => chapter_id === chapter);
      return { photos_count: own.length, visible_count: own.filter(({ is_approved }) => is_approved).length };
    };
    const { chapter_counts } = await details();
    const none = { photos_count: 0, visible_count: 0 };
    expect(chapter_counts[one!] ?? none).toEqual(counted(one!));
    expect(chapter_counts[two!] ?? none).toEqual(counted(two!));
  });

  test('that a photo left in the trash are gone when it is restored', async () => {
    const [a, b] = await photos('a', 'b');
    const [one, two] = await makeChapters('One', 'Two');
    await arrange([a!], { chapter_id: one });
    await arrange([b!], { chapter_id: two });
    await ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: [a, b] });
    await edit({ chapters: [{ id: two, name: 'Two' }] });
    const restored = await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [a, b] });
    expect(restored.json<{ items: StudioPhoto[] }>().items.map(({ chapter_id }) => chapter_id)).toEqual([null, two]);
    expect((await details()).chapter_counts).toEqual({ [two!]: { photos_count: 1, visible_count: 1 } });
  });

  test('refuse photos when they do not exist any more', async () => {
    const [a] = await photos('a');
    const refused = await arrange([a!], { chapter_id: newId() });
    expect(refused.outcome).toBe('400 INVALID');
    expect(refused.error.fields).toEqual({ chapter_id: 'This chapter does not exist any more.' });
  });
});

describe('the order by hand', () => {
  test('begins with the order of the session, and moves only what is moved', async () => {
    const [a, b, c, d] = await photos('d', 'c', 'b', 'a');
    await edit({ photo_order: 'custom' });
    expect(names(await studioSees())).toBe('d c b a');
    await arrange([d!], { place: { before: b } });
    expect(await clientSees()).toBe('d a c b');
    await arrange([a!, b!], { place: { before: null } });
    expect(await clientSees()).toBe('a b d c');
    await arrange([c!], { place: { before: d } });
    expect(await clientSees()).toBe('b a d c');
    expect((await details()).placed_count).toBe(4);
    expect((await studioSees('?show=placed')).length).toBe(4);
  });

  test('puts new photos at their natural place between the others', async () => {
    const [a, b] = await photos('a', 'b');
    await edit({ photo_order: 'custom' });
    await arrange([b!], { place: { before: a } });
    await newPhoto(session, { file_name: 'early.jpg', captured_at: '2025-05-04T09:00:00.000Z' });
    await newPhoto(session, { file_name: 'late.jpg', captured_at: '2025-05-04T11:00:00.000Z' });
    expect(await clientSees()).toBe('b early a late');
  });

  test('moves a hundred photos in the order of their ids, and between chapters', async () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      readyPhoto(session, {
        file_name: `${at}.jpg`,
        captured_at: new Date(Date.UTC(2025, 4, 4, 10, at)).toISOString(),
      }),
    );
    await storePhotos(session.id, rows);
    const [one] = await makeChapters('One');
    await arrange([rows[5]!.id, rows[6]!.id], { chapter_id: one });
    await edit({ photo_order: 'custom' });
    const moved = rows
      .slice(20)
      .map(({ id }) => id)
      .toReversed();
    expect((await arrange(moved, { place: { before: rows[6]!.id } })).status).toBe(200);
    const shown = await studioSees();
    expect(shown.slice(0, 102).map(({ id }) => id)).toEqual([rows[5]!.id, ...moved, rows[6]!.id]);
    expect((await details()).chapter_counts[one!]).toEqual({ photos_count: 102, visible_count: 102 });
  });

  test('ends when the places are given up', async () => {
    const [a, b, c] = await photos('a', 'b', 'c');
    await edit({ photo_order: 'custom' });
    await arrange([c!], { place: { before: a } });
    const refused = await edit({ photo_order: 'captured' });
    expect(refused.outcome).toBe('400 INVALID');
    expect(refused.error.message).toBe('Photos of this session are placed by hand. Give up their places first.');
    await arrange([a!, b!, c!], { place: null });
    expect(await clientSees()).toBe('a b c');
    expect((await edit({ photo_order: 'captured' })).status).toBe(200);
    expect((await arrange([c!], { place: { before: a } })).outcome).toBe('400 INVALID');
  });

  test('is kept in the trash only while it lasts', async () => {
    const [a, b] = await photos('a', 'b');
    await edit({ photo_order: 'custom' });
    await arrange([b!], { place: { before: a } });
    await ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: [b] });
    expect((await details()).placed_count).toBe(0);
    await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [b] });
    expect(await clientSees()).toBe('b a');
    await ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: [b] });
    await edit({ photo_order: 'name' });
    await ask('POST', `/sessions/${session.id}/photos/restore`, { photo_ids: [b] });
    expect(await clientSees()).toBe('a b');
    expect((await details()).placed_count).toBe(0);
  });

  test('refuses a place before a photo that is gone or moves itself', async () => {
    const [a, b] = await photos('a', 'b');
    await edit({ photo_order: 'custom' });
    expect((await arrange([a!], { place: { before: a } })).outcome).toBe('400 INVALID');
    await ask('POST', `/sessions/${session.id}/photos/trash`, { photo_ids: [b] });
    expect((await arrange([a!], { place: { before: b } })).outcome).toBe('400 INVALID');
  });

  test('of two concurrent moves to one place both are kept', async () => {
    const [a, b, c] = await photos('a', 'b', 'c');
    await edit({ photo_order: 'custom' });
    const answers = await Promise.all([b!, c!].map((id) => arrange([id], { place: { before: a } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await clientSees()).endsWith('a')).toBe(true);
  });
});

test('words for the client are on the session’s page, the notes are not', async () => {
  await photos('a');
  await edit({ client_words: 'Take your time.\n', notes: 'Difficult uncle' });
  const [shown] = (await gallery()).items;
  expect(shown).toMatchObject({ client_words: 'Take your time.', session_label: session.session_label });
  expect(JSON.stringify(await gallery())).not.toContain('uncle');
});

test('the focal point is found at first, and then chosen by the studio', async () => {
  const photo = await newPhoto(session, { focus: { x: 30, y: 20 } });
  const [old] = [await newPhoto(session)];
  expect((await studioSees()).find(({ id }) => id === old)?.focus).toBeNull();
  await edit({ cover_id: photo });
  const chosen = { x: 70, y: 10 };
  const edited = await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [photo], focus: chosen });
  expect(edited.json<{ items: StudioPhoto[] }>().items[0]?.focus).toEqual(chosen);
  expect((await gallery()).items[0]?.cover).toMatchObject({ id: photo, focus: chosen });
  for (const focus of [{ x: 101, y: 0 }, { x: 1.5, y: 0 }, { x: 1 }]) {
    const refused = await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids: [photo], focus });
    expect(refused.outcome).toBe('400 INVALID');
  }
});
