import type { PresetSelection, PresetSettings } from '#shared/contract/sessions/presets.ts';
import type { EditSession, Session } from '#shared/contract/sessions/sessions.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { limits } from '#shared/limits.ts';
import { fold } from '#shared/text/fold.ts';
import { dayAhead } from '#shared/time/studio-time.ts';

/** The settings of a session that a preset can change, and the number of photos placed by hand. */
export type PresetTarget = Pick<
  Session,
  | 'chapters'
  | 'photo_order'
  | 'placed_count'
  | 'client_words'
  | 'download_sizes'
  | 'download_allowance'
  | 'client_may_share'
  | 'ends_on'
> & { watermark?: Watermark | undefined; time_zone?: string | undefined };

/** Why a setting of a preset is not applied, or only in part. */
export type LeftOut =
  /** Photos of the session are placed by hand. */
  | 'photo_order'
  /** The actor is staff, and the session's download limit is another one. */
  | 'download_allowance'
  /** The session has a selection that is not closed. */
  | 'selection'
  /** The session has no room for all chapters. */
  | 'chapters';

/** The changes of a session that applying a preset makes. */
export interface PresetChanges {
  /** The fields to edit; only those whose values differ. */
  edit: Omit<EditSession, 'version'>;
  /** The terms of the selection to open. */
  selection?: PresetSelection;
  leftOut: LeftOut[];
}

/**
 * Returns what a preset changes in a session. Chapters are only added. A selection is only opened where the session has
 * none that is open or submitted.
 * @param hasSelection whether the session has a selection that is not closed
 * @param maySetAllowance whether the actor may change the session's download limit
 */
export function presetChanges(
  settings: PresetSettings,
  session: PresetTarget,
  { hasSelection, maySetAllowance }: { hasSelection: boolean; maySetAllowance: boolean },
): PresetChanges {
  const { chapters, selection, watermark, time_zone, download_sizes, open_days, ...simple } = settings;
  const { photo_order, download_allowance, client_words, client_may_share } = simple;
  const leftOut: LeftOut[] = [];
  const edit: PresetChanges['edit'] = {};
  if (chapters) {
    const merged = mergedChapters(session.chapters, chapters);
    if (merged.isCut) leftOut.push('chapters');
    if (merged.chapters.length > session.chapters.length) edit.chapters = merged.chapters;
  }
  if (photo_order !== undefined && photo_order !== session.photo_order) {
    if (session.placed_count > 0) leftOut.push('photo_order');
    else edit.photo_order = photo_order;
  }
  if (time_zone !== undefined && time_zone !== (session.time_zone ?? null)) edit.time_zone = time_zone;
  const ends_on = open_days == null ? open_days : dayAhead(open_days, new Date());
  if (ends_on !== undefined && ends_on !== session.ends_on) edit.ends_on = ends_on;
  if (client_words !== undefined && client_words !== session.client_words) edit.client_words = client_words;
  if (download_sizes && !isSameSet(download_sizes, session.download_sizes)) edit.download_sizes = download_sizes;
  if (download_allowance !== undefined && download_allowance !== session.download_allowance) {
    if (maySetAllowance) edit.download_allowance = download_allowance;
    else leftOut.push('download_allowance');
  }
  if (client_may_share !== undefined && client_may_share !== session.client_may_share) {
    edit.client_may_share = client_may_share;
  }
  if (watermark !== undefined && !isSameWatermark(watermark, session.watermark ?? null)) edit.watermark = watermark;
  if (selection && hasSelection) leftOut.push('selection');
  return { edit, ...(selection && !hasSelection && { selection }), leftOut };
}

/**
 * Returns the session's chapters with the missing ones of these names, each behind the one that precedes it in the
 * names. Chapters of the session keep their names and their order.
 */
function mergedChapters(chapters: Session['chapters'], names: string[]) {
  const merged: { id: string | null; name: string }[] = [...chapters];
  const folded = names.map(fold);
  const first = merged.findIndex(({ name }) => folded.includes(fold(name)));
  let next = first === -1 ? merged.length : first;
  let isCut = false;
  for (const name of names) {
    const index = merged.findIndex((chapter) => fold(chapter.name) === fold(name));
    if (index !== -1) next = index + 1;
    else if (merged.length < limits.chaptersPerSession) merged.splice(next++, 0, { id: null, name });
    else isCut = true;
  }
  return { chapters: merged, isCut };
}

const isSameSet = <Item>(first: Item[], second: Item[]): boolean =>
  first.length === second.length && first.every((item) => second.includes(item));

function isSameWatermark(first: Watermark | null, second: Watermark | null): boolean {
  if (first === null || second === null) return first === second;
  return (Object.keys(first) as (keyof Watermark)[]).every((name) => first[name] === second[name]);
}
