import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Currency, currencies, decimalOf } from '#shared/money/currency.ts';
import { defaultCurrency } from '#shared/studio.ts';
import { csv } from '#shared/text/csv.ts';
import { originalOf } from './photo-files.ts';
import {
  type CustomerRow,
  type GuestRow,
  isGuest,
  isLink,
  type LinkRow,
  type PhotoRow,
  readRows,
  rowsFile,
  type SessionRow,
} from './rows.ts';

/** Writers of an export's tables for spreadsheets, which are made from its rows. */

/** Returns a row's value as a CSV cell; the row may be damaged or of an earlier version. */
const cell = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The photos of a quote, of which a damaged row may have none, or other values in their place. */
const QuotedPhotos = z.array(z.object({ file_name: z.unknown() }).catch({ file_name: '' })).catch([]);

/** Returns the currency of the studio's prices. */
async function readCurrency(folder: string): Promise<Currency> {
  for await (const row of readRows(rowsFile(folder, 'website'))) {
    if (row.id === 'currency') return z.enum(currencies).catch(defaultCurrency).parse(row.currency);
  }
  return defaultCurrency;
}

/** Writes the quotes and requests, each with its client and the names of the photos that it is about. */
export async function writeQuotes(folder: string, customers: Map<string, CustomerRow>): Promise<void> {
  const currency = await readCurrency(folder);
  const lines = [
    [
      'Client',
      'Customer ID',
      'Created',
      'Type',
      'Quantity',
      'Notes',
      'Photos',
      'Status',
      `Price (${currency})`,
      'Message',
      'Answered',
    ],
  ];
  for await (const row of readRows(rowsFile(folder, 'quotes'))) {
    const customer = customers.get(cell(row.customer_id));
    const photos = QuotedPhotos.parse(row.favorites).map(({ file_name }) => cell(file_name));
    const price = Number.isSafeInteger(row.price_cents) ? decimalOf(Number(row.price_cents), currency) : '';
    const { created_at, type, quantity, notes, status, message, decided_at } = row;
    lines.push([
      ...[
        customer?.name,
        customer?.customer_id,
        created_at,
        type,
        quantity,
        notes,
        photos.join(', '),
        status,
        price,
      ].map(cell),
      ...[message, decided_at].map(cell),
    ]);
  }
  await writeFile(join(folder, 'quotes.csv'), csv(lines));
}

/** Writes the messages of the contact form. */
export async function writeMessages(folder: string): Promise<void> {
  const lines = [['Received', 'Name', 'Email', 'Phone', 'Message', 'Answered']];
  for await (const { created_at, name, email, phone, message, answered_at } of readRows(rowsFile(folder, 'messages'))) {
    lines.push([created_at, name, email, phone, message, answered_at].map(cell));
  }
  await writeFile(join(folder, 'messages.csv'), csv(lines));
}

/** The rows from which a line's columns about the session are made. */
interface Sessions {
  customers: Map<string, CustomerRow>;
  sessions: Map<string, SessionRow>;
}

const sessionColumns = ['Client', 'Customer ID', 'Session', 'Date'];
function sessionCells({ customers, sessions }: Sessions, id: string | undefined) {
  const session = sessions.get(id ?? '');
  const customer = customers.get(session?.customer_id ?? '');
  return [customer?.name, customer?.customer_id, session?.session_name, session?.session_date];
}

/**
 * Writes the links, without their secret and PIN, which would open them.
 * @returns the links by id
 */
export async function writeLinks(folder: string, sessionRows: Sessions): Promise<Map<string, LinkRow>> {
  const links = new Map<string, LinkRow>();
  const lines = [[...sessionColumns, 'Link', 'Made by', 'Created', 'Last day', 'Revoked', 'Needs a PIN', 'Visits']];
  for await (const row of readRows(rowsFile(folder, 'links'))) {
    if (!isLink(row)) continue;
    links.set(row.id, row);
    const { session_id, label, made_by, created_at, ends_on, is_revoked, pin, visits = 0 } = row;
    const facts = [label, made_by, created_at, ends_on, is_revoked ? 'yes' : '', pin === null ? '' : 'yes', visits];
    lines.push([...sessionCells(sessionRows, session_id), ...facts].map(cell));
  }
  await writeFile(join(folder, 'links.csv'), csv(lines));
  return links;
}

/** Writes guests' picks and notes, a line for each photo, and a line for each guest who has only said their name. */
export async function writeGuests(
  folder: string,
  links: Map<string, LinkRow>,
  { photos, paths, ...sessionRows }: Sessions & { photos: PhotoRow[]; paths: Map<string, string> },
): Promise<void> {
  const photosById = new Map(photos.map((photo) => [`${photo.session_id} ${photo.id}`, photo]));
  const guests = new Map<string, { row?: GuestRow; reactions: GuestRow[] }>();
  for await (const row of readRows(rowsFile(folder, 'guests'))) {
    if (!isGuest(row)) continue;
    const id = `${row.link_id} ${row.part.split('#')[1]}`;
    const guest = guests.get(id) ?? { reactions: [] };
    guests.set(id, guest);
    if (row.photo_id === undefined) guest.row = row;
    else if (row.is_picked || row.note) guest.reactions.push(row);
  }
  const lines = [[...sessionColumns, 'Link', 'Guest', 'Email', 'File', 'Camera file', 'Pick', 'Note']];
  for (const [id, { row, reactions }] of guests) {
    const link = links.get(id.split(' ')[0]!);
    const guestCells = [...sessionCells(sessionRows, link?.session_id), link?.label, row?.name, row?.email];
    for (const { photo_id, is_picked, note } of reactions) {
      const photo = photosById.get(`${link?.session_id} ${photo_id}`);
      const file = photo && paths.get(originalOf(photo) ?? '');
      lines.push([...guestCells, file, photo?.file_name ?? photo_id, is_picked ? 'yes' : '', note].map(cell));
    }
    if (row && reactions.length === 0) lines.push([...guestCells, '', '', '', ''].map(cell));
  }
  await writeFile(join(folder, 'guests.csv'), csv(lines));
}
