import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { EmailState } from '../emails.ts';
import { CalendarDate, Id, Instant, optionalText, required, text, Version } from '../fields.ts';
import { studioPageOf } from '../paging.ts';
import { Capture, DownloadSize, GalleryPhoto, Stage, Thumb } from '../photos/photos.ts';
import { Watermark } from '../watermarks.ts';
import { SessionState } from './session-state.ts';

/** Lower case letters, digits and single hyphens, e.g. may2025-family-session. Unique within a customer. */
const SessionLabel = z
  .string()
  .trim()
  .min(1, 'Please enter a Session ID.')
  .max(limits.sessionLabel, `A Session ID can have at most ${limits.sessionLabel} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens, e.g. may2025-family-session.');

/** The orders that photos have without positions by hand. */
export const NaturalOrder = z.enum(['uploaded', 'captured', 'name']);
export type NaturalOrder = z.infer<typeof NaturalOrder>;

/**
 * Sort order of a session's photos within each chapter, for the client and the studio. `custom`: photos to which the
 * studio has given a position by hand, between the other photos in the order that the session had before.
 */
export const PhotoOrder = z.enum([...NaturalOrder.options, 'custom']);
export type PhotoOrder = z.infer<typeof PhotoOrder>;

/** A named section of a session; its photos are shown together. */
export const Chapter = z.object({ id: Id, name: z.string() });
export type Chapter = z.infer<typeof Chapter>;

/** Counts of a chapter's photos, defined as in `Session`. */
const ChapterCounts = z.object({ photos_count: z.number().int(), visible_count: z.number().int() });

/**
 * A session as the studio sees it. `photos_count`: ready photos not in the trash. `visible_count`: the approved ones
 * among these. `favorites_count`: approved photos that the client has chosen as favorites. `finished_count`: ready
 * photos in the stage 'finished'.
 */
export const Session = z.object({
  id: Id,
  customer_id: Id,
  session_label: z.string(),
  session_name: z.string(),
  session_date: CalendarDate,
  notes: z.string(),
  photo_order: PhotoOrder,
  /** The cover photo that the studio chose; it may have been hidden or deleted since. */
  cover_id: Id.nullable(),
  /** The studio's words on the session's page. */
  client_words: z.string(),
  /** Ordered as on the session's page. */
  chapters: z.array(Chapter),
  /** Counts by chapter id; a chapter without photos may be missing. */
  chapter_counts: z.record(z.string(), ChapterCounts),
  /** Photos to which the studio has given a position by hand; 0 unless `photo_order` is `custom`. */
  placed_count: z.number().int(),
  /** The sizes in which the client may download photos that are downloadable. */
  download_sizes: z.array(DownloadSize),
  /** How many different photos the client may download; null: all. */
  download_allowance: z.number().int().nullable(),
  /** The last day of the gallery in the studio's time zone; null: it never ends. */
  ends_on: CalendarDate.nullable(),
  /** Whether the client may share the session by links of their own. */
  client_may_share: z.boolean(),
  /** The watermark on proofs for everyone but the studio; absent while the switch is off. */
  watermark: Watermark.optional(),
  /** The time since which clients and guests see proofs with the watermark; absent until all derivatives are made. */
  marks_shown: Instant.optional(),
  /** Present while watermarked derivatives have to be made or removed. */
  marks_pending: z.literal(true).optional(),
  /** The zone in which clocks without a zone are read and all times are shown; absent: the studio's. */
  time_zone: z.string().optional(),
  /** Seconds by which a camera's clock is put forward, by its name; negative: back. */
  clock_shifts: z.record(z.string(), z.number().int()).optional(),
  /** Present while photos are being ordered by changed clocks. */
  clocks_pending: z.literal(true).optional(),
  photos_count: z.number().int(),
  visible_count: z.number().int(),
  favorites_count: z.number().int(),
  finished_count: z.number().int(),
  /** Files to download that are not photos. */
  attachments_count: z.number().int(),
  /** The time at which the client was last emailed that the gallery is ready; absent if never. */
  announced_at: Instant.optional(),
  /** The time at which the client was last emailed about finished photos; absent if never. */
  finished_announced_at: Instant.optional(),
  created_at: Instant,
  version: Version,
});
export type Session = z.infer<typeof Session>;

/** The name of a session's customer; null if the customer no longer exists. */
const ofCustomer = { customer_name: z.string().nullable() };

/** Where a session stands. */
const standing = {
  state: SessionState,
  /**
   * The nearest date that matters in this state: the last day to choose, the session's own while it lies ahead, or the
   * last day of the gallery.
   */
  next_date: CalendarDate.nullable(),
};

/** One row of 'All Photo Sessions'. */
export const SessionEntry = Session.extend({
  ...ofCustomer,
  ...standing,
  /**
   * The announcement that is sent when the watermark is on all photos. If it is here without `marks_pending`, the client
   * saw no photo then or had no address.
   */
  waiting_announcement: z.object({ at: Instant }).optional(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;
export const SessionPage = studioPageOf(SessionEntry);
export type SessionPage = z.infer<typeof SessionPage>;

/** A session in the trash; restorable for 30 days from `deleted_at`. */
export const DeletedSession = Session.extend({ ...ofCustomer, deleted_at: Instant });
export type DeletedSession = z.infer<typeof DeletedSession>;
export const DeletedSessionPage = studioPageOf(DeletedSession);
export type DeletedSessionPage = z.infer<typeof DeletedSessionPage>;

/** State of the email that announced the gallery; null once its record has expired. */
const Announcement = z.object({ to: z.string(), state: EmailState });
/**
 * GET session: one session with everything its screen shows. `client_email`: the address for announcements; '' if none.
 */
export const SessionDetails = SessionEntry.extend({
  announcement: Announcement.nullable(),
  /** The email that last announced finished photos; null once its record has expired. */
  finished_announcement: Announcement.nullable(),
  /** The announcement that waits to be sent, as in the list, and the name of the person who asked for it. */
  waiting_announcement: z.object({ at: Instant, name: z.string(), message: z.string() }).optional(),
  client_email: z.string(),
  /** Photos that count against `download_allowance`; null without one. */
  downloads_used: z.number().int().nullable(),
});
export type SessionDetails = z.infer<typeof SessionDetails>;

/** GET a customer's sessions, newest first; `damaged`: ids of rows that can't be read, missing where all can. */
export const CustomerSessions = z.object({
  items: z.array(Session.extend(standing)),
  damaged: z.array(z.string()).optional(),
});
export type CustomerSessions = z.infer<typeof CustomerSessions>;

/**
 * A session as its client sees it. Only sessions with visible photos are listed, newest first, and of their chapters
 * only those with visible photos. All counts are of visible photos. Of an ended gallery only the name and the dates are
 * given.
 */
export const GallerySession = z.object({
  id: Id,
  session_label: z.string(),
  session_name: z.string(),
  session_date: CalendarDate,
  /** True after its last day: the client sees nothing of it until the studio opens it again. */
  has_ended: z.literal(true).optional(),
  /** The sentence about its end that the client reads, from 30 days before it; missing before. */
  end_line: z.string().optional(),
  client_words: z.string(),
  photos_count: z.number().int(),
  favorites_count: z.number().int(),
  /** Files to download that are not photos; 0 unless the client may download originals. */
  attachments_count: z.number().int(),
  chapters: z.array(Chapter.extend({ photos_count: z.number().int() })),
  /**
   * The cover that the studio chose, if visible to the client. Without one, the first photo, which a gallery of one
   * session leaves out (null), because its photos follow; null also when no photo can be read.
   */
  cover: GalleryPhoto.nullable(),
  /** The stage of all its photos; null if they are in both stages, or if there are none. */
  stage: Stage.nullable(),
  download_sizes: z.array(DownloadSize),
  client_may_share: z.boolean(),
  /** The sizes that links made by the client may let guests download. */
  link_sizes: z.array(DownloadSize),
  /** Whether the studio has ever opened a selection on it. */
  has_selections: z.boolean(),
});
export type GallerySession = z.infer<typeof GallerySession>;
/**
 * GET sessions by their client, with the number of favorites in all sessions.
 */
export const Gallery = z.object({ items: z.array(GallerySession), favorites_count: z.number().int() });
export type Gallery = z.infer<typeof Gallery>;

/** A missing label is derived from name and date. */
export const CreateSession = z.object({
  customer_id: Id,
  session_name: required('A session name', limits.sessionName),
  session_date: CalendarDate,
  session_label: SessionLabel.optional(),
  notes: optionalText('Notes', limits.sessionNotes),
  /** The last day of the gallery. Missing: the preset's, or it never ends. */
  ends_on: CalendarDate.optional(),
  /** The preset whose settings the session gets. */
  preset_id: Id.optional(),
});
export type CreateSession = z.infer<typeof CreateSession>;

export const ChapterName = required('A chapter name', limits.chapterName);

/**
 * The whole list of chapters in order. Known ids are renamed or moved, a null id makes a new chapter, and a missing id
 * deletes a chapter, which must be empty.
 */
const EditChapters = z
  .array(z.strictObject({ id: Id.nullable(), name: ChapterName }))
  .max(limits.chaptersPerSession, `A session can have at most ${limits.chaptersPerSession} chapters.`);

/**
 * An IANA name. Offsets such as `+02:00` are not allowed, because older browsers can't show times in them; `Etc/GMT-2`
 * is that zone.
 */
export const TimeZone = z
  .string()
  .max(limits.timeZone)
  .refine((zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone), 'There is no such time zone.');

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** Seconds by which a camera's clock is put forward, by the camera's name; 0 means the same as no entry. */
const ClockShifts = z
  .record(
    z.string().min(1).max(limits.cameraName),
    z
      .number()
      .int()
      .min(-limits.clockShiftSeconds, 'A clock can be put back by 30 years at most.')
      .max(limits.clockShiftSeconds, 'A clock can be put forward by 30 years at most.'),
  )
  .refine((shifts) => Object.keys(shifts).length <= limits.camerasPerSession, 'These are too many cameras.');

/** PATCH session: fields left out stay unchanged. */
export const EditSession = z.strictObject({
  session_name: required('A session name', limits.sessionName).optional(),
  session_date: CalendarDate.optional(),
  session_label: SessionLabel.optional(),
  notes: text('Notes', limits.sessionNotes).optional(),
  photo_order: PhotoOrder.optional(),
  cover_id: Id.nullable().optional(),
  client_words: text('Words for the client', limits.clientWords).optional(),
  chapters: EditChapters.optional(),
  download_sizes: z
    .array(DownloadSize)
    .refine((sizes) => new Set(sizes).size === sizes.length, 'Name each size once.')
    .optional(),
  download_allowance: z
    .number({ error: 'Enter how many photos, or leave this off.' })
    .int('Please enter a whole number of photos.')
    .min(1, 'Enter at least 1 photo. To allow no downloads, allow no size.')
    .max(limits.downloadAllowance, `Enter at most ${limits.downloadAllowance.toLocaleString('en-US')} photos.`)
    .nullable()
    .optional(),
  /** The last day of the gallery; null: it never ends. */
  ends_on: CalendarDate.nullable().optional(),
  client_may_share: z.boolean().optional(),
  /** Null switches the watermark off. */
  watermark: Watermark.nullable().optional(),
  /** Null: the studio's. */
  time_zone: TimeZone.nullable().optional(),
  clock_shifts: ClockShifts.optional(),
  version: Version,
});
export type EditSession = z.infer<typeof EditSession>;

/** A camera of a session, or the photos whose files name no camera: their number, and samples of them. */
const SessionCamera = z.object({
  name: z.string(),
  photos_count: z.number().int(),
  /** Photos whose files state no zone. */
  without_zone: z.number().int(),
  /** Ordered by their clocks, and spread over all of them. */
  samples: z.array(Thumb.extend({ capture: Capture })),
});
export type SessionCamera = z.infer<typeof SessionCamera>;
export type CameraSample = SessionCamera['samples'][number];

/** GET session/cameras: the cameras, and the number of photos whose times don't depend on the session's clocks. */
export const SessionCameras = z.object({
  cameras: z.array(SessionCamera),
  fixed_count: z.number().int(),
});
export type SessionCameras = z.infer<typeof SessionCameras>;

/** DELETE session, by query: `version` is required, so that a session changed since it was loaded is not deleted. */
export const DeleteSession = z.object({ version: z.string().regex(/^\d+$/).transform(Number).pipe(Version) });

/**
 * POST announcement: `announced_at` as last loaded, so that a double click sends one email. `when`: now (also without it), or when the
 * watermark is on all photos, while it is being put on them.
 */
export const AnnounceSession = z.strictObject({
  announced_at: Instant.nullable(),
  message: optionalText('Message', limits.announcement),
  when: z.enum(['now', 'marked']).optional(),
});
export type AnnounceSession = z.infer<typeof AnnounceSession>;

/** POST announcement/preview and finished-announcement/preview: the email with this message, as it is now. */
export const PreviewAnnouncement = AnnounceSession.pick({ message: true });
export type PreviewAnnouncement = z.infer<typeof PreviewAnnouncement>;

/** POST finished-announcement: `finished_announced_at` as last loaded, so that a double click sends one email. */
export const AnnounceFinished = z.strictObject({
  finished_announced_at: Instant.nullable(),
  message: optionalText('Message', limits.announcement),
});
export type AnnounceFinished = z.infer<typeof AnnounceFinished>;

/** The upload screen's 'Session ID': the session with that label, created if missing. */
export const OpenSession = z.object({ customer_id: Id, session_label: SessionLabel });
export type OpenSession = z.infer<typeof OpenSession>;
