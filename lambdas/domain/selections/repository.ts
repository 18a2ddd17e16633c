import * as z from 'zod';
import { type Conditions, type Key, table, type Write } from '../../platform/table.ts';

/** A selection of a session. */
export const SelectionRow = z.object({
  session_id: z.string(),
  part: z.string(),
  id: z.string(),
  name: z.string(),
  included: z.number(),
  extra_cents: z.number().nullable(),
  minimum: z.number(),
  ends_on: z.string().nullable(),
  /** The instant of the deadline. The stored row lacks it without a deadline, because an index's key can't be null. */
  ends_at: z.string().nullable().default(null),
  client_words: z.string(),
  status: z.enum(['open', 'submitted', 'closed']),
  /** The number of chosen photos; changed only in the transactions of their rows. */
  chosen_count: z.number(),
  /** The characters of notes, counted by older versions of the software. Only these still read it. */
  notes_length: z.number(),
  /** Incremented by every choice, and by every note that is written in the review. */
  revision: z.number(),
  /**
   * The session's `photos_changed_at` at the last removal of hidden photos from the selection; '' when there was none.
   */
  photos_checked_at: z.string(),
  round: z.number(),
  submitted_at: z.string().nullable(),
  quote_id: z.string().nullable(),
  deleted_at: z.string().nullable(),
  created_at: z.string(),
  /** Incremented by every edit of the studio and every submit, not by choices. */
  version: z.number(),
});
export type SelectionRow = z.infer<typeof SelectionRow>;

/**
 * A photo that the client has chosen now or earlier (`is_chosen`). `note`: an older choice's own note, which the
 * photo's note has replaced since (`noteOn`); no new ones are written.
 */
export const ChoiceRow = z.object({
  session_id: z.string(),
  part: z.string(),
  photo_id: z.string(),
  is_chosen: z.boolean(),
  note: z.string(),
});
export type ChoiceRow = z.infer<typeof ChoiceRow>;

const AnyKey = z.object({ session_id: z.string(), part: z.string() });

const keys = { key: ['session_id', 'part'] } as const;
const selections = table('SELECTIONS_TABLE', keys, SelectionRow);
const endings = table(
  'SELECTIONS_TABLE',
  { ...keys, indexes: { ending: ['ending', 'ends_at'] } },
  SelectionRow.pick({ session_id: true, part: true }).extend({ ends_at: z.string() }),
);
const choices = table('SELECTIONS_TABLE', keys, ChoiceRow);
const everyPart = table('SELECTIONS_TABLE', keys, AnyKey);

/** The attributes that identify a selection. */
export type SelectionKey = Pick<SelectionRow, 'session_id' | 'id'>;

const keyOf = ({ session_id, id }: SelectionKey) => ({ session_id, part: `selection#${id}` });
const choiceKey = ({ session_id, id }: SelectionKey, photoId: string) => ({
  session_id,
  part: `choice#${id}#${photoId}`,
});
/** Returns the selection; strongly consistent, because limits depend on it. */
export const readSelection = (sessionId: string, id: string): Promise<SelectionRow | undefined> =>
  selections.get(keyOf({ session_id: sessionId, id }), { consistent: true });

/** Returns the selections with these keys that exist and are not damaged, also deleted ones. */
export const readManySelections = (selectionKeys: SelectionKey[]): Promise<SelectionRow[]> =>
  selections.getMany(selectionKeys.map(keyOf), { leaveOutDamaged: true });

/** Returns a page of the keys of open selections that end after this time, the next one first. */
export async function readEndingSince(since: string, size: number, from: Key | undefined) {
  const { rows, last } = await endings.page({ index: 'ending', partition: 'selection', since }, size, from);
  return { rows: rows.map(({ part, ...row }) => ({ ...row, id: part.slice('selection#'.length) })), last };
}

/** Returns a session's selections, including deleted ones, the oldest first; `damaged` has the keys of damaged rows. */
export async function readSelections(sessionId: string): Promise<{ rows: SelectionRow[]; damaged?: string[] }> {
  const query = { partition: sessionId, begins: 'selection#', consistent: true };
  const { rows, ...damagedKeys } = await selections.allIntact(query);
  return { rows: rows.toSorted((first, second) => (first.created_at < second.created_at ? -1 : 1)), ...damagedKeys };
}

export const insertSelection = ({ ends_at, ...row }: SelectionRow): Write =>
  selections.insert({ ...row, ...(ends_at !== null && { ends_at, ending: 'selection' }) });

/**
 * Returns the write that changes a selection; it fails when the selection is no longer in the version that was read.
 */
export function changeSelection(
  row: SelectionRow,
  set: Partial<SelectionRow>,
  { where, onConflict }: Conditions,
): Write {
  const { ends_at, ...otherAttributes } = set;
  const after = { ...row, ...set };
  const isEnding = after.status === 'open' && after.ends_at !== null && after.deleted_at === null;
  return selections.change(
    keyOf(row),
    {
      set: {
        ...otherAttributes,
        ...(ends_at && { ends_at }),
        ...(isEnding && { ending: 'selection' }),
        version: row.version + 1,
      },
      remove: [...(isEnding ? [] : ['ending']), ...(ends_at === null ? ['ends_at'] : [])],
    },
    { where: { version: row.version, ...where }, ...(onConflict && { onConflict }) },
  );
}

/** The numbers that a client's change of choices adds to the selection's row. */
export interface Counted {
  chosen_count: number;
  revision: 0 | 1;
}

/**
 * Returns the write that counts choices in their transaction. It fails when the selection was edited, closed or
 * submitted after it was read, or has no room.
 * @param maxCount the number of photos that can be chosen
 */
export function countChoices(row: SelectionRow, change: Counted, maxCount: number, photos_checked_at?: string): Write {
  const { chosen_count } = change;
  return selections.change(
    keyOf(row),
    { add: { ...change }, set: { photos_checked_at } },
    {
      where: { version: row.version, status: 'open' },
      // A decrease needs no room, because the studio may have lowered the limit below the present number.
      atMost: chosen_count > 0 ? { chosen_count: maxCount - chosen_count } : {},
    },
  );
}

/** Returns the choices of a selection that are chosen now; strongly consistent. */
export async function readChosen({ session_id, id }: SelectionKey): Promise<ChoiceRow[]> {
  const rows = await choices.all({
    partition: session_id,
    begins: `choice#${id}#`,
    consistent: true,
    leaveOutDamaged: true,
  });
  return rows.filter((row) => row.is_chosen);
}

/** Returns the existing choices of these photos, chosen or not; strongly consistent. */
export const readChoicesOf = (key: SelectionKey, photoIds: string[]): Promise<ChoiceRow[]> =>
  choices.getMany(
    photoIds.map((photoId) => choiceKey(key, photoId)),
    { consistent: true, leaveOutDamaged: true },
  );

/**
 * Returns the write that chooses a photo, or removes it from the selection.
 * @param before the choice that was read; undefined when the photo was never chosen
 */
export const setChosen = (
  key: SelectionKey,
  photo_id: string,
  before: ChoiceRow | undefined,
  is_chosen: boolean,
): Write =>
  before
    ? choices.change(choiceKey(key, photo_id), { set: { is_chosen } }, { where: { is_chosen: before.is_chosen } })
    : choices.insert({ ...choiceKey(key, photo_id), photo_id, is_chosen, note: '' });

/** Returns the write that removes an older choice's own note, because the photo's note replaces it. */
export const withoutNote = (key: SelectionKey, { photo_id, note }: ChoiceRow): Write =>
  choices.change(choiceKey(key, photo_id), { set: { note: '' } }, { where: { note, is_chosen: true } });

/** Returns the keys of at most `size` rows of a session's selections, including damaged ones. */
export const readSelectionKeys = async (sessionId: string, size: number) =>
  (await everyPart.page({ partition: sessionId, consistent: true }, size)).rows;

export const eraseSelectionRow = ({ session_id, part }: z.infer<typeof AnyKey>): Write =>
  everyPart.delete({ session_id, part });
