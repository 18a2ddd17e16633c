import type { CreateSession, GallerySession, OpenSession, Session, SessionEntry } from '#shared/contract/sessions.ts';
import { nextLabel, suggestLabel } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { studio } from '#shared/studio.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { requireCustomer } from '../customers/customers.ts';
import { readNames } from '../customers/repository.ts';
import {
  findByLabel,
  insertSession,
  readByCustomer,
  readDirectory,
  readSession,
  type SessionRow,
  takenLabels,
} from './repository.ts';

/** How many labels after the suggested one are looked at before people are asked for another. */
const labelCandidates = 50;
const labelAttempts = 5;

/**
 * A new session; without a label it gets the first free one suggested by its name and date.
 * @throws StudioError NOT_FOUND for the customer, or LABEL_TAKEN with a free one in `details.suggestion`.
 */
export async function createSession(_actor: Admin, values: CreateSession): Promise<Session> {
  const { customer_id, session_label, ...rest } = values;
  await requireCustomer(customer_id);
  for (let attempt = 1; attempt <= labelAttempts; attempt += 1) {
    const label = session_label ?? (await freeLabel(customer_id, suggestLabel(rest.session_name, rest.session_date)));
    const created = await insert({ customer_id, session_label: label, ...rest });
    if (created) return created;
    if (session_label) {
      const suggestion = await freeLabel(customer_id, session_label);
      throw new StudioError('LABEL_TAKEN', undefined, { details: { suggestion } });
    }
  }
  throw new StudioError('BUSY');
}

/**
 * The customer's session of this label, made when there is none: named by the label, dated today.
 * @throws StudioError NOT_FOUND for the customer.
 */
export async function openSession(
  _actor: Admin,
  { customer_id, session_label }: OpenSession,
): Promise<{ session: Session; created: boolean }> {
  await requireCustomer(customer_id);
  const known = await findByLabel(customer_id, session_label);
  if (known) return { session: known, created: false };
  const created = await insert({
    customer_id,
    session_label,
    session_name: session_label,
    session_date: today(new Date()),
    notes: '',
  });
  if (created) return { session: created, created: true };
  const other = await findByLabel(customer_id, session_label);
  if (!other) throw new StudioError('BUSY');
  return { session: other, created: false };
}

/** All sessions with their customers' names, newest first. */
export async function listSessions(
  actor: Admin,
  cursor?: string,
): Promise<{ items: SessionEntry[]; next_cursor: string | null }> {
  const list = `${actor.sub} sessions`;
  const { rows, last } = await readDirectory(limits.rowsPerPage, openCursor(list, cursor));
  return { items: await withNames(rows), next_cursor: sealCursor(list, last) };
}

/** @throws StudioError NOT_FOUND */
export async function getSession(_actor: Admin, id: string): Promise<SessionEntry> {
  const row = await readSession(id);
  if (!row) throw new StudioError('NOT_FOUND');
  const [entry] = await withNames([row]);
  return entry!;
}

async function withNames(rows: SessionRow[]): Promise<SessionEntry[]> {
  const names = await readNames(rows.map((row) => row.customer_id));
  return rows.map((row) => ({ ...row, customer_name: names.get(row.customer_id) ?? null }));
}

/**
 * A customer's sessions by date, newest first.
 * @throws StudioError NOT_FOUND for the customer.
 */
export async function listCustomerSessions(_actor: Admin, customerId: string): Promise<Session[]> {
  await requireCustomer(customerId);
  return readByCustomer(customerId);
}

/** The client's own sessions in which there is something to see, by date, newest first. */
export async function listGallery(actor: Client): Promise<GallerySession[]> {
  const rows = await readByCustomer(actor.customer_id);
  return rows.filter((row) => row.visible_count > 0).map((row) => ({ ...row, photos_count: row.visible_count }));
}

/** Undefined when the label is taken. */
async function insert(
  values: Pick<SessionRow, 'customer_id' | 'session_label' | 'session_name' | 'session_date' | 'notes'>,
): Promise<SessionRow | undefined> {
  class LabelTaken extends Error {}
  const row: SessionRow = {
    id: newId(),
    ...values,
    photo_order: 'uploaded',
    photos_count: 0,
    visible_count: 0,
    created_at: new Date().toISOString(),
    version: 0,
  };
  try {
    await transact(insertSession(row, () => new LabelTaken()));
    return row;
  } catch (error) {
    if (error instanceof LabelTaken) return undefined;
    throw error;
  }
}

async function freeLabel(customerId: string, wanted: string): Promise<string> {
  const candidates = [wanted];
  while (candidates.length < labelCandidates) candidates.push(nextLabel(candidates.at(-1)!));
  const taken = await takenLabels(customerId, candidates);
  const free = candidates.find((label) => !taken.has(label));
  if (!free) {
    throw new StudioError('INVALID', undefined, { fields: { session_label: 'Please enter another Session ID.' } });
  }
  return free;
}

/** Today's date where the studio is: Swedish happens to write dates as ISO does. */
export const today = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: studio.timeZone, dateStyle: 'short' }).format(now);
