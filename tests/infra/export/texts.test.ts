import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { escapeMarkup } from '#shared/text/markup.ts';
import { exportRowsOnly, exportStudio } from '../../../infra/commands/export.ts';
import { exportedTables, type Row, readRows, rowsFile } from '../../../infra/commands/exported/rows.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { readExported } from '../../../infra/commands/repair.ts';
import { restore } from '../../../infra/commands/restore.ts';
import { drill } from '../../../infra/commands/restore-drill.ts';
import { receiveMessage } from '../../../lambdas/domain/messages/messages.ts';
import { setFavoriteOrNote } from '../../../lambdas/domain/photos/feedback/client-feedback.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../../photos/samples.ts';
import { drain } from '../../photos/studio.ts';
import { clientOf, makeSession, upload } from '../../photos/world.ts';
import { parseMarkup } from '../../support/pages/parse-markup.ts';
import { type ExportableStudio, emptyTables, openExportableStudio, rowsOf } from './exportable-studio.ts';

/** Texts with what programs take for the end of a line, a file or a direction, through export, drill and restore. */

const characters = {
  'U+2028': '\u2028',
  'U+2029': '\u2029',
  'U+0085': '\u0085',
  'U+FEFF': '\ufeff',
  'a lone CR': '\r',
  'U+202E': '\u202e',
  '300 combining marks': '\u0301'.repeat(300),
};
/** All of them, at the beginning, within and at the end. */
const hostile = Object.values(characters)
  .map((one) => `${one}a${one}${one}b${one}`)
  .join(' ');

let studio: ExportableStudio;
let dir: string;
let source: Source;
beforeAll(async () => {
  studio = await openExportableStudio();
  ({ source, dir } = studio);
});
afterEach(() => emptyTables(source, exportedTables));
afterAll(() => studio?.close());

const quiet = () => {};
const visitor = { name: 'Eve', email: 'eve@example.com', phone: '', message: 'Hello', website: '' } as const;
const put = (TableName: string, Item: Row) => source.dynamodb.send(new PutCommand({ TableName, Item }));

/** Not texts: what other rows, files, indexes and logins are found by. */
const isPlain = (name: string) =>
  /^(id|part|state|status|kind|library|crc32|.*_(id|key|at|on|of|order|sub))$/.test(name);

/** Returns a row with the hostile text in each of its texts. */
const planted = (value: unknown, name = ''): unknown =>
  typeof value === 'string'
    ? isPlain(name)
      ? value
      : `${value}${hostile}`
    : Array.isArray(value)
      ? value.map((one) => planted(one, name))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, planted(one, key)]))
        : value;

const stored = JSON.parse(readFileSync('tests/api/tables/stored-rows.json', 'utf8')) as Record<string, Row[]>;

test('every text of every table comes back as it was, out of export, drill and restore', async () => {
  for (const name of exportedTables) {
    for (const { login_sub: _, ...row } of stored[name] ?? []) {
      // Logins that the user pool does not have are left out of a restore.
      if (!String(row.id).startsWith('login#')) await put(name, planted(row) as Row);
    }
  }
  const before = Object.fromEntries(
    await Promise.all(exportedTables.map(async (name) => [name, await rowsOf(source, name)])),
  );
  expect(JSON.stringify(before.messages)).toContain(JSON.stringify(hostile).slice(1, -1));
  const folder = join(dir, 'texts');
  const summary = await exportStudio(source, folder, quiet);
  expect(summary.rows).toMatchObject({ messages: 2 });
  const report = await drill(source.dynamodb, folder, quiet);
  expect(report.changedRows).toEqual([]);
  expect(await readExported(folder, 'messages', { id: 'message' })).toMatchObject({ message: `Hello${hostile}` });

  await emptyTables(source, exportedTables);
  await restore(source, folder, quiet);
  for (const name of exportedTables) {
    // A restored email would be sent again.
    if (name === 'outbox') expect(await rowsOf(source, name)).toEqual([]);
    // Counts are those of the restored photos.
    else if (name === 'sessions')
      expect((await rowsOf(source, name)).map(({ session_name }) => session_name)).toEqual(
        before.sessions.map(({ session_name }: Row) => session_name),
      );
    else expect(await rowsOf(source, name)).toEqual(before[name]);
  }
});

test.each(Object.entries(characters))('a message with %s neither stops an export nor what reads it', async (_, one) => {
  const words = `Hello${one}World`;
  await receiveMessage('203.0.113.9', { ...visitor, name: words, message: words });
  const [message] = await rowsOf(source, 'messages');
  const folder = join(dir, `message ${one.codePointAt(0)}`);
  await exportRowsOnly(source, join(folder, 'rows only'), quiet);
  await exportStudio(source, join(folder, 'all'), quiet);
  expect((await drill(source.dynamodb, join(folder, 'all'), quiet)).changedRows).toEqual([]);
  for (const from of ['rows only', 'all']) {
    await emptyTables(source, exportedTables);
    expect((await restore(source, join(folder, from), quiet)).rows.messages).toBe(1);
    expect(await rowsOf(source, 'messages')).toEqual([message]);
  }
  // One row of the table stays one record for programs that know all of Unicode's line breaks.
  const csv = await readFile(join(folder, 'all', 'messages.csv'), 'utf8');
  expect(csv).not.toMatch(/[\u2028\u2029\u0085]|\r(?!\n)/);
});

test('an export from before, with the characters as they were, is drilled and restored', async () => {
  const message = {
    id: 'old',
    name: 'Eve',
    email: 'eve@example.com',
    phone: '',
    message: hostile,
    created_at: '2026-05-02',
  };
  const folder = join(dir, 'from before');
  await exportStudio(source, folder, quiet);
  await writeFile(rowsFile(folder, 'messages'), `${JSON.stringify(message)}\n`);
  expect((await drill(source.dynamodb, folder, quiet)).changedRows).toEqual([]);
  await restore(source, folder, quiet);
  expect(await rowsOf(source, 'messages')).toEqual([message]);
});

test('names of clients, sessions and photos become one valid path each, and pages and XMP files that say them', async () => {
  const session = await makeSession({ session_name: `Family${hostile}` });
  const key = await upload(session, await makePhoto(), `IMG_1${hostile}.jpg`);
  await drain('photo', processPhoto);
  const note = `Crop${hostile}`;
  await setFavoriteOrNote(clientOf(session), session.id, key.id, { note_before: '', note });
  const [row] = (await rowsOf(source, 'photos')).filter(({ id }) => id === key.id);
  const folder = join(dir, 'names');
  expect(await exportStudio(source, folder, quiet)).toMatchObject({ missing: [], failed: [], bad_rows: [] });
  const entries: Row[] = [];
  for await (const entry of readRows(join(folder, 'files.jsonl'))) entries.push(entry);
  expect(entries).toHaveLength(1 + 3);
  for (const { file } of entries) {
    expect(file).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\u202a-\u202e]/u);
    for (const part of String(file).split('/')) expect(Buffer.byteLength(part)).toBeLessThan(200);
  }
  expect((await drill(source.dynamodb, folder, quiet)).damagedFiles).toEqual([]);

  const page = parseMarkup(await readFile(join(folder, 'gallery', `${session.id}.html`), 'utf8'));
  // Each text is apart from what stands beside it, which it could turn around.
  expect(page.querySelector('h1 > bdi')?.textContent).toContain('Family');
  expect(page.querySelector('figcaption > bdi')?.textContent).toBe(row?.file_name);
  const said = (text: string) => text.replace(/\s+/g, ' ');
  expect(said(page.querySelector('figcaption')?.textContent ?? '')).toContain(said(String(row?.note)));
  const [xmp] = globSync(join(folder, 'xmp', '**', '*.xmp'));
  const description = parseMarkup(await readFile(xmp!, 'utf8'), 'text/xml').querySelector('description');
  expect(said(description?.textContent ?? '').trim()).toBe(said(String(row?.note)).trim());
  expect(escapeMarkup(note)).toContain('\u2028');
});

test('an export that does not read back as it was written is not complete', async () => {
  const folder = join(dir, 'not read back');
  await receiveMessage('203.0.113.9', visitor);
  for (const [damage, says] of [
    [() => writeFileSync(rowsFile(folder, 'messages'), '{"id":"torn'), /messages\.jsonl, line 1, is not JSON/],
    [() => writeFileSync(rowsFile(folder, 'messages'), ''), /messages\.jsonl has other content than was written/],
    [() => appendFileSync(join(folder, 'files.jsonl'), '{"key":"torn'), /files\.jsonl, line \d+, is not JSON/],
  ] as const) {
    let isDamaged = false;
    const exporting = exportStudio(source, folder, (line) => {
      if (!line.includes('files are here')) return;
      isDamaged = true;
      damage();
    });
    await expect(exporting).rejects.toThrow(says);
    expect(isDamaged).toBe(true);
    await expect(drill(source.dynamodb, folder, quiet)).rejects.toThrow(/no complete export/);
  }
  await exportStudio(source, folder, quiet);
  expect((await drill(source.dynamodb, folder, quiet)).changedRows).toEqual([]);
});
