import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Log } from './log.ts';

describe('log', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 's3-log-'));
  });
  afterAll(() => rm(dir, { recursive: true }));

  const readAll = async (path: string) => {
    const rows: number[] = [];
    const log = await Log.open<number>(path, (row) => rows.push(row));
    return { log, rows };
  };

  test('keeps appended lines, and after a rewrite only the rewritten ones', async () => {
    const path = join(dir, 'kept');
    const { log } = await readAll(path);
    await log.append(1);
    await log.append(2);
    await log.rewrite([3, 4]);
    await log.append(5);
    await log.close();
    const reopened = await readAll(path);
    expect(reopened.rows).toEqual([3, 4, 5]);
    await reopened.log.close();
  });

  test('drops a partial last line after a kill, and continues after the complete ones', async () => {
    const path = join(dir, 'half');
    await writeFile(path, '1\n2\n');
    await appendFile(path, '345');
    const { log, rows } = await readAll(path);
    expect(rows).toEqual([1, 2]);
    await log.append(6);
    await log.close();
    expect(await readFile(path, 'utf8')).toBe('1\n2\n6\n');
  });

  test('names a damaged file', async () => {
    const path = join(dir, 'damaged');
    await writeFile(path, '1\n{"x\n3\n');
    await expect(readAll(path)).rejects.toThrow(/damaged in line 2/);
  });

  test('reads lines across the boundaries of its read buffer', async () => {
    const path = join(dir, 'long');
    const long = 'x'.repeat(700_000);
    await writeFile(path, `${JSON.stringify(long)}\n${JSON.stringify(long)}\n${JSON.stringify(long)}\n`);
    const rows: unknown[] = [];
    const log = await Log.open(path, (row) => rows.push(row));
    expect(rows).toEqual([long, long, long]);
    await log.close();
  });
});
