import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damageOf, mend, parseArguments, readRow, repair } from '../../infra/commands/repair.ts';
import { requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { readDownload } from '../../lambdas/domain/downloads/repository.ts';
import { listUndelivered } from '../../lambdas/domain/emails/undelivered.ts';
import { readContents } from '../../lambdas/domain/flows/customer-joining.ts';
import { listSessions } from '../../lambdas/domain/flows/session-views.ts';
import { setFavoriteOrNote } from '../../lambdas/domain/photos/feedback/client-feedback.ts';
import { listGalleryPhotos, readGallery } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { listPictures } from '../../lambdas/domain/pictures/pictures.ts';
import { listStudioSelections } from '../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../lambdas/domain/selections/selections.ts';
import { listByCustomer, readSession } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { makePlan, OutdatedDownloadError } from '../../lambdas/workers/prepare-download/plan.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { setAttribute } from '../support/rows/set-attribute.ts';
import { makePhoto } from './samples.ts';
import { drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, clientOf, makeSession, read, upload } from './world.ts';

let studio: PhotoStudio;
let folder: string;
beforeAll(async () => {
  studio = await openStudio();
  folder = await mkdtemp(join(tmpdir(), 'repair-'));
});
afterAll(async () => {
  await studio.close();
  await rm(folder, { recursive: true });
});

const target = () => ({
  dynamodb: dynamodb(),
  s3: s3(),
  tables: {
    customers: 'customers',
    sessions: 'sessions',
    photos: 'photos',
    outbox: 'outbox',
    selections: 'selections',
    pictures: 'pictures',
  } as never,
  photosBucket: env('PHOTOS_BUCKET'),
});

async function gallery() {
  const session = await makeSession();
  const keys = [];
  for (const width of [80, 81, 82]) keys.push(await upload(session, await makePhoto({ width, height: 60 })));
  await drain('photo', processPhoto);
  const [sound, damaged, other] = keys;
  return { session, client: clientOf(session), sound: sound!, damaged: damaged!, other: other! };
}

test('a corrupt photo is left out for the client, and named to the studio', async () => {
  const { session, client, damaged } = await gallery();
  await setAttribute('photos', damaged, 'width', 'wide');
  const shown = await listGalleryPhotos(client, session.id);
  expect(shown.items).toHaveLength(2);
  expect(shown).not.toHaveProperty('damaged');
  const studioPage = await listStudioPhotos(admin, session.id);
  expect(studioPage.items).toHaveLength(2);
  expect(studioPage.damaged).toEqual([damaged.id]);
});

test('a client downloads a session and opens the gallery without its corrupt cover photo', async () => {
  const { session, client, sound, damaged, other } = await gallery();
  const request = { kind: 'session', session_id: session.id } as const;
  const { id } = await requestDownload(client, request);
  await setAttribute('sessions', { id: session.id }, 'cover_id', damaged.id);
  await setAttribute('photos', damaged, 'width', 'wide');
  expect((await readGallery(client)).items[0]?.cover).toBeNull();
  const before = await readDownload({ customer_id: client.customer_id, id });
  await expect(makePlan(before!)).rejects.toThrow(OutdatedDownloadError);
  const again = await readDownload({
    customer_id: client.customer_id,
    id: (await requestDownload(client, request)).id,
  });
  const { plan } = await makePlan(again!);
  expect(Object.values(again!.photos).flat()).toEqual([sound.id, other.id]);
  expect(plan.flat()).toHaveLength(2);
});

test('a corrupt session is left out of the list of sessions, and named', async () => {
  const session = await makeSession();
  await setAttribute('sessions', { id: session.id }, 'session_name', 7);
  const page = await listSessions(admin);
  expect(page.items.map(({ id }) => id)).not.toContain(session.id);
  expect(page.damaged).toContain(session.id);
  expect(await listByCustomer(session.customer_id)).toEqual({ items: [], damaged: [session.id] });
  expect(await readContents(admin, session.customer_id)).toMatchObject({ sessions_count: 1, photos_count: 0 });
});

test('a photo is repaired from an export: only corrupt attributes are replaced, later changes are kept', async () => {
  const { session, client, damaged } = await gallery();
  const key = { session_id: damaged.session_id, id: damaged.id };
  const exported = await readRow(target(), 'photos', key);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await writeFile(join(folder, 'rows', 'photos.jsonl'), `${JSON.stringify(exported)}\n`);
  await setFavoriteOrNote(client, session.id, damaged.id, { note: 'Larger', note_before: '' });
  await setAttribute('photos', key, 'width', 'wide');
  await setAttribute('photos', key, 'thumbhash', null);

  const said: string[] = [];
  await repair(target(), 'photos', key, undefined, folder, (line) => said.push(line));
  expect(said.join('\n')).toMatch(/^width: .*\nthumbhash: .*\nNothing was changed/s);
  await repair(target(), 'photos', key, { export: folder }, folder, (line) => said.push(line));
  expect(await read(damaged)).toMatchObject({ width: 81, note: 'Larger', state: 'ready' });
  expect((await readdir(folder)).filter((name) => name.startsWith('damaged-photos-'))).toHaveLength(1);
  expect((await listGalleryPhotos(client, session.id)).items).toHaveLength(3);
  await repair(target(), 'photos', key, undefined, folder, (line) => said.push(line));
  expect(said.at(-1)).toBe('This row is valid: nothing to repair.');
});

test('a photo with a corrupt visibility is repaired as hidden', async () => {
  const { damaged } = await gallery();
  const sound = (await readRow(target(), 'photos', damaged))!;
  expect(mend('photos', { ...sound, is_approved: 'yes' }, sound)).toEqual({ ...sound, is_approved: false });
});

test('a photo is rebuilt from its original, and counted once', async () => {
  const { session, damaged } = await gallery();
  const before = await read(damaged);
  const key = { session_id: damaged.session_id, id: damaged.id };
  await setAttribute('photos', key, 'width', 'wide');
  await repair(target(), 'photos', key, { object: env('LANDING_BUCKET') }, folder, () => {});
  await drain('photo', processPhoto);
  const { media_key: _, ...same } = before as Record<string, unknown>;
  expect(await read(damaged)).toMatchObject(same);
  expect(await readSession(session.id)).toMatchObject({ photos_count: 3, visible_count: 3 });
});

test('an email is repaired from an export; one whose state is damaged becomes failed, and is not sent again by itself', async () => {
  const id = 'quote-received#damaged#2026-05-04T12:00:00.000Z';
  const sound = {
    id,
    kind: 'quote-received',
    to: 'ada@example.com',
    name: 'Ada',
    type: 'print',
    quantity: 1,
    notes: 'Matte',
    favorites: 0,
    state: 'queued',
    created_at: '2026-05-04T12:00:00.000Z',
    expires_at: 4_102_444_800,
  };
  const failed = { ...sound, state: 'failed', trouble: 'refused', reason: 'SES', undelivered: 'email' };
  await dynamodb().send(new PutCommand({ TableName: 'outbox', Item: { ...failed, quantity: 'one', state: 7 } }));
  expect((await listUndelivered(admin)).damaged).toEqual([id]);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await writeFile(join(folder, 'rows', 'outbox.jsonl'), `${JSON.stringify(sound)}\n`);

  const { table, key, from } = parseArguments(['outbox', id, '--export', folder]);
  const said: string[] = [];
  await repair(target(), table, key, from, folder, (line) => said.push(line));
  expect(said.at(-1)).toMatch(/^Repaired: (state, quantity|quantity, state)\.$/);
  expect(await readRow(target(), 'outbox', key)).toEqual(failed);
  expect((await listUndelivered(admin)).items).toMatchObject([{ kind: 'quote-received', state: 'failed' }]);
});

test('a selection is repaired from an export; what was chosen since is kept', async () => {
  const session = await makeSession();
  const terms = { name: 'Album', included: 10, extra_cents: 1_500, minimum: 0, ends_on: null, client_words: '' };
  const { id } = await openSelection(admin, session.id, terms);
  const part = `selection#${id}`;
  const { table, key, from } = parseArguments(['selections', session.id, part, '--export', folder]);
  const sound = await readRow(target(), 'selections', key);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await writeFile(join(folder, 'rows', 'selections.jsonl'), `${JSON.stringify(sound)}\n`);
  await setAttribute('selections', { session_id: session.id, part }, 'chosen_count', 3);
  await setAttribute('selections', { session_id: session.id, part }, 'included', 'ten');
  expect(await listStudioSelections(admin, session.id)).toEqual({ items: [], deleted: [], damaged: [part] });

  await repair(target(), table, key, from, folder, () => {});
  expect(await readRow(target(), 'selections', key)).toEqual({ ...sound, chosen_count: 3 });
  expect((await listStudioSelections(admin, session.id)).items).toMatchObject([{ id, included: 10, chosen_count: 3 }]);
});

test('a corrupt picture of the website is left out of the library, named, and repaired from an export', async () => {
  const key = { library: 'website', id: 'picturethatisdamaged' };
  const sound = {
    ...key,
    name: 'Bride.jpg',
    asked_at: '2026-05-04T12:00:00.000Z',
    state: 'ready',
    width: 1_800,
    height: 1_200,
    color: '#8a7b6c',
    focus: [50, 40],
  };
  await dynamodb().send(new PutCommand({ TableName: 'pictures', Item: { ...sound, width: 'wide' } }));
  expect(await listPictures(admin)).toEqual({ items: [], damaged: [key.id] });
  await mkdir(join(folder, 'rows'), { recursive: true });
  await writeFile(join(folder, 'rows', 'pictures.jsonl'), `${JSON.stringify(sound)}\n`);

  const { table, key: named, from } = parseArguments(['pictures', 'website', key.id, '--export', folder]);
  expect(named).toEqual(key);
  const said: string[] = [];
  await repair(target(), table, named, from, folder, (line) => said.push(line));
  expect(said.at(-1)).toBe('Repaired: width.');
  expect(await readRow(target(), 'pictures', key)).toEqual(sound);
  expect(await listPictures(admin)).toMatchObject({ items: [{ id: key.id, width: 1_800 }] });
  expect(await listPictures(admin)).not.toHaveProperty('damaged');
});

test('each kind of row in the table of selections has its own schema', () => {
  const choice = { session_id: 's', part: 'choice#e#p', photo_id: 'p', is_chosen: true, note: '' };
  expect(damageOf('selections', choice).size).toBe(0);
  expect([...damageOf('selections', { ...choice, note: 7 }).keys()]).toEqual(['note']);
  expect(damageOf('selections', { session_id: 's', part: 'chosen#e#000001#000000', photos: [] }).size).toBe(0);
  expect([...damageOf('selections', { session_id: 's', part: 'round#e#000001' }).keys()]).toContain('round');
});

test('the command takes a table, a key and at most one source', () => {
  expect(parseArguments(['sessions', 'a'])).toEqual({ table: 'sessions', key: { id: 'a' }, from: undefined });
  expect(parseArguments(['photos', 's', 'p', '--table', 'restored'])).toEqual({
    table: 'photos',
    key: { session_id: 's', id: 'p' },
    from: { table: 'restored' },
  });
  for (const line of [
    [],
    ['downloads', 'a'],
    ['photos', 's'],
    ['selections', 's'],
    ['selections', 's', '--export', 'x'],
    ['sessions', 'a', '--object', 'b'],
    ['sessions', 'a', '--export'],
  ]) {
    expect(() => parseArguments(line), line.join(' ')).toThrow('Usage:');
  }
});
