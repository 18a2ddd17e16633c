import * as z from 'zod';
import type { NaturalOrder } from '#shared/contract/sessions/sessions.ts';
import { searchKeysOf } from '#shared/photos/search-keys.ts';
import { type Key, table, type Write } from '../../../platform/table.ts';
import { isShownFavorite } from '../feedback/attributes.ts';
import { isMoving } from '../files/moving.ts';
import {
  type After,
  type Before,
  conditionsOf,
  isTrashed,
  Photo,
  type ReadyPhoto,
  type Transition,
} from './lifecycle.ts';

export const PhotoKey = z.object({ session_id: z.string(), id: z.string() });
export type PhotoKey = z.infer<typeof PhotoKey>;

export const byId = ['session_id', 'id'] as const;
export const photos = table(
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

/** Returns a photo; strongly consistent, because decisions depend on its state. */
export const readPhoto = ({ session_id, id }: PhotoKey) => photos.get({ session_id, id }, { consistent: true });

/**
 * Returns the photos with these ids that exist, in the order of the ids; strongly consistent, because decisions depend
 * on them.
 */
export const readPhotos = (sessionId: string, ids: string[]): Promise<Photo[]> =>
  photos.getMany(
    ids.map((id) => ({ session_id: sessionId, id })),
    { consistent: true },
  );

/** Returns the photos with these ids that exist and are not damaged, in the order of the ids; strongly consistent. */
export const readReadable = (sessionId: string, ids: string[]): Promise<Photo[]> =>
  readKeys(ids.map((id) => ({ session_id: sessionId, id })));

/** Returns the photos with these keys that exist and are not damaged, in the order of the keys; strongly consistent. */
export const readKeys = (keys: PhotoKey[]): Promise<Photo[]> =>
  photos.getMany(keys, { consistent: true, leaveOutDamaged: true });

/**
 * A section of a session's photos: one chapter by its id, the photos in no chapter ('none'), or all photos. 'all'
 * returns the chapters in no particular order.
 */
export type Part = { chapter: string } | 'none' | 'all';

/** Returns a page of the ready photos in a section of a session, in one of the session's orders. */
export async function readReady(
  sessionId: string,
  order: NaturalOrder,
  section: Part,
  size: number,
  from: Key | undefined,
) {
  const query = { index: order, partition: sessionId, leaveOutDamaged: true, ...keyRangeOf(section) } as const;
  const { rows, last, damaged } = await photos.page(query, size, from);
  return { rows: rows.filter((row) => row.state === 'ready'), last, damaged };
}

/** Returns every ready photo of a session, sorted within each chapter by one of the session's orders. */
export async function readAllReady(sessionId: string, order: NaturalOrder): Promise<ReadyPhoto[]> {
  const rows = await photos.all({ index: order, partition: sessionId, leaveOutDamaged: true });
  return rows.filter((row) => row.state === 'ready');
}

/**
 * Returns the photo before `next` in this section and order, or the last photo without `next`. Skips the photos in
 * `excludedIds`. Strongly consistent, because a stored position depends on it.
 */
export async function readBefore(
  sessionId: string,
  order: NaturalOrder,
  section: Exclude<Part, 'all'>,
  next: ReadyPhoto | undefined,
  excludedIds: ReadonlySet<string>,
): Promise<ReadyPhoto | undefined> {
  const query = {
    index: order,
    partition: sessionId,
    descending: true,
    consistent: true,
    ...keyRangeOf(section),
  } as const;
  let startKey = next && keyInOrder(next, order);
  do {
    const { rows, last } = await photos.page(query, excludedIds.size + 1, startKey);
    const photoBefore = rows.find((row) => row.state === 'ready' && !excludedIds.has(row.id));
    if (photoBefore?.state === 'ready') return photoBefore;
    startKey = last;
  } while (startKey);
  return undefined;
}

/** Returns the photo's key in this order's index, after which a list of ready photos continues. */
export const keyInOrder = (photo: ReadyPhoto, order: NaturalOrder): Key => ({
  session_id: photo.session_id,
  id: photo.id,
  [`${order}_order`]: ordersOf(photo)[`${order}_order`],
});

/**
 * Returns a page of a session's pending and failed photos, and of ready photos with a pending or refused replacement,
 * oldest first.
 */
export async function readUnsettled(sessionId: string, size: number, from: Key | undefined) {
  const query = { index: 'aside', partition: sessionId, begins: 'unsettled#', leaveOutDamaged: true } as const;
  const { rows, ...page } = await photos.page(query, size, from);
  return { rows: rows.filter((row) => row.state !== 'deleted'), ...page };
}

/** Returns a page of a session's deleted photos, the last deleted first. Leaves out photos that were never ready. */
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

/** Returns a page of a session's photos in every state, sorted by id; strongly consistent. */
export const readEvery = (sessionId: string, size: number, from: Key | undefined) =>
  photos.page({ partition: sessionId, consistent: true }, size, from);

/** Returns the same page without damaged photos, and the ids of these. */
export const readEveryIntact = (sessionId: string, size: number, from: Key | undefined) =>
  photos.page({ partition: sessionId, consistent: true, leaveOutDamaged: true }, size, from);

/** Returns a session's photos in every state, without damaged ones; strongly consistent. */
export const readAllReadable = (sessionId: string) =>
  photos.all({ partition: sessionId, consistent: true, leaveOutDamaged: true });

/**
 * The kinds of work of the daily sweep. `pending`: an upload whose file may never arrive; `absent`: no file arrived;
 * `deleted`: in the trash; `moving`: derivatives that must be moved, copied or deleted; `dismissed`: refused
 * replacements that leave the list; `former`: earlier versions that expire.
 */
export type Sweep = 'pending' | 'deleted' | 'absent' | 'moving' | 'dismissed' | 'former';

/** Returns the write that inserts a new photo; it fails when the session has a photo with this id. */
export const insertPhoto = (photo: Photo): Write => photos.insert({ ...photo, ...indexKeysOf(photo) });

/**
 * Returns the write of a transition from the photo that was read. It sets only attributes that differ, so that a note
 * that the client saves at the same time is not overwritten.
 */
export function changePhoto<Name extends Transition>(
  name: Name,
  from: Before<Name>,
  to: After<Name>,
  onConflict?: Write['onConflict'],
): Write {
  const before: Record<string, unknown> = { ...from, ...indexKeysOf(from) };
  const after: Record<string, unknown> = { ...to, ...indexKeysOf(to) };
  const isSet = (value: unknown) => value !== undefined;
  const set = Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== before[key]));
  const remove = Object.keys(before).filter((key) => isSet(before[key]) && !isSet(after[key]));
  const where = conditionsOf(name, from);
  return photos.change(keyOf(from), { set, remove }, { where, ...(onConflict && { onConflict }) });
}

const keyOf = ({ session_id, id }: PhotoKey) => ({ session_id, id });

/** Returns the write that deletes a photo's row, if the row is still as it was read. */
export const erasePhoto = <Name extends 'forget' | 'erase'>(name: Name, photo: Before<Name>): Write =>
  photos.delete(keyOf(photo), { where: conditionsOf(name, photo) });

/** Returns the write that deletes a photo's row in any state, when its session is erased. */
export const erasePhotoOfSession = ({ session_id, id }: PhotoKey): Write => photos.delete({ session_id, id });

/** Returns the attributes by which the table's indexes list the photo. */
function indexKeysOf(photo: Photo): Record<string, string | undefined> {
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
        // List the photo with the uploads while a replacement is pending or refused.
        ...((photo.incoming ?? photo.refused_version) && {
          aside: `unsettled#${photo.incoming?.asked_at ?? photo.refused_at}#${photo.id}`,
        }),
        ...ordersOf(photo),
        ...searchKeysOf('photo', photo.file_name, photo.uploaded_at),
        ...(isShownFavorite(photo) && { favorite_of: photo.customer_id }),
        ...(photo.note !== '' && { noted_of: photo.customer_id }),
        ...(photo.featured_in && photo.featured_at && { category: photo.featured_in }),
        ...sweepKeysOf(photo),
      };
  }
}

/** Returns the next work of the daily sweep on a ready photo, and since when it waits. A row has one kind at a time. */
function sweepKeysOf(photo: ReadyPhoto): { sweep?: Sweep; sweep_at?: string } {
  if (isMoving(photo)) return { sweep: 'moving', sweep_at: photo.uploaded_at };
  if (photo.incoming) return { sweep: 'pending', sweep_at: photo.incoming.asked_at };
  if (photo.refused_at) return { sweep: 'dismissed', sweep_at: photo.refused_at };
  const oldestVersion = photo.former?.at(-1);
  return oldestVersion ? { sweep: 'former', sweep_at: oldestVersion.replaced_at } : {};
}

/** The first character of the sort keys of photos in a chapter: sorts before every character of a file name. */
const beforeChapters = '\u0001';
const afterChapters = '\u0002';
const keyPrefixOf = (chapter: string) => `${beforeChapters}${chapter}#`;

function keyRangeOf(section: Part): { begins?: string; since?: string } {
  if (section === 'all') return {};
  return section === 'none' ? { since: afterChapters } : { begins: keyPrefixOf(section.chapter) };
}

/** Returns the chapter of the photo with this key, at which a page ended; undefined when it is in no chapter. */
export function chapterAt(key: Key, order: NaturalOrder): string | undefined {
  const sortKey = key[`${order}_order`] ?? '';
  return sortKey.startsWith(beforeChapters) ? sortKey.slice(beforeChapters.length, sortKey.indexOf('#')) : undefined;
}

/** Returns the photo's sort keys in the indexes of its session's orders. */
export const ordersOf = (photo: ReadyPhoto) => {
  const chapter = photo.chapter_id === undefined ? '' : keyPrefixOf(photo.chapter_id);
  return {
    uploaded_order: `${chapter}${positionKey(photo, 'uploaded')}`,
    captured_order: `${chapter}${positionKey(photo, 'captured')}`,
    name_order: `${chapter}${positionKey(photo, 'name')}`,
  };
};

/** Returns the photo's sort key in this order within its chapter: the position set by hand, or else the natural one. */
export const positionKey = (photo: ReadyPhoto, order: NaturalOrder): string =>
  `${photo.place !== undefined && photo.place_order === order ? photo.place : naturalPositions[order](photo)}#${photo.id}`;

const naturalPositions: Record<NaturalOrder, (photo: ReadyPhoto) => string> = {
  uploaded: ({ uploaded_at }) => uploaded_at,
  // Photos without a capture time follow the others, by name: '~' sorts after every digit.
  captured: ({ captured_at, file_name }) => `${captured_at ?? '~'}#${naturalOrder(file_name)}`,
  name: ({ file_name }) => naturalOrder(file_name),
};

/**
 * The largest length of a name in a sort key. DynamoDB sort keys have at most 1,024 bytes; a character has at most
 * four.
 */
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
