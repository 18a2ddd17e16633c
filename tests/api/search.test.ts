import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundFiles, SessionNames } from '#shared/contract/search.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { foundPerKind } from '#shared/found-per-kind.ts';
import { writeSearchKeys } from '../../infra/commands/search-keys.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { changeAttachment, insertAttachment } from '../../lambdas/domain/attachments/repository.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { readyAttachment, readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const find = async (name: string) =>
  (
    await call(admin, 'POST', '/api/admin/found-files', { as: adminClaims('[staff]'), body: { name } })
  ).json<FoundFiles>();
const namesOf = ({ photos }: FoundFiles) => photos.map(({ file_name }) => file_name);

/** A session of a new customer. */
async function sessionOf(): Promise<Session> {
  const { profile } = await newClient();
  return newSession(profile.id, { session_label: newId() });
}
const removePhoto = (session: string, photo: string) =>
  call(admin, 'DELETE', `/api/admin/sessions/${session}/photos/${photo}`, { as });

test('a photo is found by its number, its name and the beginning of both, in all sessions, newest first', async () => {
  const [one, other] = [await sessionOf(), await sessionOf()];
  const older = await newPhoto(one, { file_name: 'IMG_7731.jpg', uploaded_at: '2026-01-01T00:00:00.000Z' });
  const newer = await newPhoto(other, { file_name: 'IMG_7731-Edit.jpg', uploaded_at: '2026-02-01T00:00:00.000Z' });
  await newPhoto(other, { file_name: 'DSC07731.jpg', is_approved: false, uploaded_at: '2026-03-01T00:00:00.000Z' });
  await newPhoto(other, { file_name: 'IMG_7732.jpg' });

  expect(namesOf(await find('7731'))).toEqual(['DSC07731.jpg', 'IMG_7731-Edit.jpg', 'IMG_7731.jpg']);
  expect(namesOf(await find('dsc07731.JPG'))).toEqual(['DSC07731.jpg']);
  expect(namesOf(await find('img 773'))).toEqual(['IMG_7732.jpg', 'IMG_7731-Edit.jpg', 'IMG_7731.jpg']);
  const { photos, is_more } = await find('img_7731');
  expect(is_more).toBe(false);
  expect(photos.map(({ id, session_id, session_name }) => ({ id, session_id, session_name }))).toEqual([
    { id: newer, session_id: other.id, session_name: other.session_name },
    { id: older, session_id: one.id, session_name: one.session_name },
  ]);
  expect(photos[0]).toMatchObject({ media_path: expect.stringContaining(other.id), customer_name: expect.any(String) });
});

test('a name without a number is found by its beginning, in any case and with any accents', async () => {
  const session = await sessionOf();
  await newPhoto(session, { file_name: 'Zoë am Fluß.jpg' });
  for (const text of ['zoe', 'ZOË AM', 'zoe am fluss.jpg'])
    expect(namesOf(await find(text)), text).toEqual(['Zoë am Fluß.jpg']);
  for (const text of ['zo', 'fluss', 'zoey']) expect(namesOf(await find(text)), text).toEqual([]);
});

test('what is in the trash is not found, and is again when it is restored', async () => {
  const session = await sessionOf();
  const photo = await newPhoto(session, { file_name: 'IMG_7741.jpg' });
  const attachment = readyAttachment(session, { file_name: 'IMG_7741.CR3' });
  await transact([insertAttachment(attachment)]);
  const everything = { photos: ['IMG_7741.jpg'], attachments: ['IMG_7741.CR3'] };
  const found = async () => {
    const { photos, attachments } = await find('7741');
    return { photos: photos.map((one) => one.file_name), attachments: attachments.map((one) => one.file_name) };
  };
  expect(await found()).toEqual(everything);

  expect((await removePhoto(session.id, photo)).status).toBe(204);
  expect(await found()).toEqual({ ...everything, photos: [] });
  await call(admin, 'POST', `/api/admin/sessions/${session.id}/photos/restore`, { as, body: { photo_ids: [photo] } });
  expect(await found()).toEqual(everything);

  await call(admin, 'DELETE', `/api/admin/sessions/${session.id}?version=0`, { as });
  expect(await found()).toEqual({ photos: [], attachments: [] });
  await call(admin, 'POST', `/api/admin/sessions/${session.id}/restore`, { as });
  const trashed = { ...attachment, state: 'deleted' as const, deleted_at: new Date().toISOString() };
  await transact([changeAttachment(attachment, trashed)]);
  expect((await found()).attachments).toEqual([]);
});

test('of very many files with one number some are found, and that there are more is said', async () => {
  const session = await sessionOf();
  const photos = Array.from({ length: 230 }, () => readyPhoto(session, { file_name: 'IMG_7751.jpg' }));
  await storePhotos(session.id, photos);
  const { photos: found, is_more } = await find('7751');
  expect(found).toHaveLength(foundPerKind);
  expect(is_more).toBe(true);
});

test('the names of all sessions are answered with 304 while they are unchanged, without the trash', async () => {
  const session = await sessionOf();
  const read = (etag = '') =>
    call(admin, 'GET', '/api/admin/session-names', { as, headers: { 'if-none-match': etag } });
  const first = await read();
  const etag = first.response.headers.get('etag') ?? '';
  const { id, customer_id, session_label, session_name, session_date } = session;
  expect(first.json<SessionNames>().items).toContainEqual({
    id,
    customer_id,
    session_label,
    session_name,
    session_date,
  });
  expect((await read(etag)).status).toBe(304);
  await call(admin, 'DELETE', `/api/admin/sessions/${id}?version=0`, { as });
  const third = await read(etag);
  expect(third.status).toBe(200);
  expect(third.json<SessionNames>().items.some((item) => item.id === id)).toBe(false);
});

test('where sessions stand is answered for those that are not in the trash', async () => {
  const [live, trashed] = [await sessionOf(), await sessionOf()];
  await call(admin, 'DELETE', `/api/admin/sessions/${trashed.id}?version=0`, { as });
  const body = { session_ids: [live.id, trashed.id, newId()] };
  const answer = await call(admin, 'POST', '/api/admin/session-states', { as, body });
  expect(answer.json()).toEqual({ items: [{ id: live.id, state: 'to_upload' }] });
});

test('files from before the search are found once the command has written their keys, and nothing else changes', async () => {
  const session = await sessionOf();
  const id = await newPhoto(session, { file_name: 'IMG_7761.jpg' });
  const trashed = await newPhoto(session, { file_name: 'IMG_7762.jpg' });
  await removePhoto(session.id, trashed);
  const Key = { session_id: session.id, id };
  const read = async () => (await dynamodb().send(new GetCommand({ TableName: 'photos', Key }))).Item;
  const stored = await read();
  const without = { TableName: 'photos', Key, UpdateExpression: 'REMOVE found_as, found_by' };
  await dynamodb().send(new UpdateCommand(without));
  expect(namesOf(await find('776'))).toEqual([]);

  const lines: string[] = [];
  const repair = () =>
    writeSearchKeys({ dynamodb: dynamodb(), tables: { photos: 'photos' } as never }, (line) => lines.push(line));
  await repair();
  expect(namesOf(await find('776'))).toEqual(['IMG_7761.jpg']);
  expect(await read()).toEqual(stored);
  await repair();
  expect(lines.map((line) => /\d+/.exec(line)?.[0])).toEqual(['1', '0']);
});
