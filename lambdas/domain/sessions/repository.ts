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
  /** The order between the photos placed by hand, while `photo_order` is `custom`. */
  base_order: NaturalOrder.default('captured'),
  client_words: z.string().default(''),
  /** In their order. */
  chapters: z.array(Chapter).default([]),
  /**
   * Ready photos by chapter, and the approved ones of these. The row has two numbers for each chapter (`ChapterCount`),
   * because DynamoDB adds only to attributes of the row itself; a chapter without photos may be missing.
   */
  chapter_counts: z.record(z.string(), z.object({ photos_count: z.number(), visible_count: z.number() })).default({}),
  /** Ready photos that the studio has placed by hand. */
  placed_count: z.number().default(0),
  cover_id: z.string().nullable().default(null),
  download_sizes: z.array(DownloadSize).default([...DownloadSize.options]),
  download_allowance: z.number().nullable().default(null),
  /** Whether the client may share it by links of their own. */
  client_may_share: z.boolean().default(false),
  /** Whether a selection was ever opened on it, so that only then its client's screens ask for selections. */
  has_selections: z.literal(true).optional(),
  /**
   * Ready photos that are not in the trash, and the approved ones of these. Only `countPhotos` changes them, in the
   * photos' own transactions.
   */
  photos_count: z.number(),
  visible_count: z.number(),
  /**
   * The approved ones that the client has chosen as favorites; changed by `countPhotos` and `countFavorite`. A row
   * written before this attribute existed counts from 0 until `studio:restore` counts its photos again.
   */
  favorites_count: z.number().default(0),
  /** Bytes of the originals and derivatives of the ready photos; rows written before these attributes existed count as 0. */
  original_bytes: z.number().default(0),
  derivative_bytes: z.number().default(0),
  /**
   * Photos that are not in the trash: ready, pending or failed. At most `limits.photosPerSession`. A row written before
   * this attribute existed counts from 0 until `studio:restore` counts its photos again.
   */
  listed_count: z.number().default(0),
  /** The ready photos that are finished. */
  finished_count: z.number().default(0),
  /** Attachments that are ready, and their bytes; and those that are not in the trash: ready, pending or failed. */
  attachments_count: z.number().default(0),
  attachment_bytes: z.number().default(0),
  listed_attachments_count: z.number().default(0),
  /**
   * Selections that are not deleted, and the studio's and the client's links that have a place (`hasPlace`): never more
   * than their limits, by conditions of the writes. Missing in a row from before they were counted; see `startCount`.
   */
  selections_count: z.number().optional(),
  studio_links_count: z.number().optional(),
  client_links_count: z.number().optional(),
  /** How many emails have told the client of finished photos. `inRound` says which photos one tells of. */
  finished_round: z.number().default(0),
  /** When the last of them was queued, and its id. */
  finished_announced_at: z.string().optional(),
  finished_announced_by: z.string().optional(),
  /** When photos were last added, changed or deleted. */
  photos_changed_at: z.string().optional(),
  /** When the session was last announced to the client, and the id of that email. */
  announced_at: z.string().optional(),
  announced_by: z.string().optional(),
  /** What proofs are to be marked with; missing while the switch is off. */
  watermark: Watermark.optional(),
  /** Another one for each watermark, because a condition can't compare objects. No client knows it. */
  watermark_id: z.string().optional(),
  /** The `watermarkDrawing` with which proofs are marked; missing means 1. */
  watermark_drawing: z.number().optional(),
  /** Since when everyone but the studio gets proofs only marked. */
  marks_shown: z.string().optional(),
  /** When proofs were last shown marked instead of clean, or clean again; downloads from before contain the other ones. */
  marks_changed_at: z.string().optional(),
  /** While addresses of clean proofs that clients know from before `marks_shown` are being given up. */
  rekeying: z.literal(true).optional(),
  /** While process-photo has marked derivatives to make or to give up. */
  marks_pending: z.literal(true).optional(),
  /** How its cameras' clocks are read, as in `SessionClocks`. */
  time_zone: z.string().optional(),
  clock_shifts: z.record(z.string(), z.number()).optional(),
  /** Another one for each change of them, because a condition can't compare objects. */
  clocks_id: z.string().optional(),
  /** While process-photo has photos to put in order by them. */
  clocks_pending: z.literal(true).optional(),
  /** When the client first saw its photos; missing in rows from before this was recorded. */
  opened_at: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** Attributes of a session that count the photos of one chapter: ready ones, and the approved ones of these. */
export type ChapterCount = `${'photos' | 'visible'}_in_${string}`;

/** What a session begins with. */
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
 * A session in the trash: NOT_FOUND for everything except the trash. `withdrawing` until all its photos have new
 * addresses.
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

/** `label#{customer}#{label}`: the one session of a customer with this label. */
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

/** Reads the session strongly consistent, also from the trash. */
export const readAnySession = (id: string) => sessions.get({ id }, { consistent: true });

export const isDeleted = (row: SessionRow | DeletedSessionRow): row is DeletedSessionRow => 'deleted_at' in row;

/** Reads the session strongly consistent, unless it is in the trash: access decisions depend on it. */
export async function readSession(id: string): Promise<SessionRow | undefined> {
  const row = await readAnySession(id);
  return row && !isDeleted(row) ? row : undefined;
}

export async function findByLabel(customerId: string, label: string): Promise<SessionRow | undefined> {
  const row = await labels.get(labelKey(customerId, label), { consistent: true });
  return row && readSession(row.session_id);
}

/** Returns which of these labels the customer's sessions already have. */
export async function takenLabels(customerId: string, candidates: string[]): Promise<Set<string>> {
  const rows = await labels.getMany(candidates.map((label) => labelKey(customerId, label)));
  const taken = new Set(rows.map((row) => row.id));
  return new Set(candidates.filter((label) => taken.has(labelKey(customerId, label).id)));
}

/** Returns a customer's sessions by date, newest first, ties by creation. */
export const readByCustomer = (customerId: string) =>
  sessions.all({ index: 'by_customer', partition: customerId, descending: true, leaveOutDamaged: true });

/** The same with the ids of damaged rows, for the studio. */
export async function listByCustomer(customerId: string): Promise<{ items: SessionRow[]; damaged?: string[] }> {
  const query = { index: 'by_customer', partition: customerId, descending: true };
  const { rows: items, ...others } = await sessions.allIntact(query);
  return { items, ...others };
}

/**
 * The same for decisions, which must not skip damaged rows.
 * @throws Error for a damaged row
 */
export const readEveryByCustomer = (customerId: string) =>
  sessions.all({ index: 'by_customer', partition: customerId, descending: true });

/** Returns those of these sessions that are not in the trash and not damaged, by id. */
export async function readSessions(ids: string[]): Promise<Map<string, SessionRow>> {
  const keys = [...new Set(ids)].map((id) => ({ id }));
  const rows = await sessions.getMany(keys, { leaveOutDamaged: true });
  return new Map(rows.flatMap((row) => (isDeleted(row) ? [] : [[row.id, row]])));
}

/** Returns a page of all sessions, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  sessions.page({ index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true }, size, from);

/** Every session that is not in the trash, for the month's cost; a damaged row is left out, as in the lists. */
export const readAllSessions = (): Promise<SessionRow[]> =>
  sessions.all({ index: 'directory', partition: 'session', descending: true, leaveOutDamaged: true });

/** Returns a page of the trash, the last deleted session first. */
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
 * Changes the session, and its label's row when the label changes; only in the version that was read. Fails when a
 * chapter that is left out has photos, or when the session leaves the order `custom` with photos placed by hand.
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

/** The chapters that this change deletes. */
export const leftOut = (row: SessionRow, { chapters: kept }: Partial<SessionRow>) =>
  kept ? row.chapters.filter(({ id }) => !kept.some((chapter) => chapter.id === id)) : [];

/** Moves the session to the trash. Its label becomes free for another session. */
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

/** Restores the session from the trash with this label. */
export const untrashSession = (row: DeletedSessionRow, session_label: string): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        directory: 'session',
        date_order: dateOrder(row),
        session_label,
        version: row.version + 1,
        // Its photos got new addresses when it was deleted, and gave up their marked derivatives.
        ...(row.watermark && { marks_pending: true }),
      },
      remove: ['deleted_at', 'withdrawing'],
    },
    { where: { deleted_at: row.deleted_at } },
  ),
  labels.insert({ ...labelKey(row.customer_id, session_label), session_id: row.id }),
];

/**
 * Condition for the transaction that gives a deleted session's photos new addresses: the session is still in the trash,
 * unchanged since it was read.
 */
export const sessionWithdrawing = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { set: { withdrawing: true } }, { where: { deleted_at: row.deleted_at } });

/** Records that all photos of the deleted session have new addresses. */
export const sessionWithdrawn = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { remove: ['withdrawing'] }, { where: { deleted_at: row.deleted_at } });

/** Deletes the row of a session in the trash; fails when it was restored, or a photo was added, after it was read. */
export const eraseSession = ({ id, deleted_at, listed_count }: DeletedSessionRow): Write =>
  sessions.delete({ id }, { where: { deleted_at, listed_count } });

/** Records an announcement; fails when another one was recorded after the session was read. */
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
 * Records an email about finished photos: from now on, photos are new for the next one. Fails when another one was
 * queued, or photos of the session were changed, after the session was read.
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

/** Records that the client has seen the photos for the first time; fails when that is recorded already. */
export const recordOpening = (id: string): Write =>
  sessions.change(
    { id },
    { set: { opened_at: new Date().toISOString() } },
    { where: { opened_at: undefined, deleted_at: undefined } },
  );

/** What a session counts of rows in other tables. */
const OwnedCounts = SessionRow.pick({
  id: true,
  selections_count: true,
  studio_links_count: true,
  client_links_count: true,
});
export type OwnedCounts = z.infer<typeof OwnedCounts>;
export type OwnedCount = Exclude<keyof OwnedCounts, 'id'>;
const ownedCounts = table('SESSIONS_TABLE', { key: ['id'] }, OwnedCounts);

/** Reads these numbers, also of a session in the trash, or of a row that is damaged otherwise. */
export const readOwnedCounts = (id: string) => ownedCounts.get({ id }, { consistent: true });

/**
 * Stores the number of a session's rows that was not counted before. Nothing changes the number until it is stored,
 * because each write that adds or removes such a row needs it: the rows that were read are the rows that are.
 */
export async function startCount({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount, count: number): Promise<void> {
  try {
    await write(sessions.change({ id }, { set: { [name]: count } }, { where: { [name]: undefined } }));
  } catch (error) {
    // Counted by another request meanwhile, or the session is erased, which the write that needs the number reports.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/**
 * Counts a row that is added in the same transaction: fails with `full` where the session has no room for it, and with
 * WriteConflictError where its rows were not counted before (`startCount`).
 * @param ifDeleted creates the error when the session is in the trash
 * @param set changes of the session besides
 */
export const countAdded = (
  { id }: Pick<OwnedCounts, 'id'>,
  name: OwnedCount,
  most: number,
  { full, ifDeleted, set }: { full: () => Error; ifDeleted: () => Error; set?: Partial<SessionRow> },
): Write =>
  sessions.change(
    { id },
    { add: { [name]: 1 }, ...(set && { set }) },
    {
      where: { deleted_at: undefined },
      present: [name],
      atMost: { [name]: most - 1 },
      onConflict: async () => {
        const row = await readSession(id);
        if (!row) return ifDeleted();
        return row[name] === undefined ? new WriteConflictError() : full();
      },
    },
  );

/** Counts a row that is removed in the same transaction; also in the trash. Fails as `countAdded` where it was not counted. */
export const countRemoved = ({ id }: Pick<OwnedCounts, 'id'>, name: OwnedCount): Write =>
  sessions.change({ id }, { add: { [name]: -1 } }, { present: [name] });

/** What a session counts of its photos. */
type Counts = Pick<
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
 * Returns the write that updates the session's counts in a photo's transaction.
 * @param by added to each count; negative when photos are removed or hidden
 * @param ifDeleted creates the error when the session is in the trash; when omitted, the session may be in the trash
 */
export const countPhotos = (sessionId: string, by: Counts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...by }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/** The number of the session's next email about finished photos. */
export const nextRound = ({ finished_round }: SessionRow): number => finished_round;

/** What photos are to be written with, besides their counts. */
interface Besides {
  /** Fails when the session is in the trash. */
  isLive?: boolean;
  /** Photos of it wait for their marked derivatives from now on. */
  awaitsMarks?: boolean;
}

/**
 * As `countPhotos`, for photos that may be finished: fails when an email about finished photos was queued after the
 * session was read, because it may or may not have told of them; and when proofs are shown marked, or clean again, or
 * clocks are read otherwise, since then. The session may be in the trash.
 * @param ifMissing creates the error when the session is not there; with `isLive`, also when it is in the trash
 */
export const countInRound = (
  { id, finished_round, marks_shown, watermark_id, clocks_id }: SessionRow,
  by: Counts,
  ifMissing: () => Error,
  { isLive = false, awaitsMarks = false }: Besides = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...by },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    {
      where: { finished_round, marks_shown, watermark_id, clocks_id, ...(isLive && { deleted_at: undefined }) },
      onConflict: async () => {
        const row = await (isLive ? readSession : readAnySession)(id);
        return row ? new WriteConflictError() : ifMissing();
      },
    },
  );

/**
 * Returns the write that counts favorites in their photos' transaction. IAM lets the client's function change no other
 * attribute of a session.
 * @param by added to the count; negative for removed favorites
 * @param ifDeleted creates the error when the session is in the trash
 */
export const countFavorite = (sessionId: string, by: number, ifDeleted: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { favorites_count: by } },
    { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/**
 * The same for photos whose chapter or place depends on the session: fails when the session was edited or deleted, an
 * email about finished photos was queued, or proofs are shown marked, after it was read, and where it has no room for
 * photos that come back from the trash.
 */
export const countArranged = (
  { id, version, finished_round, marks_shown }: SessionRow,
  by: Counts,
  { awaitsMarks = false }: Pick<Besides, 'awaitsMarks'> = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...by },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    { where: { version, finished_round, marks_shown, deleted_at: undefined }, atMost: roomFor(by.listed_count) },
  );

/** The condition that a session has room for photos that were not listed before. */
const roomFor = (added: number): Record<string, number> =>
  // `photos_count` is the lower bound for a row without `listed_count`.
  added > 0 ? { listed_count: limits.photosPerSession - added, photos_count: limits.photosPerSession - added } : {};

/**
 * Ends a step of the work on marked derivatives: proofs are shown marked, or nothing is left to do. Fails when the
 * watermark or photos of the session were changed after it was read.
 */
export const changeMarks = (
  { id, watermark_id, marks_shown, photos_changed_at }: SessionRow,
  change: { set?: Partial<SessionRow>; remove?: (keyof SessionRow)[] },
): Write =>
  sessions.change({ id }, change, { where: { watermark_id, marks_shown, photos_changed_at, deleted_at: undefined } });

/** Ends the work on a session's clocks; fails when they were changed after it was read. */
export const endClocks = ({ id, clocks_id }: SessionRow): Write =>
  sessions.change({ id }, { remove: ['clocks_pending'] }, { where: { clocks_id, deleted_at: undefined } });

/** What a session has when its proofs are to be marked anew, or for the first time. */
export const newMarks = (): Pick<SessionRow, 'watermark_id' | 'watermark_drawing' | 'marks_pending'> => ({
  watermark_id: newId(),
  watermark_drawing: watermarkDrawing,
  marks_pending: true,
});

/** Whether a session's proofs are marked as watermarks were drawn before. */
export const isDrawnAsBefore = ({ watermark, watermark_drawing = 1 }: SessionRow): boolean =>
  watermark !== undefined && watermark_drawing < watermarkDrawing;

/** Has a session's proofs marked anew. Fails when it got another watermark, or was deleted, after it was read. */
export const markAnew = ({ id, watermark_id }: SessionRow): Write =>
  sessions.change({ id }, { set: newMarks() }, { where: { watermark_id, deleted_at: undefined } });

/** How many more photos a session takes. */
export const roomIn = ({ listed_count, photos_count }: SessionRow): number =>
  Math.max(0, limits.photosPerSession - Math.max(listed_count, photos_count));

/**
 * The write that admits uploads in the transaction that writes their rows: fails when the session is in the trash, or
 * has no room for all of them.
 * @param added photos that were not listed before
 */
export const countUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_count: added } },
    // Photos that are only asked for again need no room.
    { where: { deleted_at: undefined }, atMost: roomFor(added) },
  );

/** What a session counts of its attachments. */
export type AttachmentCounts = Pick<SessionRow, 'attachments_count' | 'attachment_bytes' | 'listed_attachments_count'>;

/**
 * As `countPhotos`, for attachments.
 * @param ifDeleted creates the error when the session is in the trash; then the write also fails, with WriteConflictError,
 * where there is no room for those that come back from it. When omitted, the session may be in the trash
 */
export const countAttachments = (sessionId: string, by: AttachmentCounts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...by }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && {
      where: { deleted_at: undefined },
      atMost: attachmentRoomFor(by.listed_attachments_count),
      onConflict: async () => ((await readSession(sessionId)) ? new WriteConflictError() : ifDeleted()),
    },
  );

/** The condition that a session has room for attachments that were not listed before. */
const attachmentRoomFor = (added: number): Record<string, number> =>
  added > 0 ? { listed_attachments_count: limits.attachmentsPerSession - added } : {};

/** How many more attachments a session takes. */
export const attachmentRoomIn = ({ listed_attachments_count }: SessionRow): number =>
  Math.max(0, limits.attachmentsPerSession - listed_attachments_count);

/** As `countUploads`, for attachments. */
export const countAttachmentUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_attachments_count: added } },
    { where: { deleted_at: undefined }, atMost: attachmentRoomFor(added) },
  );
