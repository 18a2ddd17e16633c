import * as z from 'zod';
import { type Quote, QuotePhoto, QuoteStatus, QuoteType } from '#shared/contract/quotes.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

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
  version: z.number(),
});
export type QuoteRow = z.infer<typeof QuoteRow>;

const byId = { key: ['id'] } as const;
const quotes = table(
  'QUOTES_TABLE',
  { ...byId, indexes: { by_customer: ['customer_id', 'created_at'], directory: ['directory', 'created_at'] } },
  QuoteRow,
);
/** What the index of pending quotes carries. */
const pending = table(
  'QUOTES_TABLE',
  { ...byId, indexes: { pending: ['pending', 'created_at'] } },
  QuoteRow.pick({ id: true, customer_id: true }),
);

/** The quote as of now: decisions hang on it. */
export const readQuote = (id: string) => quotes.get({ id }, { consistent: true });

/** A customer's quotes, newest first. */
export const readByCustomer = (customerId: string, size: number, from: Key | undefined) =>
  quotes.page({ index: 'by_customer', partition: customerId, descending: true }, size, from);

/** Every quote of a customer. */
export const readAllByCustomer = (customerId: string) => quotes.all({ index: 'by_customer', partition: customerId });

/** All quotes, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  quotes.page({ index: 'directory', partition: 'quote', descending: true }, size, from);

/** Ids of quotes that wait for the studio, and whose they are; newest first. */
export const readPending = (size: number) =>
  pending.page({ index: 'pending', partition: 'quote', descending: true }, size);

/** A new quote, pending; fails when there is one of this id. */
export const insertQuote = (row: QuoteRow, otherwise: () => Error): Write =>
  quotes.insert({ ...row, directory: 'quote', pending: 'quote' }, otherwise);

/** The studio's decision on the quote as it was read, or its reopening; fails when another came first. */
export const changeQuote = (
  { id, version }: QuoteRow,
  decision: Pick<QuoteRow, 'status' | 'price_cents' | 'message' | 'decided_at'>,
  otherwise: () => Promise<Error>,
): Write =>
  quotes.change(
    { id },
    decision.status === 'pending'
      ? { set: { ...decision, pending: 'quote' }, add: { version: 1 } }
      : { set: decision, add: { version: 1 }, remove: ['pending'] },
    { where: { version }, otherwise },
  );

/** A quote gone for good, with its customer. */
export const eraseQuote = (id: string): Write => quotes.delete({ id });

/** The row as its client sees it. */
export const toQuote = ({ customer_id: _, version: __, ...quote }: QuoteRow): Quote => quote;
