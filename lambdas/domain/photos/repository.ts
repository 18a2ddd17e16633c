import * as z from 'zod';
import type { PhotoOrder } from '#shared/contract/sessions.ts';
import { type PhotoType, photoTypes } from '#shared/limits.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

const ContentType = z.enum(Object.keys(photoTypes) as [PhotoType, ...PhotoType[]]);

/** What is known of a photo from its ticket on. `media_key` is the unguessable folder of its derivatives. */
const Common = z.object({
  session_id: z.string(),
  id: z.string(),
  customer_id: z.string(),
  file_name: z.string(),
  content_type: ContentType,
  size: z.number(),
  /** Base64. */
  sha256: z.string(),
  is_approved: z.boolean(),
  downloadable: z.boolean(),
  uploaded_at: z.string(),
  media_key: z.string(),
});

/** What processing found out. */
const Facts = z.object({
  /** By the file's bytes, whatever its ticket said. */
  content_type: ContentType,
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  captured_at: z.string().nullable(),
  /** Where the original lies in the photos bucket, and its CRC-32, base64, big-endian, as S3 writes it. */
  original_key: z.string(),
  crc32: z.string(),
});
export type Facts = z.infer<typeof Facts>;

const Marks = z.object({
  is_favorite: z.boolean(),
  favorited_at: z.string().optional(),
  note: z.string(),
  /** Where the derivatives still lie until move-derivatives has brought them to `media_key`. */
  stale_media_key: z.string().optional(),
  /** The public category that the studio wants it in; and since when its copies lie there for everybody to see. */
  featured_in: z.string().optional(),
  featured_at: z.string().optional(),
  /** The folder of its public copies: while it is featured, and afterwards until move-derivatives has deleted them. */
  portfolio_key: z.string().optional(),
});

const Failure = z.object({
  /** For people: what is wrong, and what to do. */
  reason: z.string(),
  failed_at: z.string(),
  /** Where the refused file is kept in the photos bucket; null when none ever arrived. */
  kept_key: z.string().nullable(),
});

const PendingPhoto = Common.extend({
  state: z.literal('pending'),
  /** When the last ticket for it was given out. */
  asked_at: z.string(),
  /** As in a failure, when the file was refused before. */
  kept_key: z.string().nullable(),
});
const FailedPhoto = Common.extend({ state: z.literal('failed'), ...Failure.shape });
const ReadyPhoto = Common.extend({ state: z.literal('ready'), ...Facts.shape, ...Marks.shape });
/** In the bin. A photo that never became ready has no facts. */
const DeletedPhoto = Common.extend({
  state: z.literal('deleted'),
  deleted_at: z.string(),
  ...Facts.partial().shape,
  ...Marks.partial().shape,
  ...Failure.partial().shape,
});

export const Photo = z.discriminatedUnion('state', [PendingPhoto, FailedPhoto, ReadyPhoto, DeletedPhoto]);
export type Photo = z.infer<typeof Photo>;
export type PendingPhoto = z.infer<typeof PendingPhoto>;
export type FailedPhoto = z.infer<typeof FailedPhoto>;
export type ReadyPhoto = z.infer<typeof ReadyPhoto>;
export type DeletedPhoto = z.infer<typeof DeletedPhoto>;

/** What stays the same in every state. */
export const commonOf = (photo: Photo): z.infer<typeof Common> => Common.parse(photo);

/** A featured photo, as anyone may see it. */
const FeaturedPhoto = z.object({
  portfolio_key: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
});

const PhotoKey = z.object({ session_id: z.string(), id: z.string() });
export type PhotoKey = z.infer<typeof PhotoKey>;

const byId = ['session_id', 'id'] as const;
const photos = table(
  'PHOTOS_TABLE',
  {
    key: byId,
    indexes: {
      uploaded: ['session_id', 'uploaded_order'],
      captured: ['session_id', 'captured_order'],
      name: ['session_id', 'name_order'],
      aside: ['session_id', 'aside'],
    },
  },
  Photo,
);
const featured = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { portfolio: ['category', 'featured_at'] } },
  FeaturedPhoto,
);
/** Indexes that carry nothing but keys. */
const keysOnly = table(
  'PHOTOS_TABLE',
  {
    key: byId,
    indexes: {
      favorites: ['favorite_of', 'favorited_at'],
      noted: ['noted_of', 'uploaded_at'],
      sweep: ['sweep', 'sweep_at'],
    },
  },
  PhotoKey,
);

/** The photo as of now: what may be done with it hangs on its state. */
export const readPhoto = ({ session_id, id }: PhotoKey) => photos.get({ session_id, id }, { consistent: true });

/** The photos of these ids that exist, in this order, as of now: decisions hang on them. */
export async function readPhotos(sessionId: string, ids: string[]): Promise<Photo[]> {
  const keys = ids.map((id) => ({ session_id: sessionId, id }));
  const found = new Map((await photos.getMany(keys, { consistent: true })).map((photo) => [photo.id, photo]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Ready photos of a session in one of its orders. */
export async function readReady(sessionId: string, order: PhotoOrder, size: number, from: Key | undefined) {
  const { rows, last } = await photos.page({ index: order, partition: sessionId }, size, from);
  return { rows: rows.filter((row) => row.state === 'ready'), last };
}

/** Every ready photo of a session. */
export async function readAllReady(sessionId: string, order: PhotoOrder): Promise<ReadyPhoto[]> {
  const rows = await photos.all({ index: order, partition: sessionId });
  return rows.filter((row) => row.state === 'ready');
}

/** Which photos are a customer's favorites, in all sessions, those in the bin among them; hidden photos are not. */
export const readFavoriteKeys = (customerId: string) =>
  keysOnly.all({ index: 'favorites', partition: customerId, descending: true });

/** Which photos a client has written a note on, in all sessions, hidden ones among them. */
export const readNotedKeys = (customerId: string) => keysOnly.all({ index: 'noted', partition: customerId });

/** A page of a customer's favorites, the newest first. What the index has not caught up with is left out. */
export async function readFavoritesPage(customerId: string, size: number, from: Key | undefined) {
  const page = { index: 'favorites', partition: customerId, descending: true };
  const { rows: keys, last } = await keysOnly.page(page, size, from);
  return { rows: await readInOrder(keys), last };
}

/** A customer's favorites in all sessions, the newest first. */
export const readFavorites = async (customerId: string): Promise<ReadyPhoto[]> =>
  readInOrder(await readFavoriteKeys(customerId));

async function readInOrder(keys: PhotoKey[]): Promise<ReadyPhoto[]> {
  const rows = await photos.getMany(keys);
  const byId = new Map(rows.map((row) => [`${row.session_id} ${row.id}`, row]));
  return keys.flatMap(({ session_id, id }) => {
    const row = byId.get(`${session_id} ${id}`);
    return row?.state === 'ready' ? [row] : [];
  });
}

/** Where a list of ready photos goes on after this one. */
export const keyInOrder = (photo: ReadyPhoto, order: PhotoOrder): Key => ({
  session_id: photo.session_id,
  id: photo.id,
  [`${order}_order`]: orders(photo)[`${order}_order`],
});

/** Photos of a session that are on their way or were refused, oldest first. */
export async function readUnsettled(sessionId: string, size: number, from: Key | undefined) {
  const { rows, last } = await photos.page({ index: 'aside', partition: sessionId, begins: 'unsettled#' }, size, from);
  return { rows: rows.filter((row) => row.state === 'pending' || row.state === 'failed'), last };
}

export const readFeatured = (category: string, size: number) =>
  featured.page({ index: 'portfolio', partition: category, descending: true }, size);

/** Photos of a session that were thrown away, the last first; without those that never became photos. */
export async function readBinned(sessionId: string, size: number, from: Key | undefined) {
  const query = { index: 'aside', partition: sessionId, begins: 'deleted#', descending: true };
  const { rows, last } = await photos.page(query, size, from);
  return { rows: rows.filter(isBinned), last };
}

/** A photo in the bin that was one before. */
export type BinnedPhoto = DeletedPhoto & Facts;
export const isBinned = (photo: Photo): photo is BinnedPhoto =>
  photo.state === 'deleted' && photo.original_key !== undefined;

/** Photos of a session in every state, by id, as of now. */
export const readEvery = (sessionId: string, size: number, from: Key | undefined) =>
  photos.page({ partition: sessionId, consistent: true }, size, from);

/** Whether files of this photo lie where they should not, or not yet where they should: move-derivatives' work. */
export const isMoving = (photo: Photo): boolean => {
  if (photo.state !== 'ready' && photo.state !== 'deleted') return false;
  const { stale_media_key, featured_in, featured_at, portfolio_key } = photo;
  return stale_media_key !== undefined || (portfolio_key !== undefined && (!featured_in || !featured_at));
};

/** What the daily sweep looks for. `moving`: derivatives that lie where they should not, or not yet where they should. */
export type Sweep = 'pending' | 'deleted' | 'absent' | 'moving';

/** Photos that the daily sweep must look at: of this kind, since before this instant, oldest first. */
export const readSweep = (kind: Sweep, until: string, size: number, from: Key | undefined) =>
  keysOnly.page({ index: 'sweep', partition: kind, until }, size, from);

/** A new photo; fails when the session has one of this id. */
export const insertPhoto = (photo: Photo, otherwise: () => Error): Write =>
  photos.insert({ ...photo, ...indexed(photo) }, otherwise);

/**
 * Changes a photo from what was read to something else, writing only what differs: a note that its client saves
 * meanwhile stays. Fails when the photo is in another state by now, or in anything that `and` names.
 */
export function changePhoto<From extends Photo>(
  from: From,
  to: Photo,
  { and = [], otherwise }: { and?: (keyof From & string)[]; otherwise: () => Error | Promise<Error> },
): Write {
  const before: Record<string, unknown> = { ...from, ...indexed(from) };
  const after: Record<string, unknown> = { ...to, ...indexed(to) };
  const isThere = (value: unknown) => value !== undefined;
  const set = Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
  const remove = Object.keys(before).filter((name) => isThere(before[name]) && !isThere(after[name]));
  const where = Object.fromEntries(['state', ...and].map((name) => [name, before[name]]));
  return photos.change({ session_id: from.session_id, id: from.id }, { set, remove }, { where, otherwise });
}

/** A photo's row, gone for good; only while it is still as it was read. */
export const erasePhoto = (photo: DeletedPhoto | FailedPhoto, otherwise: () => Error): Write => {
  const since = photo.state === 'deleted' ? { deleted_at: photo.deleted_at } : { failed_at: photo.failed_at };
  return photos.delete(
    { session_id: photo.session_id, id: photo.id },
    { where: { state: photo.state, ...since }, otherwise },
  );
};

/** A photo's row, gone for good in whatever state: its session is. */
export const erasePhotoOfSession = ({ session_id, id }: PhotoKey): Write => photos.delete({ session_id, id });

/** The attributes by which indexes find a photo. */
function indexed(photo: Photo): Record<string, string | undefined> {
  switch (photo.state) {
    case 'pending':
      return { aside: `unsettled#${photo.uploaded_at}#${photo.id}`, sweep: 'pending', sweep_at: photo.asked_at };
    case 'failed':
      return {
        aside: `unsettled#${photo.uploaded_at}#${photo.id}`,
        ...(photo.kept_key === null && { sweep: 'absent', sweep_at: photo.failed_at }),
      };
    case 'deleted':
      return {
        aside: `deleted#${photo.deleted_at}#${photo.id}`,
        sweep: isMoving(photo) ? 'moving' : 'deleted',
        sweep_at: photo.deleted_at,
      };
    case 'ready':
      return {
        ...orders(photo),
        // A hidden photo keeps its star, but is counted and listed nowhere.
        ...(photo.is_favorite && photo.is_approved && { favorite_of: photo.customer_id }),
        ...(photo.note !== '' && { noted_of: photo.customer_id }),
        ...(photo.featured_in && photo.featured_at && { category: photo.featured_in }),
        ...(isMoving(photo) && { sweep: 'moving', sweep_at: photo.uploaded_at }),
      };
  }
}

/** A photo without a capture time stands where it was uploaded. */
const orders = ({ id, file_name, uploaded_at, captured_at }: ReadyPhoto) => ({
  uploaded_order: `${uploaded_at}#${id}`,
  captured_order: `${captured_at ?? uploaded_at}#${naturalOrder(file_name)}#${id}`,
  name_order: `${naturalOrder(file_name)}#${id}`,
});

/** DynamoDB takes sort keys of up to 1,024 bytes; a character has four at most. */
const orderLength = 200;

/** A text that sorts byte by byte as people sort names: IMG_2 before IMG_10, é beside e, capitals as small letters. */
export const naturalOrder = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'))
    .slice(0, orderLength)
    // Cut in two, a character that takes two units can't be stored.
    .toWellFormed();
