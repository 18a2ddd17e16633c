import type {
  ChangeQuote,
  Quote,
  QuotePage,
  QuotePhoto,
  StudioQuote,
  StudioQuotePage,
  SubmitQuote,
} from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { requireCustomer } from '../customers/customers.ts';
import { addressFor, type CustomerRow, readCustomer, readCustomers } from '../customers/repository.ts';
import { queueLetter } from '../outbox.ts';
import { canSee } from '../photos/access.ts';
import { readOpenFavorites } from '../photos/gallery.ts';
import {
  changeQuote,
  insertQuote,
  type QuoteRow,
  readByCustomer,
  readDirectory,
  readPending,
  readQuote,
  toQuote,
} from './repository.ts';

/** Quotes that one client may ask for in an hour: each is a letter to the studio. */
const perHour = 20;
const hour = 3_600;

/**
 * A client's request, with a letter to them and one to the studio, all or nothing. Its id comes from the form's, so that
 * a request that is sent again is the same quote.
 * @returns whether it is new.
 * @throws StudioError INVALID for too many favorites, TOO_MANY
 */
export async function submitQuote(actor: Client, values: SubmitQuote): Promise<{ quote: Quote; created: boolean }> {
  const { request_id, type, quantity = 1, notes, with_favorites } = values;
  const id = idFrom(`quote ${actor.customer_id} ${request_id}`);
  const known = await readQuote(id);
  if (known) return { quote: toQuote(known), created: false };
  await limit(`quotes ${actor.customer_id}`, perHour, hour);
  const customer = await requireCustomer(actor.customer_id);
  const row: QuoteRow = {
    id,
    customer_id: customer.id,
    type,
    quantity: type === 'other' ? null : quantity,
    notes,
    favorites: with_favorites ? await attachFavorites(actor) : [],
    status: 'pending',
    price_cents: null,
    message: '',
    created_at: new Date().toISOString(),
    decided_at: null,
    version: 0,
  };
  const to = addressFor(customer);
  class SentTwice extends Error {}
  try {
    await transact([
      insertQuote(row, () => new SentTwice()),
      queueLetter(`quote-submitted#${id}`, { kind: 'quote-submitted', ...requestOf(row, customer), email: to }),
      ...(to ? [queueLetter(`quote-received#${id}`, { kind: 'quote-received', to, ...requestOf(row, customer) })] : []),
    ]);
    return { quote: toQuote(row), created: true };
  } catch (error) {
    if (!(error instanceof SentTwice)) throw error;
    return { quote: toQuote(await requireQuote(id)), created: false };
  }
}

/** What is attached: the client's favorites that they can see right now, newest first. */
async function attachFavorites(actor: Client): Promise<QuotePhoto[]> {
  const favorites = await readOpenFavorites(actor, canSee);
  if (favorites.length > limits.quoteFavorites) {
    const message = `At most ${limits.quoteFavorites} favorites can be attached; you have ${favorites.length}.`;
    throw new StudioError('INVALID', message, { fields: { with_favorites: message } });
  }
  return favorites.map(({ session_id, id, file_name }) => ({ session_id, photo_id: id, file_name }));
}

/** The client's own quotes, newest first. */
export async function listOwnQuotes(actor: Client, cursor?: string): Promise<QuotePage> {
  const list = `${actor.sub} quotes`;
  const { rows, last } = await readByCustomer(actor.customer_id, limits.quotesPerPage, openCursor(list, cursor));
  return { items: rows.map(toQuote), next_cursor: sealCursor(list, last) };
}

/** Everybody's quotes, newest first; those of deleted customers wait out of sight for what becomes of them. */
export async function listQuotes(actor: Admin, cursor?: string): Promise<StudioQuotePage> {
  const list = `${actor.sub} all quotes`;
  const { rows, last } = await readDirectory(limits.quotesPerPage, openCursor(list, cursor));
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  const items = rows.flatMap((row) => {
    const customer = customers.get(row.customer_id);
    return customer?.status === 'deleted' ? [] : [toStudioQuote(row, customer)];
  });
  return { items, next_cursor: sealCursor(list, last) };
}

/** How many quotes wait for the studio, up to `limits.attention`. */
export async function countPending(_actor: Admin): Promise<number> {
  const { rows } = await readPending(limits.attention);
  if (rows.length === 0) return 0;
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  return rows.filter((row) => customers.get(row.customer_id)?.status !== 'deleted').length;
}

/**
 * Approves, rejects or reopens. The client gets one letter for a decision, none for reopening.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE, with the quote as it is now in `details.current` and what happened in
 * its message, when another was faster or the quote is decided already.
 */
export async function decideQuote(_actor: Admin, id: string, change: ChangeQuote): Promise<StudioQuote> {
  const row = await requireQuote(id);
  const customer = await readCustomer(row.customer_id);
  if (customer?.status === 'deleted') throw new StudioError('NOT_FOUND');
  const overtaken = async () => {
    const current = await requireQuote(id);
    return new StudioError('CHANGED_MEANWHILE', whatHappened(current), {
      details: { current: toStudioQuote(current, customer) },
    });
  };
  const isDecision = change.status !== 'pending';
  if (row.version !== change.version || (row.status === 'pending') !== isDecision) throw await overtaken();

  const decision = isDecision
    ? { status: change.status, price_cents: change.price_cents, message: change.message, decided_at: now() }
    : { status: change.status, price_cents: null, message: '', decided_at: null };
  const to = customer && addressFor(customer);
  const { price_cents, message } = decision;
  await transact([
    changeQuote(row, decision, overtaken),
    ...(isDecision && to
      ? [
          queueLetter(`quote-${change.status}#${id}#${row.version + 1}`, {
            kind: `quote-${change.status}`,
            to,
            ...requestOf(row, customer),
            price_cents,
            message,
          }),
        ]
      : []),
  ]);
  return toStudioQuote({ ...row, ...decision, version: row.version + 1 }, customer);
}

const now = () => new Date().toISOString();

const whatHappened = ({ status }: QuoteRow) =>
  status === 'pending'
    ? 'This request was reopened in the meantime.'
    : `This request was ${status} in the meantime. Reopen it to decide anew.`;

async function requireQuote(id: string): Promise<QuoteRow> {
  const row = await readQuote(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

/** What letters say of a request. */
const requestOf = ({ type, quantity, notes, favorites }: QuoteRow, customer: CustomerRow | undefined) => ({
  name: customer?.name ?? '',
  type,
  quantity,
  notes,
  favorites: favorites.length,
});

const toStudioQuote = (row: QuoteRow, customer: CustomerRow | undefined): StudioQuote => ({
  ...row,
  customer_name: customer?.name || null,
  customer_email: (customer && (customer.email || customer.login_email || customer.contact_email)) || null,
  answers_to: (customer && addressFor(customer)) || null,
});
