import * as z from 'zod';
import { Id, Instant } from './fields.ts';
import { PageQuery, pageOf } from './paging.ts';

/**
 * The kinds of entries. Acts that one person repeats (`daily`) make one entry a day and session, with their count; each
 * other act makes an entry.
 */
export const TimelineKind = z.enum([
  // Acts of the client, and of guests with the same kinds.
  'opened',
  'favorited',
  'unfavorited',
  'noted',
  'note-removed',
  'downloaded',
  'archive-requested',
  'attachments-downloaded',
  // Acts of guests.
  'picks-sent',
  // Acts of the client.
  'registered',
  'profile-edited',
  'account-closed',
  'quote-submitted',
  'chosen',
  'unchosen',
  'selection-submitted',
  'change-requested',
  'quote-accepted',
  'offer-seen',
  'offer-asked',
  'offer-chosen',
  'offer-declined',
  // Acts of the client or the studio.
  'offer-signed',
  'link-created',
  'link-edited',
  'link-revoked',
  // Acts of the studio.
  'customer-created',
  'customer-edited',
  'customer-deleted',
  'customer-restored',
  'customer-reopened',
  'customers-joined',
  'customers-parted',
  'session-created',
  'session-edited',
  'gallery-end-set',
  'gallery-reopened',
  'session-deleted',
  'session-restored',
  'announced',
  'finished-announced',
  'photos-uploaded',
  'photos-shown',
  'photos-hidden',
  'photos-featured',
  'photos-unfeatured',
  'downloads-allowed',
  'downloads-withheld',
  'photos-arranged',
  'photos-deleted',
  'photos-restored',
  'attachments-added',
  'attachments-deleted',
  'attachments-restored',
  'versions-uploaded',
  'version-put-back',
  'photos-finished',
  'photos-unfinished',
  'note-answered',
  'quote-approved',
  'quote-rejected',
  'quote-reopened',
  'price-changed',
  'payment-link-changed',
  'offer-created',
  'offer-deleted',
  'offer-sent',
  'offer-agreed',
  'offer-withdrawn',
  'offer-replaced',
  'offer-expired',
  'offer-canceled',
  'selection-opened',
  'selection-edited',
  'selection-closed',
  'selection-reopened',
  'change-declined',
  'selection-deleted',
  'selection-restored',
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** The person or program that acted. `system`: a schedule or a worker of the product. */
export const TimelineActor = z.enum(['client', 'guest', 'studio', 'system']);
export type TimelineActor = z.infer<typeof TimelineActor>;

/** The delivery state of an email: SES accepted or rejected it; the mailbox accepted it or sent it back. */
export const TimelineEmail = z.enum(['queued', 'sent', 'failed', 'delivered', 'returned']);
export type TimelineEmail = z.infer<typeof TimelineEmail>;

/** Facts about the act, as far as its kind has them; never an address. */
export const TimelineFacts = {
  /** The number of photos, or attachments. */
  count: z.number().int().optional(),
  /** The name of the object: a selection, a link, a download size, the fields that were changed. */
  what: z.string().optional(),
  price_cents: z.number().int().optional(),
  /** The offer that the act was on. */
  offer_id: Id.optional(),
  /** The message that the person wrote with the act. */
  words: z.string().optional(),
};

export const TimelineEntry = z.object({
  id: Id,
  kind: TimelineKind,
  by: TimelineActor,
  /** The customer's, guest's or admin's name; '' when it is not known. */
  name: z.string(),
  /** The times at which the act first and last happened on the entry's day. */
  at: Instant,
  last_at: Instant,
  session_id: Id.nullable(),
  session_name: z.string(),
  ...TimelineFacts,
  /** The label of the link through which a guest acted. */
  link_label: z.string().optional(),
  /** Some of the photos, newest act first; photos that are not ready anymore are left out. */
  photos: z.array(
    z.object({
      id: Id,
      file_name: z.string(),
      media_path: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      thumbhash: z.string(),
      /** The client's note, if the entry is about notes of the client. */
      note: z.string(),
    }),
  ),
  /** The state of the email that announced the act to the client; null when none was sent. */
  email: z.object({ state: TimelineEmail, at: Instant.nullable() }).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** GET a customer's or a session's timeline, newest first; `by` limits it to the acts of one side. */
export const TimelineQuery = PageQuery.extend({ by: z.enum(['client', 'guest', 'studio']).optional() });
/** A page may be empty and yet be followed by another one. */
export const TimelinePage = pageOf(TimelineEntry);
export type TimelinePage = z.infer<typeof TimelinePage>;
