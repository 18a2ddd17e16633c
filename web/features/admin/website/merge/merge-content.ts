import type { Website } from '#shared/website/website.ts';
import { isObject, isSame } from '../../../../forms/merge.ts';
import { identifyRows, mergeOrder, withAdded } from './merge-rows.ts';

export type Side = 'mine' | 'theirs';

/** What two people have changed, each in another way. */
export interface ContentConflict {
  /**
   * Path in the content, with the IDs of rows: `contact.questions.3.answer`. It stays the same while rows move and
   * names the choice. `contact.questions order` is that of the list's order.
   */
  id: string;
  /** The row around it, as one of the two has it; undefined outside of lists. */
  row: unknown;
  /** Undefined where a row was removed. */
  mine: unknown;
  theirs: unknown;
}

export interface MergedContent {
  content: Website;
  /** Those without a choice; the content has what was typed there. */
  conflicts: ContentConflict[];
}

/** The lists whose rows are added, removed and moved. Other lists have a fixed length. */
const rowLists =
  /^(sessions\.(packages|add_ons)|contact\.(questions|steps)|testimonials|service_pages\.[\w-]+\.(pictures|questions))$|\.inclusions$/;

/**
 * Merges the website's content, as it was typed, with what somebody else has saved since it was loaded: field by field,
 * and in lists row by row.
 * @param choices by the IDs of conflicts
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

  /** The chosen value; what was typed while nothing is chosen. */
  function decide(conflict: ContentConflict): unknown {
    const choice = choices[conflict.id];
    if (choice === undefined) conflicts.push(conflict);
    return choice === 'theirs' ? conflict.theirs : conflict.mine;
  }

  function merge(id: string, row: unknown, before: unknown, own: unknown, other: unknown): unknown {
    if (isSame(own, other) || isSame(other, before)) return own;
    if (isSame(own, before)) return other;
    if (Array.isArray(before) && Array.isArray(own) && Array.isArray(other)) {
      if (rowLists.test(id)) return mergeRows(id, row, before, own, other);
      const inParts = (each: unknown, index: number) =>
        merge(`${id}.${index}`, row ?? each, each, own[index], other[index]);
      if (!id.endsWith('.focus')) return before.map(inParts);
    } else if (hasParts(before) && hasParts(own) && hasParts(other) && isSamePicture(before, own, other)) {
      const entries = Object.keys(before).map((name) => {
        const path = id === '' ? name : `${id}.${name}`;
        return [name, merge(path, row, before[name], own[name], other[name])];
      });
      return Object.fromEntries(entries);
    }
    return decide({ id, row, mine: own, theirs: other });
  }

  function mergeRows(list: string, around: unknown, before: unknown[], own: unknown[], other: unknown[]): unknown[] {
    const rows = identifyRows(before, own, other);
    const merged = new Map<string, unknown>();
    for (const id of new Set([...rows.base.keys(), ...rows.mine.keys(), ...rows.theirs.keys()])) {
      const row = mergeRow(`${list}.${id}`, around, rows.base.get(id), rows.mine.get(id), rows.theirs.get(id));
      if (row !== undefined) merged.set(id, row);
    }
    const [mineIds, theirIds] = [[...rows.mine.keys()], [...rows.theirs.keys()]];
    const order = mergeOrder([...rows.base.keys()], mineIds, theirIds) ?? orderOf(list, around, mineIds, theirIds);
    return order.flatMap((id) => (merged.has(id) ? [merged.get(id)] : []));

    function orderOf(list: string, row: unknown, mine: string[], theirs: string[]): string[] {
      const shown = (ids: string[]) => ids.flatMap((id) => (merged.has(id) ? [merged.get(id)] : []));
      const [ofMine, ofTheirs] = [withAdded(mine, theirs), withAdded(theirs, mine)];
      const chosen = decide({ id: `${list} order`, row, mine: shown(ofMine), theirs: shown(ofTheirs) });
      return isSame(chosen, shown(ofMine)) ? ofMine : ofTheirs;
    }
  }

  /** A row; undefined when it was removed. One that was changed and removed stays until somebody chooses. */
  function mergeRow(id: string, around: unknown, before: unknown, own: unknown, other: unknown): unknown {
    if (own !== undefined && other !== undefined) return merge(id, around ?? own, before, own, other);
    const left = own ?? other;
    if (before === undefined || left === undefined) return left;
    if (isSame(left, before)) return undefined;
    const decided = decide({ id, row: around ?? left, mine: own, theirs: other });
    return choices[id] === undefined ? left : decided;
  }
}

const hasParts = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/** Whether three values are no pictures, or the same picture, whose description and focal point are merged. */
const isSamePicture = (...values: Record<string, unknown>[]): boolean =>
  values.every(({ id, focus }) => focus === undefined || id === values[0]?.id);
