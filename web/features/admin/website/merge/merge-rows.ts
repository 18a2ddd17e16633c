import { isObject, isSame } from '../../../../forms/merge.ts';

/** The rows of a list in three versions, by IDs that are the same for the same row. */
interface Identified {
  mine: Map<string, unknown>;
  theirs: Map<string, unknown>;
  base: Map<string, unknown>;
}

/**
 * Returns the rows of a list as loaded, as edited here and as somebody else has saved it, by IDs that are the same for the same
 * row. Most of the website's rows have no stored ID, only some have slugs: two rows are the same if they are equal, have the same
 * name or question, or one is at the position where the other is missing and they have something in common.
 */
export function identifyRows(base: unknown[], mine: unknown[], theirs: unknown[]): Identified {
  const baseIds = base.map((_, index) => `${index}`);
  const mineIds = matchedIndexes(base, mine).map((index, position) =>
    index === undefined ? `mine ${position}` : `${index}`,
  );
  const isAdded = (id: string) => id.startsWith('mine');
  const paired = new Set<string>();
  const theirIds = matchedIndexes(base, theirs).map((index, position) => {
    if (index !== undefined) return `${index}`;
    // If both have added the same row, it is there once.
    const mineIndex = mineIds.findIndex(
      (id, index) => isAdded(id) && !paired.has(id) && isSame(mine[index], theirs[position]),
    );
    const id = mineIds[mineIndex];
    if (id === undefined) return `theirs ${position}`;
    paired.add(id);
    return id;
  });
  const byId = (ids: string[], rows: unknown[]) => new Map(ids.map((id, index) => [id, rows[index]]));
  return { base: byId(baseIds, base), mine: byId(mineIds, mine), theirs: byId(theirIds, theirs) };
}

/** Returns for each row the index of the same row in `base`; undefined for an added row. */
function matchedIndexes(base: unknown[], rows: unknown[]): (number | undefined)[] {
  const baseIndexes: (number | undefined)[] = rows.map(() => undefined);
  const isFree = (index: number) => index < base.length && !baseIndexes.includes(index);
  const match = (isSameRow: (baseRow: unknown, row: unknown) => boolean) => {
    for (const [position, row] of rows.entries()) {
      if (baseIndexes[position] !== undefined) continue;
      const index = base.findIndex((baseRow, baseIndex) => isFree(baseIndex) && isSameRow(baseRow, row));
      if (index >= 0) baseIndexes[position] = index;
    }
  };
  match((baseRow, row) => slugOf(baseRow) !== undefined && slugOf(baseRow) === slugOf(row));
  match(isSame);
  match((baseRow, row) => nameOf(baseRow) !== '' && isSame(nameOf(baseRow), nameOf(row)));
  // A row at the position of a missing row, directly after the same row as before, was edited from it.
  for (const [position, row] of rows.entries()) {
    if (baseIndexes[position] !== undefined || slugOf(row) !== undefined) continue;
    const index = position === 0 ? 0 : (baseIndexes[position - 1] ?? base.length) + 1;
    if (isFree(index) && hasCommon(base[index], row)) baseIndexes[position] = index;
  }
  return baseIndexes;
}

const slugOf = (row: unknown): unknown => (isObject(row) ? row.slug : undefined);

/** Whether a row can be an edited version of another row: both are lines of text, or a value of it is unchanged. */
function hasCommon(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return true;
  return Object.entries(first).some(([name, value]) => {
    const isTelling = name !== 'per' && name !== 'service' && value !== '' && value !== null;
    return isTelling && isSame(value, second[name]);
  });
}

/** Returns a row's name: of a session, a question, a step, a testimonial or a picture. */
export function nameOf(row: unknown): unknown {
  if (!isObject(row)) return '';
  const { question, title, name, picture } = row;
  return question ?? title ?? name ?? (isObject(picture) ? picture.id : '');
}

/**
 * Returns the order of a merged list, with each row once: the order of the side that has moved rows, with each row that the other
 * side added after the row that it follows there; undefined if both have moved rows, each in another way.
 */
export function mergeOrder(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const common = base.filter((id) => mine.includes(id) && theirs.includes(id));
  const commonOf = (ids: string[]) => ids.filter((id) => common.includes(id));
  if (isSame(commonOf(mine), common)) return withAdded(theirs, mine);
  if (isSame(commonOf(theirs), common) || isSame(commonOf(mine), commonOf(theirs))) return withAdded(mine, theirs);
  return undefined;
}

/** Returns the IDs in their order, with each ID that only `others` has after the ID that it follows there. */
export function withAdded(ids: string[], others: string[]): string[] {
  const merged = [...ids];
  for (const [position, id] of others.entries()) {
    if (merged.includes(id)) continue;
    // The ID that it follows is in the list: from the beginning, or because the loop has added it.
    const previousId = others[position - 1];
    merged.splice(previousId === undefined ? 0 : merged.indexOf(previousId) + 1, 0, id);
  }
  return merged;
}
