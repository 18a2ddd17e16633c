import * as z from 'zod';
import { Attachment } from './attachments.ts';
import { ClientLogin, CustomerStatus, Profile } from './customers.ts';
import { CalendarDate, Instant } from './fields.ts';
import { Link } from './links.ts';
import { ClientOffer } from './offers/client-offers.ts';
import { GalleryPhoto, Stage } from './photos/photos.ts';
import { Quote } from './quotes.ts';
import { SelectionState, SubmittedRound } from './selections.ts';
import { GallerySession } from './sessions/sessions.ts';
import { TimelineEntry } from './timeline.ts';

/** GET me/data: all data stored about a client, except what the studio hides from the client. */
export const OwnData = z.object({
  exported_at: Instant,
  profile: Profile.extend({
    status: CustomerStatus,
    /**
     * `login_email` is verified by Google or a code. `contact_email` is entered by the client and may be confirmed by a
     * code; null when it is the same as `login_email`.
     */
    login_email: z.string().nullable(),
    contact_email: z.string().nullable(),
    contact_confirmed: z.boolean(),
  }),
  logins: z.array(ClientLogin),
  sessions: z.array(
    GallerySession.pick({
      id: true,
      session_label: true,
      session_name: true,
      session_date: true,
      has_ended: true,
      client_words: true,
      photos_count: true,
    }).extend({
      /** The last day on which the client sees it, in the studio's time zone; null: it never ends. */
      ends_on: CalendarDate.nullable(),
      photos: z.array(
        GalleryPhoto.pick({ file_name: true, is_favorite: true, note: true, reply: true }).extend({
          uploaded_at: Instant,
        }),
      ),
      /** Files to download that are not photos. */
      attachments: z.array(Attachment.pick({ file_name: true, size: true })),
      /** The client's choices, and the rounds that they submitted. */
      selections: z.array(
        z.object({
          name: z.string(),
          state: SelectionState,
          client_words: z.string(),
          created_at: Instant,
          /**
           * `stage`: the stage of the file that was submitted; null before a submit, and for submits from before it was
           * stored.
           */
          chosen: z.array(z.object({ file_name: z.string(), note: z.string(), stage: Stage.nullable() })),
          rounds: z.array(SubmittedRound.omit({ quote_id: true })),
        }),
      ),
      /** The client's links for guests, without the tokens that open them. */
      links: z.array(Link.pick({ label: true, created_at: true, ends_on: true, is_revoked: true, visits: true })),
      /** The picks and notes of guests of the session's links. */
      guests: z.array(
        z.object({
          name: z.string(),
          picks: z.array(z.string()),
          notes: z.array(z.object({ file_name: z.string(), note: z.string() })),
        }),
      ),
    }),
  ),
  quotes: z.array(Quote.omit({ standing: true })),
  /** The offers that the client was sent, as they stand. */
  offers: z.array(ClientOffer),
  /** The client's acts, newest first. */
  timeline: z.array(
    TimelineEntry.pick({
      at: true,
      last_at: true,
      kind: true,
      session_name: true,
      count: true,
      what: true,
      words: true,
    }),
  ),
  downloads: z.array(z.object({ title: z.string(), state: z.string(), created_at: Instant, expires_at: Instant })),
});
export type OwnData = z.infer<typeof OwnData>;
