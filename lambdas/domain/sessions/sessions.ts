import { isDeepStrictEqual } from 'node:util';
import type { CostSoFar } from '#shared/contract/cost.ts';
import type {
  AnnounceSession,
  CreateSession,
  CustomerSessions,
  DeletedSessionPage,
  EditSession,
  OpenSession,
  SessionDetails,
  SessionEntry,
  SessionPage,
} from '#shared/contract/sessions.ts';
import { nextLabel, Session, suggestLabel } from '#shared/contract/sessions.ts';
import { isSeen, unseenWords, type Watermark } from '#shared/contract/watermarks.ts';
import { costSoFar } from '#shared/cost/so-far.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { type Admin, type Client, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { requireCustomer } from '../customers/customers.ts';
import {
  addressFor,
  type CustomerRow,
  customerStays,
  greetedAs,
  noteSessionsWithIt,
  readCustomer,
  readCustomers,
} from '../customers/repository.ts';
import { readEmail } from '../emails/outbox.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToWithdrawDownloads } from '../jobs/media-jobs.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { tell, tellChange } from '../timeline/tell.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { countDownloaded } from './allowance.ts';
import {
  changeSession,
  type DeletedSessionRow,
  findByLabel,
  insertSession,
  isDeleted,
  leftOut,
  listByCustomer,
  type NewSession,
  newMarks,
  newSessionRow,
  readAllSessions,
  readAnySession,
  readByCustomer,
  readDirectory,
  readSession,
  readTrash,
  recordAnnouncement,
  type SessionRow,
  takenLabels,
  trashSession,
  untrashSession,
} from './repository.ts';

/** Labels tried after the suggested one before the person must choose another. */
const labelCandidates = 50;
/** Each costs half a read, also for a missing row; the first is usually free. */
const labelsAtOnce = 5;

/**
 * Creates a session; without a label it gets the first free one suggested from its name and date.
 * @throws StudioError NOT_FOUND for the customer, or LABEL_TAKEN with a free one in `details.suggestion`
 */
export async function createSession(actor: Admin, values: CreateSession): Promise<Session> {
  const { customer_id, session_label, ...rest } = values;
  await requireCustomer(customer_id);
  if (session_label) {
    return insert(actor, { customer_id, session_label, ...rest }, () => labelTaken(customer_id, session_label));
  }
  return retryOnConflict(async () => {
    const suggested = await freeLabel(customer_id, suggestLabel(rest.session_name, rest.session_date));
    return insert(actor, { customer_id, session_label: suggested, ...rest });
  });
}

/**
 * Returns the customer's session with this label; creates it when missing, named by the label and dated today.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function openSession(
  actor: Admin,
  { customer_id, session_label }: OpenSession,
): Promise<{ session: Session; created: boolean }> {
  await requireCustomer(customer_id);
  return retryOnConflict(async () => {
    const known = await findByLabel(customer_id, session_label);
    if (known) return { session: known, created: false };
    const session_date = today(new Date());
    const values = { customer_id, session_label, session_name: session_label, session_date, notes: '' };
    const created = await insert(actor, values);
    return { session: created, created: true };
  });
}

/** Returns a page of all sessions with their customers' names, newest first. */
export async function listSessions(actor: Admin, cursor?: string): Promise<SessionPage> {
  const list = `${actor.sub} sessions`;
  const { rows, last, damaged } = await readDirectory(limits.rowsPerPage, await openCursor(list, cursor));
  return { items: await withNames(rows), next_cursor: await sealCursor(list, last), damaged };
}

/**
 * Returns a session, with the state of the email that announced it.
 * @throws StudioError NOT_FOUND
 */
export async function getSession(_actor: Admin, id: string): Promise<SessionDetails> {
  return withDetails(await requireLive(id));
}

/**
 * Changes the given fields.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`; LABEL_TAKEN with a
 * free one in `details.suggestion`; FORBIDDEN for staff who change the download limit
 */
export async function editSession(actor: Admin, id: string, edit: EditSession): Promise<SessionDetails> {
  const { version, chapters, watermark, time_zone, clock_shifts, ...given } = edit;
  const row = await requireVersion(id, version);
  const { download_allowance = row.download_allowance } = edit;
  if (download_allowance !== row.download_allowance) {
    requireAdmin(actor, 'change how many photos a client may download');
  }
  const set: Partial<SessionRow> = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(chapters && { chapters: editedChapters(row, chapters) }),
    ...orderChange(row, edit.photo_order),
    ...watermarkChange(row, watermark),
  };
  const clocks = clocksChange(row, { time_zone, clock_shifts });
  Object.assign(set, clocks.set);
  const removed = [...(watermark === null ? ofWatermark : []), ...clocks.removed];
  // Read before the write, so that nothing can fail after it.
  const edited = without({ ...row, ...set }, ...removed);
  const details = await withDetails(edited);
  await transact([
    ...changeSession(
      row,
      set,
      {
        changed: () => changedMeanwhile(id),
        labelTaken: () => labelTaken(row.customer_id, edit.session_label ?? row.session_label),
      },
      removed,
    ),
    ...tellChange(actor, { kind: 'session-edited', session: edited }, fieldNames, row, edited),
  ]);
  if (set.marks_pending) await enqueueSoon('mark-session', id);
  if (set.clocks_pending) await enqueueSoon('set-clocks', id);
  if (allowsLess(row, edited) || edited.marks_changed_at !== row.marks_changed_at) await askToWithdrawDownloads(id);
  await askToKeepReady(row, { photosChanged: true });
  return { ...details, version: version + 1 };
}

/** The fields as the timeline names them. */
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

/** Whether an edit takes away a size, or limits how many photos can be downloaded further than before. */
const allowsLess = (before: SessionRow, after: SessionRow): boolean =>
  before.download_sizes.some((size) => !after.download_sizes.includes(size)) ||
  (after.download_allowance ?? Number.POSITIVE_INFINITY) < (before.download_allowance ?? Number.POSITIVE_INFINITY);

/** @throws StudioError INVALID for an unknown or repeated chapter, or when a chapter that is left out has photos */
function editedChapters(row: SessionRow, wanted: NonNullable<EditSession['chapters']>): SessionRow['chapters'] {
  const chapters = wanted.map(({ id, name }) => ({ id: id ?? newId(), name }));
  const known = wanted.flatMap(({ id }) => id ?? []);
  if (new Set(known).size < known.length || known.some((id) => !row.chapters.some((chapter) => chapter.id === id))) {
    throw new StudioError('INVALID', undefined, {
      fields: { chapters: 'One of these chapters is not in this session.' },
    });
  }
  const full = leftOut(row, { chapters }).find(({ id }) => (row.chapter_counts[id]?.photos_count ?? 0) > 0);
  if (full) {
    const message = `“${full.name}” still has photos. Move them out of this chapter first.`;
    throw new StudioError('INVALID', message, { fields: { chapters: message } });
  }
  return chapters;
}

/**
 * The order by hand begins with the order that the session has. It ends when no photo is placed by hand any more.
 * @throws StudioError INVALID while photos are
 */
function orderChange(row: SessionRow, wanted: SessionRow['photo_order'] | undefined): Partial<SessionRow> {
  if (wanted === 'custom' && row.photo_order !== 'custom') return { base_order: row.photo_order };
  if (wanted !== undefined && wanted !== 'custom' && row.placed_count > 0) {
    const message = 'Photos of this session are placed by hand. Give up their places first.';
    throw new StudioError('INVALID', message, { fields: { photo_order: message } });
  }
  return {};
}

/**
 * A watermark is on what others than the studio get when process-photo has made all marked derivatives; until then they
 * get what they got before. Without one, they get clean proofs at once, and process-photo gives the marked ones up.
 * @throws StudioError INVALID for one that nobody would see
 */
function watermarkChange(row: SessionRow, wanted: Watermark | null | undefined): Partial<SessionRow> {
  if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(row.watermark ?? null)) return {};
  if (wanted && !isSeen(wanted)) {
    throw new StudioError('INVALID', unseenWords, { fields: { watermark: unseenWords } });
  }
  if (wanted) return { watermark: wanted, ...newMarks() };
  return { marks_pending: true, ...(row.marks_shown && { marks_changed_at: new Date().toISOString() }) };
}

/** Photos are put in order by process-photo; those that are registered from now on are in it. */
function clocksChange(
  row: SessionRow,
  {
    time_zone = row.time_zone ?? null,
    clock_shifts = row.clock_shifts ?? {},
  }: Pick<EditSession, 'time_zone' | 'clock_shifts'>,
): { set: Partial<SessionRow>; removed: (typeof ofClocks)[number][] } {
  const shifts = Object.entries(clock_shifts).filter(([, seconds]) => seconds !== 0);
  const wanted = {
    ...(time_zone !== null && { time_zone }),
    ...(shifts.length > 0 && { clock_shifts: Object.fromEntries(shifts.toSorted()) }),
  };
  const { time_zone: zone, clock_shifts: shifted } = row;
  if (isDeepStrictEqual(wanted, JSON.parse(JSON.stringify({ time_zone: zone, clock_shifts: shifted })))) {
    return { set: {}, removed: [] };
  }
  return {
    set: { ...wanted, clocks_id: newId(), clocks_pending: true },
    removed: ofClocks.filter((name) => !(name in wanted)),
  };
}

/** What a session has only while it is not the studio's zone, or as the cameras say. */
const ofClocks = ['time_zone', 'clock_shifts'] as const;

/** What a session has only while it has a watermark. */
const ofWatermark = ['watermark', 'watermark_id', 'watermark_drawing', 'marks_shown', 'rekeying'] as const;

/**
 * Moves a session with its photos to the trash for 30 days; from now on it is NOT_FOUND for everyone. The caller must
 * give its photos new addresses.
 * @param more is written in the same transaction
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function trashSessionRow(actor: Admin, id: string, version: number, more: Write[]): Promise<void> {
  requireAdmin(actor, 'delete sessions');
  const row = await requireVersion(id, version);
  await transact([
    ...trashSession(row, { changed: () => changedMeanwhile(id) }),
    ...tell(actor, { kind: 'session-deleted', session: row }),
    ...more,
  ]);
}

/**
 * Restores a session with its photos from the trash, with another label when its own is taken; succeeds when it is not
 * in the trash.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND, also when its 30 days are over
 */
export async function restoreSession(actor: Admin, id: string): Promise<SessionDetails> {
  requireAdmin(actor, 'restore sessions');
  return retryOnConflict(async () => {
    const row = await readAnySession(id);
    if (!row || (isDeleted(row) && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (!isDeleted(row)) return withDetails(row);
    // Sessions of a deleted customer are restored only with the customer.
    return untrashSessionRow(actor, row, await requireCustomer(row.customer_id));
  });
}

/**
 * Restores a session from the trash, and removes it from the customer's list of sessions to restore in the same
 * transaction, so that no restore of the customer restores it a second time.
 * @throws WriteConflictError when session or customer have changed since they were read
 */
export async function untrashSessionRow(
  actor: Admin,
  row: DeletedSessionRow,
  customer: CustomerRow,
): Promise<SessionDetails> {
  const label = await freeLabel(row.customer_id, row.session_label);
  const restored = without(row, 'deleted_at', 'withdrawing');
  const details = await withDetails(restored);
  const { id, sessions_with_it: listed = [] } = customer;
  await transact([
    ...untrashSession(row, label),
    ...tell(actor, { kind: 'session-restored', session: row }),
    listed.includes(row.id)
      ? noteSessionsWithIt(
          customer,
          listed.filter((session) => session !== row.id),
        )
      : customerStays(id, () => new WriteConflictError()),
  ]);
  if (row.watermark) await enqueueSoon('mark-session', row.id);
  if (row.clocks_pending) await enqueueSoon('set-clocks', row.id);
  return { ...details, session_label: label, version: row.version + 1 };
}

/**
 * Returns a page of the sessions in the trash that can be restored, the last deleted first; without those of deleted
 * customers, so that a page may have no items and yet be followed by another.
 */
export async function listDeletedSessions(actor: Admin, cursor?: string): Promise<DeletedSessionPage> {
  const list = `${actor.sub} deleted sessions`;
  const { rows, last, damaged } = await readTrash(limits.rowsPerPage, await openCursor(list, cursor));
  const restorable = rows.filter((row) => isRestorable(row.deleted_at));
  const customers = await readCustomers(restorable.map((row) => row.customer_id));
  return {
    items: restorable
      .filter((row) => customers.get(row.customer_id)?.status !== 'deleted')
      .map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null })),
    next_cursor: await sealCursor(list, last),
    damaged,
  };
}

/**
 * Announces the gallery: queues the email to the client, and the preparation of the whole session's download.
 * `announced_at` is the last announcement that the studio has seen, so pressing twice sends one email.
 * @throws StudioError NOT_FOUND; INVALID without visible photos or without an address; CHANGED_MEANWHILE, with the
 * current session in `details.current`, when another request announced it first
 */
export async function announceSession(
  actor: Admin,
  id: string,
  { announced_at, message }: AnnounceSession,
): Promise<SessionDetails> {
  const row = await requireLive(id);
  if ((row.announced_at ?? null) !== announced_at) throw await changedMeanwhile(id);
  if (row.visible_count === 0) {
    throw new StudioError('INVALID', 'The client can’t see any photo of this session yet. Show some first.');
  }
  const { name, greeting, to } = await requireRecipient(row);
  const announced = {
    announced_at: new Date().toISOString(),
    announced_by: `gallery-ready#${id}#${announced_at ?? 'first'}`,
  };
  const downloads_used = await countUsed(row);
  await transact([
    recordAnnouncement(row, announced, () => changedMeanwhile(id)),
    ...tell(
      actor,
      { kind: 'announced', session: row, ...(message && { words: message }) },
      { [announced.announced_by]: { kind: 'gallery-ready', to, name: greeting, session_id: id, message } },
    ),
  ]);
  await askToKeepReady({ id, ...announced }, { photosChanged: false });
  return {
    ...row,
    ...announced,
    customer_name: name,
    client_email: to,
    announcement: { to, state: 'queued' },
    finished_announcement: await emailBy(row.finished_announced_by),
    downloads_used,
  };
}

/**
 * Returns the client's name, and the address to which the studio writes.
 * @throws StudioError INVALID without one, or for a closed account
 */
export async function requireRecipient({
  customer_id,
}: SessionRow): Promise<{ name: string; greeting: string; to: string }> {
  const customer = await readCustomer(customer_id);
  if (customer?.status !== 'active') {
    throw new StudioError('INVALID', 'This customer’s account is closed. Reopen it first.');
  }
  const to = addressFor(customer);
  if (!to) throw new StudioError('INVALID', 'This customer has no email address to write to. Add one first.');
  return { name: customer.name, greeting: greetedAs(customer), to };
}

/** What became of an email to the client; null when there was none, or its record has expired. */
async function emailBy(id: string | undefined): Promise<SessionDetails['announcement']> {
  const email = id === undefined ? undefined : await readEmail(id);
  return email && 'to' in email ? { to: email.to, state: email.state } : null;
}

export async function withDetails(row: SessionRow): Promise<SessionDetails> {
  const [customer, announcement, finished_announcement] = await Promise.all([
    readCustomer(row.customer_id),
    emailBy(row.announced_by),
    emailBy(row.finished_announced_by),
  ]);
  return {
    ...row,
    customer_name: customer?.name ?? null,
    client_email: customer ? addressFor(customer) : '',
    announcement,
    finished_announcement,
    downloads_used: await countUsed(row),
  };
}

const countUsed = async ({ id, download_allowance }: SessionRow): Promise<number | null> =>
  download_allowance === null ? null : countDownloaded(id);

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

/** Returns this month's cost so far, by session. */
export const getCostSoFar = async (_actor: Admin): Promise<CostSoFar> => costSoFar(await readAllSessions(), new Date());

/** Returns the error for the loser of a race: with the current session, or NOT_FOUND. */
export async function changedMeanwhile(id: string): Promise<Error> {
  const row = await readSession(id);
  if (!row) return new StudioError('NOT_FOUND');
  return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: Session.parse(row) } });
}

async function withNames(rows: SessionRow[]): Promise<SessionEntry[]> {
  const customers = await readCustomers(rows.map((row) => row.customer_id));
  return rows.map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null }));
}

/**
 * Returns a customer's sessions by date, newest first.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function listCustomerSessions(_actor: Admin, customerId: string): Promise<CustomerSessions> {
  await requireCustomer(customerId);
  return listByCustomer(customerId);
}

/** Returns the client's own sessions with visible photos, by date, newest first. */
export async function listGallery(actor: Client): Promise<SessionRow[]> {
  const rows = await readByCustomer(actor.customer_id);
  return rows.filter((row) => row.visible_count > 0).map((row) => ({ ...row, photos_count: row.visible_count }));
}

async function insert(actor: Admin, values: NewSession, onLabelTaken?: () => Promise<Error>): Promise<SessionRow> {
  const row = newSessionRow(values);
  await transact([
    ...insertSession(row, onLabelTaken),
    ...tell(actor, { kind: 'session-created', session: row }),
    customerStays(row.customer_id, () => new StudioError('NOT_FOUND')),
  ]);
  return row;
}

/** Returns the error for a label that another session of the customer has, with a free label as suggestion. */
async function labelTaken(customerId: string, label: string): Promise<Error> {
  const suggestion = await freeLabel(customerId, label);
  return new StudioError('LABEL_TAKEN', undefined, { details: { suggestion } });
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
