import type {
  AnnounceSession,
  CreateSession,
  DeletedSession,
  EditSession,
  OpenSession,
  SessionDetails,
  SessionEntry,
} from '#shared/contract/sessions.ts';
import { nextLabel, Session, suggestLabel } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { studio } from '#shared/studio.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { isRestorable, requireCustomer } from '../customers/customers.ts';
import { addressFor, readCustomer, readCustomers } from '../customers/repository.ts';
import { queueLetter, readLetter } from '../outbox.ts';
import {
  binSession,
  changeSession,
  findByLabel,
  insertSession,
  isDeleted,
  noteTold,
  readAnySession,
  readBin,
  readByCustomer,
  readDirectory,
  readSession,
  type SessionRow,
  takenLabels,
  unbinSession,
} from './repository.ts';

/** How many labels after the suggested one are looked at before people are asked for another. */
const labelCandidates = 50;
/** Each costs half a read, also where there is none: the first is mostly free. */
const labelsAtOnce = 5;
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

/**
 * A session, and what became of the letter that told its client of it.
 * @throws StudioError NOT_FOUND
 */
export async function getSession(_actor: Admin, id: string): Promise<SessionDetails> {
  return withDetails(await requireLive(id));
}

/**
 * Changes what is given and leaves the rest.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the session as it is now in `details.current`; LABEL_TAKEN with
 * a free one in `details.suggestion`
 */
export async function editSession(_actor: Admin, id: string, edit: EditSession): Promise<SessionDetails> {
  const { version, ...given } = edit;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const row = await requireVersion(id, version);
  // Read first: once it is written, nothing may fail any more.
  const details = await withDetails(row);
  class LabelTaken extends Error {}
  try {
    await transact(
      changeSession(row, set, { changed: () => changedMeanwhile(id), labelTaken: () => new LabelTaken() }),
    );
  } catch (error) {
    if (!(error instanceof LabelTaken)) throw error;
    const suggestion = await freeLabel(row.customer_id, edit.session_label ?? row.session_label);
    throw new StudioError('LABEL_TAKEN', undefined, { details: { suggestion } });
  }
  return { ...details, ...set, version: version + 1 };
}

/**
 * Puts a session with everything in it into the bin for 30 days: from now on it is missing for everybody. The caller
 * sees to it that its pictures leave their addresses.
 * @param more is written in the same transaction
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the session as it is now in `details.current`
 */
export async function binSessionRow(_actor: Admin, id: string, version: number, more: Write[]): Promise<void> {
  const row = await requireVersion(id, version);
  await transact([...binSession(row, { changed: () => changedMeanwhile(id) }), ...more]);
}

/**
 * Takes a session out of the bin with everything in it; under another label where its own is taken by now. Done when it
 * is not in the bin.
 * @throws StudioError NOT_FOUND, also when its 30 days are over
 */
export async function restoreSession(_actor: Admin, id: string): Promise<SessionDetails> {
  for (let attempt = 1; attempt <= labelAttempts; attempt += 1) {
    const row = await readAnySession(id);
    if (!row || (isDeleted(row) && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (!isDeleted(row)) return withDetails(row);
    // A deleted customer's sessions come back with the customer.
    await requireCustomer(row.customer_id);
    class Overtaken extends Error {}
    const overtaken = () => new Overtaken();
    const label = await freeLabel(row.customer_id, row.session_label);
    const { deleted_at: _, withdrawing: __, ...restored } = row;
    const details = await withDetails(restored);
    try {
      await transact(unbinSession(row, label, { changed: overtaken, labelTaken: overtaken }));
      return { ...details, session_label: label, version: row.version + 1 };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new StudioError('BUSY');
}

/** The bin: sessions that can still be restored; those of deleted customers wait for their customers. */
export async function listDeletedSessions(_actor: Admin): Promise<DeletedSession[]> {
  const { rows } = await readBin(limits.rowsPerPage, undefined);
  const restorable = rows.filter((row) => isRestorable(row.deleted_at));
  const customers = await readCustomers(restorable.map((row) => row.customer_id));
  return restorable
    .filter((row) => customers.get(row.customer_id)?.status !== 'deleted')
    .map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null }))
    .toSorted((one, other) => other.deleted_at.localeCompare(one.deleted_at));
}

/**
 * Tells the client that the gallery is ready, by one letter. `told_at` is when they were last told as far as the studio
 * has seen: pressing twice tells them once.
 * @throws StudioError NOT_FOUND; INVALID when there is nothing to see, or nobody to write to; CHANGED_MEANWHILE, with the
 * session as it is now in `details.current`, when somebody has told them meanwhile
 */
export async function announceSession(
  _actor: Admin,
  id: string,
  { told_at }: AnnounceSession,
): Promise<SessionDetails> {
  const row = await requireLive(id);
  if ((row.told_at ?? null) !== told_at) throw await changedMeanwhile(id);
  if (row.visible_count === 0) {
    throw new StudioError('INVALID', 'The client can’t see any photo of this session yet. Show some first.');
  }
  const customer = await readCustomer(row.customer_id);
  if (customer?.status !== 'active') {
    throw new StudioError('INVALID', 'This customer’s account is closed. Reopen it first.');
  }
  const to = addressFor(customer);
  if (!to) throw new StudioError('INVALID', 'This customer has no email address to write to. Add one first.');
  const told = { told_at: new Date().toISOString(), told_by: `gallery-ready#${id}#${told_at ?? 'first'}` };
  const letter = { to, name: customer.name, session_name: row.session_name, photos_count: row.visible_count };
  await transact([
    noteTold(row, told, () => changedMeanwhile(id)),
    queueLetter(told.told_by, { kind: 'gallery-ready', ...letter }),
  ]);
  return { ...row, ...told, customer_name: customer.name, announcement: { to, state: 'queued' } };
}

async function withDetails(row: SessionRow): Promise<SessionDetails> {
  const [[entry], letter] = await Promise.all([withNames([row]), row.told_by ? readLetter(row.told_by) : undefined]);
  const announcement = letter && 'to' in letter ? { to: letter.to, state: letter.state } : null;
  return { ...entry!, announcement };
}

/** @throws StudioError NOT_FOUND */
async function requireLive(id: string): Promise<SessionRow> {
  const row = await readSession(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

async function requireVersion(id: string, version: number): Promise<SessionRow> {
  const row = await requireLive(id);
  if (row.version !== version) throw await changedMeanwhile(id);
  return row;
}

/** What the loser of a race hears: the session as it is now, or that there is none. */
async function changedMeanwhile(id: string): Promise<Error> {
  const row = await readSession(id);
  if (!row) return new StudioError('NOT_FOUND');
  return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: Session.parse(row) } });
}

async function withNames(rows: SessionRow[]): Promise<SessionEntry[]> {
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  return rows.map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null }));
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
export async function listGallery(actor: Client): Promise<SessionRow[]> {
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
    cover_id: null,
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
  let label = wanted;
  for (let tried = 0; tried < labelCandidates; tried += labelsAtOnce) {
    const candidates = [label];
    while (candidates.length < labelsAtOnce) candidates.push(nextLabel(candidates.at(-1)!));
    const taken = await takenLabels(customerId, candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free) return free;
    label = nextLabel(candidates.at(-1)!);
  }
  throw new StudioError('INVALID', undefined, { fields: { session_label: 'Please enter another Session ID.' } });
}

/** Today's date where the studio is: Swedish happens to write dates as ISO does. */
export const today = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: studio.timeZone, dateStyle: 'short' }).format(now);
