import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Directory } from '#shared/contract/customers.ts';
import type { DownloadLink, GalleryPage, StudioPage } from '#shared/contract/photos/photos.ts';
import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import type { Gallery } from '#shared/contract/sessions/sessions.ts';
import { derivativePath, mediaPath, portfolioPath } from '#shared/photos/media.ts';
import type { FetchedFile } from '../../../infra/commands/exported/bucket-files.ts';
import type { PhotoRow } from '../../../infra/commands/exported/rows.ts';
import { app as adminApi } from '../../../lambdas/admin/app.ts';
import { app as clientApi } from '../../../lambdas/client/app.ts';
import { app as publicApi } from '../../../lambdas/public/app.ts';
import { commandEnvironment } from '../../../local/environment.ts';
import { stored } from '../../photos/world.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../../support/studio/api-studio.ts';

/**
 * Restores an export that version 0.1.0 has made: one customer of its demonstration, with a favorite, a note, a hidden, a
 * featured, a deleted and a refused photo, a quote and a message. The rows and the list of files are its own; the files
 * themselves are made here.
 */

const email = 'maya.thompson@example.com';
let studio: ApiStudio;
let dir: string;
let maya: Claims;
const admin = adminClaims();

beforeAll(async () => {
  studio = await startApiStudio();
  dir = await mkdtemp(join(tmpdir(), 'first-version-'));
  await makeExport(join(dir, 'export'));
  maya = await newLogin(email);
}, 120_000);
afterAll(async () => {
  await studio?.close();
  await rm(dir, { recursive: true, force: true });
});

const linesOf = async <Line>(file: string) =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const writeLines = (file: string, lines: object[]) =>
  writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** What stands in for the file of an object. */
const bytesOf = (key: string) => Buffer.from(`The bytes of ${key.split('/').at(-1)}`);
function checksumOf(key: string): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytesOf(key)));
  return checksum.toString('base64');
}

/** Writes the export with small files, whose sizes and checksums take the place of the photographs'. */
async function makeExport(folder: string): Promise<void> {
  await cp(import.meta.dirname, folder, { recursive: true });
  const files = await linesOf<FetchedFile>(join(folder, 'files.jsonl'));
  for (const entry of files) {
    await mkdir(dirname(join(folder, entry.file)), { recursive: true });
    await writeFile(join(folder, entry.file), bytesOf(entry.key));
    Object.assign(entry, { size: bytesOf(entry.key).length, crc32: checksumOf(entry.key) });
  }
  await writeLines(join(folder, 'files.jsonl'), files);
  const photos = await linesOf<PhotoRow>(join(folder, 'rows', 'photos.jsonl'));
  await writeLines(
    join(folder, 'rows', 'photos.jsonl'),
    photos.map((photo) => {
      const key = photo.original_key;
      return key ? { ...photo, size: bytesOf(key).length, crc32: checksumOf(key) } : photo;
    }),
  );
}

/** Runs an owner's command as `npm run local` does. */
async function run(command: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`infra/commands/${command}.ts`, ...args], {
    env: { ...process.env, ...commandEnvironment(studio.addresses) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  const code = await new Promise((done) => child.once('close', done));
  expect(code, output).toBe(0);
  return output;
}

const get = async <Body>(app: typeof adminApi | typeof clientApi | typeof publicApi, path: string, as?: Claims) => {
  const answer = await call(app, 'GET', path, { as });
  expect(answer.response.ok, `${path}: ${answer.text}`).toBe(true);
  return answer.json<Body>();
};

test('restores rows and files, without the tables that it does not have', async () => {
  const said = await run('restore', join(dir, 'export'));
  expect(said).toContain('3 customers put back.');
  expect(said).toContain('7 photos put back.');
  expect(said).toContain("1 clients' logins are of another user pool");
});

test('its client signs in by the same address, and finds photos, favorite, note and quote', async () => {
  await get(clientApi, '/api/client/me', maya);
  const { items: sessions } = await get<Gallery>(clientApi, '/api/client/sessions', maya);
  expect(sessions).toMatchObject([{ session_name: 'Spring Portraits', photos_count: 4 }]);
  const page = await get<GalleryPage>(clientApi, `/api/client/sessions/${sessions[0]!.id}/photos`, maya);
  expect(page.items.map(({ file_name, is_favorite, note }) => ({ file_name, is_favorite, note }))).toEqual([
    { file_name: 'ivana.jpg', is_favorite: true, note: '' },
    { file_name: 'studio-3.jpg', is_favorite: false, note: 'Please crop\u2028closer' },
    { file_name: 'photo3.jpg', is_favorite: false, note: '' },
    { file_name: 'marie.jpg', is_favorite: false, note: '' },
  ]);
  const quotes = await get<{ items: object[] }>(clientApi, '/api/client/quotes', maya);
  expect(quotes.items).toMatchObject([{ type: 'print', status: 'approved', price_cents: 12_500 }]);
  const [{ id } = { id: '' }] = page.items;
  const size = 'original';
  const link = await get<DownloadLink>(
    clientApi,
    `/api/client/sessions/${sessions[0]!.id}/photos/${id}/download?size=${size}`,
    maya,
  );
  expect(link.file_name).toBe('ivana.jpg');
});

test('every photo is where this version looks for it', async () => {
  const rows = await linesOf<PhotoRow>(join(dir, 'export', 'rows', 'photos.jsonl'));
  const ready = rows.filter(({ state }) => state === 'ready');
  expect(ready).toHaveLength(5);
  for (const photo of ready) {
    for (const variant of ['small', 'medium', 'large'] as const) {
      const key = derivativePath(mediaPath(photo), variant).slice(1);
      expect((await stored(key)).bytes.toString()).toBe(bytesOf(key).toString());
    }
    expect((await stored(photo.original_key!)).bytes.toString()).toBe(bytesOf(photo.original_key!).toString());
  }
  const [featured] = ready.filter(({ portfolio_key }) => portfolio_key);
  const copy = portfolioPath(featured!.portfolio_key!, 'large').slice(1);
  expect((await stored(copy)).bytes.toString()).toBe(bytesOf(copy).toString());
  const { categories } = await get<Portfolio>(publicApi, '/api/public/portfolio');
  expect(categories.flatMap(({ photos }) => photos)).toHaveLength(1);
});

test('the studio finds customer, hidden, deleted and refused photos, and the message', async () => {
  const { items: customers } = await get<Directory>(adminApi, '/api/admin/customers', admin);
  expect(customers).toMatchObject([{ name: 'Maya Thompson', email }]);
  const session = 'asqcp2jn64jn39xzmbqf';
  const names = async (path: string) =>
    (await get<StudioPage>(adminApi, `/api/admin/sessions/${session}/photos${path}`, admin)).items.map(
      ({ file_name }) => file_name,
    );
  expect(await names('?show=hidden')).toEqual(['testimonials-1.jpg']);
  expect(await names('/trash')).toEqual(['fabio-mangione.jpg']);
  expect(await names('/unsettled')).toEqual(['broken.jpg']);
  const { items: messages } = await get<{ items: object[] }>(adminApi, '/api/admin/messages', admin);
  expect(messages).toMatchObject([{ name: 'Eve', message: 'Do you shoot\nweddings?' }]);
});

test('this version exports it again, and its drill finds nothing', async () => {
  await run('export', join(dir, 'again'));
  const said = await run('restore-drill', join(dir, 'again'));
  const findings = [...said.matchAll(/^(\w[\w ]+): (.+)$/gm)].filter(([, what]) => what !== 'Rebuilt');
  expect(findings.length).toBeGreaterThan(4);
  for (const [line, , finding] of findings) expect(finding, line).toBe('none');
});
