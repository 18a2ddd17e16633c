import * as z from 'zod';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { Chapter, NaturalOrder, PhotoOrder } from '#shared/contract/sessions.ts';
import { Watermark, watermarkDrawing } from '#shared/contract/watermarks.ts';
import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { newId } from '../../platform/ids.ts';
import { type Key, table, type Write, write } from '../../platform/table.ts';

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
  /** Whether the client may share the session by links that they make. */
  client_may_share: z.boolean().default(false),
  /** True once the session has had a selection; only then the client's screens request its selections. */
  has_selections: z.literal(true).optional(),
  /**
   * The numbers of ready photos and of approved ready photos. Only the count functions of this file change them, in the
   * photos' transactions.
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

/** The values from which a session is created. */
export type NewSession = Pick<SessionRow, 'customer_id' | 'session_label' | 'session_name' | 'session_date' | 'notes'>;

/** Returns the row of a new session, which has no photos. */
export const newSessionRow = (values: NewSession): SessionRow => ({
  id: newId(),
  ...values,
  photo_order: 'captured',
  base_order: 'captured',
  cover_id: null,
  client_words: '',
  chapters: [],
  chapter_counts: {},
  placed_count: 0,
  download_sizes: [...DownloadSize.options],
  download_allowance: null,
  client_may_share: false,
  photos_count: 0,
  visible_count: 0,
  favorites_count: 0,
  finished_count: 0,
  finished_round: 0,
  attachments_count: 0,
  attachment_bytes: 0,
  listed_attachments_count: 0,
  selections_count: 0,
  studio_links_count: 0,
  client_links_count: 0,
  original_bytes: 0,
  derivative_bytes: 0,
  listed_count: 0,
  created_at: new Date().toISOString(),
  version: 0,
});

/**
 * A session in the trash; every function but those of the trash answers NOT_FOUND. `withdrawing` is set until all its
 * photos have new media keys.
 */
export const DeletedSessionRow = SessionRow.extend({ deleted_at: z.string(), withdrawing: z.literal(true).optional() });
export type DeletedSessionRow = z.infer<typeof DeletedSessionRow>;
const AnySessionRow = z.preprocess(gatherChapterCounts, z.union([DeletedSessionRow, SessionRow]));

function gatherChapterCounts(row: unknown): unknown {
  const chapter_counts: SessionRow['chapter_counts'] = {};
  for (const [attribute, count] of Object.entries(row as object)) {
    const [, kind, chapter] = /^(photos|visible)_in_(.+)$/.exec(attribute) ?? [];
    if (kind === undefined || chapter === undefined) continue;
    const counts = chapter_counts[chapter] ?? { photos_count: 0, visible_count: 0 };
    chapter_counts[chapter] = { ...counts, [`${kind}_count`]: count };
  }
  return { ...(row as object), chapter_counts };
}

/** The row `label#{customer}#{label}`, which makes a label unique among a customer's sessions. */
const LabelRow = z.object({ id: z.string(), session_id: z.string() });

const sessions = table(
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
const labels = table('SESSIONS_TABLE', { key: ['id'] }, LabelRow);

const labelKey = (customerId: string, label: string) => ({ id: `label#${customerId}#${label}` });

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

/** Returns every session that is not in the trash, for the month's cost. A damaged row is left out, as in the lists. */
export const readAllSessions = (): Promise<SessionRow[]> =>
  sessions.all({ index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true });

/** Returns a page of the sessions in the trash, the last deleted first. */
export async function readTrash(size: number, from: Key | undefined) {
  const query = { index: 'trash', partition: 'deleted', descending: true, leaveOutDamaged: true } as const;
  const { rows, ...page } = await sessions.page(query, size, from);
  return { rows: rows.filter(isDeleted), ...page };
}

export const insertSession = (
  { chapter_counts: _, ...row }: SessionRow,
  labelTaken?: () => Promise<Error>,
): Write[] => [
  sessions.insert({ ...row, directory: 'session', date_order: dateOrder(row) }),
  labels.insert({ ...labelKey(row.customer_id, row.session_label), session_id: row.id }, labelTaken),
];

const dateOrder = (row: Pick<SessionRow, 'session_date' | 'created_at'>) => `${row.session_date}#${row.created_at}`;

interface Refusals {
  /** Creates the error for a session that was edited or deleted after it was read. */
  changed: () => Promise<Error>;
  labelTaken: () => Promise<Error>;
}

/**
 * Returns the writes that change the session, and its label's row when the label changes. They fail when the session is
 * no longer in the version that was read, when a removed chapter has photos, or when the session leaves the order
 * `custom` while photos have positions set by hand.
 */
export const changeSession = (
  row: SessionRow,
  set: Partial<Omit<SessionRow, 'chapter_counts'>>,
  { changed, labelTaken }: Refusals,
  removed: readonly (keyof SessionRow)[] = [],
): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: { ...set, date_order: dateOrder({ ...row, ...set }), version: row.version + 1 },
      remove: [
        ...removed,
        ...leftOut(row, set).flatMap(({ id }): ChapterCount[] => [`photos_in_${id}`, `visible_in_${id}`]),
      ],
    },
    {
      where: { version: row.version, deleted_at: undefined },
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

/** Returns the writes that move the session to the trash. Its label becomes free for another session. */
export const trashSession = (row: SessionRow, { changed }: Pick<Refusals, 'changed'>): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        directory: 'deleted',
        deleted_at: new Date().toISOString(),
        withdrawing: true,
        version: row.version + 1,
      },
      remove: ['date_order'],
    },
    { where: { version: row.version, deleted_at: undefined }, onConflict: changed },
  ),
  labels.delete(labelKey(row.customer_id, row.session_label)),
];

/** Returns the writes that restore the session from the trash with this label. */
export const untrashSession = (row: DeletedSessionRow, session_label: string): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        directory: 'session',
        date_order: dateOrder(row),
        session_label,
        version: row.version + 1,
        // Its photos lost their marked derivatives when the session was deleted.
        ...(row.watermark && { marks_pending: true }),
      },
      remove: ['deleted_at', 'withdrawing'],
    },
    { where: { deleted_at: row.deleted_at } },
  ),
  labels.insert({ ...labelKey(row.customer_id, session_label), session_id: row.id }),
];

/**
 * Returns the condition for the transaction that gives a deleted session's photos new media keys: the session is still
 * in the trash since the same time.
 */
export const sessionWithdrawing = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { set: { withdrawing: true } }, { where: { deleted_at: row.deleted_at } });

/** Returns the write that records that all photos of the deleted session have new media keys. */
export const sessionWithdrawn = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { remove: ['withdrawing'] }, { where: { deleted_at: row.deleted_at } });

/**
 * Returns the write that deletes the row of a session in the trash; it fails when the session was restored, or its
 * number of photos changed, after it was read.
 */
export const eraseSession = ({ id, deleted_at, listed_count }: DeletedSessionRow): Write =>
  sessions.delete({ id }, { where: { deleted_at, listed_count } });

/**
 * Returns the write that records an announcement; it fails when another one was recorded after the session was read.
 */
export const recordAnnouncement = (
  row: SessionRow,
  announced: { announced_at: string; announced_by: string },
  onConflict: () => Promise<Error>,
): Write =>
  sessions.change(
    { id: row.id },
    { set: announced },
    { where: { announced_at: row.announced_at, deleted_at: undefined }, onConflict },
  );

/**
 * Returns the write that records an email about finished photos; photos that are finished later belong to the next
 * email. It fails when another such email was queued, or photos of the session changed, after the session was read.
 */
export const recordFinishedEmail = (
  row: SessionRow,
  announced: { finished_announced_at: string; finished_announced_by: string },
): Write =>
  sessions.change(
    { id: row.id },
    { set: { ...announced, finished_round: row.finished_round + 1 } },
    {
      where: {
        finished_round: row.finished_round,
        photos_changed_at: row.photos_changed_at,
        deleted_at: undefined,
      },
    },
  );

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

/** The numbers of a session's rows in other tables. */
const OwnedCounts = SessionRow.pick({
  id: true,
  selections_count: true,
  studio_links_count: true,
  client_links_count: true,
});
export type OwnedCounts = z.infer<typeof OwnedCounts>;
export type OwnedCount = Exclude<keyof OwnedCounts, 'id'>;
const ownedCounts = table('SESSIONS_TABLE', { key: ['id'] }, OwnedCounts);

/** Returns these numbers, also for a session in the trash, and for a row with other attributes damaged. */
export const readOwnedCounts = (id: string) => ownedCounts.get({ id }, { consistent: true });

/**
 * Stores a number of a session's rows that was not stored before. Each write that adds or removes such a row needs the
 * stored number, so that the number of rows can't change between the caller's count and this write.
 */
export async function startCount({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount, count: number): Promise<void> {
  try {
    await write(sessions.change({ id }, { set: { [name]: count } }, { where: { [name]: undefined } }));
  } catch (error) {
    // Another request has stored it meanwhile, or the session is erased, which the write that needs the number reports.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Returns the write that counts a row that is added in the same transaction. It fails with `full` when the session has
 * no room for the row, and with WriteConflictError when the number is not stored yet (`startCount`).
 * @param ifDeleted creates the error when the session is in the trash
 * @param set further changes of the session
 */
export const countAdded = (
  { id }: Pick<OwnedCounts, 'id'>,
  name: OwnedCount,
  maxCount: number,
  { full, ifDeleted, set }: { full: () => Error; ifDeleted: () => Error; set?: Partial<SessionRow> },
): Write =>
  sessions.change(
    { id },
    { add: { [name]: 1 }, ...(set && { set }) },
    {
      where: { deleted_at: undefined },
      present: [name],
      atMost: { [name]: maxCount - 1 },
      onConflict: async () => {
        const row = await readSession(id);
        if (!row) return ifDeleted();
        return row[name] === undefined ? new WriteConflictError() : full();
      },
    },
  );

/**
 * Returns the write that counts a row that is removed in the same transaction, also in the trash. It fails when the
 * number is not stored yet.
 */
export const countRemoved = ({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount): Write =>
  sessions.change({ id }, { add: { [name]: -1 } }, { present: [name] });

/** The counters of a session for its photos. */
type PhotoCounts = Pick<
  SessionRow,
  | 'photos_count'
  | 'visible_count'
  | 'favorites_count'
  | 'listed_count'
  | 'original_bytes'
  | 'derivative_bytes'
  | 'placed_count'
  | 'finished_count'
> &
  Record<ChapterCount, number>;

/**
 * Returns the write that updates the session's counters in a photo's transaction.
 * @param change is added to each counter; negative when photos are removed or hidden
 * @param ifDeleted creates the error when the session is in the trash; when omitted, the session may be in the trash
 */
export const countPhotos = (sessionId: string, change: PhotoCounts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...change }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/** Returns the number of the session's next email about finished photos. */
export const nextRound = ({ finished_round }: SessionRow): number => finished_round;

/** The options of the write that counts photos. */
interface CountOptions {
  /** The write fails when the session is in the trash. */
  isLive?: boolean;
  /** Photos of the session wait for their marked derivatives after this write. */
  awaitsMarks?: boolean;
}

/**
 * Returns the write that updates the session's counters in the transaction of photos that may be finished. It fails
 * when, after the session was read, an email about finished photos was queued (which may or may not have announced
 * them), proofs changed between clean and marked, the watermark changed, or the clocks changed. The session may be in
 * the trash.
 * @param ifMissing creates the error when the session is missing; with `isLive`, also when it is in the trash
 */
export const countInRound = (
  { id, finished_round, marks_shown, watermark_id, clocks_id }: SessionRow,
  change: PhotoCounts,
  ifMissing: () => Error,
  { isLive: requiresLive = false, awaitsMarks = false }: CountOptions = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...change },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    {
      where: { finished_round, marks_shown, watermark_id, clocks_id, ...(requiresLive && { deleted_at: undefined }) },
      onConflict: async () => {
        const row = await (requiresLive ? readSession : readAnySession)(id);
        return row ? new WriteConflictError() : ifMissing();
      },
    },
  );

/**
 * Returns the write that counts favorites in their photos' transaction. IAM lets the client's function change only few
 * attributes of a session.
 * @param change is added to the counter; negative for removed favorites
 * @param ifDeleted creates the error when the session is in the trash
 */
export const countFavorite = (sessionId: string, change: number, ifDeleted: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { favorites_count: change } },
    { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/**
 * Returns the write that updates the session's counters in the transaction of photos whose chapter or position depends
 * on the session. It fails when, after the session was read, it was edited or deleted, an email about finished photos
 * was queued, or proofs changed between clean and marked; and when it has no room for photos that are restored.
 */
export const countArranged = (
  { id, version, finished_round, marks_shown }: SessionRow,
  change: PhotoCounts,
  { awaitsMarks = false }: Pick<CountOptions, 'awaitsMarks'> = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...change },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    { where: { version, finished_round, marks_shown, deleted_at: undefined }, atMost: roomFor(change.listed_count) },
  );

/** Returns the condition that a session has room for photos that were not listed before. */
const roomFor = (added: number): Record<string, number> =>
  // `photos_count` is the lower bound for a row without `listed_count`.
  added > 0 ? { listed_count: limits.photosPerSession - added, photos_count: limits.photosPerSession - added } : {};

/**
 * Returns the write that ends a step of the work on marked derivatives: proofs are shown marked from now on, or no work
 * is left. It fails when the watermark or photos of the session changed after it was read.
 */
export const changeWatermark = (
  { id, watermark_id, marks_shown, photos_changed_at }: SessionRow,
  change: { set?: Partial<SessionRow>; remove?: (keyof SessionRow)[] },
): Write =>
  sessions.change({ id }, change, { where: { watermark_id, marks_shown, photos_changed_at, deleted_at: undefined } });

/**
 * Returns the write that ends the work on a session's clocks; it fails when they changed after the session was read.
 */
export const endClocks = ({ id, clocks_id }: SessionRow): Write =>
  sessions.change({ id }, { remove: ['clocks_pending'] }, { where: { clocks_id, deleted_at: undefined } });

/** Returns the attributes that make process-photo mark a session's proofs for the first time, or anew. */
export const newWatermark = (): Pick<SessionRow, 'watermark_id' | 'watermark_drawing' | 'marks_pending'> => ({
  watermark_id: newId(),
  watermark_drawing: watermarkDrawing,
  marks_pending: true,
});

/** Whether a session's proofs are marked with an older drawing of the watermark. */
export const isDrawnAsBefore = ({ watermark, watermark_drawing = 1 }: SessionRow): boolean =>
  watermark !== undefined && watermark_drawing < watermarkDrawing;

/**
 * Returns the write that has a session's proofs marked anew; it fails when the watermark changed, or the session was
 * deleted, after it was read.
 */
export const beginMarking = ({ id, watermark_id }: SessionRow): Write =>
  sessions.change({ id }, { set: newWatermark() }, { where: { watermark_id, deleted_at: undefined } });

/** Returns the number of photos for which a session still has room. */
export const roomIn = ({ listed_count, photos_count }: SessionRow): number =>
  Math.max(0, limits.photosPerSession - Math.max(listed_count, photos_count));

/**
 * Returns the write that counts new uploads in the transaction that writes their rows. It fails when the session is in
 * the trash, or has no room for all of them.
 * @param added photos that were not listed before
 */
export const countUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_count: added } },
    // Photos whose ticket is only requested again need no room.
    { where: { deleted_at: undefined }, atMost: roomFor(added) },
  );

/** The counters of a session for its attachments. */
export type AttachmentCounts = Pick<SessionRow, 'attachments_count' | 'attachment_bytes' | 'listed_attachments_count'>;

/**
 * Returns the write that updates the session's counters in an attachment's transaction.
 * @param ifDeleted creates the error when the session is in the trash; with it, the write also fails with
 * WriteConflictError when the session has no room for restored attachments. When omitted, the session may be in the
 * trash
 */
export const countAttachments = (sessionId: string, change: AttachmentCounts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...change }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && {
      where: { deleted_at: undefined },
      atMost: attachmentRoomFor(change.listed_attachments_count),
      onConflict: async () => ((await readSession(sessionId)) ? new WriteConflictError() : ifDeleted()),
    },
  );

/** Returns the condition that a session has room for attachments that were not listed before. */
const attachmentRoomFor = (added: number): Record<string, number> =>
  added > 0 ? { listed_attachments_count: limits.attachmentsPerSession - added } : {};

/** Returns the number of attachments for which a session still has room. */
export const attachmentRoomIn = ({ listed_attachments_count }: SessionRow): number =>
  Math.max(0, limits.attachmentsPerSession - listed_attachments_count);

/** Returns the write that counts new uploads of attachments; it fails as the write of `countUploads` does. */
export const countAttachmentUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_attachments_count: added } },
    { where: { deleted_at: undefined }, atMost: attachmentRoomFor(added) },
  );
