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
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
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
import { idsBySession, readPermittedPhotos } from '../photos/row/reading.ts';
import { readRetouched } from '../rounds/retouched.ts';
import { readSession } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
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

/** The number of quote requests per client and hour, because each sends an email to the studio. */
const perHour = 20;
const tooManyMessage = 'You have sent many requests within an hour. Write to the studio, or try again in an hour.';

/**
 * Stores a client's request and queues an email to the client and one to the studio in one transaction. The quote's id
 * is derived from the form's id, so a repeated request is the same quote.
 * @returns the quote; `created`: whether it is new
 * @throws StudioError INVALID for photos that the client can't see; TOO_MANY
 */
export async function submitQuote(actor: Client, values: SubmitQuote): Promise<{ quote: Quote; created: boolean }> {
  const { request_id, type, quantity = 1, notes, photos } = values;
  const id = idFrom(`quote ${actor.customer_id} ${request_id}`);
  const quote = await readQuote(id);
  if (quote) return { quote: await toClientQuote(actor, quote), created: false };
  await limit(`quotes ${actor.customer_id}`, perHour, hourSeconds, tooManyMessage);
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
      ...recordActivity(
        actor,
        { kind: 'quote-submitted', customer_id: customer.id, what: quoteTypes[type] },
        emailsOf(row, customer),
      ),
    ]);
    return { quote: toQuote(row), created: true };
  } catch (error) {
    // The same request was sent twice, and the other attempt has been stored first.
    if (!(error instanceof WriteConflictError)) throw error;
    return { quote: await toClientQuote(actor, await requireQuote(id)), created: false };
  }
}

/** Returns the emails about a new quote by their ids: one to the studio, and one to the client. */
function emailsOf(row: QuoteRow, customer: CustomerRow): Record<string, Email> {
  const to = addressFor(customer);
  const request = requestOf(row, customer);
  return {
    [`quote-submitted#${row.id}`]: { kind: 'quote-submitted', ...request, email: to },
    ...(to && { [`quote-received#${row.id}`]: { kind: 'quote-received', to, ...forClient(request, customer) } }),
  };
}

/**
 * Returns the pending quote of a submitted selection, with its write and its emails for the submit's transaction.
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

/**
 * Returns the photos to attach, in the order of the request, each once.
 * @throws StudioError INVALID when the client can't see one
 */
async function attachPhotos(actor: Client, photos: SubmitQuote['photos']): Promise<QuotePhoto[]> {
  const nameOf = ({ session_id, id }: { session_id: string; id: string }) => `${session_id} ${id}`;
  const keysToAttach = photos.map(({ session_id, photo_id }) => ({ session_id, id: photo_id }));
  const keys = new Map(keysToAttach.map((key) => [nameOf(key), key]));
  const visiblePhotos = await readPermittedPhotos(actor, idsBySession([...keys.values()]), canSee);
  const photosByName = new Map(visiblePhotos.map((photo) => [nameOf(photo), photo]));
  const attachedPhotos = [...keys.keys()].flatMap((name) => photosByName.get(name) ?? []);
  const missingCount = keys.size - attachedPhotos.length;
  if (missingCount > 0) {
    const message =
      missingCount === 1
        ? 'One of these photos is no longer there.'
        : `${missingCount} of these photos are no longer there.`;
    throw new StudioError('INVALID', message, { fields: { photos: message } });
  }
  return attachedPhotos.map(({ session_id, id, file_name }) => ({ session_id, photo_id: id, file_name }));
}

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

/**
 * Accepts an approved quote in the version that the client has seen, and stores who accepted which price when. A
 * repeated request accepts once.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the quote in `details.current` when the studio has changed the
 * quote since, or the quote is accepted already
 */
export async function acceptQuote(actor: Client, id: string, { version, price_cents }: AcceptQuote): Promise<Quote> {
  const row = await requireOwnQuote(actor, id);
  const isSameAcceptance = ({ accepted }: QuoteRow) =>
    accepted?.version === version && accepted.price_cents === price_cents;
  if (isSameAcceptance(row)) return toClientQuote(actor, row);
  const changedError = async (current: QuoteRow) =>
    new StudioError('CHANGED_MEANWHILE', reasonNotAccepted(current), {
      details: { current: await toClientQuote(actor, current) },
    });
  const isOpen = row.status === 'approved' && row.accepted === null && row.superseded_at === null;
  if (!isOpen || row.version !== version || row.price_cents !== price_cents) throw await changedError(row);

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
      ...recordActivity(
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
    // A parallel request may have accepted it.
    if (!isSameAcceptance(current)) throw await changedError(current);
    return toClientQuote(actor, current);
  }
  return toClientQuote(actor, { ...row, accepted, version: version + 1 });
}

/** Returns the session or customer of a timeline entry about a quote, and the quote's name in it. */
export async function subjectOf({ customer_id, selection, type }: QuoteRow) {
  const session = selection && (await readSession(selection.session_id));
  return { ...(session ? { session } : { customer_id }), what: selection?.name ?? quoteTypes[type] };
}

function reasonNotAccepted({ accepted, superseded_at, status }: QuoteRow): string {
  if (superseded_at !== null) return 'The studio has opened the selection again, so this quote is no longer valid.';
  if (accepted) return 'This quote is accepted already.';
  return status === 'approved'
    ? 'The studio has changed this quote in the meantime. Please look at it again.'
    : 'The studio has withdrawn this quote in the meantime.';
}

/** Returns a quote for the studio, even of a deleted customer. */
export async function readStudioQuote(_actor: Admin, id: string): Promise<StudioQuote> {
  const row = await requireQuote(id);
  return toStudioQuote(row, await readCustomer(row.customer_id));
}

const toClientQuote = async (actor: Client, row: QuoteRow): Promise<Quote> => (await toClientQuotes(actor, [row]))[0]!;

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
 * Returns quotes that wait for the studio's answer of this kind, with their customers' names, newest first, at most
 * `limits.attention`. Leaves out quotes of customers in the trash.
 */
export async function listPending(answerKind: Parameters<typeof readPending>[0]) {
  const rows = await readPending(answerKind, limits.attention);
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
