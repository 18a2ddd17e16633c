import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { CalendarDate, Id, Instant, optional, required, text, Version } from './fields.ts';
import { LetterState } from './letters.ts';
import { pageOf } from './paging.ts';
import { GalleryPhoto } from './photos.ts';

/** Lower case, digits and single hyphens, e.g. may2025-family-session. Unique within a customer. */
const SessionLabel = z
  .string()
  .trim()
  .min(1, 'Session ID is required.')
  .max(limits.sessionLabel, `Session ID can have at most ${limits.sessionLabel} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens, e.g. may2025-family-session.');

/** What governs the order of a session's photos on both sides. */
export const PhotoOrder = z.enum(['uploaded', 'captured', 'name']);
export type PhotoOrder = z.infer<typeof PhotoOrder>;

/** A session as the studio sees it. `photos_count`: ready and not in the bin. `visible_count`: of these, approved. */
export const Session = z.object({
  id: Id,
  customer_id: Id,
  session_label: z.string(),
  session_name: z.string(),
  session_date: CalendarDate,
  notes: z.string(),
  photo_order: PhotoOrder,
  /** The photo that the studio chose to stand for the session; it may be hidden or gone by now. */
  cover_id: Id.nullable(),
  photos_count: z.number().int(),
  visible_count: z.number().int(),
  /** When the client was last told that the gallery is ready; absent where nobody has told them. */
  told_at: Instant.optional(),
  created_at: Instant,
  version: Version,
});
export type Session = z.infer<typeof Session>;

/** One line of 'All Photo Sessions'; `customer_name` is null where the customer is gone. */
export const SessionEntry = Session.extend({ customer_name: z.string().nullable() });
export type SessionEntry = z.infer<typeof SessionEntry>;
export const SessionPage = pageOf(SessionEntry);
export type SessionPage = z.infer<typeof SessionPage>;

/** A session in the bin, until 30 days after `deleted_at`. */
export const DeletedSession = SessionEntry.extend({ deleted_at: Instant });
export type DeletedSession = z.infer<typeof DeletedSession>;
export const DeletedSessions = z.object({ items: z.array(DeletedSession) });

/** What became of the letter that told the client; null where its record is gone by now. */
const Announcement = z.object({ to: z.string(), state: LetterState });
/** GET session: one session with all that its screen says of it. */
export const SessionDetails = SessionEntry.extend({ announcement: Announcement.nullable() });
export type SessionDetails = z.infer<typeof SessionDetails>;

export const CustomerSessions = z.object({ items: z.array(Session) });

/** A session as its client sees it; only sessions with something to see are listed, newest first. */
export const GallerySession = z.object({
  id: Id,
  session_name: z.string(),
  session_date: CalendarDate,
  photos_count: z.number().int(),
});
export type GallerySession = z.infer<typeof GallerySession>;
/**
 * GET sessions by their client, with the number of their favorites in all sessions. `cover`: the photo that the studio
 * chose for the newest session, where the client may see it; null stands for the session's first photo.
 */
export const Gallery = z.object({
  items: z.array(GallerySession),
  favorites_count: z.number().int(),
  cover: GalleryPhoto.nullable(),
});
export type Gallery = z.infer<typeof Gallery>;

/** A missing label is suggested from name and date. */
export const CreateSession = z.object({
  customer_id: Id,
  session_name: required('Session Name', limits.sessionName),
  session_date: CalendarDate,
  session_label: SessionLabel.optional(),
  notes: optional('Notes', limits.sessionNotes),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** PATCH session: what is left out stays as it is. */
export const EditSession = z.strictObject({
  session_name: required('Session Name', limits.sessionName).optional(),
  session_date: CalendarDate.optional(),
  session_label: SessionLabel.optional(),
  notes: text('Notes', limits.sessionNotes).optional(),
  photo_order: PhotoOrder.optional(),
  cover_id: Id.nullable().optional(),
  version: Version,
});
export type EditSession = z.infer<typeof EditSession>;

/** DELETE session, by query: only as the one who deletes it has seen it. */
export const DeleteSession = z.object({ version: z.string().regex(/^\d+$/).transform(Number).pipe(Version) });

/** POST announcement: `told_at` as the studio saw it, so that pressing twice sends one letter. */
export const AnnounceSession = z.strictObject({ told_at: Instant.nullable() });
export type AnnounceSession = z.infer<typeof AnnounceSession>;

/** The upload screen's 'Session ID': the session of that label, made when there is none. */
export const OpenSession = z.object({ customer_id: Id, session_label: SessionLabel });
export type OpenSession = z.infer<typeof OpenSession>;

/**
 * A label made from what people type: lower case, digits, hyphens, no longer than allowed; '' when nothing is left.
 * 'May 2025: Family Session' → 'may-2025-family-session'.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, limits.sessionLabel)
    .replace(/-+$/, '');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The label suggested for a new session: month and year, then the name, e.g. may2025-family-session. */
export function suggestLabel(sessionName: string, sessionDate: string): string {
  const [year = '', month = ''] = sessionDate.split('-');
  const when = months[Number(month) - 1];
  return slugify([when ? `${when}${year}` : '', sessionName].join(' ')) || 'session';
}

/** The next label to try when one is taken: family, family-2, family-3 ... A number of four digits is a year, not a count. */
export function nextLabel(label: string): string {
  const [, stem = label, number] = /^(.*?)(?:-(\d{1,3}))?$/.exec(label) ?? [];
  const suffix = `-${number ? Number(number) + 1 : 2}`;
  return `${(stem || 'session').slice(0, limits.sessionLabel - suffix.length).replace(/-+$/, '')}${suffix}`;
}
