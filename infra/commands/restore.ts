import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { cost } from '#shared/cost/prices.ts';
import config from '../../studio.config.ts';
import { type TableBlueprint, tables } from '../blueprint/tables.ts';
import { run, type Say } from './command-line.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { BucketFiles, type FetchedFile, findStored } from './exported/bucket-files.ts';
import { describeRequests } from './exported/export-price.ts';
import { readExportedFiles } from './exported/first-version.ts';
import { objectsOfRows } from './exported/needed-objects.ts';
import { originalOf } from './exported/photo-files.ts';
import {
  describeLinks,
  type Entry,
  fingerprintOf,
  isAboutLinks,
  type RestoredLinks,
  restoredLink,
} from './exported/restored-links.ts';
import { isLoginRow, loginsOf, readKnownLogins, withLogins } from './exported/restored-logins.ts';
import { unitsToWrite } from './exported/row-units.ts';
import {
  type ExportedTable,
  exportedTables,
  isLink,
  isSession,
  type LinkRow,
  type PhotoRow,
  type Row,
  readRows,
  rowsFile,
} from './exported/rows.ts';
import { forgetGuestCounts, recount } from './exported/session-counts.ts';
import { deployedSource, type Source, scan } from './exported/source.ts';
import { type ExportSummary, hasRows, readSummary } from './exported/summary.ts';

const usage = `Usage: npm run studio:restore -- <folder of an export>

  Puts rows and files of an export back where the studio has none, counts the sessions' photos anew, and changes nothing that is
  there. Into a new, empty studio as well as into one that has lost something. It can be run again at any time.`;

export interface RestoreReport {
  /** The number of restored rows of each table. */
  rows: Record<string, number>;
  /** The number of restored objects. */
  files: number;
  /**
   * The number of logins that this user pool does not have: their customers are linked again by the address that Google
   * has verified.
   */
  forgottenLogins: number;
  /**
   * The number of photos in an export without files that were left out, because the bucket has no original for them.
   */
  withoutOriginal?: number;
  /** Set when links for guests were restored. */
  links?: RestoredLinks;
}

/** The tables that are restored: all but the outbox, whose restored rows would send their emails. */
const restoredTables = exportedTables.filter((name) => name !== 'outbox');

/**
 * Puts rows and files of an export back where the studio has none.
 * @throws Error for a folder without a complete export
 */
export async function restore(target: Source, folder: string, say: Say): Promise<RestoreReport> {
  const summary = await readSummary(folder);
  const { rows_only = false } = summary;
  say(await describeRestore(folder, summary));
  // Files first, so that no row says that a photo is ready while its file is missing.
  const files = rows_only ? 0 : await restoreFiles(target, folder, summary, say);
  say(`${files} files put back.`);
  const report: RestoreReport = { rows: {}, files, forgottenLogins: 0 };
  for (const name of restoredTables) {
    if (!hasRows(folder, name, summary)) {
      say(`No ${name}: the export, which an older version has made, does not have them.`);
      continue;
    }
    const restoreRow = await rowRestorer(target, folder, summary, name, report);
    const restoredRows: Row[] = [];
    let changedCount = 0;
    await forEachAtOnce(readRows(rowsFile(folder, name)), async (row) => {
      const newRow = await restoreRow(row);
      if (!newRow || !(await putIfMissing(target, name, newRow))) return;
      restoredRows.push(newRow);
      if (newRow !== row) changedCount += 1;
    });
    report.rows[name] = restoredRows.length;
    say(`${restoredRows.length} ${name} put back.`);
    if (name === 'links' && restoredRows.length > 0) {
      report.links = {
        ...(await factsAboutLinks(target, summary, restoredRows.filter(isLink))),
        revoked: changedCount,
      };
    }
  }
  await forEachAtOnce(readRows(rowsFile(folder, 'sessions')), async (row) => {
    if (!isSession(row)) return;
    await recount(target, row.id);
    await forgetGuestCounts(target, row.id);
  });
  // Delete the count of pictures: the next upload of a picture counts them again.
  await target.dynamodb.send(new DeleteCommand({ TableName: target.tables.guards, Key: { id: 'library' } }));
  return report;
}

/** Returns sentences about what a restore costs at most, as if every row and file were missing. */
async function describeRestore(folder: string, summary: ExportSummary): Promise<string> {
  const rowsOnly = summary.rows_only ?? false;
  const presentTables = restoredTables.filter((name) => hasRows(folder, name, summary));
  const files = rowsOnly ? [] : [...(await BucketFiles.open(folder)).entries];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const requests = describeRequests({
    dynamodbWrites: await unitsToWrite(folder, presentTables, { withIndexes: true }),
    s3Reads: files.length,
    s3Writes: files.length,
  });
  if (rowsOnly) return requests;
  const storageCost = `Files are stored for at most $${cost('s3Standard', bytes / 1e9).toFixed(2)} a month`;
  return `${requests} ${storageCost}, as many as are missing now; originals that nobody reads for less and less.`;
}

/**
 * Returns the function that gives a table's row as it is restored; undefined for a row that is left out, which the
 * function counts in the report.
 */
async function rowRestorer(
  target: Source,
  folder: string,
  { rows_only, began_at }: ExportSummary,
  name: ExportedTable,
  report: RestoreReport,
): Promise<(row: Row) => Row | undefined | Promise<Row | undefined>> {
  if (name === 'customers') {
    const knownSubs = await readKnownLogins(target, folder);
    return (row) => {
      const isForgotten = isLoginRow(row) && !knownSubs.has(loginsOf(row)[0]!);
      if (isForgotten) report.forgottenLogins += 1;
      return isForgotten ? undefined : withLogins(row, knownSubs);
    };
  }
  if (name === 'photos' && rows_only) {
    return async (row) => {
      if (await hasOriginal(target, row)) return row;
      report.withoutOriginal = (report.withoutOriginal ?? 0) + 1;
      return undefined;
    };
  }
  if (name === 'links') {
    const entries = await entriesAboutLinks(target);
    const [madeAt, now] = [rows_only ? undefined : began_at, new Date()];
    return (row) => (isLink(row) ? restoredLink(row, entries.get(row.session_id) ?? [], madeAt, now) : row);
  }
  return (row) => row;
}

/** Returns the timeline's entries about links, by session. The timeline is restored before the links. */
async function entriesAboutLinks(target: Source): Promise<Map<string, Entry[]>> {
  const entries: Entry[] = [];
  for await (const row of scan(target, target.tables.timeline)) if (isAboutLinks(row)) entries.push(row);
  return Map.groupBy(entries, ({ session_id }) => session_id);
}

/** Returns the facts that the owner has to know of restored links. */
async function factsAboutLinks(
  target: Source,
  { site, links_key }: ExportSummary,
  links: LinkRow[],
): Promise<Omit<RestoredLinks, 'revoked'>> {
  const now = new Date().toISOString();
  const key = await target.readApiKey?.();
  const siteOrigin = target.edge?.origin;
  return {
    open: links.filter(({ is_revoked, ends_at }) => !is_revoked && ends_at > now).length,
    ...(key && links_key && fingerprintOf(key) !== links_key && { has_other_key: true as const }),
    ...(site && siteOrigin && site !== siteOrigin && { moved: { from: site, to: siteOrigin } }),
  };
}

/** Whether the bucket has the file that a photo's row names; true for a row that names none. */
async function hasOriginal(target: Source, row: Row): Promise<boolean> {
  const original = originalOf(row as unknown as PhotoRow);
  return original === undefined || (await findStored(target.s3, target.photosBucket, original)) !== undefined;
}

/**
 * Puts the objects that the export's rows need into the bucket, with their metadata, where they are missing. A folder
 * with several exports also has files with former keys, and files of photos that were erased since: these are not
 * restored.
 */
async function restoreFiles(target: Source, folder: string, summary: ExportSummary, say: Say): Promise<number> {
  const { s3, photosBucket: Bucket } = target;
  const files = await readExportedFiles(folder);
  let count = 0;
  let missingCount = 0;
  const put = async (Key: string, { file, size, crc32, ...entry }: FetchedFile) => {
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: createReadStream(join(folder, file)),
        ContentLength: size,
        ChecksumCRC32: crc32,
        ...(entry.content_type && { ContentType: entry.content_type }),
        ...(entry.content_disposition && { ContentDisposition: entry.content_disposition }),
        ...(entry.cache_control && { CacheControl: entry.cache_control }),
        ...(Key.startsWith('originals/') && { StorageClass: 'INTELLIGENT_TIERING' as const }),
      }),
    );
    count += 1;
  };
  const tablesWithFiles = (['photos', 'pictures'] as const).filter((name) => hasRows(folder, name, summary));
  await forEachAtOnce(objectsOfRows(folder, tablesWithFiles), async ({ needed, copies }) => {
    for (const key of needed) {
      if (await findStored(s3, Bucket, key)) continue;
      const source = copies.get(key) ?? key;
      const entry = files.entry(source);
      if (entry && (await files.has(source))) await put(key, entry);
      else missingCount += 1;
    }
  });
  if (missingCount > 0) say(`${missingCount} files that rows name are neither in the bucket nor in the export.`);
  return count;
}

async function putIfMissing(
  { dynamodb, tables: tableNames }: Source,
  name: ExportedTable,
  Item: Row,
): Promise<boolean> {
  const { partitionKey }: TableBlueprint = tables[name];
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: tableNames[name],
        Item,
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': partitionKey },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

async function main(): Promise<void> {
  const [folder, ...extraArguments] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || extraArguments.length > 0) throw new Error(usage);
  const { forgottenLogins, withoutOriginal, links } = await restore(
    await deployedSource(config.region),
    resolve(folder),
    console.log,
  );
  if (links) console.log(describeLinks(links).join('\n'));
  if (withoutOriginal) {
    console.log(
      `${withoutOriginal} photos were left out: the bucket has no original for them. Restore them from an export with files.`,
    );
  }
  if (forgottenLogins > 0) {
    console.log(
      `${forgottenLogins} clients' logins are of another user pool; each is found again by the address that Google has verified.`,
    );
  }
}

if (import.meta.main) run(main);
