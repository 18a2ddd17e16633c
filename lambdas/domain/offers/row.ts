import * as z from 'zod';
import { LoginProvider } from '#shared/contract/customers.ts';
import { OfferChoices, OfferContent } from '#shared/contract/offers/content.ts';
import { OfferState, OfferStepKind } from '#shared/contract/offers/offers.ts';
import { Drawing } from '#shared/contract/offers/signing.ts';
import { currencies } from '#shared/money/currency.ts';
import { canExpire, groupOf, stateOn } from '#shared/offers/offer-state.ts';
import { today } from '#shared/time/studio-time.ts';

/** A person or the studio as a party of an offer: the name and the address as they were when it was sent. */
const Party = z.object({ name: z.string(), email: z.string() });

/** The client and the studio, as they are named in what is signed. */
export const Parties = z.object({ client: Party, studio: Party });
export type Parties = z.infer<typeof Parties>;

/**
 * A signature in the offer's row; the row of its step has everything about it. `signer_id` is 'studio', 'client' or a signer's;
 * `request_id` is missing where the studio signed by sending.
 */
const GivenSignature = z.object({
  signer_id: z.string(),
  name: z.string(),
  signed_at: z.string(),
  request_id: z.string().optional(),
});

/**
 * The row `offer` of an offer. Its content never changes once it is sent: `version` counts what a decision about it depends on.
 * Times that have not come are missing, because some are keys of indexes.
 */
export const OfferRow = z.object({
  offer_id: z.string(),
  part: z.literal('offer'),
  customer_id: z.string(),
  /** The customers to whom the offer belonged before their records were joined to another one, the last one at the end. */
  joined_from: z.array(z.string()).optional(),
  /** Given when it is sent. */
  number: z.number().optional(),
  /** A deleted draft is in no list, and expires. */
  state: z.enum([...OfferState.options, 'deleted']),
  title: z.string(),
  /** Of its amounts: the studio’s when it is sent, from then on the same for good. */
  currency: z.enum(currencies),
  content: OfferContent,
  /** The lowest and the highest total that the client can choose. */
  least_cents: z.number(),
  most_cents: z.number(),
  signed_count: z.number(),
  signers_count: z.number(),
  session_date: z.string().optional(),
  valid_until: z.string().optional(),
  quote_id: z.string().optional(),
  message_id: z.string().optional(),
  replaces: z.string().optional(),
  replaced_by: z.string().optional(),
  amends: z.string().optional(),
  created_at: z.string(),
  /** The time of the last save or change of state, by which lists are sorted. */
  changed_at: z.string(),
  saved_at: z.string(),
  saved_by: z.string(),
  /** Set by sending: the parties, the studio's words in the email, and the version of the draft that was sent. */
  parties: Parties.optional(),
  message: z.string().default(''),
  sent_version: z.number().optional(),
  sent_at: z.string().optional(),
  seen_at: z.string().optional(),
  agreed_at: z.string().optional(),
  ended_at: z.string().optional(),
  ended_words: z.string().default(''),
  /** What the client has chosen, once the choices stand. */
  choices: OfferChoices.optional(),
  signatures: z.array(GivenSignature).default([]),
  /** The number of steps, and the hash of the last one. */
  steps_count: z.number().default(0),
  last_hash: z.string().default(''),
  version: z.number(),
  /** The Unix time in seconds at which the rows of a deleted draft, or of an erased customer's agreed offer, expire. */
  expires_at: z.number().optional(),
});
export type OfferRow = z.infer<typeof OfferRow>;

/** An offer that was sent, whose parties are fixed. */
export type SentOffer = OfferRow & { parties: Parties };

/** The attributes of an offer's row in its indexes. */
export const ListedOffer = OfferRow.pick({
  offer_id: true,
  part: true,
  customer_id: true,
  joined_from: true,
  number: true,
  state: true,
  title: true,
  currency: true,
  least_cents: true,
  most_cents: true,
  signed_count: true,
  signers_count: true,
  session_date: true,
  valid_until: true,
  replaced_by: true,
  amends: true,
  created_at: true,
  sent_at: true,
  seen_at: true,
  agreed_at: true,
  ended_at: true,
  version: true,
});
export type ListedOffer = z.infer<typeof ListedOffer>;

/** Returns where an offer stands at an instant. A deleted draft is a draft to nobody: it is in no list. */
export const stateAt = ({ state, valid_until }: Pick<ListedOffer, 'state' | 'valid_until'>, now: Date): OfferState =>
  state === 'deleted' ? 'draft' : stateOn({ state, valid_until: valid_until ?? null }, today(now));

/** What was sent, in the first step's row. */
const Sent = z.object({ number: z.number(), currency: z.enum(currencies), content: OfferContent, parties: Parties });

/** Everything that is kept of a signature, besides when it was given and the hash of what was signed. */
export const Signature = z.object({
  signer_id: z.string(),
  /** As it was typed. */
  name: z.string(),
  drawing: Drawing.nullable(),
  /** The address of the signer, and the login that proves it: the client's, or the studio's; null where it is not known. */
  email: z.string(),
  verified_by: z.enum([...LoginProvider.options, 'studio']).nullable(),
  /** The sentences of the terms that were ticked. */
  boxes: z.array(z.string()),
  /** The consent to sign electronically; the studio gives none. */
  consent_version: z.number().nullable(),
  choices: OfferChoices,
  total_cents: z.number(),
  /** The address from which the request came, and what the browser says about itself. */
  network: z.string(),
  browser: z.string(),
});
export type Signature = z.infer<typeof Signature>;

/**
 * The row `step#{number}` of one act on a sent offer. `hash` is the SHA-256 of the row without it, in canonical JSON; with
 * `previous`, the hash of the step before, it commits to all that happened until then.
 */
export const StepRow = z.object({
  offer_id: z.string(),
  part: z.string(),
  number: z.number(),
  kind: OfferStepKind,
  at: z.string(),
  by: z.object({ kind: z.enum(['studio', 'client', 'system']), name: z.string() }),
  words: z.string(),
  sent: Sent.optional(),
  signature: Signature.optional(),
  /** The SHA-256 of what was signed with this act, also by sending it. */
  signed_hash: z.string().optional(),
  /** The offer by which this one was replaced. */
  replaced_by: z.string().optional(),
  previous: z.string(),
  hash: z.string(),
});
export type StepRow = z.infer<typeof StepRow>;

/** The row `numbers`, with the number of the offer that was sent last. */
export const NumbersRow = z.object({ offer_id: z.literal('numbers'), part: z.literal('numbers'), last: z.number() });

/**
 * Returns the attributes by which indexes find an offer, for its state: the studio's list in which it is, the last day of one that
 * can expire, and the month in which it was agreed. Missing ones are undefined.
 */
export function indexKeysOf(row: OfferRow) {
  const { state, valid_until, agreed_at } = row;
  return {
    group: state === 'deleted' ? undefined : groupOf(state),
    expiring: state !== 'deleted' && canExpire(state) && valid_until ? ('offer' as const) : undefined,
    agreed_in: agreed_at === undefined ? undefined : today(new Date(agreed_at)).slice(0, 7),
  };
}
