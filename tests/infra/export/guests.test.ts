import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateLink, Link } from '#shared/contract/links.ts';
import { type TableName, tables } from '../../../infra/blueprint/tables.ts';
import { exportRowsOnly, exportStudio } from '../../../infra/commands/export.ts';
import { describeLinks } from '../../../infra/commands/exported/restored-links.ts';
import { exportedTables, type Row, rowsFile, unexportedTables } from '../../../infra/commands/exported/rows.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { damageOf, mend, parseArguments, readRow, repair } from '../../../infra/commands/repair.ts';
import { restore } from '../../../infra/commands/restore.ts';
import { describeDrill, drill, isSound } from '../../../infra/commands/restore-drill.ts';
import { nameGuest, openLink, setGuestReaction } from '../../../lambdas/domain/links/guests.ts';
import { createLink, editLink, listLinks, revokeLink } from '../../../lambdas/domain/links/links.ts';
import { toActor } from '../../../lambdas/domain/links/live.ts';
import { listGuestPicks, listGuests } from '../../../lambdas/domain/links/picks.ts';
import { readLink } from '../../../lambdas/domain/links/repository.ts';
import { guestIdOf } from '../../../lambdas/domain/links/secrets.ts';
import { deleteSession } from '../../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { readSession, type SessionRow } from '../../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../../photos/samples.ts';
import { drain } from '../../photos/studio.ts';
import { admin, makeSession, upload } from '../../photos/world.ts';
import { type ExportableStudio, emptyTables, openExportableStudio, rowsOf } from './exportable-studio.ts';

/** Links, guests, and what they have picked and noted, through export, drill, restore and repair. */

let studio: ExportableStudio;
let dir: string;
let source: Source;
beforeAll(async () => {
  studio = await openExportableStudio();
  ({ source, dir } = studio);
});
afterAll(() => studio?.close());

const quiet = () => {};
const pin = '135790';
const values: CreateLink = {
  ...{ label: '=Grandparents', may_pick: true, may_note: true, download: 'web', pin: null, shows_cover: false },
  ends_on: new Date(Date.now() + 60 * 24 * 60 * 60_000).toISOString().slice(0, 10),
};

const open = (token: string | null) => openLink('203.0.113.9', { token: token ?? '', pin }, () => undefined);

/** Opens a link as a new guest with this name; returns what they pick and note with. */
async function enter(link: Link, name: string) {
  const { credential } = await open(link.token);
  const row = (await readLink(link.id))!;
  const actor = toActor(row, guestIdOf(credential!.value.split('.')[0]!));
  await nameGuest(actor, row, '203.0.113.9', { name, email: `${name.toLowerCase()}@example.com` });
  return async (photo: string, change: Parameters<typeof setGuestReaction>[3]) =>
    setGuestReaction(actor, (await readLink(link.id))!, photo, change);
}

let folder: string;
let session: SessionRow;
let photo: string;
let link: Link;
let closed: Link;
beforeEach(async () => {
  await emptyTables(source, exportedTables);
  folder = join(dir, newId());
  session = await makeSession();
  photo = (await upload(session, await makePhoto(), 'IMG_1.jpg')).id;
  await drain('photo', processPhoto);
  link = await createLink(admin, session.id, values);
  closed = await createLink(admin, session.id, { ...values, label: 'Uncle', pin });
  const anna = await enter(link, 'Anna');
  await anna(photo, { is_favorite: true });
  await anna(photo, { note: '@Lovely', note_before: '' });
  await enter(link, 'Carl');
});

/** What the studio sees of guests. */
const seen = async () => ({
  guests: (await listGuests(admin, session.id)).items,
  picks: (await listGuestPicks(admin, session.id)).items,
});

/** Without the numbers that a restore has counted anew by the next guest. */
const uncounted = (rows: Row[]) => rows.map(({ guests_count, notes_length, ...row }) => row);

test('every table of the studio is exported, or named with its reason', async () => {
  const stored = JSON.parse(readFileSync('tests/api/tables/stored-rows.json', 'utf8')) as Record<string, Row[]>;
  for (const name of exportedTables) {
    for (const Item of stored[name] ?? []) await source.dynamodb.send(new PutCommand({ TableName: name, Item }));
  }
  const { rows } = await exportStudio(source, folder, quiet);
  for (const name of Object.keys(tables) as TableName[]) {
    if (name in unexportedTables) {
      expect(rows).not.toHaveProperty(name);
      expect(unexportedTables[name as keyof typeof unexportedTables].length).toBeGreaterThan(10);
    } else expect(rows[name], name).toBe((await rowsOf(source, name)).length);
  }
  expect(Object.values(rows).every((count) => count > 0 || rows.logins === 0)).toBe(true);
});

test('links, guests, picks and notes are exported, and restored so that links open and guests are known', async () => {
  const [before, guestsBefore] = [await rowsOf(source, 'links'), await rowsOf(source, 'guests')];
  expect(await exportStudio(source, folder, quiet)).toMatchObject({ rows: { links: 2, guests: 3 }, bad_rows: [] });
  const report = await drill(source.dynamodb, folder, quiet);
  expect(report).toMatchObject({ rows: { links: 2, guests: 3 }, absent: [], orphans: [] });
  expect(isSound(report)).toBe(true);
  const [guests, links] = [await seen(), await listLinks(admin, session.id)];

  await emptyTables(source, exportedTables);
  const { rows, links: about } = await restore(source, folder, quiet);
  expect(rows).toMatchObject({ links: 2, guests: 3 });
  expect(about).toEqual({ open: 2, revoked: 0 });
  expect(uncounted(await rowsOf(source, 'links'))).toEqual(uncounted(before));
  expect(await rowsOf(source, 'guests')).toEqual(guestsBefore);
  expect(await seen()).toEqual(guests);
  expect(await listLinks(admin, session.id)).toEqual(links);
  expect((await open(link.token)).opened.state).toBe('open');
  expect((await open(closed.token)).opened.state).toBe('open');
  expect((await restore(source, folder, quiet)).links).toBeUndefined();
});

test('the tables for spreadsheets say what guests picked and noted, without anything that opens a link', async () => {
  await exportStudio(source, folder, quiet);
  const [links, guests] = [
    await readFile(join(folder, 'links.csv'), 'utf8'),
    await readFile(join(folder, 'guests.csv'), 'utf8'),
  ];
  const of = '"Ada","[^"]+","Family","2026-05-01"';
  expect(links).toMatch(new RegExp(`${of},"'=Grandparents","studio","[^"]+","${values.ends_on}","","","2"`));
  expect(links).toMatch(new RegExp(`${of},"Uncle","studio","[^"]+","${values.ends_on}","","yes","0"`));
  expect(guests).toMatch(
    new RegExp(`${of},"'=Grandparents","Anna","anna@example.com","photos/.+/IMG_1.jpg","IMG_1.jpg","yes","'@Lovely"`),
  );
  expect(guests).toMatch(new RegExp(`${of},"'=Grandparents","Carl","carl@example.com","","","",""`));
  const rows = await rowsOf(source, 'links');
  const secrets = [link.token!, closed.token!, pin, ...rows.flatMap(({ id, nonce }) => [String(id), String(nonce)])];
  for (const secret of secrets) expect(links + guests).not.toContain(secret);
  // The rows need the key of the API to open anything.
  const all = await readFile(rowsFile(folder, 'links'), 'utf8');
  for (const { token } of [link, closed]) expect(all).not.toContain(token!);
});

test('a link of no session, and a guest of no link, are orphans; damaged rows are named', async () => {
  await source.dynamodb.send(new DeleteCommand({ TableName: 'links', Key: { id: link.id } }));
  const [row] = await rowsOf(source, 'links');
  await source.dynamodb.send(new PutCommand({ TableName: 'links', Item: { ...row, id: 'lost', session_id: 'none' } }));
  await source.dynamodb.send(new PutCommand({ TableName: 'links', Item: { id: 'bad', session_id: session.id } }));
  await source.dynamodb.send(new PutCommand({ TableName: 'guests', Item: { link_id: closed.id, part: 'guest#x' } }));
  const { bad_rows } = await exportStudio(source, folder, quiet);
  expect(bad_rows).toEqual(['links ["bad"]', `guests ["${closed.id}","guest#x"]`]);
  const { orphans } = await drill(source.dynamodb, folder, quiet);
  expect(orphans).toHaveLength(1 + 3);
  expect(orphans).toContain('link lost of no session');
  expect(orphans.filter((one) => one.includes(`of no link (${link.id})`))).toHaveLength(3);
});

describe('exports of older versions', () => {
  test('without links and guests are drilled and restored; that they have none is said, and is no error', async () => {
    const summary = await exportStudio(source, folder, quiet);
    for (const name of ['links', 'guests', 'selections'] as const) await rm(rowsFile(folder, name));
    const { links: _, guests: __, selections: ___, ...rows } = summary.rows;
    await writeFile(join(folder, 'export.json'), JSON.stringify({ ...summary, rows }));
    const report = await drill(source.dynamodb, folder, quiet);
    expect(report.absent).toEqual(['selections', 'links', 'guests']);
    expect(isSound(report)).toBe(true);
    expect(describeDrill(report)[1]).toBe(
      'Not in this export, which an older version has made: selections, links, guests. Export again to have them.',
    );
    const said: string[] = [];
    await emptyTables(source, ['photos']);
    expect((await restore(source, folder, (line) => said.push(line))).rows.photos).toBe(1);
    for (const name of ['selections', 'links', 'guests']) {
      expect(said).toContain(`No ${name}: the export, which an older version has made, does not have them.`);
    }
    const { table, key, from } = parseArguments(['links', 'x', '--export', folder]);
    await source.dynamodb.send(new PutCommand({ TableName: 'links', Item: { id: 'x' } }));
    await expect(repair(source, table, key, from, dir, quiet)).rejects.toThrow('has no links. Name another source.');
  });

  test('are not taken for an export whose file was lost, or lost rows', async () => {
    await exportStudio(source, folder, quiet);
    await writeFile(rowsFile(folder, 'guests'), '');
    expect((await drill(source.dynamodb, folder, quiet)).changedRows).toEqual([
      'guests: 3 rows were exported, 0 are here',
    ]);
    await rm(rowsFile(folder, 'guests'));
    await expect(drill(source.dynamodb, folder, quiet)).rejects.toThrow('guests.jsonl');
    await expect(restore(source, folder, quiet)).rejects.toThrow('guests.jsonl');
  });
});

describe('a restore opens to nobody who was shut out after the export', () => {
  const lose = () => emptyTables(source, ['links', 'guests']);

  test.each<[string, () => Promise<unknown>]>([
    ['the link was revoked', () => revokeLink(admin, link.id)],
    [
      'the link was given a PIN',
      async () => {
        const { version } = (await readLink(link.id))!;
        await editLink(admin, link.id, { ...values, pin, version });
      },
    ],
    ['its session was deleted', async () => deleteSession(admin, session.id, (await readSession(session.id))!.version)],
  ])('when %s', async (_, shutOut) => {
    await exportStudio(source, folder, quiet);
    await shutOut();
    await lose();
    const { links } = await restore(source, folder, quiet);
    expect(links).toEqual({ open: 0, revoked: 2 });
    expect((await rowsOf(source, 'links')).map(({ is_revoked }) => is_revoked)).toEqual([true, true]);
    await expect(open(link.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(describeLinks(links!).join()).toContain('2 links are back as revoked');
  });

  test('when the rows are of a restored table, whose time is unknown: what was revoked stays revoked', async () => {
    const rows = await rowsOf(source, 'links');
    await revokeLink(admin, link.id);
    await emptyTables(source, ['links']);
    // As exported with LINKS_TABLE=restored-links.
    for (const Item of rows) await source.dynamodb.send(new PutCommand({ TableName: 'links', Item }));
    await exportRowsOnly(source, folder, quiet);
    await lose();
    expect((await restore(source, folder, quiet)).links).toEqual({ open: 1, revoked: 1 });
    await expect(open(link.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await open(closed.token)).opened.state).toBe('open');
  });

  test('and what was revoked before the export is as it was, beside another link with its name', async () => {
    await revokeLink(admin, link.id);
    const another = await createLink(admin, session.id, values);
    await exportStudio(source, folder, quiet);
    await emptyTables(source, exportedTables);
    expect((await restore(source, folder, quiet)).links).toEqual({ open: 2, revoked: 0 });
    await expect(open(link.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await open(another.token)).opened.state).toBe('open');
  });
});

test('the owner is told whether restored links can be copied again, and where their addresses lead', async () => {
  const at = (origin: string, key: string): Source => ({
    ...source,
    edge: { origin, keyPairId: 'K', privateKey: '' },
    readApiKey: async () => key,
  });
  // Without anything to fetch through the edge, which does not exist.
  await emptyTables(source, ['photos']);
  const [key, another] = ['a'.repeat(64), 'b'.repeat(64)];
  await exportStudio(at('https://old.example', key), folder, quiet);
  expect(await readFile(join(folder, 'export.json'), 'utf8')).not.toContain(key.slice(0, 20));
  await emptyTables(source, ['links']);
  const same = await restore(at('https://old.example', key), folder, quiet);
  expect(same.links).toEqual({ open: 2, revoked: 0 });
  expect(describeLinks(same.links!)).toEqual(["2 guests' links open again, by the addresses that guests have."]);
  await emptyTables(source, ['links']);
  const other = await restore(at('https://new.example', another), folder, quiet);
  expect(other.links).toEqual({
    ...{ open: 2, revoked: 0, has_other_key: true },
    moved: { from: 'https://old.example', to: 'https://new.example' },
  });
  expect(describeLinks(other.links!).join('\n')).toMatch(
    /addresses begin with https:\/\/old\.example, and this studio is at https:\/\/new\.example[\s\S]*They can't be copied again/,
  );
});

describe('studio:repair', () => {
  const change = (TableName: TableName, Key: Row, name: string, value: unknown) =>
    source.dynamodb.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  beforeEach(() => exportStudio(source, folder, quiet));

  test('repairs a link, a guest and a pick from an export', async () => {
    const [[guest = {}], [reaction = {}]] = [
      (await rowsOf(source, 'guests')).filter(({ part }) => String(part).startsWith('guest#')),
      (await rowsOf(source, 'guests')).filter(({ part }) => String(part).startsWith('mark#')),
    ];
    for (const [name, row, damaged, value] of [
      ['links', (await readRow(source, 'links', { id: link.id }))!, 'label', 7],
      ['guests', guest, 'name', 7],
      ['guests', reaction, 'is_picked', 'yes'],
    ] as const) {
      const ids = name === 'links' ? [String(row.id)] : [String(row.link_id), String(row.part)];
      const { table, key, from } = parseArguments([name, ...ids, '--export', folder]);
      await change(name, key, damaged, value);
      expect([...damageOf(table, { ...row, [damaged]: value }).keys()]).toEqual([damaged]);
      await repair(source, table, key, from, dir, quiet);
      expect(await readRow(source, name, key)).toEqual(row);
    }
  });

  test.each(['is_revoked', 'pin', 'pin_version', 'ends_at'])('revokes a link whose %s is damaged', async (name) => {
    const { table, key, from } = parseArguments(['links', link.id, '--export', folder]);
    const row = (await readRow(source, 'links', key))!;
    expect(mend('links', { ...row, [name]: ['?'] }, row)).toEqual({ ...row, is_revoked: true });
    // An index has no other type of it.
    if (name === 'ends_at') return;
    await change('links', key, name, ['?']);
    await repair(source, table, key, from, dir, quiet);
    await expect(open(link.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
