import type {
  Acceptance,
  AcceptQuote,
  Quote,
  QuotePage,
  QuotePhoto,
  QuoteSelection,
  StudioQuote,
  StudioQuotePage,
  SubmitQuote,
} from '#shared/contract/quotes.ts';
import { quoteTypes } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { requireCustomer } from '../customers/customers.ts';
import {
  addressFor,
  type CustomerRow,
  greetedAs,
  mayReadOwnWords,
  readCustomer,
  readCustomers,
  readLogin,
  signInAddress,
} from '../customers/repository.ts';
import type { Email } from '../emails/outbox.ts';
import { canSee } from '../photos/access/access.ts';
import { idsBySession, readOpenPhotos } from '../photos/row/reading.ts';
import { readRetouched } from '../rounds/retouched.ts';
import { readSession } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
import {
  acceptApproved,
  insertQuote,
  pendingQuote,
  type QuoteRow,
  readByCustomer,
  readDirectory,
  readPending,
  readQuote,
  toQuote,
} from './repository.ts';

/** Quote requests per client and hour: each sends an email to the studio. */
const perHour = 20;
const wayRound = 'You have sent many requests within an hour. Write to the studio, or try again in an hour.';

/**
 * Stores a client's request and queues an email to the client and one to the studio, in one transaction. The quote's id
 * is derived from the form's id, so a repeated request is the same quote.
 * @returns whether it is new
 * @throws StudioError INVALID for photos that the client can't see; TOO_MANY
 */
export async function submitQuote(actor: Client, values: SubmitQuote): Promise<{ quote: Quote; created: boolean }> {
  const { request_id, type, quantity = 1, notes, photos } = values;
  const id = idFrom(`quote ${actor.customer_id} ${request_id}`);
  const known = await readQuote(id);
  if (known) return { quote: await asSeenBy(actor, known), created: false };
  await limit(`quotes ${actor.customer_id}`, perHour, hourSeconds, wayRound);
  const customer = await requireCustomer(actor.customer_id);
  const row: QuoteRow = {
    ...pendingQuote,
    id,
    customer_id: customer.id,
    type,
    quantity: type === 'other' ? null : quantity,
    notes,
    favorites: await attachPhotos(actor, photos),
    created_at: new Date().toISOString(),
  };
  try {
    await transact([
      insertQuote(row),
      ...tell(
        actor,
        { kind: 'quote-submitted', customer_id: customer.id, what: quoteTypes[type] },
        emailsOf(row, customer),
      ),
    ]);
    return { quote: toQuote(row), created: true };
  } catch (error) {
    // The same request was sent twice, and the other attempt was stored first.
    if (!(error instanceof WriteConflictError)) throw error;
    return { quote: await asSeenBy(actor, await requireQuote(id)), created: false };
  }
}

/** The emails about a new quote, by their ids: one to the studio, and one to the client. */
function emailsOf(row: QuoteRow, customer: CustomerRow): Record<string, Email> {
  const to = addressFor(customer);
  const request = requestOf(row, customer);
  return {
    [`quote-submitted#${row.id}`]: { kind: 'quote-submitted', ...request, email: to },
    ...(to && { [`quote-received#${row.id}`]: { kind: 'quote-received', to, ...forClient(request, customer) } }),
  };
}

/**
 * Returns the pending quote of a submitted selection and its emails, for the submit's transaction.
 * @param words the client's words to the studio
 */
export function quoteOfSelection(
  customer: CustomerRow,
  id: string,
  words: string,
  selection: QuoteSelection,
): { quote: Quote; write: Write; emails: Record<string, Email> } {
  const row: QuoteRow = {
    ...pendingQuote,
    id,
    customer_id: customer.id,
    type: 'selection',
    quantity: selection.chosen_count,
    notes: words,
    price_cents: selection.total_cents,
    selection,
    created_at: new Date().toISOString(),
  };
  return { quote: toQuote(row), write: insertQuote(row), emails: emailsOf(row, customer) };
}

/** Returns the photos to attach, in their order, each once. */
async function attachPhotos(actor: Client, photos: SubmitQuote['photos']): Promise<QuotePhoto[]> {
  const nameOf = ({ session_id, id }: { session_id: string; id: string }) => `${session_id} ${id}`;
  const wanted = photos.map(({ session_id, photo_id }) => ({ session_id, id: photo_id }));
  const keys = new Map(wanted.map((key) => [nameOf(key), key]));
  const found = await readOpenPhotos(actor, idsBySession([...keys.values()]), canSee);
  const seen = new Map(found.map((photo) => [nameOf(photo), photo]));
  const attached = [...keys.keys()].flatMap((name) => seen.get(name) ?? []);
  const gone = keys.size - attached.length;
  if (gone > 0) {
    const message =
      gone === 1 ? 'One of these photos is no longer there.' : `${gone} of these photos are no longer there.`;
    throw new StudioError('INVALID', message, { fields: { photos: message } });
  }
  return attached.map(({ session_id, id, file_name }) => ({ session_id, photo_id: id, file_name }));
}

/** Returns a page of the client's own quotes, newest first. */
export async function listOwnQuotes(actor: Client, cursor?: string): Promise<QuotePage> {
  const list = `${actor.sub} quotes`;
  const { rows, last } = await readByCustomer(actor.customer_id, limits.quotesPerPage, await openCursor(list, cursor));
  return { items: await allAsSeenBy(actor, rows), next_cursor: await sealCursor(list, last) };
}

/**
 * Returns a quote of the client.
 * @throws StudioError NOT_FOUND
 */
export const readOwnQuote = async (actor: Client, id: string): Promise<Quote> =>
  asSeenBy(actor, await requireOwnQuote(actor, id));

/** @throws StudioError NOT_FOUND, for another client's quote as for a missing one */
export async function requireOwnQuote(actor: Client, id: string): Promise<QuoteRow> {
  const row = await requireQuote(id);
  if (row.customer_id !== actor.customer_id) throw new StudioError('NOT_FOUND');
  return row;
}

/**
 * Accepts an approved quote as the client has seen it: who, when, which price. A repeated request accepts once.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the quote in `details.current` when the studio has changed it
 * since, or it is accepted already
 */
export async function acceptQuote(actor: Client, id: string, { version, price_cents }: AcceptQuote): Promise<Quote> {
  const row = await requireOwnQuote(actor, id);
  const isSame = ({ accepted }: QuoteRow) => accepted?.version === version && accepted.price_cents === price_cents;
  if (isSame(row)) return asSeenBy(actor, row);
  const overtaken = async (current: QuoteRow) =>
    new StudioError('CHANGED_MEANWHILE', whyNotAccepted(current), {
      details: { current: await asSeenBy(actor, current) },
    });
  const isOpen = row.status === 'approved' && row.accepted === null && row.superseded_at === null;
  if (!isOpen || row.version !== version || row.price_cents !== price_cents) throw await overtaken(row);

  const customer = await requireCustomer(actor.customer_id);
  const login = await readLogin(actor.sub);
  const accepted: Acceptance = {
    accepted_at: new Date().toISOString(),
    by: login?.email || customer.name,
    price_cents,
    version,
  };
  try {
    await transact([
      acceptApproved(row, accepted),
      ...tell(
        actor,
        {
          kind: 'quote-accepted',
          ...(await subjectOf(row)),
          ...(price_cents !== null && { price_cents }),
        },
        {
          [`quote-accepted#${id}#${version}`]: {
            kind: 'quote-accepted',
            ...requestOf(row, customer),
            email: addressFor(customer),
            price_cents,
          },
        },
      ),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const current = await requireQuote(id);
    // Accepted by a parallel request.
    if (!isSame(current)) throw await overtaken(current);
    return asSeenBy(actor, current);
  }
  return asSeenBy(actor, { ...row, accepted, version: version + 1 });
}

/** What an entry of the timeline about a quote belongs to, and what it calls the quote. */
export async function subjectOf({ customer_id, selection, type }: QuoteRow) {
  const session = selection && (await readSession(selection.session_id));
  return { ...(session ? { session } : { customer_id }), what: selection?.name ?? quoteTypes[type] };
}

function whyNotAccepted({ accepted, superseded_at, status }: QuoteRow): string {
  if (superseded_at !== null) return 'The studio has opened the selection again, so this quote is no longer valid.';
  if (accepted) return 'This quote is accepted already.';
  return status === 'approved'
    ? 'The studio has changed this quote in the meantime. Please look at it again.'
    : 'The studio has withdrawn this quote in the meantime.';
}

/** Returns a quote for the studio, also of a deleted customer. */
export async function readStudioQuote(_actor: Admin, id: string): Promise<StudioQuote> {
  const row = await requireQuote(id);
  return toStudioQuote(row, await readCustomer(row.customer_id));
}

const asSeenBy = async (actor: Client, row: QuoteRow): Promise<Quote> => (await allAsSeenBy(actor, [row]))[0]!;

/**
 * Returns quotes with where they stand and with the favorites that the client can see now: the file name of a photo
 * hidden since is removed.
 */
async function allAsSeenBy(actor: Client, rows: QuoteRow[]): Promise<Quote[]> {
  const attached = rows.flatMap((row) =>
    row.favorites.map(({ session_id, photo_id }) => ({ session_id, id: photo_id })),
  );
  const once = new Map(attached.map((key) => [key.id, key]));
  const [photos, retouched] = await Promise.all([
    readOpenPhotos(actor, idsBySession([...once.values()]), canSee),
    readRetouched(rows),
  ]);
  const visible = new Set(photos.map(({ id }) => id));
  return rows.map((row) => {
    const favorites = row.favorites.filter(({ photo_id }) => visible.has(photo_id));
    return toQuote({ ...row, favorites }, retouched.get(row.id));
  });
}

/** Returns a page of all quotes, newest first; without those of deleted customers, which may be restored. */
export async function listQuotes(actor: Admin, cursor?: string): Promise<StudioQuotePage> {
  const list = `${actor.sub} all quotes`;
  const { rows, last, damaged } = await readDirectory(limits.quotesPerPage, await openCursor(list, cursor));
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  const items = rows.flatMap((row) => {
    const customer = customers.get(row.customer_id);
    return customer?.status === 'deleted' ? [] : [toStudioQuote(row, customer)];
  });
  return { items, next_cursor: await sealCursor(list, last), damaged };
}

/**
 * Returns quotes that wait for this, with their customers, newest first, up to `limits.attention`;
 * without those of deleted customers, which may be restored.
 */
export async function listPending(about: Parameters<typeof readPending>[0]) {
  const rows = await readPending(about, limits.attention);
  const customers = rows.length > 0 ? await readCustomers(rows.map((row) => row.customer_id)) : new Map();
  return rows.flatMap((row) => {
    const customer: CustomerRow | undefined = customers.get(row.customer_id);
    return customer?.status === 'deleted' ? [] : [{ ...row, customer_name: customer?.name ?? '' }];
  });
}

/** Returns the number of quotes that wait, those of submitted selections too, up to `limits.attention`. */
export async function countPending(_actor: Admin): Promise<number> {
  const lists = await Promise.all([listPending('quote'), listPending('selection'), listPending('change')]);
  return Math.min(limits.attention, lists.flat().length);
}

/** @throws StudioError NOT_FOUND */
export async function requireQuote(id: string): Promise<QuoteRow> {
  const row = await readQuote(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

/** Facts about a request for its emails. */
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

/** Returns what an email to the client says of their request: their own words only where nobody else reads them. */
export const forClient = (request: ReturnType<typeof requestOf>, customer: CustomerRow) => ({
  ...request,
  sign_in_with: signInAddress(customer),
  name: greetedAs(customer),
  notes: mayReadOwnWords(customer) ? request.notes : '',
});

/** Returns a quote as the studio sees it. */
export const toStudioQuote = (row: QuoteRow, customer: CustomerRow | undefined): StudioQuote => ({
  ...row,
  customer_name: customer?.name || null,
  customer_email: (customer && (customer.email || customer.login_email || customer.contact_email)) || null,
  answers_to: (customer && addressFor(customer)) || null,
});
