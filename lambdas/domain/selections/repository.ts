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
  /** Absent without a deadline: the key of an index can't be null. */
  ends_at: z.string().nullable().default(null),
  client_words: z.string(),
  status: z.enum(['open', 'submitted', 'closed']),
  /** Rows of choices that are chosen; changed only in their transactions. */
  chosen_count: z.number(),
  /** Counted while choices had notes of their own. Nothing reads it but former versions, which need it. */
  notes_length: z.number(),
  /** Grows with every choice, and every note written in the review. */
  revision: z.number(),
  /** `photos_changed_at` of the session when choices of hidden photos were last given up; '' for none. */
  photos_checked_at: z.string(),
  round: z.number(),
  submitted_at: z.string().nullable(),
  quote_id: z.string().nullable(),
  deleted_at: z.string().nullable(),
  created_at: z.string(),
  /** Grows with every edit by the studio and every submit, not with choices. */
  version: z.number(),
});
export type SelectionRow = z.infer<typeof SelectionRow>;

/**
 * A photo that the client has chosen, or had. `note`: words of the choice's own, from before the photo's note was the
 * choice's, too (`noteOn`); none are written anymore.
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

/** Names a selection. */
export type SelectionKey = Pick<SelectionRow, 'session_id' | 'id'>;

const keyOf = ({ session_id, id }: SelectionKey) => ({ session_id, part: `selection#${id}` });
const choiceKey = ({ session_id, id }: SelectionKey, photoId: string) => ({
  session_id,
  part: `choice#${id}#${photoId}`,
});
/** Reads the selection strongly consistent: limits depend on it. */
export const readSelection = (sessionId: string, id: string): Promise<SelectionRow | undefined> =>
  selections.get(keyOf({ session_id: sessionId, id }), { consistent: true });

/** Returns the keys of open selections that end from then on, the first one first. */
export async function readEndingSince(since: string, size: number, from: Key | undefined) {
  const { rows, last } = await endings.page({ index: 'ending', partition: 'selection', since }, size, from);
  return { rows: rows.map(({ part, ...row }) => ({ ...row, id: part.slice('selection#'.length) })), last };
}

/** Returns a session's selections, deleted ones too, the oldest first; `damaged` has the keys of rows left out. */
export async function readSelections(sessionId: string): Promise<{ rows: SelectionRow[]; damaged?: string[] }> {
  const query = { partition: sessionId, begins: 'selection#', consistent: true };
  const { rows, ...others } = await selections.allIntact(query);
  return { rows: rows.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)), ...others };
}

export const insertSelection = ({ ends_at, ...row }: SelectionRow): Write =>
  selections.insert({ ...row, ...(ends_at !== null && { ends_at, ending: 'selection' }) });

/** Changes a selection in the version that was read. */
export function changeSelection(
  row: SelectionRow,
  set: Partial<SelectionRow>,
  { where, onConflict }: Conditions,
): Write {
  const { ends_at, ...rest } = set;
  const after = { ...row, ...set };
  const isEnding = after.status === 'open' && after.ends_at !== null && after.deleted_at === null;
  return selections.change(
    keyOf(row),
    {
      set: {
        ...rest,
        ...(ends_at && { ends_at }),
        ...(isEnding && { ending: 'selection' }),
        version: row.version + 1,
      },
      remove: [...(isEnding ? [] : ['ending']), ...(ends_at === null ? ['ends_at'] : [])],
    },
    { where: { version: row.version, ...where }, ...(onConflict && { onConflict }) },
  );
}

/** How a client's change of choices changes the selection's row. */
export interface Counted {
  chosen_count: number;
  revision: 0 | 1;
}

/**
 * Returns the write that counts choices in their transaction: fails when the selection was edited, closed or submitted
 * after it was read, or has no room.
 * @param most how many photos can be chosen
 */
export function countChoices(row: SelectionRow, by: Counted, most: number, photos_checked_at?: string): Write {
  const { chosen_count } = by;
  return selections.change(
    keyOf(row),
    { add: { ...by }, set: { photos_checked_at } },
    {
      where: { version: row.version, status: 'open' },
      // Fewer photos need no room: the studio may have lowered the limit.
      atMost: chosen_count > 0 ? { chosen_count: most - chosen_count } : {},
    },
  );
}

/** Returns the choices of a selection that are chosen, strongly consistent. */
export async function readChosen({ session_id, id }: SelectionKey): Promise<ChoiceRow[]> {
  const rows = await choices.all({
    partition: session_id,
    begins: `choice#${id}#`,
    consistent: true,
    leaveOutDamaged: true,
  });
  return rows.filter((row) => row.is_chosen);
}

/** Reads the choices of these photos that exist. */
export const readChoicesOf = (key: SelectionKey, photoIds: string[]): Promise<ChoiceRow[]> =>
  choices.getMany(
    photoIds.map((photoId) => choiceKey(key, photoId)),
    { consistent: true, leaveOutDamaged: true },
  );

/**
 * Chooses a photo or gives it up.
 * @param before undefined where it was never chosen
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

/** Takes the own words of a choice, as they were read: they are in the photo's note. */
export const withoutNote = (key: SelectionKey, { photo_id, note }: ChoiceRow): Write =>
  choices.change(choiceKey(key, photo_id), { set: { note: '' } }, { where: { note, is_chosen: true } });

/** Returns the keys of some rows of a session's selections, damaged ones too. */
export const readSelectionKeys = async (sessionId: string, size: number) =>
  (await everyPart.page({ partition: sessionId, consistent: true }, size)).rows;

export const eraseSelectionRow = ({ session_id, part }: z.infer<typeof AnyKey>): Write =>
  everyPart.delete({ session_id, part });
