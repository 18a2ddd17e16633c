import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { StudioFailureError, startStudio } from '../studio.ts';
import { requireOwnFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a missing, empty or existing data folder is accepted and not changed', async () => {
  const missing = join(folder, 'new');
  await expect(requireOwnFolder(missing)).resolves.toBeUndefined();
  expect(existsSync(missing)).toBe(false);
  await expect(requireOwnFolder(folder)).resolves.toBeUndefined();
  await mkdir(join(folder, 'dynamodb'));
  await writeFile(join(folder, 'emails.txt'), 'mine');
  await expect(requireOwnFolder(folder)).resolves.toBeUndefined();
  expect((await readdir(folder)).toSorted()).toEqual(['dynamodb', 'emails.txt']);
});

test('a folder with other files is refused', async () => {
  await writeFile(join(folder, 'emails.txt'), 'mine');
  await expect(requireOwnFolder(folder)).rejects.toThrow(`${folder} holds something else`);
});

test('npm start on a folder with other files ends with one sentence and changes nothing', async () => {
  await writeFile(join(folder, 'emails.txt'), 'mine');
  const { status, stderr } = spawnSync(process.execPath, ['local/start.ts'], {
    encoding: 'utf8',
    env: { ...process.env, STUDIO_DATA: folder },
  });
  expect(stderr).toBe(
    `\n${folder} holds something else than a studio's data. Name an empty folder in STUDIO_DATA.\n\n`,
  );
  expect(status).toBe(1);
  expect(await readdir(folder)).toEqual(['emails.txt']);
});

test('a database of another program is reported in one sentence', async () => {
  await mkdir(join(folder, 'dynamodb'));
  await writeFile(join(folder, 'dynamodb', 'CURRENT'), 'mine');
  const started = startStudio(addresses(6950, folder), () => {});
  await expect(started).rejects.toThrow(StudioFailureError);
  await expect(started).rejects.toThrow(/^DynamoDB: can't open its data in \S+: .+$/);
});
