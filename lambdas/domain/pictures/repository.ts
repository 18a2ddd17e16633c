import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { PictureContent } from '#shared/website/website.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { table, type Write, write } from '../../platform/table.ts';

const commonShape = {
  /** The partition, which is the same for all rows, so that one query lists them. */
  library: z.literal('website'),
  id: z.string(),
  name: z.string(),
  asked_at: z.string(),
};

/**
 * A picture whose files are not made yet. `photo` is the featured photo from which it is made; without it, an uploaded
 * file.
 */
const Pending = z.object({
  ...commonShape,
  state: z.literal('pending'),
  photo: z.object({ session_id: z.string(), id: z.string() }).optional(),
});
const Made = {
  width: z.number(),
  height: z.number(),
  color: z.string(),
  focus: z.tuple([z.number(), z.number()]),
};
const Ready = z.object({ ...commonShape, ...Made, state: z.literal('ready'), unused_since: z.string().optional() });
const Failed = z.object({ ...commonShape, state: z.literal('failed'), reason: z.string() });
/** A picture that no draft may show any more: its files are being deleted, then its row. */
const Clearing = z.object({ ...commonShape, ...Made, state: z.literal('clearing') });

export const PictureRow = z.discriminatedUnion('state', [Pending, Ready, Failed, Clearing]);
export type PictureRow = z.infer<typeof PictureRow>;
export type PendingPicture = z.infer<typeof Pending>;
export type ReadyPicture = z.infer<typeof Ready>;

/** The facts about a picture whose files are made. */
export type MadePicture = Pick<ReadyPicture, 'width' | 'height' | 'color' | 'focus'>;

const pictures = table('PICTURES_TABLE', { key: ['library', 'id'] }, PictureRow);
/**
 * The row of the whole library, with the number of its pictures. Missing until the number is stored for the first time,
 * and after a restore, because exports do not contain it.
 */
const LibraryRow = z.object({ id: z.literal('library'), pictures_count: z.number() });
const library = table('GUARDS_TABLE', { key: ['id'] }, LibraryRow);
const libraryKey = { id: 'library' };
const readLibrary = () => library.get(libraryKey, { consistent: true });

/**
 * Stores the number of the library's pictures if it is not stored yet. Each write that adds or removes a picture needs
 * the stored number, so that the number can't change between the count and this write.
 */
export async function countLibraryOnce(): Promise<void> {
  if (await readLibrary()) return;
  const { rows, damaged = [] } = await readPictures();
  try {
    await write({
      Update: {
        TableName: env('GUARDS_TABLE'),
        Key: libraryKey,
        UpdateExpression: 'SET pictures_count = :count',
        ConditionExpression: 'attribute_not_exists(id)',
        ExpressionAttributeValues: { ':count': rows.length + damaged.length },
      },
    });
  } catch (error) {
    // Another request has stored it meanwhile.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Returns the write that counts a picture that is added in the same transaction. It fails with `full` when the library
 * has no room, and with WriteConflictError when the number is not stored yet.
 */
const countAddedPicture = (full: () => Error): Write =>
  library.change(
    libraryKey,
    { add: { pictures_count: 1 } },
    {
      atMost: { pictures_count: limits.picturesInLibrary - 1 },
      onConflict: async () => ((await readLibrary()) ? full() : new WriteConflictError()),
    },
  );

const countRemovedPicture = (): Write => library.change(libraryKey, { add: { pictures_count: -1 } });

const keyOf = (id: string) => ({ library: 'website', id });

/** Returns a picture; strongly consistent. */
export const readPicture = (id: string): Promise<PictureRow | undefined> =>
  pictures.get(keyOf(id), { consistent: true });

/** Returns every picture; `damaged` has the ids of damaged rows. Strongly consistent. */
export const readPictures = (): Promise<{ rows: PictureRow[]; damaged?: string[] }> =>
  pictures.allIntact({ partition: 'website', consistent: true });

/**
 * Returns the writes that add a picture to the library.
 * @param full creates the error for a full library
 */
export const insertPicture = (row: Omit<PendingPicture, 'library'>, full: () => Error): Write[] => [
  pictures.insert({ library: 'website', ...row }),
  countAddedPicture(full),
];

/** Returns the write that makes a picture ready; it fails when the picture is no longer pending. */
export const setReady = (id: string, made: MadePicture): Write =>
  pictures.change(keyOf(id), { set: { ...made, state: 'ready' } }, { where: { state: 'pending' } });

/** Returns the write that sets a picture to failed; it fails when the picture is no longer pending. */
export const setFailed = (id: string, reason: string): Write =>
  pictures.change(keyOf(id), { set: { reason, state: 'failed' } }, { where: { state: 'pending' } });

/**
 * Returns the write that records that the draft shows a picture; it fails when the library does not have it with these
 * facts.
 */
export const usePicture = (
  { id, width, height, color }: PictureContent,
  onConflict: () => Error | Promise<Error>,
): Write =>
  pictures.change(
    keyOf(id),
    { remove: ['unused_since'] },
    { where: { state: 'ready', width, height, color }, onConflict },
  );

/** Returns the write that records since when a picture is unused; undefined records that it is used. */
export const setUnused = ({ id, unused_since }: ReadyPicture, since: string | undefined): Write =>
  pictures.change(keyOf(id), since === undefined ? { remove: ['unused_since'] } : { set: { unused_since: since } }, {
    where: { state: 'ready', unused_since },
  });

/** Returns the write that removes an unused picture from the library; it fails when a draft shows it again. */
export const startClearing = ({ id, unused_since }: ReadyPicture): Write =>
  pictures.change(
    keyOf(id),
    { set: { state: 'clearing' }, remove: ['unused_since'] },
    { where: { state: 'ready', unused_since } },
  );

/** Returns the writes that delete the row of a picture in this state and decrease the library's number. */
export const erasePicture = ({ id, state }: PictureRow): Write[] => [
  pictures.delete(keyOf(id), { where: { state } }),
  countRemovedPicture(),
];
