import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Blobs } from './blobs.ts';

test('content that fails before its file is open leaves no file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'blobs-'));
  const blobs = new Blobs(dir);
  await blobs.create();
  // biome-ignore lint/correctness/useYield: it fails before its first piece
  async function* failing(): AsyncGenerator<Buffer> {
    throw new Error('refused');
  }
  // The more files are opened at once, the longer each waits for it.
  const writes = await Promise.allSettled(Array.from({ length: 2_000 }, () => blobs.write(failing())));
  expect(new Set(writes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect((await readdir(dir, { recursive: true })).filter((path) => path.includes('/'))).toEqual([]);
  await rm(dir, { recursive: true });
});
