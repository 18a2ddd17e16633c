import * as z from 'zod';
import {
  Acceptance,
  ChangeRequest,
  Decision,
  type Quote,
  QuotePhoto,
  QuoteSelection,
  QuoteStatus,
  QuoteType,
} from '#shared/contract/quotes.ts';
import { type Retouched, standingOfQuote } from '#shared/selections/standing.ts';
import { type Conditions, type Key, table, type Write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';

export const QuoteRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  type: QuoteType,
  quantity: z.number().nullable(),
  notes: z.string(),
  favorites: z.array(QuotePhoto),
  status: QuoteStatus,
  price_cents: z.number().nullable(),
  message: z.string(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  /** The decision that reopening withdrew; never sent to the client. */
  reopened: Decision.nullable().default(null),
  payment_link: z.string().nullable().default(null),
  accepted: Acceptance.nullable().default(null),
  selection: QuoteSelection.nullable().default(null),
  change_request: ChangeRequest.nullable().default(null),
  superseded_at: z.string().nullable().default(null),
  /**
   * The time at which an email told the client of finished photos, and after it all chosen photos of this accepted
   * quote were finished.
   */
  delivered_at: z.string().nullable().default(null),
  version: z.number(),
});
export type QuoteRow = z.infer<typeof QuoteRow>;

/** The attributes with which every new quote begins. */
export const pendingQuote = {
  favorites: [],
  status: 'pending',
  price_cents: null,
  message: '',
  decided_at: null,
  reopened: null,
  payment_link: null,
  accepted: null,
  selection: null,
  change_request: null,
  superseded_at: null,
  delivered_at: null,
  version: 0,
} satisfies Partial<QuoteRow>;

const byId = { key: ['id'] } as const;
const quotes = table(
  'QUOTES_TABLE',
  { ...byId, indexes: { by_customer: ['customer_id', 'created_at'], directory: ['directory', 'created_at'] } },
  QuoteRow,
);
/** The quotes table, by the attributes in the index of quotes that wait for the studio. */
const pending = table(
  'QUOTES_TABLE',
  { ...byId, indexes: { pending: ['pending', 'created_at'] } },
  QuoteRow.pick({ id: true, customer_id: true, created_at: true }),
);

/** Returns the quote; strongly consistent, because decisions depend on it. */
export const readQuote = (id: string) => quotes.get({ id }, { consistent: true });

/** Whether the studio has sent the client a decision, even if it was reopened since. */
export const wasDecided = ({ status, reopened }: QuoteRow): boolean => status !== 'pending' || reopened !== null;

/** Returns a page of a customer's quotes, newest first. */
export const readByCustomer = (customerId: string, size: number, from: Key | undefined) =>
  quotes.page({ index: 'by_customer', partition: customerId, descending: true, leaveOutDamaged: true }, size, from);

/** Returns every quote of a customer. */
export const readAllByCustomer = (customerId: string) => quotes.all({ index: 'by_customer', partition: customerId });

/** Returns the quotes of a customer, with the ids of damaged rows. */
export const listAllByCustomer = (customerId: string) =>
  quotes.allIntact({ index: 'by_customer', partition: customerId });

/** Returns a page of all quotes, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  quotes.page({ index: 'directory', partition: 'quote', descending: true, leaveOutDamaged: true }, size, from);

/**
 * The studio's work that a quote waits for, and the partition key of the index of waiting quotes: the answer to a request
 * ('quote'), to a submitted selection, or to a change request, whatever the quote's decision; or, once it is accepted, the
 * chosen photos ('retouch'), until the client was told of all of them.
 */
type AwaitedWork = 'quote' | 'selection' | 'change' | 'retouch';

function waitsFor(quote: QuoteRow): AwaitedWork | undefined {
  if (quote.superseded_at !== null) return undefined;
  if (quote.change_request?.declined_at === null) return 'change';
  if (quote.status === 'pending') return quote.selection ? 'selection' : 'quote';
  return quote.selection && quote.accepted && quote.delivered_at === null ? 'retouch' : undefined;
}

/**
 * Returns the write that changes a quote and its key in the index of waiting quotes; it fails when the quote changed
 * since it was read.
 */
function changeAsRead(row: QuoteRow, set: Partial<QuoteRow>, { where, onConflict }: Conditions = {}): Write {
  const waits = waitsFor({ ...row, ...set });
  return quotes.change(
    { id: row.id },
    { set: { ...set, ...(waits && { pending: waits }) }, add: { version: 1 }, remove: waits ? [] : ['pending'] },
    { where: { version: row.version, ...where }, ...(onConflict && { onConflict }) },
  );
}

/** Returns the ids, customers and times of at most `size` quotes that wait for this, newest first. */
export const readPending = async (work: AwaitedWork, size: number) =>
  (await pending.page({ index: 'pending', partition: work, descending: true }, size)).rows;

/** Returns the quotes with these ids that exist and are not damaged, in the order of the ids. */
export const readQuotes = (ids: string[]): Promise<QuoteRow[]> =>
  quotes.getMany(
    ids.map((id) => ({ id })),
    { leaveOutDamaged: true },
  );

/** Returns the write that inserts a new pending quote; it fails when a quote with this id exists. */
export const insertQuote = (row: QuoteRow): Write =>
  quotes.insert({ ...row, directory: 'quote', pending: waitsFor(row) });

/** Returns the write that approves, rejects or reopens the quote; it fails when the quote changed since it was read. */
export const changeQuote = (
  row: QuoteRow,
  decision: Pick<
    QuoteRow,
    'status' | 'price_cents' | 'message' | 'decided_at' | 'payment_link' | 'accepted' | 'reopened' | 'delivered_at'
  >,
  onConflict: () => Promise<Error>,
): Write => changeAsRead(row, decision, { onConflict });

/**
 * Returns the write that sets the payment link of an approved quote; it fails when the quote changed since it was read.
 */
export const changePaymentLink = (
  { id, version }: QuoteRow,
  payment_link: string | null,
  onConflict: () => Promise<Error>,
): Write =>
  quotes.change(
    { id },
    { set: { payment_link }, add: { version: 1 } },
    { where: { version, status: 'approved' }, onConflict },
  );

/**
 * Returns the write that records that the client has accepted the quote in the version that they have seen. IAM lets
 * the client's function change only a few attributes of a quote.
 */
export const acceptApproved = (row: QuoteRow, accepted: Acceptance): Write =>
  changeAsRead(row, { accepted }, { where: { status: 'approved', accepted: null, superseded_at: null } });

/**
 * Returns the write that records that the client was told of all chosen photos of an accepted quote. It fails when the
 * quote changed since it was read, but changes no version, because nobody's view of the quote changes.
 */
export const recordDelivered = ({ id, version, change_request }: QuoteRow, delivered_at: string): Write =>
  quotes.change(
    { id },
    // A quote that waits for the answer to a change request still does.
    { set: { delivered_at }, remove: change_request?.declined_at === null ? [] : ['pending'] },
    { where: { version } },
  );

/**
 * Returns the write that withdraws the quote of a selection that is opened again; it fails when the quote changed since
 * it was read.
 */
export const supersedeQuote = (row: QuoteRow, superseded_at: string): Write =>
  changeAsRead(row, { superseded_at }, { where: { superseded_at: null } });

/**
 * Returns the write that records a change request, or that the studio has declined it; it fails when the quote changed
 * since it was read.
 */
export const setChangeRequest = (row: QuoteRow, change_request: ChangeRequest): Write =>
  changeAsRead(row, { change_request }, { where: { superseded_at: null } });

/** Returns the write that moves a quote to another record of the same person. */
export const moveQuote = (id: string, from: string, to: string): Write =>
  quotes.change({ id }, { set: { customer_id: to } }, { where: { customer_id: from } });

/** Returns the write that erases a quote together with its customer. */
export const eraseQuote = (id: string): Write => quotes.delete({ id });

/**
 * Returns a quote's response for its client.
 * @param retouched the numbers of chosen and of finished photos
 */
export const toQuote = (row: QuoteRow, retouched?: Retouched): Quote => ({
  ...without(row, 'customer_id', 'reopened'),
  standing: standingOfQuote(row, retouched),
});
