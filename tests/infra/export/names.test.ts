import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { splitEnding } from '#shared/text/split-ending.ts';
import { asideFolders, diskName, Paths } from '../../../infra/commands/exported/file-names.ts';
import { Random } from '../../support/faults/random.ts';

test('a dot in a folder name is no extension: two files without extension in the same folder', () => {
  const paths = new Paths();
  const folder = 'photos/Ada C-1/2026-05-01 St. Mary wedding';
  expect(paths.take(folder, 'IMG_0001', 'one000000')).toBe(`${folder}/IMG_0001`);
  expect(paths.take(folder, 'IMG_0002', 'two000000')).toBe(`${folder}/IMG_0002`);
});

test('names whose last dot begins no ending stay as they are', () => {
  const paths = new Paths();
  expect(paths.take('a', 'Anna 12.05', 'one000000')).toBe('a/Anna 12.05');
  expect(paths.take('a', 'Anna 12.06', 'two000000')).toBe('a/Anna 12.06');
});

test('names that consist of an extension only', () => {
  const paths = new Paths();
  expect(paths.take('a', '.jpg', 'one000000')).toBe('a/jpg');
  expect(paths.take('a', '....jpg', 'two000000')).toBe('a/jpg two000');
  expect(paths.take('a', '...', 'three0000')).toBe('a/_');
});

test('no file has the name of a folder beside it, and the same token twice gives two names', () => {
  const paths = new Paths();
  expect(paths.take('a', 'In the Trash', 'one000000')).toBe('a/In the Trash one000');
  expect(paths.take('a', 'refused.jpg', 'two000000')).toBe('a/refused two000.jpg');
  const names = Array.from({ length: 5 }, () => paths.take('a', 'x.jpg', 'same00000'));
  expect(new Set(names).size).toBe(5);
});

/** Parts with a special meaning for file systems, shells, Unicode or the export. */
const pieces = [
  '.', '..', '...', '.jpg', '.JPG', '....jpg', 'IMG_0001', 'img_0001', 'St. Mary wedding', 'CON', 'con.jpg', 'nul', 'LPT1.txt',
  '/', '\\', ':', '*', '"', '<', '|', '\u0000', '\u0007', '\n', '\t', ' ', '  ', '~', '-', '\u202e', '\u200f', '\u2066', '\ud800',
  'ß', 'SS', 'ss', 'İ', 'i', 'ﬁ', 'fi', '\u212a', 'k', 'é', 'e\u0301', '℀', '．', '／', 'ー', '👩‍👩‍👧', '日本', 'x'.repeat(200),
  '👩'.repeat(70), asideFolders.deleted, asideFolders.refused, '.xmp', '',
]; // biome-ignore format: a list
const seed = 20_260_501;

test(`thousands of hostile names are all different on a real file system, with the sidecars beside them (seed ${seed})`, async () => {
  const random = new Random(seed);
  const hostile = () => Array.from({ length: 1 + random.below(4) }, () => random.of(pieces)).join('');
  const folders = Array.from(
    { length: 12 },
    (_, i) => `photos/${diskName(`${hostile()} C-${i}`)}/${diskName(hostile())}`,
  );
  const paths = new Paths();
  const taken = Array.from({ length: 4_000 }, (_, i) =>
    paths.take(random.of(folders), hostile(), `${i}`.padStart(26, '0')),
  );

  const folded = taken.map((path) =>
    join(dirname(path), splitEnding(path.split('/').at(-1)!).stem)
      .normalize('NFKC')
      .toUpperCase(),
  );
  expect(new Set(folded).size).toBe(taken.length);
  for (const part of taken.flatMap((path) => path.split('/'))) {
    expect(part).toMatch(/^[^<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);
    expect(part).not.toMatch(/^[\s.~-]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
    expect(part).not.toMatch(/[\s.]$/);
    expect(Buffer.byteLength(part)).toBeLessThan(250);
    expect(part.isWellFormed()).toBe(true);
  }

  const root = await mkdtemp(join(tmpdir(), 'names-'));
  for (const folder of folders) {
    for (const aside of Object.values(asideFolders)) await mkdir(join(root, folder, aside), { recursive: true });
  }
  for (const path of taken) await writeFile(join(root, path), '', { flag: 'wx' });
  const written = await readdir(root, { recursive: true, withFileTypes: true });
  expect(written.filter((entry) => entry.isFile())).toHaveLength(taken.length);
  await rm(root, { recursive: true });
});
