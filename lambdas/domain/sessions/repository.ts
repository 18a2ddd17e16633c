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
  /** Ready and not in the bin; and of these, approved. Only `countPhotos` changes them, in the photos' own transactions. */
  photos_count: z.number(),
  visible_count: z.number(),
  created_at: z.string(),
  version: z.number(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** `label#{customer}#{label}`: the one session of a customer that has this label. */
const LabelRow = z.object({ id: z.string(), session_id: z.string() });

const sessions = table(
  'SESSIONS_TABLE',
  {
    key: ['id'],
    indexes: { by_customer: ['customer_id', 'date_order'], directory: ['directory', 'created_at'] },
  },
  SessionRow,
);
const labels = table('SESSIONS_TABLE', { key: ['id'] }, LabelRow);

const labelKey = (customerId: string, label: string) => ({ id: `label#${customerId}#${label}` });

/** The session as of now: who may see it hangs on it. */
export const readSession = (id: string) => sessions.get({ id }, { consistent: true });

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

export const insertSession = (row: SessionRow, labelTaken: () => Error): Write[] => [
  sessions.insert({ ...row, directory: 'session', date_order: `${row.session_date}#${row.created_at}` }),
  labels.insert({ ...labelKey(row.customer_id, row.session_label), session_id: row.id }, labelTaken),
];

/**
 * The piece of a photo's transaction that keeps its session's counts exact.
 * @param by how many photos become ready (or leave), and how many become visible (or cease to be).
 */
export const countPhotos = (sessionId: string, by: { photos: number; visible: number }): Write =>
  sessions.change({ id: sessionId }, { add: { photos_count: by.photos, visible_count: by.visible } });
