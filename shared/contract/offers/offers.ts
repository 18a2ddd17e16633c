import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { currencies } from '#shared/money/currency.ts';
import { CalendarDate, Id, Instant, optionalText, Version } from '../fields.ts';
import { PageQuery, studioPageOf } from '../paging.ts';
import { OfferChoices, OfferContent, OfferDraft } from './content.ts';

/**
 * Where an offer stands: draft → sent → seen → signed (by some) → agreed (by all). A sent or seen one can be declined by the
 * client or expires, one that is not agreed can be withdrawn or replaced by the studio, and an agreed one can be canceled.
 */
export const OfferState = z.enum([
  ...(['draft', 'sent', 'seen', 'signed', 'agreed'] as const),
  ...(['declined', 'withdrawn', 'replaced', 'expired', 'canceled'] as const),
]);
export type OfferState = z.infer<typeof OfferState>;

/** The lists of the studio: drafts, offers with the client (sent, seen or signed), agreed ones, and those that ended. */
export const OfferGroup = z.enum(['draft', 'client', 'agreed', 'ended']);
export type OfferGroup = z.infer<typeof OfferGroup>;

/** An offer in the studio's lists. */
export const OfferSummary = z.object({
  id: Id,
  /** Given when it is sent; null for a draft. */
  number: z.number().int().nullable(),
  customer_id: Id,
  customer_name: z.string(),
  title: z.string(),
  state: OfferState,
  currency: z.enum(currencies),
  /** The lowest and the highest total with tax, as the client chooses; equal when nothing is left to choose. */
  least_cents: z.number().int(),
  most_cents: z.number().int(),
  /** How many have signed, of how many, the studio included. */
  signed_count: z.number().int(),
  signers_count: z.number().int(),
  session_date: CalendarDate.nullable(),
  valid_until: CalendarDate.nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  seen_at: Instant.nullable(),
  agreed_at: Instant.nullable(),
  /** When it was declined, withdrawn, replaced or canceled, or expired. */
  ended_at: Instant.nullable(),
  /** The offer that replaces this one, and the agreed one to which it adds. */
  replaced_by: Id.nullable(),
  amends: Id.nullable(),
  version: Version,
});
export type OfferSummary = z.infer<typeof OfferSummary>;

/** GET offers: one list of the studio, the last changed first. */
export const OffersQuery = PageQuery.extend({ group: OfferGroup });
export const OfferPage = studioPageOf(OfferSummary);
export type OfferPage = z.infer<typeof OfferPage>;

/** A month, `YYYY-MM`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This is not a month.');

/** GET offers/figures: what was agreed in a month of the studio's time zone, without canceled offers. */
export const OfferFiguresQuery = z.object({ month: Month });
export const OfferFigures = z.object({
  month: Month,
  agreed_count: z.number().int(),
  agreed_cents: z.number().int(),
  /** How many offers each list has; counting stops at `limits.attention`. */
  groups: z.record(OfferGroup, z.number().int()),
});
export type OfferFigures = z.infer<typeof OfferFigures>;

/** The kinds of acts on an offer since it was sent. */
export const OfferStepKind = z.enum([
  ...(['sent', 'seen', 'signed', 'declined', 'withdrawn', 'replaced', 'expired', 'canceled'] as const),
]);
export type OfferStepKind = z.infer<typeof OfferStepKind>;

/** One act on a sent offer. Each is chained to the one before by its hash, so that no act can be changed unseen. */
export const OfferStep = z.object({
  number: z.number().int(),
  kind: OfferStepKind,
  at: Instant,
  /** Who did it: the name of a person in the studio, of the client or of a signer; '' for the daily sweep. */
  by: z.string(),
  /** What they wrote with it. */
  words: z.string(),
  /** SHA-256 of the step and of the hash before it, in hexadecimal digits. */
  hash: z.string(),
});
export type OfferStep = z.infer<typeof OfferStep>;

/** An offer as the studio sees it. */
export const StudioOffer = OfferSummary.extend({
  content: OfferContent,
  /** The client's name and the address to which the offer goes; '' when there is none. */
  client_name: z.string(),
  client_email: z.string(),
  /** The quote or the message from which it was made. */
  quote_id: Id.nullable(),
  message_id: Id.nullable(),
  /** The offer that it replaces once it is sent. */
  replaces: Id.nullable(),
  /** When the draft was saved last, and by whom. */
  saved_at: Instant,
  saved_by: z.string(),
  /** What the client has chosen; null until the choices stand. */
  choices: OfferChoices.nullable(),
  /** When each signer has signed, by the signer's id; 'client' and 'studio' are the two that every offer has. */
  signatures: z.array(z.object({ signer_id: z.string(), name: z.string(), signed_at: Instant })),
  /** The acts since it was sent, in their order; and whether each still has the hashes that it was stored with. */
  steps: z.array(OfferStep),
  is_unchanged: z.boolean(),
  /** The words in the email with the offer. */
  message: z.string(),
});
export type StudioOffer = z.infer<typeof StudioOffer>;

const RequestId = z.uuid();

/**
 * POST offers: a draft for a customer, from a quote, or from a message of the contact form, whose sender becomes a customer if
 * they are none. `request_id` is generated once per act: sending it twice makes one draft.
 */
export const CreateOffer = z.union([
  z.strictObject({ request_id: RequestId, customer_id: Id }),
  z.strictObject({ request_id: RequestId, quote_id: Id }),
  z.strictObject({ request_id: RequestId, message_id: Id }),
]);
export type CreateOffer = z.infer<typeof CreateOffer>;

/** POST offers/:offer/replacement or /amendment: a draft that replaces a sent offer, or adds to an agreed one. */
export const FollowOffer = z.strictObject({ request_id: RequestId });
export type FollowOffer = z.infer<typeof FollowOffer>;

/** PUT offers/:offer: saves the draft. */
export const SaveOffer = z.strictObject({ version: Version, content: OfferDraft });
export type SaveOffer = z.infer<typeof SaveOffer>;

/** DELETE offers/:offer: the version of the draft that was seen, in the query. */
export const DeleteOffer = z.object({ version: z.string().regex(/^\d+$/).transform(Number).pipe(Version) });

/** POST offers/:offer/send, withdraw or cancel: the version that was seen, and words to the client. */
export const ActOnOffer = z.strictObject({
  version: Version,
  message: optionalText('Your words', limits.offerMessage),
});
export type ActOnOffer = z.infer<typeof ActOnOffer>;

/** A package or an add-on of the website; `per` says whether its price is that of an hour. */
const OfferItem = z.object({
  name: z.string(),
  detail: z.string(),
  price_cents: z.number().int(),
  per: z.enum(['session', 'hour']),
});

/** GET offer-items: what a draft can take over from the published website. */
export const OfferItems = z.object({
  packages: z.array(OfferItem.extend({ service: z.string() })),
  add_ons: z.array(OfferItem),
});
export type OfferItems = z.infer<typeof OfferItems>;
