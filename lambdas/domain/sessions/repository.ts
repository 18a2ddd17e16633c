import * as z from 'zod';
import { PhotoOrder } from '#shared/contract/sessions.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

export const SessionRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  session_label: z.string(),
  session_name: z.string(),
  session_date: z.string(),
  notes: z.string(),
  photo_order: PhotoOrder,
  cover_id: z.string().nullable().default(null),
  /** Ready and not in the bin; and of these, approved. Only `countPhotos` changes them, in the photos' own transactions. */
  photos_count: z.number(),
  visible_count: z.number(),
  /** When the client was last told, and which letter told them. */
  told_at: z.string().optional(),
  told_by: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/**
 * A session in the bin: out of all lists but that of the bin, and as missing for everything that is not about the bin.
 * `withdrawing` until nothing of it can be reached under the addresses that clients have been told.
 */
export const DeletedSessionRow = SessionRow.extend({ deleted_at: z.string(), withdrawing: z.literal(true).optional() });
export type DeletedSessionRow = z.infer<typeof DeletedSessionRow>;
const AnySessionRow = z.union([DeletedSessionRow, SessionRow]);

/** `label#{customer}#{label}`: the one session of a customer that has this label. */
const LabelRow = z.object({ id: z.string(), session_id: z.string() });

const sessions = table(
  'SESSIONS_TABLE',
  {
    key: ['id'],
    indexes: { by_customer: ['customer_id', 'date_order'], directory: ['directory', 'created_at'] },
  },
  AnySessionRow,
);
const labels = table('SESSIONS_TABLE', { key: ['id'] }, LabelRow);

const labelKey = (customerId: string, label: string) => ({ id: `label#${customerId}#${label}` });

/** The session as of now, also from the bin. */
export const readAnySession = (id: string) => sessions.get({ id }, { consistent: true });

export const isDeleted = (row: SessionRow | DeletedSessionRow): row is DeletedSessionRow => 'deleted_at' in row;

/** The session as of now, unless it lies in the bin: who may see it hangs on it. */
export async function readSession(id: string): Promise<SessionRow | undefined> {
  const row = await readAnySession(id);
  return row && !isDeleted(row) ? row : undefined;
}

export async function findByLabel(customerId: string, label: string): Promise<SessionRow | undefined> {
  const row = await labels.get(labelKey(customerId, label), { consistent: true });
  return row && readSession(row.session_id);
}

/** Which of these labels a customer's sessions have already. */
export async function takenLabels(customerId: string, candidates: string[]): Promise<Set<string>> {
  const rows = await labels.getMany(candidates.map((label) => labelKey(customerId, label)));
  const taken = new Set(rows.map((row) => row.id));
  return new Set(candidates.filter((label) => taken.has(labelKey(customerId, label).id)));
}

/** A customer's sessions by date, newest first, ties by creation. */
export const readByCustomer = (customerId: string) =>
  sessions.all({ index: 'by_customer', partition: customerId, descending: true });

/** All sessions, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  sessions.page({ index: 'directory', partition: 'session', descending: true }, size, from);

/** A page of the bin, the newest session first. */
export async function readBin(size: number, from: Key | undefined) {
  const { rows, last } = await sessions.page(
    { index: 'directory', partition: 'deleted', descending: true },
    size,
    from,
  );
  return { rows: rows.filter(isDeleted), last };
}

export const insertSession = (row: SessionRow, labelTaken: () => Error): Write[] => [
  sessions.insert({ ...row, directory: 'session', date_order: dateOrder(row) }),
  labels.insert({ ...labelKey(row.customer_id, row.session_label), session_id: row.id }, labelTaken),
];

const dateOrder = (row: Pick<SessionRow, 'session_date' | 'created_at'>) => `${row.session_date}#${row.created_at}`;

interface Refusals {
  /** The session is not as it was read: edited, deleted or restored meanwhile. */
  changed: () => Error | Promise<Error>;
  labelTaken: () => Error;
}

/** The session with other values, and its label's row where that is another; only on the version that was read. */
export const changeSession = (
  row: SessionRow,
  set: Partial<SessionRow>,
  { changed, labelTaken }: Refusals,
): Write[] => [
  sessions.change(
    { id: row.id },
    { set: { ...set, date_order: dateOrder({ ...row, ...set }), version: row.version + 1 } },
    { where: { version: row.version, deleted_at: undefined }, otherwise: changed },
  ),
  ...(set.session_label !== undefined && set.session_label !== row.session_label
    ? [
        labels.delete(labelKey(row.customer_id, row.session_label)),
        labels.insert({ ...labelKey(row.customer_id, set.session_label), session_id: row.id }, labelTaken),
      ]
    : []),
];

/** Into the bin. The label is free for another session. */
export const binSession = (row: SessionRow, { changed }: Pick<Refusals, 'changed'>): Write[] => [
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
    { where: { version: row.version, deleted_at: undefined }, otherwise: changed },
  ),
  labels.delete(labelKey(row.customer_id, row.session_label)),
];

/** Out of the bin, under this label. */
export const unbinSession = (row: DeletedSessionRow, session_label: string, refusals: Refusals): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: { directory: 'session', date_order: dateOrder(row), session_label, version: row.version + 1 },
      remove: ['deleted_at', 'withdrawing'],
    },
    { where: { deleted_at: row.deleted_at }, otherwise: refusals.changed },
  ),
  labels.insert({ ...labelKey(row.customer_id, session_label), session_id: row.id }, refusals.labelTaken),
];

/** The piece of a transaction that withdraws photos with their session: only while it lies in the bin as it was read. */
export const sessionWithdrawing = (row: DeletedSessionRow, otherwise: () => Error): Write =>
  sessions.change({ id: row.id }, { set: { withdrawing: true } }, { where: { deleted_at: row.deleted_at }, otherwise });

/** Nothing of the session can be reached any more under the addresses that clients have been told. */
export const sessionWithdrawn = (row: DeletedSessionRow, otherwise: () => Error): Write =>
  sessions.change({ id: row.id }, { remove: ['withdrawing'] }, { where: { deleted_at: row.deleted_at }, otherwise });

/** A session's row, gone for good; only while it lies in the bin as it was read. */
export const eraseSession = (row: DeletedSessionRow, otherwise: () => Error): Write =>
  sessions.delete({ id: row.id }, { where: { deleted_at: row.deleted_at }, otherwise });

/** The studio tells the client; only if nobody has meanwhile. */
export const noteTold = (
  row: SessionRow,
  told: { told_at: string; told_by: string },
  otherwise: () => Promise<Error>,
): Write =>
  sessions.change({ id: row.id }, { set: told }, { where: { told_at: row.told_at, deleted_at: undefined }, otherwise });

/**
 * The piece of a photo's transaction that keeps its session's counts exact.
 * @param by how many photos become ready (or leave), and how many become visible (or cease to be).
 * @param ifDeleted what is wrong when the session lies in the bin; when left out, nothing is
 */
export const countPhotos = (
  sessionId: string,
  by: { photos: number; visible: number },
  ifDeleted?: () => Error,
): Write =>
  sessions.change(
    { id: sessionId },
    { add: { photos_count: by.photos, visible_count: by.visible } },
    ifDeleted && { where: { deleted_at: undefined }, otherwise: ifDeleted },
  );
