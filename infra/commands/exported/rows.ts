import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TableName } from '../../blueprint.ts';

/** A row as stored in its table, with the attributes that only indexes use. */
export type Row = Record<string, unknown>;

/**
 * Tables of an export. Without downloads, which are created again on request, and guards, which expire within hours.
 */
export const exportedTables = [
  'customers',
  'sessions',
  'photos',
  'quotes',
  'selections',
  'messages',
  'outbox',
  'timeline',
  'settings',
  'website',
  'pictures',
] as const satisfies TableName[];
export type ExportedTable = (typeof exportedTables)[number];

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
  /** Base64, big-endian. */
  crc32?: string;
  derivative_bytes?: number;
  chapter_id?: string;
  place?: string;
  is_favorite?: boolean;
  favorited_at?: string;
  note?: string;
  reply?: string;
  portfolio_key?: string;
  featured_at?: string;
  stage?: 'proof' | 'finished';
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
  /** Base64, big-endian. */
  crc32?: string;
}

const hasTexts = (row: Row, ...names: string[]) => names.every((name) => typeof row[name] === 'string');
export const isCustomer = (row: Row): row is Row & CustomerRow => hasTexts(row, 'id', 'customer_id', 'name');
export const isSession = (row: Row): row is Row & SessionRow =>
  hasTexts(row, 'id', 'customer_id', 'session_label', 'session_name', 'session_date');
export const isPhoto = (row: Row): row is Row & PhotoRow =>
  hasTexts(row, 'session_id', 'id', 'customer_id', 'file_name', 'uploaded_at', 'media_key', 'state');
export const isAttachment = (row: Row): row is Row & AttachmentRow =>
  hasTexts(row, 'session_id', 'id', 'customer_id', 'file_name', 'attached_at', 'state');
/** The session of a row of the photos table. */
export const sessionOf = ({ session_id }: Row): string => String(session_id).replace(/^attachments#/, '');
/** Besides the rows of its records, a table has rows that enforce uniqueness, such as `email#ada@example.com`. */
export const isUniquenessRow = ({ id }: Row): boolean => typeof id === 'string' && id.includes('#');

export const rowsFile = (folder: string, name: string) => join(folder, 'rows', `${name}.jsonl`);

/**
 * Writes rows to a file, one JSON object per line; the file appears only when it is complete.
 * @returns the number of rows
 */
export async function writeRows(file: string, rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const row of rows) {
      count += 1;
      yield `${JSON.stringify(row)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
  return count;
}

export async function* readRows<Type = Row>(file: string): AsyncGenerator<Type> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line) yield JSON.parse(line) as Type;
  }
}
