import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitIntoZips, type ZipEntry, zipBytes, zipSize } from './zip-stream.ts';

interface File extends ZipEntry {
  content: Buffer;
}

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zip-'));
});
afterAll(() => rm(dir, { recursive: true }));

const file = (name: string, content: Buffer, modified = '2026-05-01T10:20:30'): File => ({
  name,
  content,
  size: content.length,
  crc32: crc32(content),
  modified,
});

/** Content in chunks, as a stream provides it. */
const read = async ({ content }: File, from: number) =>
  (async function* () {
    for (let at = from; at < content.length; at += 1_000) yield content.subarray(at, at + 1_000);
  })();

async function zip(files: File[], from = 0): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipBytes(files, from, read)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const noise = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, index) => (index * seed * 2_654_435_761) >>> 24));

const files = [
  file('IMG_1.jpg', noise(12_345, 3)),
  file('leer.txt', Buffer.alloc(0), '1979-12-31T23:59:59'),
  file('Zoë & 家族 🎉.jpg', noise(4_000, 5), '2026-12-31T23:59:58'),
  file('it’s “quoted”.jpg', noise(1, 7)),
];

describe('an archive', () => {
  test('is read by unzip and by Python, with names in any alphabet', async () => {
    const path = join(dir, 'a.zip');
    const bytes = await zip(files);
    expect(bytes.length).toBe(zipSize(files));
    await writeFile(path, bytes);
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected');
    const script = `
import json, sys, zipfile, zlib
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[i.filename, i.file_size, zlib.crc32(archive.read(i)), list(i.date_time), i.external_attr >> 16] for i in archive.infolist()]))`;
    const listed = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })) as unknown[];
    expect(listed).toEqual(
      files.map(({ name, size, crc32: sum, modified }) => [
        name,
        size,
        sum,
        modified.startsWith('1979') ? [1980, 1, 1, 0, 0, 0] : modified.split(/\D/).map(Number),
        0o100644,
      ]),
    );
  });

  test('continues at any byte with identical content', async () => {
    const whole = await zip(files);
    for (let from = 0; from <= whole.length; from += from % 3 ? 97 : 61) {
      expect((await zip(files, from)).equals(whole.subarray(from)), `from ${from}`).toBe(true);
    }
    expect(await zip(files, whole.length)).toHaveLength(0);
  });

  test('without entries is valid', async () => {
    const path = join(dir, 'empty.zip');
    await writeFile(path, await zip([]));
    expect(execFileSync('python3', ['-m', 'zipfile', '-l', path], { encoding: 'utf8' })).toContain('File Name');
    expect((await readFile(path)).length).toBe(22);
  });

  test('fails when an entry has another size', async () => {
    const short = { ...file('a', noise(100, 3)), size: 101 };
    await expect(zip([short])).rejects.toThrow('a has another size');
  });

  test('rejects with the error of an entry; stopping early leaves no unhandled rejection', async () => {
    const failing = async (entry: File, from: number) => {
      if (entry.name === 'leer.txt') throw new Error('gone');
      return read(entry, from);
    };
    const sized = files.map((entry) => (entry.name === 'leer.txt' ? { ...entry, size: 5 } : entry));
    const bytes = async () => {
      for await (const _ of zipBytes(sized, 0, failing));
    };
    await expect(bytes()).rejects.toThrow('gone');
    for await (const _ of zipBytes(sized, 0, failing)) break;
  });
});

test('photos are split into archives below the limit, in order and complete', () => {
  const entries = Array.from({ length: 50 }, (_, n) => ({ ...files[0]!, name: `${n}.jpg`, size: n * 10 }));
  const zips = splitIntoZips(entries, 2_000);
  expect(zips.flat()).toEqual(entries);
  for (const [index, archive] of zips.entries()) {
    expect(zipSize(archive)).toBeLessThanOrEqual(2_000);
    const next = zips[index + 1]?.[0];
    if (next) expect(zipSize([...archive, next])).toBeGreaterThan(2_000);
  }
  expect(splitIntoZips([], 2_000)).toEqual([]);
  expect(splitIntoZips([{ ...files[0]!, size: 5_000 }], 2_000)).toHaveLength(1);
});
