import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type TableBlueprint, type TableName, tables } from '../../blueprint/tables.ts';

/** A row as stored in its table, with the attributes that only indexes use. */
export type Row = Record<string, unknown>;

/** The tables of an export. */
export const exportedTables = [
  'customers',
  'sessions',
  'photos',
  'quotes',
  'offers',
  'selections',
  'messages',
  'outbox',
  'emails',
  'timeline',
  'settings',
  'website',
  'pictures',
  'links',
  'guests',
] as const satisfies TableName[];
export type ExportedTable = (typeof exportedTables)[number];

/** The tables that an export leaves out, each with the reason. */
export const unexportedTables: Record<Exclude<TableName, ExportedTable>, string> = {
  downloads: 'are prepared again on request, and expire within a week',
  guards: 'expire within hours',
};

/** The attributes of rows that an export reads; see the repositories in lambdas/domain. */
export interface CustomerRow {
  id: string;
  customer_id: string;
  name: string;
  deleted_at?: string;
}
export interface SessionRow {
  id: string;
  customer_id: string;
  session_name: string;
  session_date: string;
  photo_order: 'uploaded' | 'captured' | 'name' | 'custom';
  base_order?: 'uploaded' | 'captured' | 'name';
  chapters?: { id: string; name: string }[];
  photos_count: number;
  visible_count: number;
  favorites_count?: number;
  attachments_count?: number;
  deleted_at?: string;
}
/** An earlier version of a photo. */
export interface FormerVersionRow {
  size: number;
  media_key: string;
  stale_media_key?: string;
  marked_key?: string;
  marked_bytes?: number;
  stale_marks?: string;
  original_key: string;
  crc32: string;
  derivative_bytes?: number;
  version_name?: string;
}
export interface PhotoRow {
  session_id: string;
  id: string;
  customer_id: string;
  state: 'pending' | 'failed' | 'ready' | 'deleted';
  file_name: string;
  content_type: string;
  size: number;
  is_approved: boolean;
  uploaded_at: string;
  media_key: string;
  stale_media_key?: string;
  marked_key?: string;
  marked_bytes?: number;
  stale_marks?: string;
  original_key?: string;
  kept_key?: string | null;
  /** The CRC-32 in base64, big-endian. */
  crc32?: string;
  derivative_bytes?: number;
  chapter_id?: string;
  place?: string;
  is_favorite?: boolean;
  favorited_at?: string;
  note?: string;
  reply?: string;
  stars?: number;
  portfolio_key?: string;
  featured_at?: string;
  stage?: 'proof' | 'finished';
  finished_round?: number;
  version_name?: string;
  former?: FormerVersionRow[];
  uploaded_order?: string;
  captured_order?: string;
  name_order?: string;
}

/** An attachment, in the photos table. */
export interface AttachmentRow {
  /** `attachments#{session}` */
  session_id: string;
  id: string;
  customer_id: string;
  state: 'pending' | 'failed' | 'ready' | 'deleted';
  file_name: string;
  size: number;
  attached_at: string;
  original_key?: string;
  /** The CRC-32 in base64, big-endian. */
  crc32?: string;
}

/** A link for guests. It does not contain the secret, which is derived from `nonce` with a key that AWS keeps. */
export interface LinkRow {
  id: string;
  session_id: string;
  nonce: string;
  label: string;
  pin: string | null;
  ends_on: string;
  ends_at: string;
  is_revoked: boolean;
  made_by: string;
  visits?: number;
  created_at: string;
}
/** A guest (`guest#{guest}`), or a guest's reaction to a photo, a pick or a note (`mark#{guest}#{photo}`). */
export interface GuestRow {
  link_id: string;
  part: string;
  name?: string;
  email?: string;
  photo_id?: string;
  is_picked?: boolean;
  note?: string;
}

const hasTexts = (row: Row, ...names: string[]) => names.every((name) => typeof row[name] === 'string');
export const isCustomer = (row: Row): row is Row & CustomerRow => hasTexts(row, 'id', 'customer_id', 'name');
export const isSession = (row: Row): row is Row & SessionRow =>
  hasTexts(row, 'id', 'customer_id', 'session_label', 'session_name', 'session_date');
export const isPhoto = (row: Row): row is Row & PhotoRow =>
  hasTexts(row, 'session_id', 'id', 'customer_id', 'file_name', 'uploaded_at', 'media_key', 'state');
export const isAttachment = (row: Row): row is Row & AttachmentRow =>
  hasTexts(row, 'session_id', 'id', 'customer_id', 'file_name', 'attached_at', 'state');
export const isLink = (row: Row): row is Row & LinkRow =>
  hasTexts(row, 'id', 'session_id', 'nonce', 'label', 'ends_on', 'ends_at', 'created_at');
export const isGuest = (row: Row): row is Row & GuestRow =>
  hasTexts(row, 'link_id', 'part') && (hasTexts(row, 'name') || hasTexts(row, 'photo_id'));
/** Returns a row's key, one or two values. */
export function keyOf(table: TableName, row: Row): unknown[] {
  const { partitionKey, sortKey }: TableBlueprint = tables[table];
  return sortKey === undefined ? [row[partitionKey]] : [row[partitionKey], row[sortKey]];
}
/** Returns the session of a row of the photos table. */
export const sessionOf = ({ session_id }: Row): string => String(session_id).replace(/^attachments#/, '');
/**
 * Whether a row only enforces uniqueness, such as `email#ada@example.com`; tables have such rows besides their records.
 */
export const isUniquenessRow = ({ id }: Row): boolean => typeof id === 'string' && id.includes('#');

export const rowsFile = (folder: string, name: string) => join(folder, 'rows', `${name}.jsonl`);

/**
 * Matches the characters besides the line feed that some programs take for line breaks and that JSON does not escape:
 * in a text, such programs would end the line there.
 */
const lineBreaks = /[\u0085\u2028\u2029]/g;
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns a value as a line of a file: JSON, in which every program finds one line. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)?.replace(lineBreaks, escapeCharacter)}\n`;

/** The count and the digest of the rows that were written into a file. */
export interface WrittenRows {
  count: number;
  /** The SHA-256 of the lines, in hexadecimal. */
  digest: string;
}

/** Writes rows to a file, one JSON object per line; the file appears only when it is complete. */
export async function writeRows(file: string, rows: AsyncIterable<unknown>): Promise<WrittenRows> {
  let count = 0;
  const hash = createHash('sha256');
  async function* lines() {
    for await (const row of rows) {
      const line = jsonLine(row);
      count += 1;
      hash.update(line);
      yield line;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
  return { count, digest: hash.digest('hex') };
}

/**
 * Reads a file of rows as restore and drill do, and compares it with the rows that were written.
 * @throws Error when the rows differ
 */
export async function checkRows(file: string, { count, digest }: WrittenRows): Promise<void> {
  let readCount = 0;
  const hash = createHash('sha256');
  for await (const row of readRows<unknown>(file)) {
    readCount += 1;
    hash.update(jsonLine(row));
  }
  if (readCount !== count || hash.digest('hex') !== digest) {
    throw new Error(
      `${file} has other content than was written to it (${readCount} rows, ${count} written). Is the disk full or damaged? Run the export again.`,
    );
  }
}

/**
 * Reads a file of rows.
 * @throws Error, with the line's number, for a line that is not JSON
 */
export async function* readRows<Type = Row>(file: string): AsyncGenerator<Type> {
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    yield parseLine<Type>(line, file, number);
  }
}

function parseLine<Type>(line: string, file: string, number: number): Type {
  try {
    return JSON.parse(line) as Type;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(
      `${file}, line ${number}, is not JSON (${reason}): run the export again, or use another copy of it.`,
    );
  }
}

const lineFeed = 0x0a;

/**
 * Yields a file's lines, which end only at line feeds: texts in earlier exports contain other line breaks unescaped.
 * Each line is decoded as a whole, because a chunk can end within a character.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      chunks.push(chunk.subarray(start, end));
      yield Buffer.concat(chunks).toString();
      chunks = [];
      start = end + 1;
    }
    chunks.push(chunk.subarray(start));
  }
  yield Buffer.concat(chunks).toString();
}

/** Removes the last line of a file when a stopped process has left it without its line feed. */
export async function dropTornLine(file: string): Promise<void> {
  let size = 0;
  let wholeBytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const lastLineFeed = chunk.lastIndexOf(lineFeed);
    if (lastLineFeed >= 0) wholeBytes = size + lastLineFeed + 1;
    size += chunk.length;
  }
  if (wholeBytes < size) await truncate(file, wholeBytes);
}
