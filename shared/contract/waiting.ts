import * as z from 'zod';
import { EmailKind } from './emails.ts';
import { Id, Instant } from './fields.ts';
import { GalleryPhoto } from './photos/photos.ts';
import { RequestType } from './quotes.ts';

/** What a picture of a photo needs. */
const Thumb = GalleryPhoto.pick({
  id: true,
  file_name: true,
  media_path: true,
  width: true,
  height: true,
  thumbhash: true,
});
export type Thumb = z.infer<typeof Thumb>;

/** Dead-letter queues, by the queue, the tables’ streams (`outbox`) or the events about emails (`bounces`) whose work failed. */
export const deadLetterQueues = ['photo', 'download', 'media', 'outbox', 'bounces'] as const;
export type DeadLetterQueue = (typeof deadLetterQueues)[number];

const ofSession = { session_id: Id, session_name: z.string() };

/** Things of one kind that wait: how many, counted up to `limits.attention`; since when; and the first of them. Null: none. */
const waiting = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.number().int(), since: Instant, items: z.array(item) }).nullable();

/** GET waiting: what waits for the studio. */
export const Waiting = z.object({
  /** Pending requests; those of selections are in `selections`. */
  quotes: waiting(z.object({ customer_name: z.string(), type: RequestType })),
  selections: waiting(
    z.object({
      ...ofSession,
      selection_id: Id,
      customer_name: z.string(),
      chosen_count: z.number().int(),
      extra_count: z.number().int(),
      total_cents: z.number().int(),
    }),
  ),
  /** Submitted selections whose clients ask to change their choice; missing: none. They are not in `selections`. */
  changes: waiting(z.object({ ...ofSession, selection_id: Id, customer_name: z.string() })).optional(),
  messages: waiting(z.object({ name: z.string() })),
  /** What clients have marked since the studio last looked at the session; `count`: favorites and notes. */
  marks: waiting(z.object({ ...ofSession, count: z.number().int(), photos: z.array(Thumb) })),
  failed: waiting(z.object({ ...ofSession, file_name: z.string(), reason: z.string() })),
  /** Emails that were refused or came back. `to` is null for emails to the studio. */
  emails: waiting(z.object({ kind: EmailKind, to: z.string().nullable(), name: z.string() })),
  /** Links that end within `limits.linkEndsSoonDays`; `since`: when the first one ends. */
  links: waiting(z.object({ ...ofSession, label: z.string() })),
  /** New sessions with photos that were never announced. */
  unannounced: waiting(z.object({ ...ofSession, photos_count: z.number().int() })),
  /** The newest version of the website, or what was deployed, could not be published; `since`: when, if it is known. */
  website: z.object({ number: z.number().int(), since: Instant.nullable() }).nullable(),
  /** Dead letters of each queue that has any; `since`: when the oldest known was sent, null while they are being sent again. */
  dead_letters: z.array(
    z.object({ queue: z.enum(deadLetterQueues), count: z.number().int(), since: Instant.nullable() }),
  ),
  /** Limits for all that somebody has reached within seven days, from very many networks; missing: none. */
  limits: waiting(
    z.discriminatedUnion('kind', [
      /** The PIN of a link is guessed. */
      z.object({ kind: z.literal('pins'), ...ofSession, label: z.string() }),
      /** So many people have registered by code that nobody else can on that day. */
      z.object({ kind: z.literal('registrations') }),
    ]),
  ).optional(),
  /** A copy of the studio's data outside of AWS is due: when the last one was made, if ever. */
  export: z.object({ made_at: Instant.nullable() }).nullable(),
});
export type Waiting = z.infer<typeof Waiting>;
