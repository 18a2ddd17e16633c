import { isDeepStrictEqual } from 'node:util';
import type { EditSession } from '#shared/contract/sessions/sessions.ts';
import { isSeen, unseenWords, type Watermark } from '#shared/contract/watermarks.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { today } from '#shared/time/studio-time.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToWithdrawDownloads } from '../jobs/media-jobs.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { recordActivity, recordChange } from '../timeline/record.ts';
import { type DetailedSession, withDetails } from './details.ts';
import { changedMeanwhile, requireVersion } from './find.ts';
import { labelTaken } from './labels.ts';
import { checkedEnd } from './last-day.ts';
import { newWatermark } from './marking.ts';
import { changeSession, leftOut, type SessionRow, selectionMark } from './repository.ts';

/**
 * Changes the fields of a session that the request contains.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`; LABEL_TAKEN with a
 * free label in `details.suggestion`; INVALID; FORBIDDEN for staff who change the download limit
 */
export async function editSession(
  actor: Admin,
  id: string,
  { version, ...edit }: EditSession,
): Promise<DetailedSession> {
  const row = await requireVersion(id, version);
  const { download_allowance = row.download_allowance } = edit;
  if (download_allowance !== row.download_allowance) {
    requireAdmin(actor, 'change how many photos a client may download');
  }
  return saveEdit(actor, row, edit);
}

/** The fields of a session that an edit changes. */
export type SessionEdit = Omit<EditSession, 'version'>;

/** A selection that is opened in the transaction of an edit, with its own writes. */
export interface AddedSelection {
  id: string;
  /** The number of the session's selections with it. */
  selections_count: number;
  writes: Write[];
}

/**
 * Saves an edit of a session that the actor may make, and starts the work that it needs.
 * @throws StudioError CHANGED_MEANWHILE with the current session in `details.current`; LABEL_TAKEN with a free label
 * in `details.suggestion`; INVALID
 */
export async function saveEdit(
  actor: Admin,
  row: SessionRow,
  edit: SessionEdit,
  addedSelection?: AddedSelection,
): Promise<DetailedSession> {
  const { id } = row;
  const { set, removed, edited } = editedSession(row, edit);
  const counts = addedSelection && {
    selections_count: addedSelection.selections_count,
    has_selections: true as const,
    [selectionMark(addedSelection.id)]: true,
  };
  // Read before the write, so that nothing can fail after it.
  const details = await withDetails(edited);
  await transact([
    ...changeSession(
      row,
      { ...set, ...counts },
      {
        changed: () => changedMeanwhile(id),
        labelTaken: () => labelTaken(row.customer_id, edit.session_label ?? row.session_label),
      },
      removed,
    ),
    ...recordChange(actor, { kind: 'session-edited', session: edited }, fieldNames, row, edited),
    ...recordEnd(actor, row, edited),
    ...(addedSelection?.writes ?? []),
  ]);
  await startWork(id, set);
  if (allowsLess(row, edited) || edited.marks_changed_at !== row.marks_changed_at) await askToWithdrawDownloads(id);
  await askToKeepReady(edited, { photosChanged: true });
  return { ...details, version: row.version + 1 };
}

/**
 * Returns the timeline entry of a change of the gallery's end, with the new last day as `what`, '' for none; none when it
 * stays the same.
 */
function recordEnd(actor: Admin, before: SessionRow, after: SessionRow): Write[] {
  if (after.ends_on === before.ends_on) return [];
  const kind = hasEnded(before) ? 'gallery-reopened' : 'gallery-end-set';
  return recordActivity(actor, { kind, session: after, what: after.ends_on ?? '' });
}

/** Starts the work of process-photo that a change of a session's watermark or clocks needs. */
export async function startWork(id: string, { marks_pending, clocks_pending }: Partial<SessionRow>): Promise<void> {
  if (marks_pending) await enqueueSoon('mark-session', id);
  if (clocks_pending) await enqueueSoon('set-clocks', id);
}

/**
 * Returns what an edit changes in a session's row, and the row after it.
 * @throws StudioError INVALID
 */
export function editedSession(
  row: SessionRow,
  edit: SessionEdit,
): { set: Partial<SessionRow>; removed: Removable[]; edited: SessionRow } {
  const { chapters, watermark, time_zone, clock_shifts, ...simpleFields } = edit;
  if (edit.ends_on != null && edit.ends_on !== row.ends_on) checkedEnd(edit.ends_on);
  const clocks = clocksChange(row, { time_zone, clock_shifts });
  const set: Partial<SessionRow> = {
    ...Object.fromEntries(Object.entries(simpleFields).filter(([, value]) => value !== undefined)),
    ...(chapters && { chapters: editedChapters(row, chapters) }),
    ...orderChange(row, edit.photo_order),
    ...watermarkChange(row, watermark),
    ...clocks.set,
    ...(edit.ends_on != null && edit.ends_on !== row.ends_on && { end_set_on: today(new Date()) }),
  };
  const removed: Removable[] = [...(watermark === null ? watermarkAttributes : []), ...clocks.removed];
  return { set, removed, edited: without({ ...row, ...set }, ...removed) };
}

/** The fields' names in the timeline. */
const fieldNames = {
  session_name: 'name',
  session_date: 'date',
  session_label: 'Session ID',
  notes: 'notes',
  photo_order: 'order of the photos',
  cover_id: 'cover',
  client_words: 'words for the client',
  chapters: 'chapters',
  download_sizes: 'download sizes',
  download_allowance: 'download limit',
  client_may_share: 'sharing by the client',
  watermark: 'watermark',
  time_zone: 'time zone',
  clock_shifts: 'clocks of cameras',
} satisfies Partial<Record<keyof SessionRow, string>>;

/** Whether an edit removes a download size or lowers the download limit. */
const allowsLess = (before: SessionRow, after: SessionRow): boolean =>
  before.download_sizes.some((size) => !after.download_sizes.includes(size)) ||
  (after.download_allowance ?? Number.POSITIVE_INFINITY) < (before.download_allowance ?? Number.POSITIVE_INFINITY);

/**
 * Returns the session's new chapters.
 * @throws StudioError INVALID for an unknown or repeated chapter, or when a removed chapter has photos
 */
function editedChapters(
  row: SessionRow,
  requestedChapters: NonNullable<EditSession['chapters']>,
): SessionRow['chapters'] {
  const chapters = requestedChapters.map(({ id, name }) => ({ id: id ?? newId(), name }));
  const requestedIds = requestedChapters.flatMap(({ id }) => id ?? []);
  if (
    new Set(requestedIds).size < requestedIds.length ||
    requestedIds.some((id) => !row.chapters.some((chapter) => chapter.id === id))
  ) {
    throw new StudioError('INVALID', undefined, {
      fields: { chapters: 'One of these chapters is not in this session.' },
    });
  }
  const chapterWithPhotos = leftOut(row, { chapters }).find(
    ({ id }) => (row.chapter_counts[id]?.photos_count ?? 0) > 0,
  );
  if (chapterWithPhotos) {
    const message = `“${chapterWithPhotos.name}” still has photos. Move them out of this chapter first.`;
    throw new StudioError('INVALID', message, { fields: { chapters: message } });
  }
  return chapters;
}

/**
 * Returns the change of the base order: an order by hand starts from the session's present order.
 * @throws StudioError INVALID when an order by hand is to end while photos still have positions set by hand
 */
function orderChange(row: SessionRow, requestedOrder: SessionRow['photo_order'] | undefined): Partial<SessionRow> {
  if (requestedOrder === 'custom' && row.photo_order !== 'custom') return { base_order: row.photo_order };
  if (requestedOrder !== undefined && requestedOrder !== 'custom' && row.placed_count > 0) {
    const message = 'Photos of this session are placed by hand. Give up their places first.';
    throw new StudioError('INVALID', message, { fields: { photo_order: message } });
  }
  return {};
}

/**
 * Returns the change of the session's watermark. A new watermark takes effect for clients and guests once every proof
 * has marked derivatives; until then nothing changes for them. When the watermark is removed, they get clean proofs at
 * once, and process-photo drops the marked derivatives.
 * @throws StudioError INVALID for a watermark that nobody would see
 */
function watermarkChange(row: SessionRow, requestedWatermark: Watermark | null | undefined): Partial<SessionRow> {
  if (requestedWatermark === undefined || JSON.stringify(requestedWatermark) === JSON.stringify(row.watermark ?? null))
    return {};
  if (requestedWatermark && !isSeen(requestedWatermark)) {
    throw new StudioError('INVALID', unseenWords, { fields: { watermark: unseenWords } });
  }
  if (requestedWatermark) return { watermark: requestedWatermark, ...newWatermark() };
  return { marks_pending: true, ...(row.marks_shown && { marks_changed_at: new Date().toISOString() }) };
}

/**
 * Returns the change of the session's clocks. process-photo computes the capture times of existing photos anew; photos
 * that are registered later use the new clocks at once.
 */
function clocksChange(
  row: SessionRow,
  {
    time_zone = row.time_zone ?? null,
    clock_shifts = row.clock_shifts ?? {},
  }: Pick<EditSession, 'time_zone' | 'clock_shifts'>,
): { set: Partial<SessionRow>; removed: (typeof clockAttributes)[number][] } {
  const shifts = Object.entries(clock_shifts).filter(([, seconds]) => seconds !== 0);
  const clocks = {
    ...(time_zone !== null && { time_zone }),
    ...(shifts.length > 0 && { clock_shifts: Object.fromEntries(shifts.toSorted()) }),
  };
  const { time_zone: currentZone, clock_shifts: currentShifts } = row;
  if (isDeepStrictEqual(clocks, JSON.parse(JSON.stringify({ time_zone: currentZone, clock_shifts: currentShifts })))) {
    return { set: {}, removed: [] };
  }
  return {
    set: { ...clocks, clocks_id: newId(), clocks_pending: true },
    removed: clockAttributes.filter((name) => !(name in clocks)),
  };
}

/** The attributes of a session that are removed when its clocks are no longer changed. */
const clockAttributes = ['time_zone', 'clock_shifts'] as const;

/** The attributes of a session that exist only while it has a watermark. */
const watermarkAttributes = ['watermark', 'watermark_id', 'watermark_drawing', 'marks_shown', 'rekeying'] as const;

type Removable = (typeof clockAttributes | typeof watermarkAttributes)[number];
