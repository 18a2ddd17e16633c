import * as z from 'zod';
import { Id, Instant } from './fields.ts';
import { PageQuery, pageOf } from './paging.ts';

/**
 * What happened. Acts of one person that repeat (`daily`) are one entry a day and session, with their count; each other
 * act is an entry of its own.
 */
export const TimelineKind = z.enum([
  // The client, and guests with the same kinds.
  'opened',
  'favorited',
  'unfavorited',
  'noted',
  'note-removed',
  'downloaded',
  'archive-requested',
  'attachments-downloaded',
  // Guests.
  'picks-sent',
  // The client.
  'registered',
  'profile-edited',
  'account-closed',
  'quote-submitted',
  'chosen',
  'unchosen',
  'selection-submitted',
  'change-requested',
  'quote-accepted',
  // The client or the studio.
  'link-created',
  'link-edited',
  'link-revoked',
  // The studio.
  'customer-created',
  'customer-edited',
  'customer-deleted',
  'customer-restored',
  'customer-reopened',
  'customers-joined',
  'customers-parted',
  'session-created',
  'session-edited',
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
  'selection-opened',
  'selection-edited',
  'selection-closed',
  'selection-reopened',
  'change-declined',
  'selection-deleted',
  'selection-restored',
]);
export type TimelineKind = z.infer<typeof TimelineKind>;

/** Who did it. `system`: a schedule or a worker of the product. */
export const TimelineActor = z.enum(['client', 'guest', 'studio', 'system']);
export type TimelineActor = z.infer<typeof TimelineActor>;

/** What became of an email: SES accepted it, or did not; the mailbox took it, or sent it back. */
export const TimelineEmail = z.enum(['queued', 'sent', 'failed', 'delivered', 'returned']);
export type TimelineEmail = z.infer<typeof TimelineEmail>;

/** Facts about the act, as far as its kind has them; never an address. */
export const TimelineFacts = {
  /** How many photos, or attachments. */
  count: z.number().int().optional(),
  /** The name of the thing: a selection, a link, a download size, the fields that were changed. */
  what: z.string().optional(),
  price_cents: z.number().int().optional(),
  /** What the person wrote with it. */
  words: z.string().optional(),
};

export const TimelineEntry = z.object({
  id: Id,
  kind: TimelineKind,
  by: TimelineActor,
  /** The customer's, guest's or admin's name; '' when it is not known. */
  name: z.string(),
  /** When it happened, and when it last happened in that entry's day. */
  at: Instant,
  last_at: Instant,
  session_id: Id.nullable(),
  session_name: z.string(),
  ...TimelineFacts,
  /** The label of the link through which a guest did it. */
  link_label: z.string().optional(),
  /** Some of the photos, the last ones first; without photos that are not ready any more. */
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
  /** What became of the email that told the client about it; null when none was sent. */
  email: z.object({ state: TimelineEmail, at: Instant.nullable() }).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** GET a customer's or a session's timeline, newest first; only acts of one side with `by`. */
export const TimelineQuery = PageQuery.extend({ by: z.enum(['client', 'guest', 'studio']).optional() });
/** A page may have no items and yet be followed by another one. */
export const TimelinePage = pageOf(TimelineEntry);
export type TimelinePage = z.infer<typeof TimelinePage>;
