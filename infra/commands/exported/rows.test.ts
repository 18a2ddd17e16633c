import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFiles } from './bucket-files.ts';
import { checkRows, readRows, writeRows } from './rows.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rows-'));
});
afterAll(() => rm(dir, { recursive: true }));

const file = (name: string) => join(dir, `${name}.jsonl`);
async function* asyncRows(rows: unknown[]) {
  yield* rows;
}
async function read(path: string) {
  const rows: unknown[] = [];
  for await (const row of readRows(path)) rows.push(row);
  return rows;
}

/** Characters that some programs take for the end of a line, or drop. */
const characters = ['\u2028', '\u2029', '\u0085', '\ufeff', '\r', '\r\n', '\n', '\v', '\f', '\u001c', '\0', '\ud800'];

describe('rows in files', () => {
  test('are read as they were written, whatever their texts contain', async () => {
    const rows = characters.flatMap((character) => [
      { id: character, text: `${character}a${character}${character}b${character}` },
      { [`a${character}b`]: [character] },
    ]);
    const writtenRows = await writeRows(file('any'), asyncRows(rows));
    expect(writtenRows.count).toBe(rows.length);
    await checkRows(file('any'), writtenRows);
    expect(await read(file('any'))).toEqual(rows);
  });

  test('are one line each to programs that end a line at any of Unicode’s line breaks', async () => {
    const rows = characters.map((character) => ({ text: `a${character}b` }));
    await writeRows(file('lines'), asyncRows(rows));
    const text = await readFile(file('lines'), 'utf8');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for on purpose
    const lines = text.split(/\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/);
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual(rows);
  });

  test('of exports from before, which have these characters as they are, stay readable', async () => {
    const rows = characters.map((character) => ({ text: `a${character}b` }));
    await writeFile(file('old'), rows.map((row) => `${JSON.stringify(row)}\r\n`).join(''));
    expect(await read(file('old'))).toEqual(rows);
    await writeFile(file('old'), rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await read(file('old'))).toEqual(rows);
  });

  test('are whole where a chunk of the file ends within a character, and where a line is longer than any chunk', async () => {
    const rows = [
      ...Array.from({ length: 4 }, (_, shift) => ({ text: `${'x'.repeat(shift)}${'é家👩\u2028'.repeat(40_000)}` })),
      ...Array.from({ length: 40_000 }, (_, n) => ({ n, text: '家'.repeat(n % 7) })),
    ];
    await writeFile(file('long'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect(await read(file('long'))).toEqual(rows);
  });

  test('are not taken for whole when the file is not what was written', async () => {
    const rows = [{ id: 'a' }, { id: 'b' }];
    const writtenRows = await writeRows(file('wrong'), asyncRows(rows));
    const text = await readFile(file('wrong'), 'utf8');
    for (const [content, says] of [
      [text.slice(0, -4), /wrong\.jsonl, line 2, is not JSON .*: run the export again/],
      [text.replace('"b"', '"c"'), /other content than was written .*Run the export again/],
      [`${text}{"id":"c"}\n`, /3 rows, 2 written/],
      ['', /0 rows, 2 written/],
    ] as const) {
      await writeFile(file('wrong'), content);
      await expect(checkRows(file('wrong'), writtenRows)).rejects.toThrow(says);
    }
    await expect(
      writeRows(file('nothing'), asyncRows([undefined])).then((writtenRows) => checkRows(file('nothing'), writtenRows)),
    ).rejects.toThrow('is not JSON');
  });
});

test('an export that was stopped while it recorded a file goes on with the files recorded before', async () => {
  const entry = (key: string) => ({ key, file: `photos/${key}`, size: 1, crc32: '' });
  for (const torn of ['{"key":"b","fi', '{"key":"Löwe \ud83d', '']) {
    const bytes = Buffer.from(`${JSON.stringify(entry('a'))}\n${torn}`).subarray(
      0,
      torn.includes('Löwe') ? -1 : undefined,
    );
    await writeFile(join(dir, 'files.jsonl'), bytes);
    expect([...(await BucketFiles.reopen(dir)).entries]).toEqual([entry('a')]);
    await appendFile(join(dir, 'files.jsonl'), `${JSON.stringify(entry('c'))}\n`);
    expect([...(await BucketFiles.open(dir)).entries]).toEqual([entry('a'), entry('c')]);
  }
});
