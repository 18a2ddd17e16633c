import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { serviceSlugs } from '#shared/website/website.ts';
import { Id, Instant, text } from '../fields.ts';
import { PageQuery, pageOf, studioPageOf } from '../paging.ts';

/**
 * A point of an image that every crop keeps in sight: percent of its width from the left and of its height from the
 * top.
 */
export const FocalPoint = z.strictObject({
  x: z.number().int().min(0).max(100),
  y: z.number().int().min(0).max(100),
});
export type FocalPoint = z.infer<typeof FocalPoint>;

/** The stage of the studio's work on a photo: a proof to choose from, or retouched. */
export const Stage = z.enum(['proof', 'finished']);
export type Stage = z.infer<typeof Stage>;

/** An earlier version of a photo: the path of its derivatives, and its size in pixels. */
const EarlierVersion = z.object({
  media_path: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
});

/**
 * A photo as its client sees one; only approved photos in state `ready` are returned. `width` and `height` are pixels
 * of the original after EXIF rotation.
 */
export const GalleryPhoto = z.object({
  id: Id,
  file_name: z.string(),
  /** The path prefix of the photo's derivatives (shared/photos/media.ts). */
  media_path: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Base64 thumbhash, shown until the image has loaded. */
  thumbhash: z.string(),
  is_favorite: z.boolean(),
  note: z.string(),
  /** The studio's answer to the note; empty without one. */
  reply: z.string(),
  downloadable: z.boolean(),
  /** Null for photos from before focal points were found. */
  focus: FocalPoint.nullable(),
  /** Null for guests, and while no photo of the session is finished and no selection was ever opened on it. */
  stage: Stage.nullable(),
  /**
   * The proof that a finished photo was retouched from, while it is kept and the reader could see it; null otherwise.
   */
  before: EarlierVersion.nullable(),
});
export type GalleryPhoto = z.infer<typeof GalleryPhoto>;

/** The fields of a photo that a thumbnail needs. */
export const Thumb = GalleryPhoto.pick({
  id: true,
  file_name: true,
  media_path: true,
  width: true,
  height: true,
  thumbhash: true,
});
export type Thumb = z.infer<typeof Thumb>;

export const GalleryPage = pageOf(GalleryPhoto);
export type GalleryPage = z.infer<typeof GalleryPage>;

/** Photos of one chapter by its id, or those that are in no chapter. */
export const ChapterFilter = z.union([Id, z.literal('none')]);
export type ChapterFilter = z.infer<typeof ChapterFilter>;

/**
 * The first page of a session, or of its first chapter if `chapter_id` is not null. `session_id` is null when the
 * client has no such session with visible photos, and for the gallery of several sessions, which shows their covers.
 */
export const FirstPhotos = GalleryPage.extend({ session_id: Id.nullable(), chapter_id: Id.nullable() });
export type FirstPhotos = z.infer<typeof FirstPhotos>;

/** GET a session's photos by their client; without `chapter`, all of them, in the order of the chapters. */
export const GalleryPhotosQuery = PageQuery.extend({ chapter: ChapterFilter.optional() });

/** A favorite, with the session it belongs to. */
export const FavoritePhoto = GalleryPhoto.extend({ session_id: Id });
export type FavoritePhoto = z.infer<typeof FavoritePhoto>;

/** GET favorites, newest favorite first. */
export const FavoritesPage = pageOf(FavoritePhoto);
export type FavoritesPage = z.infer<typeof FavoritesPage>;

const Note = text('A note', limits.note);

/**
 * PATCH photo by its client: sets the favorite or the note. Notes are trimmed. `note_before` is the note that the edit
 * is based on; if another note was saved first, the API responds 409 with the photo in `details.current`.
 */
export const SetFavoriteOrNote = z.union([
  z.strictObject({ is_favorite: z.boolean() }),
  z.strictObject({ note: Note, note_before: Note }),
]);
export type SetFavoriteOrNote = z.infer<typeof SetFavoriteOrNote>;

const Reply = text('A reply', limits.note);

/**
 * PUT reply by the studio: answers the client's note; an empty reply removes it. `reply_before` is the reply that the
 * edit is based on; if another one was saved first, the API responds 409 with the photo in `details.current`.
 */
export const SetReply = z.strictObject({ reply: Reply, reply_before: Reply });
export type SetReply = z.infer<typeof SetReply>;

/**
 * `web`: a JPEG of 2048 px without private metadata; `print`: the same with 3600 px, made on request; `original`: the
 * uploaded bytes.
 */
export const DownloadSize = z.enum(['web', 'print', 'original']);
export type DownloadSize = z.infer<typeof DownloadSize>;

/** A signed URL, valid for minutes, that downloads the photo under its file name. */
export const DownloadLink = z.object({ url: z.string(), file_name: z.string() });
export type DownloadLink = z.infer<typeof DownloadLink>;

/** A download link for the client. `url` is null while the file is being made: request it again after a second. */
export const PhotoDownload = DownloadLink.extend({ url: z.string().nullable() });
export type PhotoDownload = z.infer<typeof PhotoDownload>;

/** The camera's record of a photo, without the location. Fields that the file lacks are missing. */
export const Exposure = z.object({
  camera: z.string().optional(),
  lens: z.string().optional(),
  seconds: z.number().optional(),
  aperture: z.number().optional(),
  iso: z.number().int().optional(),
  millimeters: z.number().optional(),
});
export type Exposure = z.infer<typeof Exposure>;

/**
 * The time that a photo's first file states: its camera's clock, `YYYY-MM-DDTHH:MM:SS.sss`; the minutes by which that
 * clock is ahead of UTC, where the file or the satellites state them; and the camera, with its serial number.
 */
export const Capture = z.object({
  clock: z.string(),
  ahead: z.number().int().optional(),
  camera: z.string().optional(),
});
export type Capture = z.infer<typeof Capture>;

/**
 * The reason why a watermark can't be on a photo: it is too small for the letters, or too little of it would change.
 * See `drawWatermark`.
 */
export const Unmarkable = z.enum(['small', 'faint']);
export type Unmarkable = z.infer<typeof Unmarkable>;

/** The studio's own stars of a photo, 0 to 5; clients and guests never get them. */
const Stars = z.number().int().min(0).max(5);

/** A photo as the studio sees one. */
export const StudioPhoto = GalleryPhoto.extend({
  stage: Stage,
  is_approved: z.boolean(),
  /** Present while the photo is hidden until its watermarked derivatives are made, which takes moments. */
  awaits_mark: z.literal(true).optional(),
  /**
   * The reason why the session's watermark can't be on the photo, which stays hidden until the session has another
   * watermark or none.
   */
  unmarkable: Unmarkable.optional(),
  /**
   * The photo's category in the public gallery, also while the public copies are being made; null when it is not
   * featured.
   */
  category: z.string().nullable(),
  /** The studio's own stars. */
  stars: Stars,
  chapter_id: Id.nullable(),
  /** Whether the studio has given the photo a position by hand in its session's order. */
  is_placed: z.boolean(),
  size: z.number().int(),
  uploaded_at: Instant,
  /** Computed with the session's clocks. */
  captured_at: Instant.nullable(),
  /**
   * Missing without a clock, and in photos that were registered before it was stored, whose `captured_at` stays
   * unchanged.
   */
  capture: Capture.optional(),
  exposure: Exposure.optional(),
  /** Present where screens with HDR show the large size, the web size and prints brighter; absent with a watermark. */
  is_hdr: z.literal(true).optional(),
  /** Earlier versions, newest first; each can be put back for 30 days from `replaced_at`. */
  versions: z.array(
    EarlierVersion.extend({
      id: Id,
      file_name: z.string(),
      stage: Stage,
      size: z.number().int(),
      replaced_at: Instant,
    }),
  ),
});
export type StudioPhoto = z.infer<typeof StudioPhoto>;
export const StudioPage = studioPageOf(StudioPhoto);
export type StudioPage = z.infer<typeof StudioPage>;

/** The filters by the studio's stars, from the lowest number. */
export const starFilters = ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5'] as const;

/**
 * The photos of a session to list. `undownloadable`: photos that the client may not download. `placed`: photos to which
 * the studio has given a position by hand. `stars_3`: photos with at least three of the studio's stars.
 */
export const PhotoFilter = z.enum([
  ...['all', 'favorites', 'noted', 'hidden', 'undownloadable', 'placed'],
  ...Stage.options,
  ...starFilters,
] as const);
export type PhotoFilter = z.infer<typeof PhotoFilter>;
export const StudioPhotosQuery = GalleryPhotosQuery.extend({ show: PhotoFilter.default('all') });

/** Photos of one session, by id. */
export const SomePhotos = z.strictObject({ photo_ids: z.array(Id).min(1).max(limits.photosPerEdit) });
export type SomePhotos = z.infer<typeof SomePhotos>;

/**
 * PATCH photos by the studio: shows or hides photos, allows or forbids downloads, adds them to a category of the
 * public gallery (null removes them), and sets the focal point, the stage or the studio's stars.
 */
export const EditPhotos = SomePhotos.extend({
  is_approved: z.boolean().optional(),
  downloadable: z.boolean().optional(),
  category: z
    .string()
    .refine((slug) => serviceSlugs.includes(slug), 'There is no such category.')
    .nullable()
    .optional(),
  focus: FocalPoint.optional(),
  stage: Stage.optional(),
  stars: Stars.optional(),
});
export type EditPhotos = z.infer<typeof EditPhotos>;

/** POST photo/put-back by the studio: makes an earlier version, by its id, the current one again. */
export const PutBackVersion = z.strictObject({ version: Id });

/**
 * POST photos/arrange by the studio: moves photos, in the order of their ids. `chapter_id`: into a chapter; null: into
 * no chapter. `place`: to a position in a session with the order 'custom': before another photo, into that photo's
 * chapter, or at the end of their chapter (`before` is null). `place: null` removes their positions.
 */
export const ArrangePhotos = SomePhotos.extend({
  chapter_id: Id.nullable().optional(),
  place: z.strictObject({ before: Id.nullable() }).nullable().optional(),
});
export type ArrangePhotos = z.infer<typeof ArrangePhotos>;

export const EditedPhotos = z.object({ items: z.array(StudioPhoto) });
export type EditedPhotos = z.infer<typeof EditedPhotos>;

/** POST photos/trash: the ids of the photos now in the trash. */
export const TrashedPhotos = z.object({ photo_ids: z.array(Id) });

/** A photo in its session's trash; restorable for 30 days from `deleted_at`. */
const TrashedPhoto = StudioPhoto.extend({ deleted_at: Instant });
export const TrashPage = studioPageOf(TrashedPhoto);
export type TrashPage = z.infer<typeof TrashPage>;

/** The time at which the media cookies expire; renew them well before. */
export const MediaAccess = z.object({ expires_at: Instant });
export type MediaAccess = z.infer<typeof MediaAccess>;
