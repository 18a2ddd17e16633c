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
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { addressFor, greetedAs } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import {
  type CustomerRow,
  customerStays,
  noteSessionsWithIt,
  readCustomer,
  readCustomers,
} from '../customers/repository.ts';
import { readEmail } from '../emails/outbox.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToWithdrawDownloads } from '../jobs/media-jobs.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { recordActivity, recordChange } from '../timeline/record.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { countDownloaded } from './allowance.ts';
import { recordAnnouncement } from './announcement-writes.ts';
import { newWatermark } from './marking.ts';
import { type NewSession, newSessionRow } from './new-session.ts';
import {
  changeSession,
  type DeletedSessionRow,
  findByLabel,
  insertSession,
  isDeleted,
  leftOut,
  listByCustomer,
  readAllSessions,
  readAnySession,
  readByCustomer,
  readDirectory,
  readSession,
  readTrash,
  type SessionRow,
  takenLabels,
} from './repository.ts';
import { trashSession, untrashSession } from './trash-writes.ts';

/** The number of labels that are tried, beginning with the suggested one, before the person must choose one. */
const labelCandidates = 50;
/**
 * The number of labels that are read at once. Each costs half a read, even if its row is missing; the first is usually
 * free.
 */
const labelsPerRead = 5;

/**
 * Creates a session. Without a label, it gets the first free label that its name and date suggest.
 * @throws StudioError NOT_FOUND for the customer; LABEL_TAKEN with a free label in `details.suggestion`
 */
export async function createSession(actor: Admin, values: CreateSession): Promise<Session> {
  const { customer_id, session_label, ...otherValues } = values;
  await requireCustomer(customer_id);
  if (session_label) {
    return insert(actor, { customer_id, session_label, ...otherValues }, () => labelTaken(customer_id, session_label));
  }
  return retryOnConflict(async () => {
    const suggested = await freeLabel(customer_id, suggestLabel(otherValues.session_name, otherValues.session_date));
    return insert(actor, { customer_id, session_label: suggested, ...otherValues });
  });
}

/**
 * Returns the customer's session with this label. Creates a missing one, with the label as its name and today's date.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function ensureSession(
  actor: Admin,
  { customer_id, session_label }: OpenSession,
): Promise<{ session: Session; created: boolean }> {
  await requireCustomer(customer_id);
  return retryOnConflict(async () => {
    const session = await findByLabel(customer_id, session_label);
    if (session) return { session: session, created: false };
    const session_date = today(new Date());
    const values = { customer_id, session_label, session_name: session_label, session_date, notes: '' };
    const newSession = await insert(actor, values);
    return { session: newSession, created: true };
  });
}

/** Returns a page of all sessions with their customers' names, newest first. */
export async function listSessions(actor: Admin, cursor?: string): Promise<SessionPage> {
  const cursorScope = `${actor.sub} sessions`;
  const { rows, last, damaged } = await readDirectory(limits.rowsPerPage, await decryptCursor(cursorScope, cursor));
  return { items: await withNames(rows), next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/**
 * Returns a session with its customer, the states of its last announcements, and the number of downloads that count.
 * @throws StudioError NOT_FOUND
 */
export async function getSession(_actor: Admin, id: string): Promise<SessionDetails> {
  return withDetails(await requireLive(id));
}

/**
 * Changes the fields of a session that the request contains.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`; LABEL_TAKEN with a
 * free label in `details.suggestion`; FORBIDDEN for staff who change the download limit
 */
export async function editSession(actor: Admin, id: string, edit: EditSession): Promise<SessionDetails> {
  const { version, chapters, watermark, time_zone, clock_shifts, ...simpleFields } = edit;
  const row = await requireVersion(id, version);
  const { download_allowance = row.download_allowance } = edit;
  if (download_allowance !== row.download_allowance) {
    requireAdmin(actor, 'change how many photos a client may download');
  }
  const set: Partial<SessionRow> = {
    ...Object.fromEntries(Object.entries(simpleFields).filter(([, value]) => value !== undefined)),
    ...(chapters && { chapters: editedChapters(row, chapters) }),
    ...orderChange(row, edit.photo_order),
    ...watermarkChange(row, watermark),
  };
  const clocks = clocksChange(row, { time_zone, clock_shifts });
  Object.assign(set, clocks.set);
  const removed = [...(watermark === null ? watermarkAttributes : []), ...clocks.removed];
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
    ...recordChange(actor, { kind: 'session-edited', session: edited }, fieldNames, row, edited),
  ]);
  if (set.marks_pending) await enqueueSoon('mark-session', id);
  if (set.clocks_pending) await enqueueSoon('set-clocks', id);
  if (allowsLess(row, edited) || edited.marks_changed_at !== row.marks_changed_at) await askToWithdrawDownloads(id);
  await askToKeepReady(row, { photosChanged: true });
  return { ...details, version: version + 1 };
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

/**
 * Moves a session's row to the trash for 30 days; from then on the session is NOT_FOUND for everyone. The caller must
 * give its photos new media keys.
 * @param furtherWrites writes for the same transaction
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function trashSessionRow(
  actor: Admin,
  id: string,
  version: number,
  furtherWrites: Write[],
): Promise<void> {
  requireAdmin(actor, 'delete sessions');
  const row = await requireVersion(id, version);
  await transact([
    ...trashSession(row, { changed: () => changedMeanwhile(id) }),
    ...recordActivity(actor, { kind: 'session-deleted', session: row }),
    ...furtherWrites,
  ]);
}

/**
 * Restores a session with its photos from the trash, under another label if its own is taken. Succeeds when the session
 * is not in the trash.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND, also when the session's 30 days are over
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
 * Restores a session from the trash. The same transaction removes it from the customer's list of sessions to restore,
 * so that restoring the customer does not restore it a second time.
 * @throws WriteConflictError when the session or the customer changed since they were read
 */
export async function untrashSessionRow(
  actor: Admin,
  row: DeletedSessionRow,
  customer: CustomerRow,
): Promise<SessionDetails> {
  const label = await freeLabel(row.customer_id, row.session_label);
  const restored = without(row, 'deleted_at', 'withdrawing');
  const details = await withDetails(restored);
  const { id, sessions_with_it: sessionsToRestore = [] } = customer;
  await transact([
    ...untrashSession(row, label),
    ...recordActivity(actor, { kind: 'session-restored', session: row }),
    sessionsToRestore.includes(row.id)
      ? noteSessionsWithIt(
          customer,
          sessionsToRestore.filter((session) => session !== row.id),
        )
      : customerStays(id, () => new WriteConflictError()),
  ]);
  if (row.watermark) await enqueueSoon('mark-session', row.id);
  if (row.clocks_pending) await enqueueSoon('set-clocks', row.id);
  return { ...details, session_label: label, version: row.version + 1 };
}

/**
 * Returns a page of the sessions in the trash that can be restored, the last deleted first. Sessions of deleted
 * customers are left out, so that a page may have no items although another page follows.
 */
export async function listDeletedSessions(actor: Admin, cursor?: string): Promise<DeletedSessionPage> {
  const cursorScope = `${actor.sub} deleted sessions`;
  const { rows, last, damaged } = await readTrash(limits.rowsPerPage, await decryptCursor(cursorScope, cursor));
  const restorable = rows.filter((row) => isRestorable(row.deleted_at));
  const customers = await readCustomers(restorable.map((row) => row.customer_id));
  return {
    items: restorable
      .filter((row) => customers.get(row.customer_id)?.status !== 'deleted')
      .map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null })),
    next_cursor: await encryptCursor(cursorScope, last),
    damaged,
  };
}

/**
 * Announces the gallery: queues the email to the client and the preparation of the whole session's download.
 * `announced_at` is the time of the last announcement that the studio has seen, so that pressing the button twice sends
 * one email.
 * @throws StudioError NOT_FOUND; INVALID without visible photos or without an address; CHANGED_MEANWHILE with the
 * current session in `details.current` when another request announced it first
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
    ...recordActivity(
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
    finished_announcement: await emailStateOf(row.finished_announced_by),
    downloads_used,
  };
}

/**
 * Returns the name and greeting of a session's client, and the address for the studio's emails.
 * @throws StudioError INVALID for a client without an address, or with a closed account
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

/** Returns the recipient and state of an email to the client; null when there was none, or its record has expired. */
async function emailStateOf(id: string | undefined): Promise<SessionDetails['announcement']> {
  const email = id === undefined ? undefined : await readEmail(id);
  return email && 'to' in email ? { to: email.to, state: email.state } : null;
}

export async function withDetails(row: SessionRow): Promise<SessionDetails> {
  const [customer, announcement, finished_announcement] = await Promise.all([
    readCustomer(row.customer_id),
    emailStateOf(row.announced_by),
    emailStateOf(row.finished_announced_by),
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

/**
 * Returns a session that is not in the trash.
 * @throws StudioError NOT_FOUND
 */
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

/** Returns this month's cost so far for each session. */
export const getCostSoFar = async (_actor: Admin): Promise<CostSoFar> => costSoFar(await readAllSessions(), new Date());

/** Returns the error for a request that lost a race: CHANGED_MEANWHILE with the current session, or NOT_FOUND. */
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

/** Returns the client's sessions that have visible photos, by date, newest first. */
export async function listGallery(actor: Client): Promise<SessionRow[]> {
  const rows = await readByCustomer(actor.customer_id);
  return rows.filter((row) => row.visible_count > 0).map((row) => ({ ...row, photos_count: row.visible_count }));
}

async function insert(actor: Admin, values: NewSession, onLabelTaken?: () => Promise<Error>): Promise<SessionRow> {
  const row = newSessionRow(values);
  await transact([
    ...insertSession(row, onLabelTaken),
    ...recordActivity(actor, { kind: 'session-created', session: row }),
    customerStays(row.customer_id, () => new StudioError('NOT_FOUND')),
  ]);
  return row;
}

/** Returns the error for a label that another session of the customer has; it suggests a free label. */
async function labelTaken(customerId: string, label: string): Promise<Error> {
  const suggestion = await freeLabel(customerId, label);
  return new StudioError('LABEL_TAKEN', undefined, { details: { suggestion } });
}

async function freeLabel(customerId: string, firstLabel: string): Promise<string> {
  let label = firstLabel;
  for (let triedCount = 0; triedCount < labelCandidates; triedCount += labelsPerRead) {
    const candidates = [label];
    while (candidates.length < labelsPerRead) candidates.push(nextLabel(candidates.at(-1)!));
    const taken = await takenLabels(customerId, candidates);
    const freeCandidate = candidates.find((candidate) => !taken.has(candidate));
    if (freeCandidate) return freeCandidate;
    label = nextLabel(candidates.at(-1)!);
  }
  throw new StudioError('INVALID', undefined, { fields: { session_label: 'Please enter another Session ID.' } });
}
