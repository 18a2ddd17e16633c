import * as z from 'zod';
import { EmailKind } from './emails.ts';
import { CalendarDate, Id, Instant } from './fields.ts';
import { OfferState } from './offers/offers.ts';
import { Thumb } from './photos/photos.ts';
import { RequestType } from './quotes.ts';

/**
 * The dead-letter queues, named by the queue, the tables’ streams (`outbox`) or the email events (`bounces`) whose work
 * failed.
 */
export const deadLetterQueues = ['photo', 'download', 'media', 'outbox', 'bounces'] as const;
export type DeadLetterQueue = (typeof deadLetterQueues)[number];

const sessionFields = { session_id: Id, session_name: z.string() };

/**
 * The things of one kind that wait: their number, counted up to `limits.attention`; since when; and the first of them.
 * Null: none.
 */
const waitingItems = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.number().int(), since: Instant, items: z.array(item) }).nullable();

/** GET waiting: everything that waits for the studio. */
export const Waiting = z.object({
  /** Pending requests; quotes of selections are in `selections`. */
  quotes: waitingItems(z.object({ customer_name: z.string(), type: RequestType })),
  selections: waitingItems(
    z.object({
      ...sessionFields,
      selection_id: Id,
      customer_name: z.string(),
      chosen_count: z.number().int(),
      extra_count: z.number().int(),
      total_cents: z.number().int(),
    }),
  ),
  /** Submitted selections whose clients ask to change their choice; missing: none. They are not in `selections`. */
  changes: waitingItems(z.object({ ...sessionFields, selection_id: Id, customer_name: z.string() })).optional(),
  /**
   * Accepted selections whose chosen photos are not all finished, the last accepted first; missing: none. `photos`: the
   * first ones.
   */
  retouch: waitingItems(
    z.object({
      ...sessionFields,
      selection_id: Id,
      customer_name: z.string(),
      price_cents: z.number().int().nullable(),
      chosen_count: z.number().int(),
      finished_count: z.number().int(),
      photos: z.array(Thumb),
    }),
  ).optional(),
  /** Offers that the client has seen or some have signed, and those agreed within `limits.offerAgreedDays`; missing: none. */
  offers: waitingItems(
    z.object({
      offer_id: Id,
      title: z.string(),
      customer_name: z.string(),
      state: OfferState,
      signed_count: z.number().int(),
      signers_count: z.number().int(),
    }),
  ).optional(),
  /** Announced sessions with finished photos that no email has told the client of; missing: none. */
  finished: waitingItems(z.object({ ...sessionFields, photos_count: z.number().int() })).optional(),
  messages: waitingItems(z.object({ name: z.string() })),
  /** Favorites and notes that the studio has not seen yet; `count`: their number. */
  marks: waitingItems(z.object({ ...sessionFields, count: z.number().int(), photos: z.array(Thumb) })),
  failed: waitingItems(z.object({ ...sessionFields, file_name: z.string(), reason: z.string() })),
  /** Emails that were rejected or returned. `to` is null for emails to the studio. */
  emails: waitingItems(z.object({ kind: EmailKind, to: z.string().nullable(), name: z.string() })),
  /** Links that end within `limits.linkEndsSoonDays`; `since`: when the first one ends. */
  links: waitingItems(z.object({ ...sessionFields, label: z.string() })),
  /** New sessions whose announcement is sent when the watermark is on all photos; missing: none. */
  waiting_announcements: waitingItems(z.object(sessionFields)).optional(),
  /**
   * Galleries whose last day is at most `limits.galleryEndsSoonDays` away, the first end first; `since`: when the first of
   * these days is over; missing: none.
   */
  endings: waitingItems(z.object({ ...sessionFields, ends_on: CalendarDate })).optional(),
  /** New sessions with photos that were never announced. */
  unannounced: waitingItems(z.object({ ...sessionFields, photos_count: z.number().int() })),
  /**
   * Present when the newest version of the website, or the deployed one, could not be published; `since`: when, if it
   * is known.
   */
  website: z.object({ number: z.number().int(), since: Instant.nullable() }).nullable(),
  /**
   * The dead letters of each queue that has any; `since`: when the oldest known was sent; null while they are being
   * sent again.
   */
  dead_letters: z.array(
    z.object({ queue: z.enum(deadLetterQueues), count: z.number().int(), since: Instant.nullable() }),
  ),
  /** Limits for all people that somebody has reached within seven days, from very many networks; missing: none. */
  limits: waitingItems(
    z.discriminatedUnion('kind', [
      /** Somebody guesses the PIN of a link. */
      z.object({ kind: z.literal('pins'), ...sessionFields, label: z.string() }),
      /** So many people have registered by code that nobody else can on that day. */
      z.object({ kind: z.literal('registrations') }),
    ]),
  ).optional(),
  /** Present when an export of the studio's data outside of AWS is due: when the last one was made, if ever. */
  export: z.object({ made_at: Instant.nullable() }).nullable(),
});
export type Waiting = z.infer<typeof Waiting>;
