import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { PictureContent } from '#shared/website/website.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { table, type Write, write } from '../../platform/table.ts';

const known = {
  /** The same on all rows, so that a query lists them. */
  library: z.literal('website'),
  id: z.string(),
  name: z.string(),
  asked_at: z.string(),
};

/** `photo`: the featured photo that it is taken from; without it, an uploaded file. */
const Pending = z.object({
  ...known,
  state: z.literal('pending'),
  photo: z.object({ session_id: z.string(), id: z.string() }).optional(),
});
const Made = {
  width: z.number(),
  height: z.number(),
  color: z.string(),
  focus: z.tuple([z.number(), z.number()]),
};
const Ready = z.object({ ...known, ...Made, state: z.literal('ready'), unused_since: z.string().optional() });
const Failed = z.object({ ...known, state: z.literal('failed'), reason: z.string() });
/** Nobody may show it any more: its files are being deleted, then its row. */
const Clearing = z.object({ ...known, ...Made, state: z.literal('clearing') });

export const PictureRow = z.discriminatedUnion('state', [Pending, Ready, Failed, Clearing]);
export type PictureRow = z.infer<typeof PictureRow>;
export type PendingPicture = z.infer<typeof Pending>;
export type ReadyPicture = z.infer<typeof Ready>;

/** What is known of a picture once its files are made. */
export type MadePicture = Pick<ReadyPicture, 'width' | 'height' | 'color' | 'focus'>;

const pictures = table('PICTURES_TABLE', { key: ['library', 'id'] }, PictureRow);
/**
 * The library as a whole: how many pictures it has. Missing until it is counted for the first time, as after a restore:
 * no export has it.
 */
const LibraryRow = z.object({ id: z.literal('library'), pictures_count: z.number() });
const library = table('GUARDS_TABLE', { key: ['id'] }, LibraryRow);
const libraryKey = { id: 'library' };
const readLibrary = () => library.get(libraryKey, { consistent: true });

/**
 * Counts the pictures of a library that was not counted before. Nothing changes their number until it is stored,
 * because each write that adds or removes one needs it.
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
    // Counted by another request meanwhile.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Counts a picture that is added in the same transaction: fails with `full` where there is no room, and with
 * WriteConflictError where the library was not counted before.
 */
const countAdded = (full: () => Error): Write =>
  library.change(
    libraryKey,
    { add: { pictures_count: 1 } },
    {
      atMost: { pictures_count: limits.picturesInLibrary - 1 },
      onConflict: async () => ((await readLibrary()) ? full() : new WriteConflictError()),
    },
  );

const countRemoved = (): Write => library.change(libraryKey, { add: { pictures_count: -1 } });

const keyOf = (id: string) => ({ library: 'website', id });

/** Strongly consistent. */
export const readPicture = (id: string): Promise<PictureRow | undefined> =>
  pictures.get(keyOf(id), { consistent: true });

/** Every picture, strongly consistent; `damaged` has the ids of rows left out. */
export const readPictures = (): Promise<{ rows: PictureRow[]; damaged?: string[] }> =>
  pictures.allIntact({ partition: 'website', consistent: true });

/**
 * Returns the writes that add a picture to the library.
 * @param full creates the error for one picture too many
 */
export const insertPicture = (row: Omit<PendingPicture, 'library'>, full: () => Error): Write[] => [
  pictures.insert({ library: 'website', ...row }),
  countAdded(full),
];

/** Fails when the picture is not awaited any more. */
export const setReady = (id: string, made: MadePicture): Write =>
  pictures.change(keyOf(id), { set: { ...made, state: 'ready' } }, { where: { state: 'pending' } });

/** Fails when the picture is not awaited any more. */
export const setFailed = (id: string, reason: string): Write =>
  pictures.change(keyOf(id), { set: { reason, state: 'failed' } }, { where: { state: 'pending' } });

/** Says that the draft shows a picture; fails when it is not in the library, or not with these facts. */
export const usePicture = (
  { id, width, height, color }: PictureContent,
  onConflict: () => Error | Promise<Error>,
): Write =>
  pictures.change(
    keyOf(id),
    { remove: ['unused_since'] },
    { where: { state: 'ready', width, height, color }, onConflict },
  );

/** Writes since when a picture is unused, or that it is used. */
export const setUnused = ({ id, unused_since }: ReadyPicture, since: string | undefined): Write =>
  pictures.change(keyOf(id), since === undefined ? { remove: ['unused_since'] } : { set: { unused_since: since } }, {
    where: { state: 'ready', unused_since },
  });

/** Takes an unused picture out of the library; fails when a draft shows it again. */
export const startClearing = ({ id, unused_since }: ReadyPicture): Write =>
  pictures.change(
    keyOf(id),
    { set: { state: 'clearing' }, remove: ['unused_since'] },
    { where: { state: 'ready', unused_since } },
  );

/** Returns the writes that delete the row of a picture that is in this state, and count it no more. */
export const erasePicture = ({ id, state }: PictureRow): Write[] => [
  pictures.delete(keyOf(id), { where: { state } }),
  countRemoved(),
];
