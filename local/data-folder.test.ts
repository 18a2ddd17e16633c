import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireOwnFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder that is not there, is empty, or was begun by a studio is one of its own', async () => {
  await requireOwnFolder(join(folder, 'new'));
  await requireOwnFolder(folder);
  await mkdir(join(folder, 'dynamodb'));
  await requireOwnFolder(folder);
});

test('a folder with something else in it is left alone', async () => {
  await writeFile(join(folder, 'letters.txt'), 'mine');
  await expect(requireOwnFolder(folder)).rejects.toThrow(`${folder} holds something else`);
});
