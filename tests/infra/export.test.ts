import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, ListBucketsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { studio as studioFacts } from '#shared/studio.ts';
import { type TableName, tables } from '../../infra/blueprint.ts';
import { agreeToDestroy, deleteBucket, deleteTables } from '../../infra/commands/destroy.ts';
import { describeExport, exportStudio, type Source } from '../../infra/commands/export.ts';
import { type Row, readRows, rowsFile } from '../../infra/commands/exported/rows.ts';
import { restore } from '../../infra/commands/restore.ts';
import { describeDrill, drill, isSound } from '../../infra/commands/restore-drill.ts';
import { deletePhoto } from '../../lambdas/domain/photos/bin.ts';
import { markPhoto } from '../../lambdas/domain/photos/editing.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { credentials, region, userPoolId } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import type { RunningService } from '../../local/service.ts';
import { makePhoto } from '../photos/samples.ts';
import { drain, openStudio, type PhotoStudio } from '../photos/studio.ts';
import { admin, ask, clientOf, makeSession, read, stored, upload } from '../photos/world.ts';

let studio: PhotoStudio;
let cognitoService: RunningService;
let dir: string;
let source: Source;
const quiet = () => {};

const customer = newId();
let session: SessionRow;
let login: string;
let customerRows: number;
const photos: Record<'first' | 'second' | 'odd' | 'binned', { session_id: string; id: string }> = {} as never;

beforeAll(async () => {
  studio = await openStudio();
  dir = await mkdtemp(join(tmpdir(), 'export-'));
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [], sesEndpoint: 'http://localhost:9' };
  cognitoService = await startCognito({ port: 0, dir: join(dir, 'cognito'), ...nowhere });
  const cognito = new CognitoIdentityProviderClient({
    region,
    credentials,
    endpoint: `http://127.0.0.1:${cognitoService.port}`,
  });
  source = {
    dynamodb: dynamodb(),
    s3: s3(),
    cognito,
    tables: Object.fromEntries(Object.keys(tables).map((name) => [name, name])) as Record<TableName, string>,
    photosBucket: 'photos',
    userPool: userPoolId,
  };

  const { User } = await cognito.send(
    new AdminCreateUserCommand({ UserPoolId: userPoolId, Username: 'ada@example.com', MessageAction: 'SUPPRESS' }),
  );
  login = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? '';
  session = await makeSession({ customer_id: customer, session_name: 'Family <2026>' });
  const row = {
    id: customer,
    customer_id: 'C-7K3M-2QXD',
    name: 'Ada / "Löwe"',
    email: 'ada@example.com',
    login_email: 'ada@example.com',
    contact_email: null,
    phone: '713',
    address: 'Houston',
    status: 'active',
    profile_complete: true,
    login_sub: login,
    created_at: '2026-05-01T10:00:00.000Z',
    directory: 'customer',
    version: 0,
  };
  const loginRow = { id: `login#${login}`, record_id: customer, status: 'active' };
  for (const Item of [row, loginRow]) await source.dynamodb.send(new PutCommand({ TableName: 'customers', Item }));
  customerRows = (await rowsOf('customers')).length;
  photos.first = await upload(session, await makePhoto(), 'IMG_1.jpg');
  photos.second = await upload(session, await makePhoto(), 'img_1.JPG');
  photos.odd = await upload(session, await makePhoto(), '=cmd|calc.jpg', { is_approved: false });
  photos.binned = await upload(session, await makePhoto(), 'IMG_2.jpg');
  await drain('photo', processPhoto);
  await markPhoto(clientOf(session), session.id, photos.first.id, { is_favorite: true });
  await markPhoto(clientOf(session), session.id, photos.first.id, {
    note_before: '',
    note: '=Please </rdf:li> "brighten"\nthis',
  });
  await deletePhoto(admin, session.id, photos.binned.id);
  await ask(session, [{ bytes: await makePhoto(), name: 'late.jpg' }]);
});
afterAll(async () => {
  source.cognito.destroy();
  await cognitoService.close();
  await studio.close();
  await rm(dir, { recursive: true });
});

const folder = () => join(dir, 'exported');
const file = (path: string) => join(folder(), path);
const lines = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');
const photosFolder = 'photos/Ada _ _Löwe_ C-7K3M-2QXD/2026-05-01 Family _2026_';

async function originalKeyOf(key: { session_id: string; id: string }): Promise<string> {
  const photo = await read(key);
  return 'original_key' in photo ? (photo.original_key ?? '') : '';
}

async function rowsOf(TableName: string) {
  const { Items = [] } = await source.dynamodb.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return Items.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
}

describe('studio:export', () => {
  test('copies every original byte for byte, under names that every disk takes', async () => {
    const summary = await exportStudio(source, folder(), quiet);
    expect(summary).toMatchObject({ missing: [], pending: 1, fetched: 4 + 3 * 3, files: 4 + 3 * 3 });
    expect(summary.rows).toMatchObject({ customers: customerRows, sessions: 2, photos: 5, logins: 1 });
    expect(describeExport(summary, 'there').join(' ')).toMatch(
      /there holds everything: 13 files.* 1 photos were still/,
    );

    for (const [name, path] of [
      ['first', 'IMG_1.jpg'],
      ['second', `img_1 ${photos.second.id.slice(0, 6)}.JPG`],
      ['odd', '=cmd_calc.jpg'],
      ['binned', 'In the bin/IMG_2.jpg'],
    ] as const) {
      const original = await stored(await originalKeyOf(photos[name]));
      expect(await readFile(file(`${photosFolder}/${path}`))).toEqual(original.bytes);
    }
  });

  test('writes stars and notes so that programs read them and run nothing', async () => {
    const csv = await readFile(file('favorites-and-notes.csv'), 'utf8');
    expect(csv).toContain(`"Family <2026>","2026-05-01","${photosFolder}/IMG_1.jpg","yes",`);
    expect(csv).toContain(`"'=Please </rdf:li> ""brighten""\nthis"`);
    const sidecar = await readFile(file(`${photosFolder}/IMG_1.xmp`), 'utf8');
    expect(sidecar).toContain('xmp:Rating="5"');
    expect(sidecar).toContain('=Please &lt;/rdf:li&gt; &quot;brighten&quot;\nthis');
    expect(existsSync(file(`${photosFolder}/=cmd_calc.xmp`))).toBe(false);
  });

  test('has galleries whose every link leads to a file, and in which text stays text', async () => {
    const index = await readFile(file('index.html'), 'utf8');
    expect(index).toContain('Ada / &quot;Löwe&quot;');
    const [, page = ''] = /href="(gallery\/\w+\.html)"/.exec(index) ?? [];
    const html = await readFile(file(page), 'utf8');
    expect(html).toContain('Family &lt;2026&gt;');
    expect(html).toContain('★ Favorite');
    expect(html).toContain('Hidden from the client');
    expect(html).not.toMatch(/<script|https?:|<2026>/);
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => decodeURIComponent(link));
    expect(links).toHaveLength(1 + 3 * 3);
    for (const link of links) expect(existsSync(join(folder(), 'gallery', link)), link).toBe(true);
  });

  test('again, fetches only what is missing, and keeps every name', async () => {
    expect((await exportStudio(source, folder(), quiet)).fetched).toBe(0);
    const before = await lines(file('files.jsonl'));
    await rm(file(`${photosFolder}/IMG_1.jpg`));
    await writeFile(file(`${photosFolder}/=cmd_calc.jpg`), 'half');
    expect((await exportStudio(source, folder(), quiet)).fetched).toBe(2);
    expect(new Set(await lines(file('files.jsonl')))).toEqual(new Set(before));
  });

  test('is not whole while it was cut off, and goes on where it stopped', async () => {
    const other = join(dir, 'cut-off');
    studio.faults.s3.set([
      { operation: 'GetObject', delay: 0, times: 5 },
      { operation: 'GetObject', error: 'AccessDenied', status: 403 },
    ]);
    await expect(exportStudio(source, other, quiet)).rejects.toThrow();
    studio.faults.s3.set([]);
    expect(existsSync(join(other, 'export.json'))).toBe(false);
    await expect(drill(source.dynamodb, other, quiet)).rejects.toThrow(/no whole export/);
    const fetched = (await lines(join(other, 'files.jsonl'))).length;
    expect(fetched).toBeGreaterThan(0);
    expect((await exportStudio(source, other, quiet)).fetched).toBe(13 - fetched);
  });

  test('refuses a folder with something else in it', async () => {
    const other = await mkdtemp(join(dir, 'other-'));
    await writeFile(join(other, 'letter.txt'), 'mine');
    await expect(exportStudio(source, other, quiet)).rejects.toThrow(/is no export: name an empty or a new folder/);
  });
});

describe('studio:restore-drill', () => {
  test('finds nothing wrong with a good export, and leaves nothing behind', async () => {
    const report = await drill(source.dynamodb, folder(), quiet);
    expect(describeDrill(report)).toEqual([
      `Rebuilt: ${customerRows} customers, 2 sessions, 5 photos, 0 quotes, 0 messages, 0 outbox; 13 files are whole.`,
      'Rows that came out changed: none',
      'Rows without objects: none',
      'Objects without rows: none',
      'Rows that belong to nobody: none',
      'Sessions with wrong counts: none',
      'Damaged or missing files: none',
    ]);
    expect(isSound(report)).toBe(true);
    const { TableNames } = await source.dynamodb.send(new ListTablesCommand({}));
    expect(TableNames?.toSorted()).toEqual(Object.keys(tables).toSorted());
  });

  test('lists rows without objects, objects without rows, wrong counts and damaged files', async () => {
    const other = join(dir, 'damaged');
    const key = await originalKeyOf(photos.second);
    const { bytes } = await stored(key);
    await s3().send(new DeleteObjectCommand({ Bucket: 'photos', Key: key }));
    const summary = await exportStudio(source, other, quiet);
    expect(summary.missing).toEqual([key]);
    await s3().send(new PutObjectCommand({ Bucket: 'photos', Key: key, Body: bytes }));

    const stray = { key: 'originals/nobody/x.jpg', size: 1, modified: '2020-01-01T00:00:00.000Z' };
    await appendFile(join(other, 'objects.jsonl'), `${JSON.stringify(stray)}\n`);
    const rows: Row[] = [];
    for await (const row of readRows(rowsFile(other, 'sessions'))) {
      rows.push(row.id === session.id ? { ...row, photos_count: 7 } : row);
    }
    await writeFile(rowsFile(other, 'sessions'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const damaged = join(other, photosFolder, 'IMG_1.jpg');
    const size = (await readFile(damaged)).length;
    await writeFile(damaged, Buffer.alloc(size));

    const report = await drill(source.dynamodb, other, quiet);
    expect(report.rowsWithoutObjects).toEqual([`${session.id} ${photos.second.id}: the bucket lacks ${key}`]);
    expect(report.objectsWithoutRows).toEqual([stray.key]);
    expect(report.wrongCounts).toEqual([`session ${session.id} says 7/2, has 3/2`]);
    expect(report.damagedFiles).toEqual([`${photosFolder}/IMG_1.jpg`]);
    expect(isSound(report)).toBe(false);
  });
});

describe('studio:restore', () => {
  test('changes nothing where nothing is missing', async () => {
    const before = await rowsOf('photos');
    const report = await restore(source, folder(), quiet);
    expect(report).toEqual({
      rows: { customers: 0, sessions: 0, photos: 0, quotes: 0, messages: 0 },
      files: 0,
      forgottenLogins: 0,
    });
    expect(await rowsOf('photos')).toEqual(before);
  });

  test('puts back lost rows and files as they were', async () => {
    const before = { photos: await rowsOf('photos'), sessions: await rowsOf('sessions') };
    const key = await originalKeyOf(photos.first);
    const original = await stored(key);
    await s3().send(new DeleteObjectCommand({ Bucket: 'photos', Key: key }));
    await source.dynamodb.send(new DeleteCommand({ TableName: 'photos', Key: photos.first }));
    await source.dynamodb.send(new DeleteCommand({ TableName: 'sessions', Key: { id: session.id } }));

    const report = await restore(source, folder(), quiet);
    expect(report).toMatchObject({ rows: { customers: 0, sessions: 1, photos: 1 }, files: 1 });
    expect({ photos: await rowsOf('photos'), sessions: await rowsOf('sessions') }).toEqual(before);
    const back = await stored(key);
    expect(back.bytes).toEqual(original.bytes);
    expect(back.ContentDisposition).toBe(original.ContentDisposition);
    expect(back.ContentType).toBe('image/jpeg');
  });

  test('repairs what the drill finds, a row without its file and files without their row; then it finds nothing', async () => {
    const original = await originalKeyOf(photos.second);
    const { bytes } = await stored(original);
    await s3().send(new DeleteObjectCommand({ Bucket: 'photos', Key: original }));
    const rowless = await read(photos.first);
    await source.dynamodb.send(new DeleteCommand({ TableName: 'photos', Key: photos.first }));

    const hurt = join(dir, 'hurt');
    const summary = await exportStudio(source, hurt, quiet);
    // As if all this had been so for a day: what is younger may be on its way.
    const tomorrow = new Date(Date.parse(summary.began_at) + 24 * 60 * 60_000).toISOString();
    await writeFile(join(hurt, 'export.json'), JSON.stringify({ ...summary, began_at: tomorrow }));
    const found = await drill(source.dynamodb, hurt, quiet);
    expect(found.rowsWithoutObjects).toEqual([`${session.id} ${photos.second.id}: the bucket lacks ${original}`]);
    expect(found.objectsWithoutRows).toHaveLength(1 + 3);
    expect(found.objectsWithoutRows.every((key) => key.includes(rowless.media_key) || key.includes(rowless.id))).toBe(
      true,
    );

    expect(await restore(source, folder(), quiet)).toMatchObject({ rows: { photos: 1 }, files: 1 });
    expect((await stored(original)).bytes).toEqual(bytes);
    const healed = join(dir, 'healed');
    await exportStudio(source, healed, quiet);
    expect(isSound(await drill(source.dynamodb, healed, quiet))).toBe(true);
  });

  test('leaves out logins that the user pool does not know, so that clients are found by their address', async () => {
    await source.cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: login }));
    for (const { id } of await rowsOf('customers')) {
      await source.dynamodb.send(new DeleteCommand({ TableName: 'customers', Key: { id } }));
    }
    const report = await restore(source, folder(), quiet);
    expect(report).toMatchObject({ rows: { customers: customerRows - 1 }, forgottenLogins: 1 });
    const rows = await rowsOf('customers');
    expect(rows.map(({ id }) => id)).not.toContain(`login#${login}`);
    const [row] = rows.filter(({ id }) => id === customer);
    expect(row).toMatchObject({ name: 'Ada / "Löwe"', email: 'ada@example.com' });
    expect(row).not.toHaveProperty('login_sub');
  });
});

describe('studio:destroy', () => {
  const answering = (...answers: string[]) => {
    const asked: string[] = [];
    const asks = async (question: string) => {
      asked.push(question);
      return answers[asked.length - 1] ?? '';
    };
    return { asks, asked };
  };

  test('does not even ask while a photo is on its way', async () => {
    const { asks, asked } = answering();
    await expect(agreeToDestroy(source, folder(), { asks, say: quiet })).rejects.toThrow(/nothing is deleted/);
    expect(asked).toEqual([]);
  });

  test('asks twice, and only the exact words count', async () => {
    const pending = await rowsOf('photos').then((rows) => rows.find(({ state }) => state === 'pending'));
    await source.dynamodb.send(
      new DeleteCommand({ TableName: 'photos', Key: { session_id: pending?.session_id, id: pending?.id } }),
    );
    for (const answers of [[''], [studioFacts.name, 'yes'], ['yes', 'delete 4 photos']]) {
      expect(await agreeToDestroy(source, folder(), { ...answering(...answers), say: quiet })).toBe(false);
    }
    const { asks, asked } = answering(studioFacts.name, 'delete 4 photos');
    expect(await agreeToDestroy(source, folder(), { asks, say: quiet })).toBe(true);
    expect(asked).toHaveLength(2);
  });

  test('does not even ask while a file is missing', async () => {
    const key = await originalKeyOf(photos.first);
    const { bytes } = await stored(key);
    await s3().send(new DeleteObjectCommand({ Bucket: 'photos', Key: key }));
    const { asks, asked } = answering(studioFacts.name, 'delete 4 photos');
    const agreed = agreeToDestroy(source, join(dir, 'not-sound'), { asks, say: quiet });
    await expect(agreed).rejects.toThrow(/nothing is deleted/);
    expect(asked).toEqual([]);
    await s3().send(new PutObjectCommand({ Bucket: 'photos', Key: key, Body: bytes }));
  });

  test('deletes tables, and buckets with all their versions, once or twice', async () => {
    await deleteTables(source.dynamodb, ['photos', 'guards']);
    await deleteTables(source.dynamodb, ['photos', 'guards']);
    const { TableNames } = await source.dynamodb.send(new ListTablesCommand({}));
    expect(TableNames).not.toContain('photos');

    expect(await deleteBucket(source.s3, 'photos')).toBe(true);
    const { Buckets } = await source.s3.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).not.toContain('photos');
  });
});
