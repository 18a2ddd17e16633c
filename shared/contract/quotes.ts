import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id, Instant, optional, Version } from './fields.ts';
import { pageOf } from './paging.ts';

/** What can be asked for, in the form's order. */
export const QuoteType = z.enum(['print', 'photo-book', 'keepsake', 'other'], 'Please choose a request type.');
export type QuoteType = z.infer<typeof QuoteType>;

/** What the form calls them. */
export const quoteTypes: Record<QuoteType, string> = {
  print: 'Prints',
  'photo-book': 'Photo Book',
  keepsake: 'Keepsake Item',
  other: 'Other',
};

/** A price as people read it: $125, or $125.50. */
export const inDollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });

/** pending → approved or rejected by the studio's decision; either → pending when it reopens the request. */
export const QuoteStatus = z.enum(['pending', 'approved', 'rejected']);
export type QuoteStatus = z.infer<typeof QuoteStatus>;

const quantityInWords = `Quantity is a whole number from 1 to ${limits.quoteQuantity}.`;
const Quantity = z
  .number(quantityInWords)
  .int(quantityInWords)
  .min(1, quantityInWords)
  .max(limits.quoteQuantity, quantityInWords);

/**
 * POST quotes. `request_id` is made by the form, once per request that a person means: sent twice, it makes one quote.
 * Everything but `other` has a quantity, 1 when left out. `with_favorites` attaches what is starred at that moment.
 */
export const SubmitQuote = z
  .object({
    request_id: z.uuid(),
    type: QuoteType,
    quantity: Quantity.optional(),
    notes: optional('Notes / Details', limits.quoteNotes),
    with_favorites: z.boolean().default(false),
  })
  .refine(({ type, quantity }) => type !== 'other' || quantity === undefined, {
    path: ['quantity'],
    message: 'This request type has no quantity.',
  });
export type SubmitQuote = z.infer<typeof SubmitQuote>;

/** A photo that was a favorite when the quote was asked for. */
export const QuotePhoto = z.object({ session_id: Id, photo_id: Id, file_name: z.string() });
export type QuotePhoto = z.infer<typeof QuotePhoto>;

/** A quote as its client sees it. `quantity` is null for `other`; price (US cents) and message come with a decision. */
export const Quote = z.object({
  id: Id,
  type: QuoteType,
  quantity: z.number().int().nullable(),
  notes: z.string(),
  favorites: z.array(QuotePhoto),
  status: QuoteStatus,
  price_cents: z.number().int().nullable(),
  message: z.string(),
  created_at: Instant,
  decided_at: Instant.nullable(),
});
export type Quote = z.infer<typeof Quote>;

/** GET quotes by the client, newest first. */
export const QuotePage = pageOf(Quote);
export type QuotePage = z.infer<typeof QuotePage>;

/**
 * A quote as the studio sees it. Name and e-mail are null where the customer has none; `answers_to` is the address that
 * a decision's letter goes to, one that the studio or the login vouches for.
 */
export const StudioQuote = Quote.extend({
  customer_id: Id,
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  answers_to: z.string().nullable(),
  version: Version,
});
export type StudioQuote = z.infer<typeof StudioQuote>;

/** GET quotes by the studio, newest first. */
export const StudioQuotePage = pageOf(StudioQuote);
export type StudioQuotePage = z.infer<typeof StudioQuotePage>;

const priceInWords = `Price is an amount from $0 to ${inDollars(limits.quotePriceCents)}.`;

/** The studio's answer. */
export const DecideQuote = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  price_cents: z
    .number(priceInWords)
    .int(priceInWords)
    .min(0, priceInWords)
    .max(limits.quotePriceCents, priceInWords)
    .nullable()
    .default(null),
  message: optional('Message', limits.quoteMessage),
  version: Version,
});
export type DecideQuote = z.infer<typeof DecideQuote>;

/** Back to pending; price and message are cleared. */
const ReopenQuote = z.strictObject({ status: z.literal('pending'), version: Version });

/** PATCH quote by the studio. */
export const ChangeQuote = z.union([DecideQuote, ReopenQuote]);
export type ChangeQuote = z.infer<typeof ChangeQuote>;

/** What waits for the studio; counted up to `limits.attention`. */
export const Attention = z.object({ pending_quotes: z.number().int(), unread_messages: z.number().int() });
export type Attention = z.infer<typeof Attention>;
