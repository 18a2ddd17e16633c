import {
  type Quote,
  type QuotePage,
  quoteTypes,
  type StudioQuote,
  type StudioQuotePage,
} from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { addressFor, greetedAs, mayReadOwnWords, signInAddress } from '../customers/addresses.ts';
import { type CustomerRow, readCustomer, readCustomers } from '../customers/repository.ts';
import { canSee } from '../photos/access/access.ts';
import { idsBySession, readPermittedPhotos } from '../photos/row/reading.ts';
import { readRetouched } from '../rounds/retouched.ts';
import { readSession } from '../sessions/repository.ts';
import { type QuoteRow, readByCustomer, readDirectory, readPending, readQuote, toQuote } from './repository.ts';

/** Returns a page of the client's own quotes, newest first. */
export async function listOwnQuotes(actor: Client, cursor?: string): Promise<QuotePage> {
  const cursorScope = `${actor.sub} quotes`;
  const { rows, last } = await readByCustomer(
    actor.customer_id,
    limits.quotesPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: await toClientQuotes(actor, rows), next_cursor: await encryptCursor(cursorScope, last) };
}

/**
 * Returns a quote of the client.
 * @throws StudioError NOT_FOUND
 */
export const readOwnQuote = async (actor: Client, id: string): Promise<Quote> =>
  toClientQuote(actor, await requireOwnQuote(actor, id));

/**
 * Returns the row of a quote of the client.
 * @throws StudioError NOT_FOUND for a missing quote, and for another client's
 */
export async function requireOwnQuote(actor: Client, id: string): Promise<QuoteRow> {
  const row = await requireQuote(id);
  if (row.customer_id !== actor.customer_id) throw new StudioError('NOT_FOUND');
  return row;
}

/** Returns the session or customer of a timeline entry about a quote, and the quote's name in it. */
export async function subjectOf({ customer_id, selection, type }: QuoteRow) {
  const session = selection && (await readSession(selection.session_id));
  return { ...(session ? { session } : { customer_id }), what: selection?.name ?? quoteTypes[type] };
}

/** Returns a quote for the studio, even of a deleted customer. */
export async function readStudioQuote(_actor: Admin, id: string): Promise<StudioQuote> {
  const row = await requireQuote(id);
  return toStudioQuote(row, await readCustomer(row.customer_id));
}

/** Returns a quote's response for its client, as `toClientQuotes` does. */
export const toClientQuote = async (actor: Client, row: QuoteRow): Promise<Quote> =>
  (await toClientQuotes(actor, [row]))[0]!;

/**
 * Returns quotes' responses for the client, with their standing and with the attached photos that the client can see
 * now, so that the file name of a photo that was hidden since is removed.
 */
async function toClientQuotes(actor: Client, rows: QuoteRow[]): Promise<Quote[]> {
  const attachedKeys = rows.flatMap((row) =>
    row.favorites.map(({ session_id, photo_id }) => ({ session_id, id: photo_id })),
  );
  const keysById = new Map(attachedKeys.map((key) => [key.id, key]));
  const [photos, retouched] = await Promise.all([
    readPermittedPhotos(actor, idsBySession([...keysById.values()]), canSee),
    readRetouched(rows),
  ]);
  const visible = new Set(photos.map(({ id }) => id));
  return rows.map((row) => {
    const favorites = row.favorites.filter(({ photo_id }) => visible.has(photo_id));
    return toQuote({ ...row, favorites }, retouched.get(row.id));
  });
}

/** Returns a page of all quotes, newest first. Leaves out quotes of customers in the trash. */
export async function listQuotes(actor: Admin, cursor?: string): Promise<StudioQuotePage> {
  const cursorScope = `${actor.sub} all quotes`;
  const { rows, last, damaged } = await readDirectory(limits.quotesPerPage, await decryptCursor(cursorScope, cursor));
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  const items = rows.flatMap((row) => {
    const customer = customers.get(row.customer_id);
    return customer?.status === 'deleted' ? [] : [toStudioQuote(row, customer)];
  });
  return { items, next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/**
 * Returns quotes that wait for this, with their customers' names, newest first, at most `limits.attention`. Leaves out
 * quotes of customers in the trash.
 */
export async function listPending(work: Parameters<typeof readPending>[0]) {
  const rows = await readPending(work, limits.attention);
  const customers = rows.length > 0 ? await readCustomers(rows.map((row) => row.customer_id)) : new Map();
  return rows.flatMap((row) => {
    const customer: CustomerRow | undefined = customers.get(row.customer_id);
    return customer?.status === 'deleted' ? [] : [{ ...row, customer_name: customer?.name ?? '' }];
  });
}

/**
 * Returns the number of quotes that wait for the studio, including those of submitted selections, at most
 * `limits.attention`.
 */
export async function countPending(_actor: Admin): Promise<number> {
  const lists = await Promise.all([listPending('quote'), listPending('selection'), listPending('change')]);
  return Math.min(limits.attention, lists.flat().length);
}

/**
 * Returns the row of a quote.
 * @throws StudioError NOT_FOUND
 */
export async function requireQuote(id: string): Promise<QuoteRow> {
  const row = await readQuote(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

/** Returns the facts about a request for its emails. */
export const requestOf = (
  { id, type, quantity, notes, favorites, selection }: QuoteRow,
  customer: CustomerRow | undefined,
) => ({
  quote_id: id,
  name: customer?.name ?? '',
  type,
  quantity,
  notes,
  favorites: favorites.length,
  ...(selection && { selection }),
});

/** Returns these facts for an email to the client. It contains the client's words only if nobody else can read them. */
export const forClient = (request: ReturnType<typeof requestOf>, customer: CustomerRow) => ({
  ...request,
  sign_in_with: signInAddress(customer),
  name: greetedAs(customer),
  notes: mayReadOwnWords(customer) ? request.notes : '',
});

/** Returns a quote's response for the studio. */
export const toStudioQuote = (row: QuoteRow, customer: CustomerRow | undefined): StudioQuote => ({
  ...row,
  customer_name: customer?.name || null,
  customer_email: (customer && (customer.email || customer.login_email || customer.contact_email)) || null,
  answers_to: (customer && addressFor(customer)) || null,
});
