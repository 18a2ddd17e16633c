import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cost } from '#shared/cost/prices.ts';
import config from '../../studio.config.ts';
import { type TableBlueprint, tables } from '../blueprint.ts';
import { run, type Say } from './command-line.ts';
import { deployedSource, type ExportSummary, type Source, scan } from './export.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { BucketFiles, type FetchedFile, findStored } from './exported/bucket-files.ts';
import { describeRequests } from './exported/export-price.ts';
import { openToRestore } from './exported/first-version.ts';
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
import { unitsToWrite } from './exported/row-units.ts';
import {
  type AttachmentRow,
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
import { hasRows, readSummary } from './restore-drill.ts';

const usage = `Usage: npm run studio:restore -- <folder of an export>

  Puts rows and files of an export back where the studio has none, counts the sessions' photos anew, and changes nothing that is
  there. Into a new, empty studio as well as into one that has lost something. It can be run again at any time.`;

export interface RestoreReport {
  /** Number of restored rows per table. */
  rows: Record<string, number>;
  /** Number of restored objects. */
  files: number;
  /**
   * Logins that this user pool does not have: their customers are linked again by the address that Google has verified.
   */
  forgottenLogins: number;
  /** Photo rows of an export without files that were left out, because the bucket has no original for them. */
  withoutOriginal?: number;
  /** Set when links for guests were restored. */
  links?: RestoredLinks;
}

/** Without the outbox: a restored row would send its email. */
const restoredTables = exportedTables.filter((name) => name !== 'outbox');

/** @throws Error for a folder without a complete export */
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
    const toRestored = await rowsAsRestored(target, folder, summary, name, report);
    const put: Row[] = [];
    let changed = 0;
    await forEachAtOnce(readRows(rowsFile(folder, name)), async (row) => {
      const restored = await toRestored(row);
      if (!restored || !(await putIfMissing(target, name, restored))) return;
      put.push(restored);
      if (restored !== row) changed += 1;
    });
    report.rows[name] = put.length;
    say(`${put.length} ${name} put back.`);
    if (name === 'links' && put.length > 0) {
      report.links = { ...(await lookAtLinks(target, summary, put.filter(isLink))), revoked: changed };
    }
  }
  await forEachAtOnce(readRows(rowsFile(folder, 'sessions')), async (row) => {
    if (!isSession(row)) return;
    await recount(target, row.id);
    await forgetGuestCounts(target, row.id);
  });
  // Of pictures: counted anew by the next one.
  await target.dynamodb.send(new DeleteCommand({ TableName: target.tables.guards, Key: { id: 'library' } }));
  return report;
}

/** Returns what the requests cost at most, in a sentence: as if everything were missing. */
async function describeRestore(folder: string, summary: ExportSummary): Promise<string> {
  const rowsOnly = summary.rows_only ?? false;
  const present = restoredTables.filter((name) => hasRows(folder, name, summary));
  const files = rowsOnly ? [] : [...(await BucketFiles.open(folder)).entries];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const requests = describeRequests({
    dynamodbWrites: await unitsToWrite(folder, present, { withIndexes: true }),
    s3Reads: files.length,
    s3Writes: files.length,
  });
  if (rowsOnly) return requests;
  const stored = `Files are stored for at most $${cost('s3Standard', bytes / 1e9).toFixed(2)} a month`;
  return `${requests} ${stored}, as many as are missing now; originals that nobody reads for less and less.`;
}

/** Has the guests of a session's links, and their notes, counted anew by the next one. */
async function forgetGuestCounts({ dynamodb, tables: names }: Source, sessionId: string): Promise<void> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: names.links,
      IndexName: 'by_session',
      KeyConditionExpression: 'session_id = :session',
      ExpressionAttributeValues: { ':session': sessionId },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { id } of Items) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: names.links,
          Key: { id },
          UpdateExpression: 'REMOVE guests_count, notes_length',
          ConditionExpression: 'attribute_exists(id)',
        }),
      );
    }
  }
}

/** Returns what a row of a table is restored as; undefined for one that is left out, which the report then counts. */
async function rowsAsRestored(
  target: Source,
  folder: string,
  { rows_only, began_at }: ExportSummary,
  name: ExportedTable,
  report: RestoreReport,
): Promise<(row: Row) => Row | undefined | Promise<Row | undefined>> {
  if (name === 'customers') {
    const known = await knownLogins(target, folder);
    return (row) => {
      const isForgotten = isLoginRow(row) && !known.has(loginsOf(row)[0]!);
      if (isForgotten) report.forgottenLogins += 1;
      return isForgotten ? undefined : withLogins(row, known);
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

/** Returns by session what the timeline, which is restored before, tells of links. */
async function entriesAboutLinks(target: Source): Promise<Map<string, Entry[]>> {
  const entries: Entry[] = [];
  for await (const row of scan(target, target.tables.timeline)) if (isAboutLinks(row)) entries.push(row);
  return Map.groupBy(entries, ({ session_id }) => session_id);
}

/** Finds out what the owner has to know of links that were restored. */
async function lookAtLinks(
  target: Source,
  { site, links_key }: ExportSummary,
  links: LinkRow[],
): Promise<Omit<RestoredLinks, 'revoked'>> {
  const now = new Date().toISOString();
  const key = await target.readApiKey?.();
  const to = target.edge?.origin;
  return {
    open: links.filter(({ is_revoked, ends_at }) => !is_revoked && ends_at > now).length,
    ...(key && links_key && fingerprintOf(key) !== links_key && { has_other_key: true as const }),
    ...(site && to && site !== to && { moved: { from: site, to } }),
  };
}

/** Returns whether the bucket has the file that a photo's row names; true for a row that names none. */
async function hasOriginal(target: Source, row: Row): Promise<boolean> {
  const original = originalOf(row as unknown as PhotoRow);
  return original === undefined || (await findStored(target.s3, target.photosBucket, original)) !== undefined;
}

/**
 * Puts the objects that the export's rows need into the bucket, with their metadata, where they are missing there. A
 * folder that was exported into more than once also has files of former addresses and of photos that were erased since:
 * they stay out.
 */
async function restoreFiles(target: Source, folder: string, summary: ExportSummary, say: Say): Promise<number> {
  const { s3, photosBucket: Bucket } = target;
  const files = await openToRestore(folder);
  let count = 0;
  let lacking = 0;
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
  const withFiles = (['photos', 'pictures'] as const).filter((name) => hasRows(folder, name, summary));
  await forEachAtOnce(objectsOfRows(folder, withFiles), async ({ needed, copies }) => {
    for (const key of needed) {
      if (await findStored(s3, Bucket, key)) continue;
      const source = copies.get(key) ?? key;
      const entry = files.entry(source);
      if (entry && (await files.has(source))) await put(key, entry);
      else lacking += 1;
    }
  });
  if (lacking > 0) say(`${lacking} files that rows name are neither in the bucket nor in the export.`);
  return count;
}

async function putIfMissing({ dynamodb, tables: names }: Source, name: ExportedTable, Item: Row): Promise<boolean> {
  const { partitionKey }: TableBlueprint = tables[name];
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: names[name],
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

/**
 * Returns the logins that a row depends on: of a customer's record (`more_logins` is separated by spaces), or of a row
 * that maps a login to its record.
 */
function loginsOf(row: Row): string[] {
  if (isLoginRow(row)) return [String(row.id).slice('login#'.length)];
  return [row.login_sub, row.more_logins].flatMap((subs) => (typeof subs === 'string' ? subs.split(' ') : []));
}
const isLoginRow = ({ id }: Row) => typeof id === 'string' && id.startsWith('login#');

/** A customer's record with those of its logins that are known; the other rows have none and stay as they are. */
function withLogins(row: Row, known: Set<string>): Row {
  if (isLoginRow(row)) return row;
  const { login_sub: _, more_logins: __, ...rest } = row;
  const [login_sub, ...more_logins] = loginsOf(row).filter((login) => known.has(login));
  return {
    ...rest,
    ...(login_sub && { login_sub }),
    ...(more_logins.length > 0 && { more_logins: more_logins.join(' ') }),
  };
}

/** Returns the export's logins that this user pool has, too; all of them when it is the same pool. */
async function knownLogins({ cognito, userPools }: Source, folder: string): Promise<Set<string>> {
  const wanted = new Set<string>();
  for await (const row of readRows(rowsFile(folder, 'customers'))) {
    for (const login of loginsOf(row)) wanted.add(login);
  }
  const known = new Set<string>();
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: userPools.clients })) {
    for (const { Attributes = [] } of Users) {
      const sub = Attributes.find(({ Name }) => Name === 'sub')?.Value;
      if (sub && wanted.has(sub)) known.add(sub);
    }
  }
  return known;
}

/**
 * Sets a session's counts to the numbers of its photos and attachments, and has its selections and links counted anew by
 * the next one.
 */
export async function recount(
  { dynamodb, tables: names }: Pick<Source, 'dynamodb' | 'tables'>,
  id: string,
): Promise<void> {
  const { Item: session } = await dynamodb.send(new GetCommand({ TableName: names.sessions, Key: { id } }));
  const counts: Record<string, number> = {
    photos_count: 0,
    visible_count: 0,
    favorites_count: 0,
    listed_count: 0,
    placed_count: 0,
    finished_count: 0,
    attachments_count: 0,
    attachment_bytes: 0,
    listed_attachments_count: 0,
    original_bytes: 0,
    derivative_bytes: 0,
    // A chapter may have lost its last photo.
    ...Object.fromEntries(Object.keys(session ?? {}).flatMap((name) => (isChapterCount(name) ? [[name, 0]] : []))),
  };
  const add = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const pagesOf = (partition: string) =>
    paginateQuery(
      { client: dynamodb },
      {
        TableName: names.photos,
        ConsistentRead: true,
        KeyConditionExpression: 'session_id = :session',
        ExpressionAttributeValues: { ':session': partition },
      },
    );
  for await (const { Items = [] } of pagesOf(`attachments#${id}`)) {
    for (const attachment of Items as AttachmentRow[]) {
      if (attachment.state !== 'deleted') add('listed_attachments_count', 1);
      if (attachment.state !== 'ready') continue;
      add('attachments_count', 1);
      add('attachment_bytes', attachment.size);
    }
  }
  for await (const { Items = [] } of pagesOf(id)) {
    for (const photo of Items as PhotoRow[]) {
      if (photo.state !== 'deleted') add('listed_count', 1);
      if (photo.state !== 'ready') continue;
      add('photos_count', 1);
      if (photo.is_approved) add('visible_count', 1);
      if (photo.is_approved && photo.is_favorite) add('favorites_count', 1);
      if (photo.place !== undefined) add('placed_count', 1);
      if (photo.stage === 'finished') add('finished_count', 1);
      if (photo.chapter_id !== undefined) {
        add(`photos_in_${photo.chapter_id}`, 1);
        add(`visible_in_${photo.chapter_id}`, Number(photo.is_approved));
      }
      for (const { size, derivative_bytes, marked_bytes = 0 } of [photo, ...(photo.former ?? [])]) {
        if (derivative_bytes === undefined) continue;
        add('original_bytes', size);
        add('derivative_bytes', derivative_bytes + marked_bytes);
      }
    }
  }
  const attributes = Object.entries(counts);
  await dynamodb.send(
    new UpdateCommand({
      TableName: names.sessions,
      Key: { id },
      UpdateExpression: `SET ${attributes.map((_, at) => `#${at} = :${at}`).join(', ')} REMOVE selections_count, studio_links_count, client_links_count`,
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], at) => [`#${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(attributes.map(([, count], at) => [`:${at}`, count])),
    }),
  );
}

const isChapterCount = (attribute: string) => /^(photos|visible)_in_/.test(attribute);

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length > 0) throw new Error(usage);
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
