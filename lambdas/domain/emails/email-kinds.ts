import * as z from 'zod';
import { QuoteSelection, QuoteType } from '#shared/contract/quotes.ts';
import { currencies } from '#shared/money/currency.ts';

/** A client's request for a quote. Older rows have no `quote_id`. */
const request = {
  quote_id: z.string().optional(),
  name: z.string(),
  type: QuoteType,
  quantity: z.number().nullable(),
  notes: z.string(),
  /** The number of attached photos. */
  favorites: z.number(),
  /** The submitted selection, if the quote is about one. */
  selection: QuoteSelection.optional(),
};
/** The client's address for emails, and the one with which they sign in, which links to the sign-in page contain. */
const toClient = { to: z.string(), sign_in_with: z.string().optional() };
const decision = {
  price_cents: z.number().nullable(),
  message: z.string(),
  payment_link: z.string().nullable().default(null),
};

/** An offer, and the studio's words about it. */
const aboutOffer = { ...toClient, name: z.string(), offer_id: z.string(), message: z.string() };

/** An offer with the name and the address of its client. */
const answeredOffer = { name: z.string(), email: z.string(), offer_id: z.string(), title: z.string() };

/** A signature: whose, of how many, and the hash of the offer's last step, by which a later change is found. */
const signedOffer = {
  ...answeredOffer,
  ...{ signed_by: z.string(), signed_count: z.number(), signers_count: z.number(), hash: z.string() },
};

/** An agreed offer with its total and the hash of its last step. */
const agreedOffer = {
  ...toClient,
  ...{ name: z.string(), offer_id: z.string(), title: z.string() },
  ...{ currency: z.enum(currencies), total_cents: z.number(), hash: z.string() },
};

/** A submitted selection, its round, and the studio's optional message about it. */
const answeredChange = {
  to: z.string(),
  name: z.string(),
  session_id: z.string(),
  selection_id: z.string(),
  round: z.number(),
  message: z.string(),
};

/** An event in a session, with the number of times or photos. */
const DayFact = z.object({
  what: z.enum([
    ...['opened', 'favorites', 'notes', 'downloads', 'files', 'archives', 'links'],
    ...['guests', 'picks', 'guest-notes', 'guest-downloads', 'guest-files'],
  ] as const),
  count: z.number(),
});
export type DayFact = z.infer<typeof DayFact>;

/**
 * An event that causes an email, with the data for its text. It names sessions and photos only by ids: the worker that
 * sends the email reads the photos that the client may see at that time. `to` is a client's address; emails without
 * `to` go to the studio.
 */
export const Email = z.discriminatedUnion('kind', [
  /** A client registered: to the studio. */
  z.object({
    kind: z.literal('new-client'),
    name: z.string(),
    email: z.string(),
    /** True when the address is the login's own; false when only the studio typed it. */
    email_verified: z.boolean().default(false),
    /** The display id, and the record's id for the link. */
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /** A client closed their account: to the studio. */
  z.object({
    kind: z.literal('account-closed'),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean().default(false),
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /**
   * A code confirms a contact address: to that address. The code is created when the email is sent, so that only its
   * hash is stored.
   */
  z.object({ kind: z.literal('contact-code'), to: z.string(), name: z.string(), record_id: z.string() }),
  /** A contact address was confirmed: to the former address for emails. */
  z.object({ kind: z.literal('emails-moved'), ...toClient, name: z.string(), moved_to: z.string() }),
  /** The studio joined two records of a client, or undid the join: to the addresses of both. */
  z.object({ kind: z.literal('records-joined'), ...toClient, name: z.string(), undone: z.boolean() }),
  /** A message from the contact form: to the studio. */
  z.object({
    kind: z.literal('message-received'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    message: z.string(),
  }),
  /**
   * More messages arrived than the hourly limit of single emails: to the studio. `waiting`: the number of messages in
   * this hour so far.
   */
  z.object({ kind: z.literal('messages-waiting'), waiting: z.number() }),
  /** A client requested a quote: to the studio, and to the client. */
  z.object({ kind: z.literal('quote-submitted'), ...request, email: z.string() }),
  z.object({ kind: z.literal('quote-received'), ...toClient, ...request }),
  /** The studio approved or rejected a quote: to the client. */
  z.object({ kind: z.literal('quote-approved'), ...toClient, ...request, ...decision }),
  z.object({ kind: z.literal('quote-rejected'), ...toClient, ...request, ...decision }),
  /** The client accepted an approved quote: to the studio. */
  z.object({ kind: z.literal('quote-accepted'), ...request, email: z.string(), price_cents: z.number().nullable() }),
  /** Somebody signed an offer, or its client declined it: to the studio. */
  z.object({ kind: z.literal('offer-signed'), ...signedOffer }),
  z.object({ kind: z.literal('offer-declined'), ...answeredOffer, message: z.string() }),
  /** The studio sent an offer, all have signed it, the studio took one back, or canceled an agreed one: to the client. */
  z.object({ kind: z.literal('offer-sent'), ...aboutOffer }),
  z.object({ kind: z.literal('offer-agreed'), ...agreedOffer }),
  z.object({ kind: z.literal('offer-withdrawn'), ...aboutOffer, title: z.string() }),
  z.object({ kind: z.literal('offer-canceled'), ...aboutOffer, title: z.string() }),
  /**
   * A guest sent their picks and notes: to the studio, or to the client who made the link (`to_client`). The worker
   * that sends the email reads the client's address, because guests' requests may not read customers.
   */
  z.object({
    kind: z.literal('picks-sent'),
    to_client: z.boolean(),
    /** The guest's name. */
    name: z.string(),
    session_id: z.string(),
    link_label: z.string(),
    picks: z.number(),
    notes: z.number(),
  }),
  /** The client asks to change a submitted selection: to the studio. `notes` are the client's words. */
  z.object({ kind: z.literal('change-requested'), ...request, email: z.string() }),
  /** The studio declines to change a submitted selection: to the client. */
  z.object({ kind: z.literal('change-declined'), ...answeredChange }),
  /** A selection was opened after its session was announced, or a closed one is open again: to the client. */
  z.object({
    kind: z.literal('selection-opened'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    selection_id: z.string(),
  }),
  /** A submitted selection is open again, whether or not its client has asked for it: to the client. */
  z.object({
    kind: z.literal('selection-reopened'),
    ...answeredChange,
    was_asked: z.boolean(),
    /** True when the studio had decided the quote; that decision is withdrawn. */
    was_decided: z.boolean(),
  }),
  /** A selection that is still open ends soon: to the client. */
  z.object({
    kind: z.literal('selection-ending'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    selection_id: z.string(),
    ends_on: z.string(),
  }),
  /** A day, `YYYY-MM-DD`, has ended on which clients or guests did something: to the studio. */
  z.object({
    kind: z.literal('day-happened'),
    day: z.string(),
    sessions: z.array(z.object({ session_id: z.string(), session_name: z.string(), happened: z.array(DayFact) })),
    /** The number of further sessions, which the email does not name. */
    more: z.number(),
  }),
  /** The gallery is ready: to the client. Older rows without `session_id` are not sent again. */
  z.object({
    kind: z.literal('gallery-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string().optional(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /** A gallery ends soon: to the client. `ends_on`: its last day. */
  z.object({
    kind: z.literal('gallery-ending'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    ends_on: z.string(),
  }),
  /**
   * Photos of a session are finished: to the client. The email announces the photos with this `round`
   * (`finished_round`).
   */
  z.object({
    kind: z.literal('finished-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    round: z.number(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /** A requested download is ready: to the client. Older rows without `download` are not sent again. */
  z.object({
    kind: z.literal('download-ready'),
    ...toClient,
    name: z.string(),
    /** The key of the download's row; `created_at` identifies the preparation that is ready. */
    download: z.object({ customer_id: z.string(), id: z.string(), created_at: z.string() }).optional(),
  }),
]);
export type Email = z.infer<typeof Email>;
export type EmailOf<Kind extends Email['kind']> = Extract<Email, { kind: Kind }>;
