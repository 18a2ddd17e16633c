import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id, Instant } from './fields.ts';
import { GuestDownloadSize } from './links.ts';
import { ChapterFilter, DownloadSize } from './photos/photos.ts';

const session = { kind: z.literal('session'), session_id: Id };
const chapter = { kind: z.literal('chapter'), session_id: Id, chapter_id: ChapterFilter };
const favorites = { kind: z.literal('favorites') };
const photos = {
  kind: z.literal('photos'),
  session_id: Id,
  photo_ids: z.array(Id).min(1).max(limits.photosPerDownload),
};

/**
 * The photos to download: all of a session, of one of its chapters or of no chapter, the listed photos, or all
 * favorites.
 */
export const DownloadScope = z.discriminatedUnion('kind', [
  z.strictObject(session),
  z.strictObject(chapter),
  z.strictObject(favorites),
  z.strictObject(photos),
]);
export type DownloadScope = z.infer<typeof DownloadScope>;

/** The size defaults to the original. */
const photo_size = DownloadSize.optional();

/** POST downloads: request a ZIP of the downloadable photos of a scope in one size. */
export const RequestDownload = z.discriminatedUnion('kind', [
  z.strictObject({ ...session, photo_size }),
  z.strictObject({ ...chapter, photo_size }),
  z.strictObject({ ...favorites, photo_size }),
  z.strictObject({ ...photos, photo_size }),
]);
export type RequestDownload = z.infer<typeof RequestDownload>;

/**
 * POST download-options: the sizes in which a scope can be downloaded. Only allowed sizes are listed. The web size is
 * left out for JPEGs that are not larger than it, where the originals can be downloaded. `bytes` is the sum of the
 * measured sizes of the files; null when some files were not made yet.
 */
export const DownloadOptions = z.object({
  sizes: z.array(
    z.object({
      size: DownloadSize,
      photos_count: z.number().int(),
      bytes: z.number().int().nullable(),
      types: z.array(z.string()),
      /** The longest side of the files in pixels; 0 where only attachments are downloaded. */
      pixels: z.number().int(),
      /** The session's attachments, which are downloaded with all its originals; `bytes` includes them. */
      attachments_count: z.number().int(),
    }),
  ),
  /** Proofs that are shown with a watermark: the client may download their originals once they are retouched. */
  original_after_retouching: z.number().int(),
  /**
   * Each session in the scope that limits how many photos can be downloaded: the limit, the photos that count already,
   * and how many this scope would add: its photos, and with the originals its attachments.
   */
  allowances: z.array(
    z.object({
      session_id: Id,
      session_name: z.string(),
      limit: z.number().int(),
      used: z.number().int(),
      takes: z.number().int(),
      attachments_take: z.number().int(),
    }),
  ),
});
export type DownloadOptions = z.infer<typeof DownloadOptions>;

/**
 * A ZIP archive of at most 2 GB. The signed URL is valid for hours and supports Range requests, so a download can
 * resume.
 */
const DownloadPart = z.object({
  file_name: z.string(),
  size: z.number().int(),
  photos_count: z.number().int(),
  attachments_count: z.number().int(),
  url: z.string(),
});

/**
 * State machine: `preparing` until all parts are stored (`prepared_bytes` of `size`; both 0 until work begins), then
 * `ready` until `expires_at`, or `failed` with a `message` for the client. `outdated`: at least one of its photos is no
 * longer downloadable, so `parts` is empty; requesting the same download again prepares a new one. `making`: how many
 * photos (`of`) needed a file in `photo_size` before the archives are written, and how many have it (`done`); null when
 * all had one.
 */
export const Download = z.object({
  id: Id,
  kind: z.enum(['session', 'chapter', 'favorites', 'photos']),
  session_id: Id.nullable(),
  chapter_id: ChapterFilter.nullable(),
  photo_size: DownloadSize,
  title: z.string(),
  state: z.enum(['preparing', 'ready', 'failed', 'outdated']),
  message: z.string().nullable(),
  photos_count: z.number().int(),
  attachments_count: z.number().int(),
  size: z.number().int(),
  prepared_bytes: z.number().int(),
  making: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  /** The photos for requesting the same download again; null unless `kind` is `photos`. */
  photo_ids: z.array(Id).nullable(),
  parts: z.array(DownloadPart),
  created_at: Instant,
  expires_at: Instant,
});
export type Download = z.infer<typeof Download>;

/**
 * GET download-options by a guest: the sizes in which the link lets guests download the session now, with the number of
 * files in a ZIP of each. Proofs with a watermark are in the web size only.
 */
export const GuestDownloadOptions = z.object({
  sizes: z.array(
    z.object({
      size: GuestDownloadSize,
      photos_count: z.number().int(),
      attachments_count: z.number().int(),
    }),
  ),
});
export type GuestDownloadOptions = z.infer<typeof GuestDownloadOptions>;

/** POST downloads by a guest: request a ZIP of the session's photos that the link lets them download in this size. */
export const RequestGuestDownload = z.strictObject({ photo_size: GuestDownloadSize });
export type RequestGuestDownload = z.infer<typeof RequestGuestDownload>;

/**
 * A download of a link's guests. Its URLs are valid as long as a guest's access to photos; read the download again for
 * new ones.
 */
export const GuestDownload = Download.pick({
  id: true,
  photo_size: true,
  state: true,
  message: true,
  photos_count: true,
  attachments_count: true,
  size: true,
  prepared_bytes: true,
  making: true,
  parts: true,
});
export type GuestDownload = z.infer<typeof GuestDownload>;

/** GET downloads: unexpired downloads, newest first. */
export const Downloads = z.object({ items: z.array(Download) });
export type Downloads = z.infer<typeof Downloads>;
