import * as z from 'zod';
import type { NaturalOrder } from '#shared/contract/sessions.ts';
import { type Key, table, type Write } from '../../../platform/table.ts';
import { isMoving } from '../files/moving.ts';
import { isShownFavorite } from '../words/attributes.ts';
import {
  type After,
  type Before,
  conditionsOf,
  isTrashed,
  Photo,
  type ReadyPhoto,
  type Transition,
} from './lifecycle.ts';

/** A featured photo with its public attributes. */
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
const FeaturedSource = PhotoKey.extend({ portfolio_key: z.string(), file_name: z.string() });
type FeaturedSource = z.infer<typeof FeaturedSource>;
const sources = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { portfolio: ['category', 'featured_at'] } },
  FeaturedSource,
);
/** Indexes that project only keys. */
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

/** The sweep's index with its time. */
const sweepKeys = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { sweep: ['sweep', 'sweep_at'] } },
  PhotoKey.extend({ sweep_at: z.string() }),
);

/** Reads the photo strongly consistent, because decisions depend on its state. */
export const readPhoto = ({ session_id, id }: PhotoKey) => photos.get({ session_id, id }, { consistent: true });

/** Reads the existing photos of these ids, in this order, strongly consistent, because decisions depend on them. */
export const readPhotos = (sessionId: string, ids: string[]): Promise<Photo[]> =>
  photos.getMany(
    ids.map((id) => ({ session_id: sessionId, id })),
    { consistent: true },
  );

/** The photos of these ids that exist and are not damaged, in this order, as of now. */
export const readReadable = (sessionId: string, ids: string[]): Promise<Photo[]> =>
  readKeys(ids.map((id) => ({ session_id: sessionId, id })));

/** The photos of these keys that exist and are not damaged, in this order, as of now. */
export const readKeys = (keys: PhotoKey[]): Promise<Photo[]> =>
  photos.getMany(keys, { consistent: true, leaveOutDamaged: true });

/**
 * The photos of one chapter by its id, those in no chapter ('none'), or all; all of a session with chapters are in no
 * particular order of chapters.
 */
export type Part = { chapter: string } | 'none' | 'all';

/** Returns a page of a session's ready photos in one of its orders. */
export async function readReady(
  sessionId: string,
  order: NaturalOrder,
  part: Part,
  size: number,
  from: Key | undefined,
) {
  const query = { index: order, partition: sessionId, leaveOutDamaged: true, ...keysIn(part) } as const;
  const { rows, last, damaged } = await photos.page(query, size, from);
  return { rows: rows.filter((row) => row.state === 'ready'), last, damaged };
}

/** Returns every ready photo of a session, in one of its orders within each chapter. */
export async function readAllReady(sessionId: string, order: NaturalOrder): Promise<ReadyPhoto[]> {
  const rows = await photos.all({ index: order, partition: sessionId, leaveOutDamaged: true });
  return rows.filter((row) => row.state === 'ready');
}

/**
 * Returns the photo before another one in this part and order, or the last one, which is none of `others`. Strongly
 * consistent, because a place depends on it.
 */
export async function readBefore(
  sessionId: string,
  order: NaturalOrder,
  part: Exclude<Part, 'all'>,
  next: ReadyPhoto | undefined,
  others: ReadonlySet<string>,
): Promise<ReadyPhoto | undefined> {
  const query = { index: order, partition: sessionId, descending: true, consistent: true, ...keysIn(part) } as const;
  let from = next && keyInOrder(next, order);
  do {
    const { rows, last } = await photos.page(query, others.size + 1, from);
    const found = rows.find((row) => row.state === 'ready' && !others.has(row.id));
    if (found?.state === 'ready') return found;
    from = last;
  } while (from);
  return undefined;
}

/**
 * Returns the keys of a customer's favorites in all sessions, including sessions in the trash; without hidden photos.
 */
export const readFavoriteKeys = (customerId: string) =>
  keysOnly.all({ index: 'favorites', partition: customerId, descending: true });

/** Returns the keys of photos with a client's note in all sessions, including hidden photos. */
export const readNotedKeys = (customerId: string) => keysOnly.all({ index: 'noted', partition: customerId });

/**
 * Returns a page of a customer's favorites, newest first. Photos that are in the eventually consistent index, but no
 * longer favorites, are left out.
 */
export async function readFavoritesPage(customerId: string, size: number, from: Key | undefined) {
  const page = { index: 'favorites', partition: customerId, descending: true };
  const { rows: keys, last } = await keysOnly.page(page, size, from);
  return { rows: await readInOrder(keys), last };
}

/** Returns a customer's favorites in all sessions, newest first. */
export const readFavorites = async (customerId: string): Promise<ReadyPhoto[]> =>
  readInOrder(await readFavoriteKeys(customerId));

async function readInOrder(keys: PhotoKey[]): Promise<ReadyPhoto[]> {
  const rows = await photos.getMany(keys, { leaveOutDamaged: true });
  return rows.filter((row) => row.state === 'ready');
}

/** Returns the key after which a list of ready photos continues. */
export const keyInOrder = (photo: ReadyPhoto, order: NaturalOrder): Key => ({
  session_id: photo.session_id,
  id: photo.id,
  [`${order}_order`]: ordersOf(photo)[`${order}_order`],
});

/** Returns a page of a session's pending and failed photos, and of ready ones with such a replacement, oldest first. */
export async function readUnsettled(sessionId: string, size: number, from: Key | undefined) {
  const query = { index: 'aside', partition: sessionId, begins: 'unsettled#', leaveOutDamaged: true } as const;
  const { rows, ...page } = await photos.page(query, size, from);
  return { rows: rows.filter((row) => row.state !== 'deleted'), ...page };
}

/** Returns which photo a category's public photo is; undefined when it is not featured there any more. */
export async function findFeatured(category: string, portfolioKey: string): Promise<FeaturedSource | undefined> {
  const all = await sources.all({ index: 'portfolio', partition: category, leaveOutDamaged: true });
  return all.find(({ portfolio_key }) => portfolio_key === portfolioKey);
}

export const readFeatured = (category: string, size: number) =>
  featured.page({ index: 'portfolio', partition: category, descending: true, leaveOutDamaged: true }, size);

/** Returns a page of a session's deleted photos, the last deleted first; without those that were never ready. */
export async function readTrashed(sessionId: string, size: number, from: Key | undefined) {
  const query = {
    index: 'aside',
    partition: sessionId,
    begins: 'deleted#',
    descending: true,
    leaveOutDamaged: true,
  } as const;
  const { rows, ...page } = await photos.page(query, size, from);
  return { rows: rows.filter(isTrashed), ...page };
}

/** Returns a page of a session's photos in every state, by id, strongly consistent. */
export const readEvery = (sessionId: string, size: number, from: Key | undefined) =>
  photos.page({ partition: sessionId, consistent: true }, size, from);

/** Returns a session's photos in every state, without damaged ones, strongly consistent. */
export const readAllReadable = (sessionId: string) =>
  photos.all({ partition: sessionId, consistent: true, leaveOutDamaged: true });

/**
 * What the daily sweep looks for. `moving`: derivatives that must be moved, copied or deleted; `dismissed`: refused
 * replacements that leave the list; `former`: earlier versions.
 */
type Sweep = 'pending' | 'deleted' | 'absent' | 'moving' | 'dismissed' | 'former';

/** Returns the keys of failed photos of all sessions, up to `size`, the last failed first. */
export async function readFailedKeys(size: number): Promise<(PhotoKey & { sweep_at: string })[]> {
  const kinds = ['absent', 'refused'].map((partition) =>
    sweepKeys.page({ index: 'sweep', partition, descending: true }, size),
  );
  const rows = (await Promise.all(kinds)).flatMap((page) => page.rows);
  return rows.toSorted((one, other) => (one.sweep_at < other.sweep_at ? 1 : -1)).slice(0, size);
}

/** Returns a page of photos for the daily sweep: of this kind, since before this time, oldest first. */
export const readSweep = (kind: Sweep, until: string, size: number, from: Key | undefined) =>
  keysOnly.page({ index: 'sweep', partition: kind, until }, size, from);

/** Inserts a new photo; fails when the session has a photo with this id. */
export const insertPhoto = (photo: Photo): Write => photos.insert({ ...photo, ...indexed(photo) });

/**
 * Writes a transition of a photo as it was read. Sets only attributes that differ, so that a note saved by the client
 * at the same time is kept.
 */
export function changePhoto<Name extends Transition>(
  name: Name,
  from: Before<Name>,
  to: After<Name>,
  onConflict?: Write['onConflict'],
): Write {
  const before: Record<string, unknown> = { ...from, ...indexed(from) };
  const after: Record<string, unknown> = { ...to, ...indexed(to) };
  const isThere = (value: unknown) => value !== undefined;
  const set = Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== before[key]));
  const remove = Object.keys(before).filter((key) => isThere(before[key]) && !isThere(after[key]));
  const where = conditionsOf(name, from);
  return photos.change(keyOf(from), { set, remove }, { where, ...(onConflict && { onConflict }) });
}

const keyOf = ({ session_id, id }: PhotoKey) => ({ session_id, id });

/** Deletes the row of a photo as it was read. */
export const erasePhoto = <Name extends 'forget' | 'erase'>(name: Name, photo: Before<Name>): Write =>
  photos.delete(keyOf(photo), { where: conditionsOf(name, photo) });

/** Deletes the row of a photo in any state, when its session is erased. */
export const erasePhotoOfSession = ({ session_id, id }: PhotoKey): Write => photos.delete({ session_id, id });

/** The attributes that are keys of the photo's indexes. */
function indexed(photo: Photo): Record<string, string | undefined> {
  switch (photo.state) {
    case 'pending':
      return { aside: `unsettled#${photo.uploaded_at}#${photo.id}`, sweep: 'pending', sweep_at: photo.asked_at };
    case 'failed':
      return {
        aside: `unsettled#${photo.uploaded_at}#${photo.id}`,
        sweep: photo.kept_key === null ? 'absent' : 'refused',
        sweep_at: photo.failed_at,
      };
    case 'deleted':
      return {
        aside: `deleted#${photo.deleted_at}#${photo.id}`,
        sweep: isMoving(photo) ? 'moving' : 'deleted',
        sweep_at: photo.deleted_at,
      };
    case 'ready':
      return {
        // Where a replacement is on its way, or was refused, it is listed with the uploads.
        ...((photo.incoming ?? photo.refused_version) && {
          aside: `unsettled#${photo.incoming?.asked_at ?? photo.refused_at}#${photo.id}`,
        }),
        ...ordersOf(photo),
        ...(isShownFavorite(photo) && { favorite_of: photo.customer_id }),
        ...(photo.note !== '' && { noted_of: photo.customer_id }),
        ...(photo.featured_in && photo.featured_at && { category: photo.featured_in }),
        ...sweptAt(photo),
      };
  }
}

/** What the daily sweep does next with a ready photo, and since when it waits: one thing at a time. */
function sweptAt(photo: ReadyPhoto): { sweep?: Sweep; sweep_at?: string } {
  if (isMoving(photo)) return { sweep: 'moving', sweep_at: photo.uploaded_at };
  if (photo.incoming) return { sweep: 'pending', sweep_at: photo.incoming.asked_at };
  if (photo.refused_at) return { sweep: 'dismissed', sweep_at: photo.refused_at };
  const oldest = photo.former?.at(-1);
  return oldest ? { sweep: 'former', sweep_at: oldest.replaced_at } : {};
}

/** Before the keys of photos in a chapter: sorts before every character of a file name. */
const chapterMark = '\u0001';
const afterChapters = '\u0002';
const beginningOf = (chapter: string) => `${chapterMark}${chapter}#`;

function keysIn(part: Part): { begins?: string; since?: string } {
  if (part === 'all') return {};
  return part === 'none' ? { since: afterChapters } : { begins: beginningOf(part.chapter) };
}

/** Returns the chapter of the photo at which a page ended; undefined for none. */
export function chapterAt(key: Key, order: NaturalOrder): string | undefined {
  const sortKey = key[`${order}_order`] ?? '';
  return sortKey.startsWith(chapterMark) ? sortKey.slice(chapterMark.length, sortKey.indexOf('#')) : undefined;
}

/** The photo's keys in the orders of its session. */
export const ordersOf = (photo: ReadyPhoto) => {
  const chapter = photo.chapter_id === undefined ? '' : beginningOf(photo.chapter_id);
  return {
    uploaded_order: `${chapter}${placeOf(photo, 'uploaded')}`,
    captured_order: `${chapter}${placeOf(photo, 'captured')}`,
    name_order: `${chapter}${placeOf(photo, 'name')}`,
  };
};

/** Returns the photo's key in this order within its chapter: placed by hand, or natural. */
export const placeOf = (photo: ReadyPhoto, order: NaturalOrder): string =>
  `${photo.place !== undefined && photo.place_order === order ? photo.place : naturalPlaces[order](photo)}#${photo.id}`;

const naturalPlaces: Record<NaturalOrder, (photo: ReadyPhoto) => string> = {
  uploaded: ({ uploaded_at }) => uploaded_at,
  // Photos without a capture time follow the others, by name: '~' sorts after every digit.
  captured: ({ captured_at, file_name }) => `${captured_at ?? '~'}#${naturalOrder(file_name)}`,
  name: ({ file_name }) => naturalOrder(file_name),
};

/** DynamoDB sort keys have at most 1,024 bytes; a character has at most four. */
const orderLength = 200;

/** Returns a text whose byte order is the natural order of names: IMG_2 before IMG_10, é beside e, case ignored. */
export const naturalOrder = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'))
    .slice(0, orderLength)
    // A cut surrogate pair can't be stored.
    .toWellFormed();
