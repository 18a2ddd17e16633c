import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TableName } from '../../blueprint.ts';

/** A row as it lies in its table, with the attributes that only indexes use. */
export type Row = Record<string, unknown>;

/** What an export is made of. Not the downloads, which are made anew on request, nor the guards, which last for hours. */
export const exportedTables = [
  'customers',
  'sessions',
  'photos',
  'quotes',
  'messages',
  'outbox',
] as const satisfies TableName[];
export type ExportedTable = (typeof exportedTables)[number];

/** The parts of rows that an export reads; see the repositories in lambdas/domain. */
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
  photo_order: 'uploaded' | 'captured' | 'name';
  photos_count: number;
  visible_count: number;
  deleted_at?: string;
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
  original_key?: string;
  kept_key?: string | null;
  /** Base64, big-endian. */
  crc32?: string;
  is_favorite?: boolean;
  favorited_at?: string;
  note?: string;
  portfolio_key?: string;
  featured_at?: string;
  uploaded_order?: string;
  captured_order?: string;
  name_order?: string;
}

/** Besides rows of its noun, a table has rows that keep something unique: these lack the noun's own attributes. */
export const isCustomer = (row: Row): row is Row & CustomerRow => 'customer_id' in row && 'name' in row;
export const isSession = (row: Row): row is Row & SessionRow => 'session_label' in row && 'session_date' in row;

export const rowsFile = (folder: string, name: string) => join(folder, 'rows', `${name}.jsonl`);

/** Writes rows, a line of JSON each, to a file that is only there when it is whole. @returns how many. */
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
