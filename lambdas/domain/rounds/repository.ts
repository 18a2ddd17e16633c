import * as z from 'zod';
import { Stage } from '#shared/contract/photos/photos.ts';
import { SubmittedRound } from '#shared/contract/selections.ts';
import { table, type Write } from '../../platform/table.ts';

/** Stores and reads the rounds of selections: the choices that a client submitted, which never change afterwards. */

export const RoundRow = SubmittedRound.extend({
  session_id: z.string(),
  part: z.string(),
  /** The number of rows with the round's photos. */
  parts: z.number(),
});
export type RoundRow = z.infer<typeof RoundRow>;

const ChosenPhoto = z.object({
  photo_id: z.string(),
  file_name: z.string(),
  note: z.string(),
  /**
   * The version that was submitted: its id (`versionIdOf`), its stage, and its file name if it differs from the
   * photo's. Missing in older rounds.
   */
  version: z.object({ id: z.string(), stage: Stage, file_name: z.string().optional() }).optional(),
});
/** A photo as it was submitted in a round. */
export type ChosenPhoto = z.infer<typeof ChosenPhoto>;
/** A row with as many of a round's photos as fit into it. */
export const ChosenRow = z.object({ session_id: z.string(), part: z.string(), photos: z.array(ChosenPhoto) });

const keys = { key: ['session_id', 'part'] } as const;
const rounds = table('SELECTIONS_TABLE', keys, RoundRow);
const chosen = table('SELECTIONS_TABLE', keys, ChosenRow);

/** The attributes that identify the selection of a round. */
interface SelectionKey {
  session_id: string;
  id: string;
}

const sortableNumber = (round: number) => String(round).padStart(6, '0');
const roundKey = ({ session_id, id }: SelectionKey, round: number) => ({
  session_id,
  part: `round#${id}#${sortableNumber(round)}`,
});
const chosenPrefix = (id: string, round: number) => `chosen#${id}#${sortableNumber(round)}#`;

/** Returns the rounds of a selection, the oldest first. */
export const readRounds = ({ session_id, id }: SelectionKey): Promise<RoundRow[]> =>
  rounds.all({ partition: session_id, begins: `round#${id}#`, consistent: true, leaveOutDamaged: true });

/** Returns one round; strongly consistent. */
export const readRound = (key: SelectionKey, round: number): Promise<RoundRow | undefined> =>
  rounds.get(roundKey(key, round), { consistent: true });

/** Returns the photos of a round in the order in which they were submitted. */
export const readRoundPhotos = async ({ session_id, id }: SelectionKey, round: number): Promise<ChosenPhoto[]> =>
  (await chosen.all({ partition: session_id, begins: chosenPrefix(id, round) })).flatMap(({ photos }) => photos);

/** The bytes of JSON in a row. DynamoDB's rows have at most 400 KB, and it counts fewer bytes than JSON has. */
const bytesPerRow = 300_000;

/** Returns the writes that store a round with its photos, each row below DynamoDB's limit. */
export function insertRound(key: SelectionKey, round: SubmittedRound, photos: ChosenPhoto[]): Write[] {
  const batches = batchesOf(photos);
  return [
    rounds.insert({ ...roundKey(key, round.round), ...round, parts: batches.length }),
    ...batches.map((photosOfRow, index) =>
      chosen.insert({
        session_id: key.session_id,
        part: `${chosenPrefix(key.id, round.round)}${sortableNumber(index)}`,
        photos: photosOfRow,
      }),
    ),
  ];
}

function batchesOf(photos: ChosenPhoto[]): ChosenPhoto[][] {
  const batches: ChosenPhoto[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const photo of photos) {
    const size = Buffer.byteLength(JSON.stringify(photo));
    if (bytes + size > bytesPerRow) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(photo);
    bytes += size;
  }
  return batches;
}
