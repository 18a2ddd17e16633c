import * as z from 'zod';
import type { PictureContent } from '#shared/website.ts';
import { table, type Write } from '../../platform/table.ts';

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
const keyOf = (id: string) => ({ library: 'website', id });

/** Strongly consistent. */
export const readPicture = (id: string): Promise<PictureRow | undefined> =>
  pictures.get(keyOf(id), { consistent: true });

/** Every picture, strongly consistent; `damaged` has the ids of rows left out. */
export const readPictures = (): Promise<{ rows: PictureRow[]; damaged?: string[] }> =>
  pictures.allIntact({ partition: 'website', consistent: true });

export const insertPicture = (row: Omit<PendingPicture, 'library'>): Write =>
  pictures.insert({ library: 'website', ...row });

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

/** Deletes the row of a picture that is in this state. */
export const erasePicture = ({ id, state }: PictureRow): Write => pictures.delete(keyOf(id), { where: { state } });
