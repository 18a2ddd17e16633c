import * as z from 'zod';
import { Stage } from '#shared/contract/photos/photos.ts';
import { SubmittedRound } from '#shared/contract/selections.ts';
import { table, type Write } from '../../platform/table.ts';

/** The rounds of selections: what a client submitted, which nothing changes afterwards. */

export const RoundRow = SubmittedRound.extend({
  session_id: z.string(),
  part: z.string(),
  /** Rows that hold its photos. */
  parts: z.number(),
});
export type RoundRow = z.infer<typeof RoundRow>;

const ChosenPhoto = z.object({
  photo_id: z.string(),
  file_name: z.string(),
  note: z.string(),
  /**
   * The file that was chosen, by its id (`versionIdOf`), and its name where it has another one than the photo; missing in
   * rounds from before it was stored.
   */
  version: z.object({ id: z.string(), stage: Stage, file_name: z.string().optional() }).optional(),
});
/** A photo as it was submitted. */
export type ChosenPhoto = z.infer<typeof ChosenPhoto>;
/** Photos of a submit, as many as fit into one row. */
export const ChosenRow = z.object({ session_id: z.string(), part: z.string(), photos: z.array(ChosenPhoto) });

const keys = { key: ['session_id', 'part'] } as const;
const rounds = table('SELECTIONS_TABLE', keys, RoundRow);
const chosen = table('SELECTIONS_TABLE', keys, ChosenRow);

/** Names the selection that a round is of. */
interface SelectionKey {
  session_id: string;
  id: string;
}

const inOrder = (round: number) => String(round).padStart(6, '0');
const roundKey = ({ session_id, id }: SelectionKey, round: number) => ({
  session_id,
  part: `round#${id}#${inOrder(round)}`,
});
const chosenPart = (id: string, round: number) => `chosen#${id}#${inOrder(round)}#`;

/** Returns the rounds of a selection, the oldest first. */
export const readRounds = ({ session_id, id }: SelectionKey): Promise<RoundRow[]> =>
  rounds.all({ partition: session_id, begins: `round#${id}#`, consistent: true, leaveOutDamaged: true });

/** Reads one round. */
export const readRound = (key: SelectionKey, round: number): Promise<RoundRow | undefined> =>
  rounds.get(roundKey(key, round), { consistent: true });

/** Returns the photos of a round in the order in which they were submitted. */
export const readRoundPhotos = async ({ session_id, id }: SelectionKey, round: number): Promise<ChosenPhoto[]> =>
  (await chosen.all({ partition: session_id, begins: chosenPart(id, round) })).flatMap(({ photos }) => photos);

/** DynamoDB's rows have at most 400 KB. JSON is longer than what DynamoDB counts. */
const bytesPerRow = 300_000;

/** Returns the writes that store a round with its photos, each row below DynamoDB's limit. */
export function insertRound(key: SelectionKey, round: SubmittedRound, photos: ChosenPhoto[]): Write[] {
  const parts = partsOf(photos);
  return [
    rounds.insert({ ...roundKey(key, round.round), ...round, parts: parts.length }),
    ...parts.map((some, index) =>
      chosen.insert({
        session_id: key.session_id,
        part: `${chosenPart(key.id, round.round)}${inOrder(index)}`,
        photos: some,
      }),
    ),
  ];
}

function partsOf(photos: ChosenPhoto[]): ChosenPhoto[][] {
  const parts: ChosenPhoto[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const photo of photos) {
    const size = Buffer.byteLength(JSON.stringify(photo));
    if (bytes + size > bytesPerRow) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(photo);
    bytes += size;
  }
  return parts;
}
