import type { Website } from '#shared/website/website.ts';
import { isObject, isSame } from '../../../../forms/merge.ts';
import { identifyRows, mergeOrder, withAdded } from './merge-rows.ts';

export type Side = 'mine' | 'theirs';

/** A value that two people have changed, each in another way. */
export interface ContentConflict {
  /**
   * The path in the content, with the IDs of rows: `contact.questions.3.answer`. It stays the same while rows move, and is the
   * key of the choice. `contact.questions order` is for the order of the list.
   */
  id: string;
  /** The row of a list that contains the value, as one of the two has it; undefined outside of lists. */
  row: unknown;
  /** The value of either side; undefined if its row was removed. */
  mine: unknown;
  theirs: unknown;
}

export interface MergedContent {
  content: Website;
  /** Conflicts without a choice; the content has the typed values there. */
  conflicts: ContentConflict[];
}

/** Lists whose rows can be added, removed and moved. Other lists have a fixed length. */
const rowLists =
  /^(sessions\.(packages|add_ons)|contact\.(questions|steps)|testimonials|service_pages\.[\w-]+\.(pictures|questions))$|\.inclusions$/;

/**
 * Merges the website's typed content with the content that somebody else has saved since it was loaded: field by field, and in
 * lists row by row.
 * @param choices the chosen sides by the IDs of conflicts
 */
export function mergeContents(
  base: Website,
  mine: Website,
  theirs: Website,
  choices: Record<string, Side> = {},
): MergedContent {
  const conflicts: ContentConflict[] = [];
  const content = merge('', undefined, base, mine, theirs) as Website;
  return { content, conflicts };

  /** Returns the chosen value; the typed value if nothing is chosen. */
  function decide(conflict: ContentConflict): unknown {
    const choice = choices[conflict.id];
    if (choice === undefined) conflicts.push(conflict);
    return choice === 'theirs' ? conflict.theirs : conflict.mine;
  }

  function merge(id: string, row: unknown, base: unknown, mine: unknown, theirs: unknown): unknown {
    if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
    if (isSame(mine, base)) return theirs;
    if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
      if (rowLists.test(id)) return mergeRows(id, row, base, mine, theirs);
      const mergeAt = (each: unknown, index: number) =>
        merge(`${id}.${index}`, row ?? each, each, mine[index], theirs[index]);
      if (!id.endsWith('.focus')) return base.map(mergeAt);
    } else if (isRecord(base) && isRecord(mine) && isRecord(theirs) && isSamePicture(base, mine, theirs)) {
      const entries = Object.keys(base).map((name) => {
        const path = id === '' ? name : `${id}.${name}`;
        return [name, merge(path, row, base[name], mine[name], theirs[name])];
      });
      return Object.fromEntries(entries);
    }
    return decide({ id, row, mine, theirs });
  }

  function mergeRows(
    list: string,
    parentRow: unknown,
    baseRows: unknown[],
    mine: unknown[],
    theirs: unknown[],
  ): unknown[] {
    const rows = identifyRows(baseRows, mine, theirs);
    const merged = new Map<string, unknown>();
    for (const id of new Set([...rows.base.keys(), ...rows.mine.keys(), ...rows.theirs.keys()])) {
      const row = mergeRow(`${list}.${id}`, parentRow, rows.base.get(id), rows.mine.get(id), rows.theirs.get(id));
      if (row !== undefined) merged.set(id, row);
    }
    const [mineIds, theirIds] = [[...rows.mine.keys()], [...rows.theirs.keys()]];
    const order = mergeOrder([...rows.base.keys()], mineIds, theirIds) ?? orderOf(list, parentRow, mineIds, theirIds);
    return order.flatMap((id) => (merged.has(id) ? [merged.get(id)] : []));

    function orderOf(list: string, row: unknown, mine: string[], theirs: string[]): string[] {
      const rowsOf = (ids: string[]) => ids.flatMap((id) => (merged.has(id) ? [merged.get(id)] : []));
      const [mineOrder, theirOrder] = [withAdded(mine, theirs), withAdded(theirs, mine)];
      const chosenRows = decide({ id: `${list} order`, row, mine: rowsOf(mineOrder), theirs: rowsOf(theirOrder) });
      return isSame(chosenRows, rowsOf(mineOrder)) ? mineOrder : theirOrder;
    }
  }

  /**
   * Returns a merged row; undefined if it was removed. A row that one side changed and the other removed stays until a choice is
   * made.
   */
  function mergeRow(id: string, parentRow: unknown, baseRow: unknown, mine: unknown, theirs: unknown): unknown {
    if (mine !== undefined && theirs !== undefined) return merge(id, parentRow ?? mine, baseRow, mine, theirs);
    const remainingRow = mine ?? theirs;
    if (baseRow === undefined || remainingRow === undefined) return remainingRow;
    if (isSame(remainingRow, baseRow)) return undefined;
    const decidedRow = decide({ id, row: parentRow ?? remainingRow, mine, theirs });
    return choices[id] === undefined ? remainingRow : decidedRow;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** Whether the values are not pictures, or the same picture, so that description and focal point are merged. */
const isSamePicture = (...values: Record<string, unknown>[]): boolean =>
  values.every(({ id, focus }) => focus === undefined || id === values[0]?.id);
