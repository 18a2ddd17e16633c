import * as z from 'zod';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { Chapter, NaturalOrder, PhotoOrder } from '#shared/contract/sessions/sessions.ts';
import { Watermark } from '#shared/contract/watermarks.ts';
import { limits } from '#shared/limits.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

export const SessionRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  session_label: z.string(),
  session_name: z.string(),
  session_date: z.string(),
  notes: z.string(),
  photo_order: PhotoOrder,
  /** The natural order to which the positions set by hand belong, while `photo_order` is `custom`. */
  base_order: NaturalOrder.default('captured'),
  client_words: z.string().default(''),
  /** The session's chapters, in the order in which its page shows them. */
  chapters: z.array(Chapter).default([]),
  /**
   * The numbers of ready photos and of approved ready photos, by chapter. The row has two attributes for each chapter
   * (`ChapterCount`), because DynamoDB adds only to top-level attributes; a chapter without photos may be missing.
   */
  chapter_counts: z.record(z.string(), z.object({ photos_count: z.number(), visible_count: z.number() })).default({}),
  /** The number of ready photos with a position set by hand. */
  placed_count: z.number().default(0),
  cover_id: z.string().nullable().default(null),
  download_sizes: z.array(DownloadSize).default([...DownloadSize.options]),
  download_allowance: z.number().nullable().default(null),
  /**
   * The last day on which the client and guests see the session, `YYYY-MM-DD` in the studio's time zone; null: it never
   * ends, and the row has no such attribute. `hasEnded` decides by the clock, and nothing else is stored.
   */
  ends_on: z.string().nullable().default(null),
  /** The day on which the studio set this end, in its time zone: reminders that are due before are not sent. */
  end_set_on: z.string().optional(),
  /**
   * The end for which the session's photos get new media keys: until all have them, `after` is the id of the last one
   * that has. `damaged` are the ids of photos whose rows could not be read; they get theirs once the rows are repaired.
   */
  rekeyed_end: z
    .object({ ends_on: z.string(), after: z.string().optional(), damaged: z.array(z.string()).optional() })
    .optional(),
  /** Whether the client may share the session by links that they make. */
  client_may_share: z.boolean().default(false),
  /** True once the session has had a selection; only then the client's screens request its selections. */
  has_selections: z.literal(true).optional(),
  /**
   * The ids of selections that are not deleted. The row has an attribute for each (`selectionMark`), written in the
   * transaction that also changes `selections_count`. A selection that was opened before the software stored its id has
   * none.
   */
  selection_ids: z.array(z.string()).default([]),
  /**
   * The numbers of ready photos and of approved ready photos. Only the functions of `photo-counts.ts` change them, in
   * the photos' transactions.
   */
  photos_count: z.number(),
  visible_count: z.number(),
  /**
   * The number of approved photos that are favorites; also changed by `countFavorite`. An older row counts from 0 until
   * `studio:restore` counts its photos again.
   */
  favorites_count: z.number().default(0),
  /** The bytes of the ready photos' originals and derivatives; an older row counts from 0. */
  original_bytes: z.number().default(0),
  derivative_bytes: z.number().default(0),
  /**
   * The number of photos that are not in the trash: ready, pending or failed. At most `limits.photosPerSession`. An
   * older row counts from 0 until `studio:restore` counts its photos again.
   */
  listed_count: z.number().default(0),
  /** The number of ready photos that are finished. */
  finished_count: z.number().default(0),
  /**
   * The number of photos that the client can see finished and that no email has announced yet. Missing in an older row
   * until the next such email.
   */
  finished_new_count: z.number().optional(),
  /**
   * The number and bytes of ready attachments, and the number of attachments that are not in the trash: ready, pending
   * or failed.
   */
  attachments_count: z.number().default(0),
  attachment_bytes: z.number().default(0),
  listed_attachments_count: z.number().default(0),
  /**
   * The numbers of selections that are not deleted, and of the studio's and the client's links that have a seat
   * (`hasSeat`). Conditions of the writes keep them within their limits. Missing in an older row; see `startCount`.
   */
  selections_count: z.number().optional(),
  studio_links_count: z.number().optional(),
  client_links_count: z.number().optional(),
  /**
   * The number of emails that have announced finished photos to the client. `inRound` decides which photos an email
   * announces.
   */
  finished_round: z.number().default(0),
  /** The time at which the last of these emails was queued, and its id. */
  finished_announced_at: z.string().optional(),
  finished_announced_by: z.string().optional(),
  /** The time at which photos were last added, changed or deleted. */
  photos_changed_at: z.string().optional(),
  /** The time at which the session was last announced to the client, and the id of that email. */
  announced_at: z.string().optional(),
  announced_by: z.string().optional(),
  /**
   * An announcement that the studio wants sent when the watermark is on all photos: when and by whom it was asked for.
   */
  waiting_announcement: z.object({ at: z.string(), sub: z.string(), name: z.string(), message: z.string() }).optional(),
  /** The watermark for proofs; missing while the session has none. */
  watermark: Watermark.optional(),
  /** The id of the watermark, new with each change, because a condition can't compare objects. Clients never see it. */
  watermark_id: z.string().optional(),
  /** The version of the drawing (`watermarkDrawing`) with which proofs are marked; missing means 1. */
  watermark_drawing: z.number().optional(),
  /** The time since which everyone but the studio gets proofs only with the watermark. */
  marks_shown: z.string().optional(),
  /** The time at which proofs last changed from clean to marked or back; earlier downloads contain the other files. */
  marks_changed_at: z.string().optional(),
  /** True while media keys of clean proofs that clients saw before `marks_shown` are being rotated. */
  rekeying: z.literal(true).optional(),
  /** True while process-photo has marked derivatives to make or to drop. */
  marks_pending: z.literal(true).optional(),
  /** The time zone and the corrections by which the cameras' clocks are read, as in `SessionClocks`. */
  time_zone: z.string().optional(),
  clock_shifts: z.record(z.string(), z.number()).optional(),
  /** The id of these clocks, new with each change, because a condition can't compare objects. */
  clocks_id: z.string().optional(),
  /** True while process-photo has capture times to compute by these clocks. */
  clocks_pending: z.literal(true).optional(),
  /** The time at which the client first saw the session's photos; missing in older rows. */
  opened_at: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** The attributes of a session that count the ready photos and the approved ready photos of one chapter. */
export type ChapterCount = `${'photos' | 'visible'}_in_${string}`;

/** The attribute by which a session's row names one of its selections. */
export const selectionMark = (selectionId: string) => `has_selection_${selectionId}`;

/** The attributes of a row that are read from several stored ones. */
type Gathered = 'chapter_counts' | 'selection_ids';

/**
 * A session in the trash; every function but those of the trash answers NOT_FOUND. `withdrawing` is set until all its
 * photos have new media keys.
 */
export const DeletedSessionRow = SessionRow.extend({ deleted_at: z.string(), withdrawing: z.literal(true).optional() });
export type DeletedSessionRow = z.infer<typeof DeletedSessionRow>;
const AnySessionRow = z.preprocess(gather, z.union([DeletedSessionRow, SessionRow]));

function gather(row: unknown): unknown {
  const chapter_counts: SessionRow['chapter_counts'] = {};
  const selection_ids: SessionRow['selection_ids'] = [];
  for (const [attribute, value] of Object.entries(row as object)) {
    const [, selection] = /^has_selection_(.+)$/.exec(attribute) ?? [];
    if (selection !== undefined) selection_ids.push(selection);
    const [, kind, chapter] = /^(photos|visible)_in_(.+)$/.exec(attribute) ?? [];
    if (kind === undefined || chapter === undefined) continue;
    const counts = chapter_counts[chapter] ?? { photos_count: 0, visible_count: 0 };
    chapter_counts[chapter] = { ...counts, [`${kind}_count`]: value };
  }
  return { ...(row as object), chapter_counts, selection_ids };
}

/** The row `label#{customer}#{label}`, which makes a label unique among a customer's sessions. */
const LabelRow = z.object({ id: z.string(), session_id: z.string() });

// Both tables are exported for the files of this folder only.
export const sessions = table(
  'SESSIONS_TABLE',
  {
    key: ['id'],
    indexes: {
      by_customer: ['customer_id', 'date_order'],
      directory: ['directory', 'created_at'],
      trash: ['directory', 'deleted_at'],
    },
  },
  AnySessionRow,
);
export const labels = table('SESSIONS_TABLE', { key: ['id'] }, LabelRow);
const endings = table(
  'SESSIONS_TABLE',
  { key: ['id'], indexes: { ending: ['directory', 'ends_on'] } },
  z.object({ id: z.string(), ends_on: z.string() }),
);

export const labelKey = (customerId: string, label: string) => ({ id: `label#${customerId}#${label}` });

/** Returns the session, also from the trash; strongly consistent. */
export const readAnySession = (id: string) => sessions.get({ id }, { consistent: true });

export const isDeleted = (row: SessionRow | DeletedSessionRow): row is DeletedSessionRow => 'deleted_at' in row;

/** Returns the session unless it is in the trash; strongly consistent, because access decisions depend on it. */
export async function readSession(id: string): Promise<SessionRow | undefined> {
  const row = await readAnySession(id);
  return row && !isDeleted(row) ? row : undefined;
}

export async function findByLabel(customerId: string, label: string): Promise<SessionRow | undefined> {
  const row = await labels.get(labelKey(customerId, label), { consistent: true });
  return row && readSession(row.session_id);
}

/** Returns the labels among these that the customer's sessions already have. */
export async function takenLabels(customerId: string, candidates: string[]): Promise<Set<string>> {
  const rows = await labels.getMany(candidates.map((label) => labelKey(customerId, label)));
  const takenIds = new Set(rows.map((row) => row.id));
  return new Set(candidates.filter((label) => takenIds.has(labelKey(customerId, label).id)));
}

/** Returns a customer's sessions by date, newest first, ties by creation. */
export const readByCustomer = (customerId: string) =>
  sessions.all({ index: 'by_customer', partition: customerId, descending: true, leaveOutDamaged: true });

/** Returns a customer's sessions in the same order, with the ids of damaged rows, for the studio. */
export async function listByCustomer(customerId: string): Promise<{ items: SessionRow[]; damaged?: string[] }> {
  const query = { index: 'by_customer', partition: customerId, descending: true };
  const { rows: items, ...damagedIds } = await sessions.allIntact(query);
  return { items, ...damagedIds };
}

/**
 * Returns all of a customer's sessions, for decisions that must not skip damaged rows.
 * @throws Error for a damaged row
 */
export const readEveryByCustomer = (customerId: string) =>
  sessions.all({ index: 'by_customer', partition: customerId, descending: true });

/** Returns a map from id to session for these ids, without deleted and damaged sessions. */
export async function readSessions(ids: string[]): Promise<Map<string, SessionRow>> {
  const keys = [...new Set(ids)].map((id) => ({ id }));
  const rows = await sessions.getMany(keys, { leaveOutDamaged: true });
  return new Map(rows.flatMap((row) => (isDeleted(row) ? [] : [[row.id, row]])));
}

/** Returns a page of all sessions, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  sessions.page({ index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true }, size, from);

/**
 * Returns every session that is not in the trash, for the month's cost and the daily sweep. A damaged row is left out,
 * as in the lists.
 */
export const readAllSessions = (): Promise<SessionRow[]> =>
  sessions.all({ index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true });

/**
 * Returns the ids of the sessions whose last day is in a range, the first end first.
 * @param since the first day of the range
 * @param until the last day of the range
 */
export async function readEndings(since: string, until: string): Promise<string[]> {
  const ids: string[] = [];
  let startKey: Key | undefined;
  do {
    const query = { index: 'ending', partition: 'session', since, leaveOutDamaged: true } as const;
    const { rows, last } = await endings.page(query, limits.rowsPerPage, startKey);
    const endingRows = rows.filter(({ ends_on }) => ends_on <= until);
    ids.push(...endingRows.map(({ id }) => id));
    startKey = endingRows.length < rows.length ? undefined : last;
  } while (startKey);
  return ids;
}

/** Returns a page of the sessions in the trash, the last deleted first. */
export async function readTrash(size: number, from: Key | undefined) {
  const query = { index: 'trash', partition: 'deleted', descending: true, leaveOutDamaged: true } as const;
  const { rows, ...page } = await sessions.page(query, size, from);
  return { rows: rows.filter(isDeleted), ...page };
}

export const insertSession = (
  { chapter_counts: _, selection_ids, ends_on, ...row }: SessionRow,
  labelTaken?: () => Promise<Error>,
): Write[] => [
  sessions.insert({
    ...row,
    ...(ends_on !== null && { ends_on }),
    ...Object.fromEntries(selection_ids.map((id) => [selectionMark(id), true])),
    directory: 'session',
    date_order: dateOrder(row),
  }),
  labels.insert({ ...labelKey(row.customer_id, row.session_label), session_id: row.id }, labelTaken),
];

/** Returns the sort key of a session among its customer's sessions. */
export const dateOrder = (row: Pick<SessionRow, 'session_date' | 'created_at'>) =>
  `${row.session_date}#${row.created_at}`;

export interface Refusals {
  /** Creates the error for a session that was edited or deleted after it was read. */
  changed: () => Promise<Error>;
  labelTaken: () => Promise<Error>;
}

/**
 * Returns the writes that change the session, and its label's row when the label changes. They fail when the session is
 * no longer in the version that was read, when a removed chapter has photos, when the session leaves the order `custom`
 * while photos have positions set by hand, or when the number of selections is set and has changed since it was read.
 */
export const changeSession = (
  row: SessionRow,
  { ends_on, ...set }: Partial<Omit<SessionRow, Gathered>>,
  { changed, labelTaken }: Refusals,
  removed: readonly (keyof SessionRow)[] = [],
): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        ...set,
        ...(ends_on != null && { ends_on }),
        date_order: dateOrder({ ...row, ...set }),
        version: row.version + 1,
      },
      remove: [
        ...removed,
        ...(ends_on === null ? (['ends_on'] as const) : []),
        ...leftOut(row, set).flatMap(({ id }): ChapterCount[] => [`photos_in_${id}`, `visible_in_${id}`]),
      ],
    },
    {
      where: {
        version: row.version,
        deleted_at: undefined,
        // Opening and deleting a selection leave the session's version as it is.
        ...(set.selections_count !== undefined && { selections_count: row.selections_count }),
      },
      atMost: {
        ...Object.fromEntries(leftOut(row, set).map(({ id }) => [`photos_in_${id}` satisfies ChapterCount, 0])),
        ...(set.photo_order !== undefined && set.photo_order !== 'custom' && { placed_count: 0 }),
      },
      onConflict: changed,
    },
  ),
  ...(set.session_label !== undefined && set.session_label !== row.session_label
    ? [
        labels.delete(labelKey(row.customer_id, row.session_label)),
        labels.insert({ ...labelKey(row.customer_id, set.session_label), session_id: row.id }, labelTaken),
      ]
    : []),
];

/** Returns the chapters that this change removes. */
export const leftOut = (row: SessionRow, { chapters: newChapters }: Partial<SessionRow>) =>
  newChapters ? row.chapters.filter(({ id }) => !newChapters.some((chapter) => chapter.id === id)) : [];

/**
 * Returns the write that records that the client has seen the photos for the first time; it fails when that is recorded
 * already.
 */
export const recordOpening = (id: string): Write =>
  sessions.change(
    { id },
    { set: { opened_at: new Date().toISOString() } },
    { where: { opened_at: undefined, deleted_at: undefined } },
  );

/**
 * Returns the write that ends the work on a session's clocks; it fails when they changed after the session was read.
 */
export const endClocks = ({ id, clocks_id }: SessionRow): Write =>
  sessions.change({ id }, { remove: ['clocks_pending'] }, { where: { clocks_id, deleted_at: undefined } });
