import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { serviceCards } from '#shared/studio.ts';
import { Id, Instant } from './fields.ts';
import { PageQuery, pageOf } from './paging.ts';

/** A photo as its client sees one: approved and ready, or it is not here at all. Sizes in pixels, of the original upright. */
export const GalleryPhoto = z.object({
  id: Id,
  file_name: z.string(),
  media_key: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Base64 thumbhash of the picture: what to show until it is there. */
  thumbhash: z.string(),
  is_favorite: z.boolean(),
  note: z.string(),
  downloadable: z.boolean(),
});
export type GalleryPhoto = z.infer<typeof GalleryPhoto>;
export const GalleryPage = pageOf(GalleryPhoto);
export type GalleryPage = z.infer<typeof GalleryPage>;

/** GET the first page of the client's newest session in which there is something to see, and which one that is; null where there is none. */
export const NewestPhotos = GalleryPage.extend({ session_id: Id.nullable() });
export type NewestPhotos = z.infer<typeof NewestPhotos>;

/** A photo that its client has starred, in whichever session it lies. */
export const FavoritePhoto = GalleryPhoto.extend({ session_id: Id });
export type FavoritePhoto = z.infer<typeof FavoritePhoto>;

/** GET favorites, newest favorite first. */
export const FavoritesPage = pageOf(FavoritePhoto);
export type FavoritesPage = z.infer<typeof FavoritesPage>;

const Note = z
  .string()
  .trim()
  .max(limits.note, `A note can have at most ${limits.note.toLocaleString('en-US')} characters.`);

/**
 * PATCH photo by its client: one thing at a time. A note is trimmed, and names the note that it takes the place of:
 * where another one was saved meanwhile, the answer is 409 with the photo in `details.current`.
 */
export const MarkPhoto = z.union([
  z.strictObject({ is_favorite: z.boolean() }),
  z.strictObject({ note: Note, note_before: Note }),
]);
export type MarkPhoto = z.infer<typeof MarkPhoto>;

/** `web` is the 2048 px JPEG without private metadata; `original` the very bytes that were uploaded. */
export const DownloadSize = z.enum(['web', 'original']);
export type DownloadSize = z.infer<typeof DownloadSize>;

/** A link that lives for minutes and saves the photo under its own name. */
export const DownloadLink = z.object({ url: z.string(), file_name: z.string() });
export type DownloadLink = z.infer<typeof DownloadLink>;

/** A photo as the studio sees one. */
export const StudioPhoto = GalleryPhoto.extend({
  is_approved: z.boolean(),
  /** The category of the public gallery in which it is, or will be in a moment; null where it is not featured. */
  category: z.string().nullable(),
  size: z.number().int(),
  uploaded_at: Instant,
  captured_at: Instant.nullable(),
});
export type StudioPhoto = z.infer<typeof StudioPhoto>;
export const StudioPage = pageOf(StudioPhoto);
export type StudioPage = z.infer<typeof StudioPage>;

/** Which of a session's photos the studio wants to see. */
export const PhotoFilter = z.enum(['all', 'favorites', 'hidden']);
export type PhotoFilter = z.infer<typeof PhotoFilter>;
export const StudioPhotosQuery = PageQuery.extend({ show: PhotoFilter.default('all') });

/** Some photos of one session, by their ids. */
export const SomePhotos = z.strictObject({ photo_ids: z.array(Id).min(1).max(limits.photosPerEdit) });
export type SomePhotos = z.infer<typeof SomePhotos>;

/**
 * PATCH photos by the studio: shows or hides them, allows or forbids downloads, shows them to everybody in a category
 * of the public gallery (null: no longer).
 */
export const EditPhotos = SomePhotos.extend({
  is_approved: z.boolean().optional(),
  downloadable: z.boolean().optional(),
  category: z
    .string()
    .refine((slug) => serviceCards.some((card) => card.slug === slug), 'There is no such category.')
    .nullable()
    .optional(),
});
export type EditPhotos = z.infer<typeof EditPhotos>;
export const EditedPhotos = z.object({ items: z.array(StudioPhoto) });
export type EditedPhotos = z.infer<typeof EditedPhotos>;

/** POST photos/bin: the ids of those that lie in the bin now. */
export const BinnedPhotos = z.object({ photo_ids: z.array(Id) });

/** A photo in its session's bin, until 30 days after `deleted_at`. */
export const BinnedPhoto = StudioPhoto.extend({ deleted_at: Instant });
export type BinnedPhoto = z.infer<typeof BinnedPhoto>;
export const BinPage = pageOf(BinnedPhoto);
export type BinPage = z.infer<typeof BinPage>;

/** A photo that is not ready: on its way (`pending`), or refused by processing with a reason for people (`failed`). */
export const UnsettledPhoto = z.object({
  id: Id,
  file_name: z.string(),
  state: z.enum(['pending', 'failed']),
  reason: z.string().nullable(),
  uploaded_at: Instant,
});
export type UnsettledPhoto = z.infer<typeof UnsettledPhoto>;
/** `photos_count`: how many of the session's photos are ready, read after these: what left them is counted there. */
export const UnsettledPage = pageOf(UnsettledPhoto).extend({ photos_count: z.number().int() });
export type UnsettledPage = z.infer<typeof UnsettledPage>;

/** What the browser says of a file before it may be sent. `sha256` is base64, as S3 wants it. */
export const TicketRequest = z.object({
  file_name: z.string().min(1).max(limits.fileName),
  content_type: z.string().max(100),
  size: z.number().int().nonnegative(),
  sha256: z.base64().length(44),
});
export type TicketRequest = z.infer<typeof TicketRequest>;

export const RequestTickets = z.object({
  is_approved: z.boolean(),
  downloadable: z.boolean(),
  files: z.array(TicketRequest).min(1).max(limits.ticketsPerRequest),
});
export type RequestTickets = z.infer<typeof RequestTickets>;

/**
 * The answer for one file, in the order asked:
 * `upload`: PUT the bytes to `url` with exactly these headers; 200 or 412 (those very bytes are there already) is success;
 * `present`: the session has this photo; `binned`: it lies in the session's bin; `refused`: it can't be a photo here.
 */
export const Ticket = z.discriminatedUnion('state', [
  z.object({ state: z.literal('upload'), photo_id: Id, url: z.string(), headers: z.record(z.string(), z.string()) }),
  z.object({ state: z.literal('present'), photo_id: Id }),
  z.object({ state: z.literal('binned'), photo_id: Id }),
  z.object({ state: z.literal('refused'), message: z.string() }),
]);
export type Ticket = z.infer<typeof Ticket>;
export const Tickets = z.object({ tickets: z.array(Ticket) });
export type Tickets = z.infer<typeof Tickets>;

/** How long the media cookies last; ask again well before. */
export const MediaAccess = z.object({ expires_at: Instant });
export type MediaAccess = z.infer<typeof MediaAccess>;

/** A featured photo, as anybody sees it: its pictures lie below /portfolio/. Size in pixels of the original, upright. */
const PortfolioPhoto = z.object({
  portfolio_key: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
});

/** The studio's public gallery by the slugs of its service cards, newest photo first; categories without photos are left out. */
export const Portfolio = z.object({
  categories: z.array(z.object({ slug: z.string(), photos: z.array(PortfolioPhoto) })),
});
export type Portfolio = z.infer<typeof Portfolio>;
