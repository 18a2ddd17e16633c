import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { CalendarDate, Email, Id, Instant, required, Version } from './fields.ts';
import { PageQuery, pageOf } from './paging.ts';
import { GalleryPage, GalleryPhoto, MediaAccess } from './photos/photos.ts';
import { Chapter } from './sessions/sessions.ts';

/** The sizes that a link's guests may download: none, the web size, or the original as well. */
export const LinkDownload = z.enum(['none', 'web', 'original']);
export type LinkDownload = z.infer<typeof LinkDownload>;

/** The sizes that a guest can request. */
export const GuestDownloadSize = z.enum(['web', 'original']);
export type GuestDownloadSize = z.infer<typeof GuestDownloadSize>;

/**
 * GET a photo's download by a guest. Without a size, the largest size in which the link lets guests download this
 * photo.
 */
export const GuestPhotoQuery = z.object({ size: GuestDownloadSize.optional() });

const Pin = z
  .string()
  .overwrite(typedDigits)
  .regex(/^\d{6}$/, 'A PIN has six digits.');

/**
 * POST links: shares a session by a new link. `ends_on`: the last day on which it opens, in the studio's time zone.
 * `shows_cover`: previews of the link in messages show the cover to anyone; only the studio may turn it on, and only
 * without a PIN.
 */
export const CreateLink = z.strictObject({
  label: required('A label', limits.linkLabel),
  may_pick: z.boolean(),
  may_note: z.boolean(),
  download: LinkDownload,
  pin: Pin.nullable(),
  ends_on: CalendarDate,
  shows_cover: z.boolean(),
});
export type CreateLink = z.infer<typeof CreateLink>;

/** PATCH link: all of its settings. A changed PIN ends the access of guests who have opened the link. */
export const EditLink = CreateLink.extend({ version: Version });
export type EditLink = z.infer<typeof EditLink>;

/** A link to a session, as its maker sees it. */
export const Link = z.object({
  id: Id,
  session_id: Id,
  ...CreateLink.shape,
  ends_at: Instant,
  is_revoked: z.boolean(),
  made_by: z.enum(['studio', 'client']),
  /** The fragment behind `/shared#`; null when it can't be shown anymore because the API's key was changed. */
  token: z.string().nullable(),
  opened_at: Instant.nullable(),
  visits: z.number().int(),
  created_at: Instant,
  version: Version,
});
export type Link = z.infer<typeof Link>;

/** GET links of a session or of a customer's sessions, newest first. A client gets the links that they have made. */
export const Links = z.object({ items: z.array(Link) });
export type Links = z.infer<typeof Links>;

/** A guest who has given their name, with the numbers of their picks and notes on photos that the reader can see. */
export const SessionGuest = z.object({
  id: Id,
  link_id: Id,
  link_label: z.string(),
  name: z.string(),
  email: z.string(),
  picks_count: z.number().int(),
  notes_count: z.number().int(),
  /** The time at which the guest last sent their picks and notes; null if never. */
  sent_at: Instant.nullable(),
});
export type SessionGuest = z.infer<typeof SessionGuest>;

/** GET guests of a session's links, link by link, the newest link first. */
export const GuestPage = pageOf(SessionGuest);
export type GuestPage = z.infer<typeof GuestPage>;

/** A guest's pick and note on one photo. */
const GuestPick = z.object({
  guest_id: Id,
  link_id: Id,
  photo_id: Id,
  is_picked: z.boolean(),
  note: z.string(),
});

/** GET guest-picks: the picks of all guests of a session in the session's order, or of one guest of a link. */
export const GuestPicksQuery = PageQuery.extend({ link: Id.optional(), guest: Id.optional() }).refine(
  ({ link, guest }) => (link === undefined) === (guest === undefined),
  { path: ['guest'], error: 'Name a guest together with their link.' },
);
export type GuestPicksQuery = z.infer<typeof GuestPicksQuery>;

/** A page of guests' picks; `photos` has each photo of the page once. A page before the last one can be empty. */
export const GuestPicksPage = pageOf(GuestPick).extend({ photos: z.array(GalleryPhoto) });
export type GuestPicksPage = z.infer<typeof GuestPicksPage>;

/** A guest's picks and notes from this browser, in a session of the client who is signed in now. */
export const OwnPicks = z.object({
  link_id: Id,
  session_id: Id,
  session_name: z.string(),
  /** The name that the guest has given. */
  name: z.string(),
  picks_count: z.number().int(),
  /** The notes that a move would add: photos where the client has written another note are left out. */
  notes_count: z.number().int(),
});
export type OwnPicks = z.infer<typeof OwnPicks>;
export const OwnPicksList = z.object({ items: z.array(OwnPicks) });

/** POST move: the number of picks and notes that the next request has to move; 0 when the client has all. */
export const MovedPicks = z.object({ left_count: z.number().int() });
export type MovedPicks = z.infer<typeof MovedPicks>;

/** POST open by a guest. `token` is the fragment of the link. */
export const OpenLink = z.strictObject({ token: z.string().max(100), pin: Pin.optional() });
export type OpenLink = z.infer<typeof OpenLink>;

/**
 * The query that the URLs of a guest's photos need. It is valid for one session and some minutes; renew it well before
 * it expires.
 */
export const GuestMediaAccess = MediaAccess.extend({ query: z.string() });
export type GuestMediaAccess = z.infer<typeof GuestMediaAccess>;

/** The name and email address that a guest gives. */
export const NameGuest = z.strictObject({
  name: required('Your name', limits.name),
  // The email address is checked first, because its error is the one that is shown.
  email: z.union([Email, z.literal('')]).default(''),
});
export type NameGuest = z.infer<typeof NameGuest>;
export const Guest = z.object({ name: z.string(), email: z.string() });
export type Guest = z.infer<typeof Guest>;

/**
 * POST send: hands the guest's picks and notes to the maker of the link. `sent_at`: when the present ones were sent;
 * null while there is no pick to send.
 */
export const SentPicks = z.object({ sent_at: Instant.nullable() });
export type SentPicks = z.infer<typeof SentPicks>;

const summaryFields = {
  session_name: z.string(),
  session_date: CalendarDate,
  /** Name of the client who shared the session; null: the studio did. */
  shared_by: z.string().nullable(),
  ends_on: CalendarDate,
};

/** The link opens with its PIN only. `thumbhash`: the cover, too small to recognize anybody. */
const PinNeeded = z.object({ state: z.literal('pin'), ...summaryFields, thumbhash: z.string().nullable() });

/**
 * The session as guests see it, with its first photos. `is_favorite` and `note` of a photo are the guest's pick and
 * note.
 */
const SharedSession = z.object({
  state: z.literal('open'),
  ...summaryFields,
  link_id: Id,
  may_pick: z.boolean(),
  may_note: z.boolean(),
  download: LinkDownload,
  photos_count: z.number().int(),
  /** Files to download that are not photos; 0 unless the link allows originals. */
  attachments_count: z.number().int(),
  chapters: z.array(Chapter.extend({ photos_count: z.number().int() })),
  cover: GalleryPhoto.nullable(),
  /** Null until the guest has given their name. */
  guest: Guest.nullable(),
  /** The time at which the guest sent their present picks and notes; null if some are not sent. */
  sent_at: Instant.nullable(),
  media_access: GuestMediaAccess,
  /** The first page of the first chapter, or of the session without chapters. */
  photos: GalleryPage,
});
export type SharedSession = z.infer<typeof SharedSession>;

/** POST open: also sets the cookie by which this browser is the same guest of the same link next time. */
export const OpenedLink = z.discriminatedUnion('state', [PinNeeded, SharedSession]);
export type OpenedLink = z.infer<typeof OpenedLink>;
