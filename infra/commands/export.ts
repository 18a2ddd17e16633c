import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { studio } from '#shared/studio.ts';
import config from '../../studio.config.ts';
import { run, type Say } from './command-line.ts';
import { checkAllRows, countsOf, exportRows } from './exported/all-rows.ts';
import { BucketFiles, listStored } from './exported/bucket-files.ts';
import { writeGuests, writeLinks, writeMessages, writeQuotes } from './exported/csv-tables.ts';
import { writeFavoritesAndNotes } from './exported/favorites-and-notes.ts';
import { fetchAll } from './exported/fetching.ts';
import { writePages } from './exported/gallery-pages.ts';
import { findNeeded, objectsFile } from './exported/object-list.ts';
import { neededKeys } from './exported/photo-files.ts';
import { pictureFileOf } from './exported/picture-files.ts';
import { plan } from './exported/planned-files.ts';
import { fingerprintOf } from './exported/restored-links.ts';
import { checkRows, writeRows } from './exported/rows.ts';
import { deployedSource, type Source } from './exported/source.ts';
import { describeExport, type ExportSummary, writeSummary } from './exported/summary.ts';

const usage = `Usage: npm run studio:export -- <folder> [--rows]

  Copies everything that is the studio's to a folder of this computer: originals by client and session, all rows as JSON,
  favorites, notes, quotes, messages, links and what their guests picked as CSV, stars and notes as XMP for raw files, and galleries that open without internet
  (index.html). Says what AWS takes for it before it fetches anything. A bad row or file is reported at the end.
  The same folder again: only what is new is fetched. It reads, and changes nothing in AWS.
  --rows: only the rows, without any file: for 'npm run studio:repair' and 'npm run studio:restore'.`;

/**
 * Exports into a folder, which is empty or contains an earlier export.
 * @throws Error for a folder with other content, and when AWS or the disk fails
 */
export async function exportStudio(source: Source, folder: string, say: Say): Promise<ExportSummary> {
  await checkFolder(folder);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await rm(join(folder, 'export.json'), { force: true });
  const began_at = new Date().toISOString();

  // The objects are listed before the rows are read: an upload in between adds a row without a listed file, never a
  // file without a row.
  say('Listing the files …');
  const firstList = await writeRows(objectsFile(folder), listStored(source.s3, source.photosBucket));
  const { writtenRows, badRows, customers, sessions, photos, attachments, pictures } = await exportRows(
    source,
    folder,
    say,
  );

  const files = await BucketFiles.reopen(folder);
  const { plannedFiles, paths } = plan({ customers, sessions, photos, attachments }, files);
  plannedFiles.push(...pictures.map((key) => ({ key, file: pictureFileOf(key) })));
  const needed = [photos.map(neededKeys), attachments.map(({ original_key }) => original_key ?? []), pictures].flat(2);
  const { listed, sizes, missingKeys } = await findNeeded(source, folder, firstList, needed);
  const { presentKeys, fetched, missing, failed } = await fetchAll(source, files, plannedFiles, sizes, say);
  await writeFavoritesAndNotes(folder, { customers, sessions, photos, paths });
  await writeQuotes(folder, customers);
  await writeMessages(folder);
  const links = await writeLinks(folder, { customers, sessions });
  await writeGuests(folder, links, { customers, sessions, photos, paths });
  await writePages(folder, began_at, { customers, sessions, photos, paths });

  say('Reading back what was written …');
  await checkRows(objectsFile(folder), listed);
  await checkAllRows(folder, writtenRows);
  await files.check(presentKeys);
  const entries = [...files.entries];
  const summary: ExportSummary = {
    studio: studio.name,
    ...(await originOfLinks(source)),
    began_at,
    ended_at: new Date().toISOString(),
    rows: countsOf(writtenRows),
    files: entries.length,
    fetched,
    bytes: entries.reduce((sum, { size }) => sum + size, 0),
    missing: [...new Set([...missingKeys, ...missing])].toSorted(),
    missing_here: (await Promise.all(missingKeys.map((key) => files.has(key)))).filter(Boolean).length,
    failed,
    bad_rows: badRows,
    pending: photos.filter(({ state }) => state === 'pending').length,
  };
  await writeSummary(folder, summary);
  if (summary.missing.length === 0 && failed.length === 0) await recordExport(source, began_at, say);
  return summary;
}

/**
 * Records the export, so that the dashboard says when the next one is due. If that fails, the export is complete all
 * the same.
 */
async function recordExport(source: Source, made_at: string, say: Say): Promise<void> {
  try {
    await source.dynamodb.send(new PutCommand({ TableName: source.tables.settings, Item: { id: 'export', made_at } }));
  } catch (error) {
    say(`The dashboard does not know of this export: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Exports the rows without files, for repairs. It reads the tables, and nothing from S3.
 * @throws Error for a folder with other content, or an export with files
 */
export async function exportRowsOnly(source: Source, folder: string, say: Say): Promise<ExportSummary> {
  await checkFolder(folder);
  if (existsSync(join(folder, 'objects.jsonl'))) {
    throw new Error(`${folder} contains an export with files: use another folder for rows only.`);
  }
  await mkdir(join(folder, 'rows'), { recursive: true });
  await rm(join(folder, 'export.json'), { force: true });
  const began_at = new Date().toISOString();
  const { writtenRows, badRows, photos } = await exportRows(source, folder, say);
  await checkAllRows(folder, writtenRows);
  const summary: ExportSummary = {
    studio: studio.name,
    ...(await originOfLinks(source)),
    began_at,
    ended_at: new Date().toISOString(),
    rows: countsOf(writtenRows),
    files: 0,
    fetched: 0,
    bytes: 0,
    missing: [],
    failed: [],
    bad_rows: badRows,
    pending: photos.filter(({ state }) => state === 'pending').length,
    rows_only: true,
  };
  await writeSummary(folder, summary);
  return summary;
}

/** Returns the facts by which a restore finds out whether links lead to its site, and can be copied again. */
async function originOfLinks({ edge, readApiKey }: Source): Promise<Pick<ExportSummary, 'site' | 'links_key'>> {
  const key = await readApiKey?.();
  return { ...(edge && { site: edge.origin }), ...(key && { links_key: fingerprintOf(key) }) };
}

async function checkFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  if (names.length > 0 && !names.includes('rows')) {
    throw new Error(`${folder} contains other files than an export: use an empty or a new folder.`);
  }
}

async function main(): Promise<void> {
  const [folder, rows, ...extraArguments] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || (rows && rows !== '--rows') || extraArguments.length > 0)
    throw new Error(usage);
  const path = resolve(folder);
  if (rows) {
    await exportRowsOnly(await deployedSource(config.region), path, console.log);
    return console.log(`${path} holds all rows, and no files.`);
  }
  const summary = await exportStudio(await deployedSource(config.region), path, console.log);
  console.log(describeExport(summary, path).join('\n'));
}

if (import.meta.main) run(main);
