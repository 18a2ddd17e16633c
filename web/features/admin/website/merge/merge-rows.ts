import { isObject, isSame } from '../../../../forms/merge.ts';

/** A list's rows by IDs that are the same for the same row in all three lists. */
interface Identified {
  mine: Map<string, unknown>;
  theirs: Map<string, unknown>;
  base: Map<string, unknown>;
}

/**
 * Returns the rows of a list as loaded, as edited here and as somebody else has saved it, each by an ID that is the same
 * for the same row. The website's rows have no IDs of their own, but for slugs: a row is the same where it is equal, has
 * the same name or question, or stands where one is missing and has something in common with it.
 */
export function identifyRows(base: unknown[], mine: unknown[], theirs: unknown[]): Identified {
  const ofBase = base.map((_, index) => `${index}`);
  const ofMine = matched(base, mine).map((index, place) => (index === undefined ? `mine ${place}` : `${index}`));
  const isAdded = (id: string) => id.startsWith('mine');
  const paired = new Set<string>();
  const ofTheirs = matched(base, theirs).map((index, place) => {
    if (index !== undefined) return `${index}`;
    // Both have added the same row: it is there once.
    const at = ofMine.findIndex((id, own) => isAdded(id) && !paired.has(id) && isSame(mine[own], theirs[place]));
    const id = ofMine[at];
    if (id === undefined) return `theirs ${place}`;
    paired.add(id);
    return id;
  });
  const byId = (ids: string[], rows: unknown[]) => new Map(ids.map((id, index) => [id, rows[index]]));
  return { base: byId(ofBase, base), mine: byId(ofMine, mine), theirs: byId(ofTheirs, theirs) };
}

/** For each of the rows the index of the same one in `base`; undefined for one that was added. */
function matched(base: unknown[], rows: unknown[]): (number | undefined)[] {
  const found: (number | undefined)[] = rows.map(() => undefined);
  const isFree = (index: number) => index < base.length && !found.includes(index);
  const match = (isSameRow: (one: unknown, other: unknown) => boolean) => {
    for (const [place, row] of rows.entries()) {
      if (found[place] !== undefined) continue;
      const index = base.findIndex((one, at) => isFree(at) && isSameRow(one, row));
      if (index >= 0) found[place] = index;
    }
  };
  match((one, other) => slugOf(one) !== undefined && slugOf(one) === slugOf(other));
  match(isSame);
  match((one, other) => nameOf(one) !== '' && isSame(nameOf(one), nameOf(other)));
  // What stands where a row is missing was made from it: directly behind the same row as before.
  for (const [place, row] of rows.entries()) {
    if (found[place] !== undefined || slugOf(row) !== undefined) continue;
    const index = place === 0 ? 0 : (found[place - 1] ?? base.length) + 1;
    if (isFree(index) && hasCommon(base[index], row)) found[place] = index;
  }
  return found;
}

const slugOf = (row: unknown): unknown => (isObject(row) ? row.slug : undefined);

/** Whether a row can be another one that was edited: a line, or something of it is as it was. */
function hasCommon(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return true;
  return Object.entries(one).some(([name, value]) => {
    const tells = name !== 'per' && name !== 'service' && value !== '' && value !== null;
    return tells && isSame(value, other[name]);
  });
}

/** A row's name: of a session, a question, a step, a testimonial or a picture. */
export function nameOf(row: unknown): unknown {
  if (!isObject(row)) return '';
  const { question, title, name, picture } = row;
  return question ?? title ?? name ?? (isObject(picture) ? picture.id : '');
}

/**
 * Returns the order of a merged list, of which each row is there once: that of the one who has moved rows, with what the
 * other one has added behind the row that it was added to; undefined when both have moved rows, each in another way.
 */
export function mergeOrder(base: string[], mine: string[], theirs: string[]): string[] | undefined {
  const common = base.filter((id) => mine.includes(id) && theirs.includes(id));
  const ofCommon = (ids: string[]) => ids.filter((id) => common.includes(id));
  if (isSame(ofCommon(mine), common)) return withAdded(theirs, mine);
  if (isSame(ofCommon(theirs), common) || isSame(ofCommon(mine), ofCommon(theirs))) return withAdded(mine, theirs);
  return undefined;
}

/** The IDs in their order, and each that only `others` have behind the one that it follows there. */
export function withAdded(ids: string[], others: string[]): string[] {
  const all = [...ids];
  for (const [place, id] of others.entries()) {
    if (all.includes(id)) continue;
    // What it follows is there: it was, or the loop has added it.
    const before = others[place - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, id);
  }
  return all;
}
