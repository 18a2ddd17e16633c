import * as z from 'zod';
import { currencies } from '#shared/money/currency.ts';
import { Id, Instant, Version } from '../fields.ts';
import { pageOf } from '../paging.ts';
import { OfferChoices, OfferContent } from './content.ts';
import { OfferState, OfferSummary } from './offers.ts';

/** An offer in its client's list; never a draft. */
export const ClientOfferSummary = OfferSummary.pick({
  id: true,
  number: true,
  title: true,
  currency: true,
  least_cents: true,
  most_cents: true,
  signed_count: true,
  signers_count: true,
  session_date: true,
  valid_until: true,
  sent_at: true,
  agreed_at: true,
  ended_at: true,
  replaced_by: true,
  amends: true,
}).extend({ state: OfferState.exclude(['draft']) });
export type ClientOfferSummary = z.infer<typeof ClientOfferSummary>;

/** GET offers by the client, the newest first. */
export const ClientOfferPage = pageOf(ClientOfferSummary);
export type ClientOfferPage = z.infer<typeof ClientOfferPage>;

/** Someone who signs, and when they did. */
const ClientSigner = z.object({
  id: z.string(),
  name: z.string(),
  /** As what they sign; '' for the client and the studio. */
  as: z.string(),
  email: z.string(),
  signed_at: Instant.nullable(),
});

/**
 * GET offers/:offer by the client, and GET offers/:offer/preview by the studio: everything that the page shows. The page fills
 * the terms and computes sums by what the client chooses, as the API does (`shared/offers`).
 */
export const ClientOffer = z.object({
  id: Id,
  number: z.number().int().nullable(),
  state: OfferState,
  /** Grows with whatever the client's decision depends on. A choice or a signature sends the version that it is based on. */
  version: Version,
  /** The currency of its amounts, which stays when the studio chooses another one. */
  currency: z.enum(currencies),
  content: OfferContent.omit({ signers: true, terms_from: true }),
  /** The day on which it was sent, in the studio's time zone; of a preview today. */
  sent_on: z.string(),
  client_name: z.string(),
  studio: z.object({ name: z.string(), email: z.string() }),
  /** All who sign: the studio ('studio'), the client ('client'), and the others. */
  signers: z.array(ClientSigner),
  /** What the client has chosen; null until the choices stand. */
  choices: OfferChoices.nullable(),
  /** SHA-256 of what is signed with the choices that stand, or with the only possible ones; null while there is a choice. */
  hash: z.string().nullable(),
  /** When it was declined, withdrawn, replaced or canceled, or expired, and the words with which this was done. */
  ended_at: Instant.nullable(),
  ended_words: z.string(),
  replaced_by: Id.nullable(),
  /** The agreed offer to which this one adds. */
  amends: z.object({ id: Id, title: z.string() }).nullable(),
});
export type ClientOffer = z.infer<typeof ClientOffer>;
