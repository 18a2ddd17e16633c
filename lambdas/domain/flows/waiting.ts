import type { Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { dayAhead, endOfDay, today } from '#shared/time/studio-time.ts';
import type { Admin } from '../../platform/auth.ts';
import { readReached } from '../../platform/guards.ts';
import { write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { readCustomers } from '../customers/repository.ts';
import { readUndelivered } from '../emails/undelivered.ts';
import { readEndsSince, readSomeLinks } from '../links/repository.ts';
import { readMessages, readUnread } from '../messages/repository.ts';
import { requireSession } from '../photos/row/find.ts';
import { readKeys } from '../photos/row/repository.ts';
import { readFailedKeys } from '../photos/row/sweep.ts';
import { listPending } from '../quotes/quotes.ts';
import { readQuotes } from '../quotes/repository.ts';
import { readDirectory, readEndings, readSessions, type SessionRow } from '../sessions/repository.ts';
import { readExportDue } from '../settings/export-due.ts';
import { readUnseen, setSeen } from '../timeline/repository.ts';
import { whereIs } from '../website/publish-state.ts';
import { readState } from '../website/repository.ts';
import { readDeadLetters } from './dead-letters.ts';
import {
  firstRows,
  type Kind,
  nameOf,
  photosPerSession,
  readPhotosBySession,
  timesOf,
  toKind,
} from './waiting-kinds.ts';
import { readWaitingOffers } from './waiting-offers.ts';
import { readAcceptedWork } from './waiting-sessions.ts';

/**
 * Reads what waits for the studio. Each kind is read from an index that contains only waiting rows, or from a page of
 * the newest rows, so that no read grows with a table.
 */

/** Returns what waits for the studio: for each kind the number, the earliest time, and the first items. */
export async function readWaiting(actor: Admin): Promise<Waiting> {
  const [newest, dead_letters] = await Promise.all([readNewestSessions(), readDeadLetters()]);
  const [
    quotes,
    selections,
    changes,
    messages,
    unseenFeedback,
    failed,
    emails,
    links,
    unannounced,
    website,
    acceptedWork,
    endings,
    offers,
  ] = await Promise.all([
    readRequests(),
    readSelections(),
    readChanges(),
    readUnreadMessages(),
    readUnseenFeedback(),
    readFailed(),
    readReturned(),
    readEndingLinks(),
    listUnannounced(newest),
    readUnpublished(),
    readAcceptedWork(newest),
    readEndingGalleries(),
    readWaitingOffers(),
  ]);
  const reachedLimits = await readReachedLimits();
  const exportDue = actor.looks_after_aws ? await readExportDue(newest, new Date()) : null;
  return {
    ...{
      quotes,
      selections,
      messages,
      marks: unseenFeedback,
      failed,
      emails,
      links,
      website,
      dead_letters,
    },
    ...(changes && { changes }),
    ...(endings && { endings }),
    ...(offers && { offers }),
    ...acceptedWork,
    ...unannounced,
    export: exportDue,
    ...(reachedLimits && { limits: reachedLimits }),
  };
}

/**
 * Records that the studio has seen the favorites and notes of a session.
 * @throws StudioError NOT_FOUND
 */
export async function markSeen(actor: Admin, sessionId: string): Promise<void> {
  await requireSession(actor, sessionId);
  const entries = await readUnseen(limits.attention, sessionId);
  await Promise.all(entries.map(({ id }) => write(setSeen(id))));
}

async function readRequests(): Kind<'quotes'> {
  const pending = await listPending('quote');
  const names = new Map(pending.map(({ id, customer_name }) => [id, customer_name]));
  const rows = pending.length > 0 ? await readQuotes(firstRows(pending).map(({ id }) => id)) : [];
  const items = rows.flatMap(({ id, type }) =>
    type === 'selection' ? [] : [{ customer_name: names.get(id) ?? '', type }],
  );
  return toKind(pending.length, timesOf(pending), items);
}

async function readSelections(): Kind<'selections'> {
  const pending = await listPending('selection');
  if (pending.length === 0) return null;
  const names = new Map(pending.map(({ id, customer_name }) => [id, customer_name]));
  const rows = await readQuotes(firstRows(pending).map(({ id }) => id));
  const sessions = await readSessions(rows.flatMap(({ selection }) => selection?.session_id ?? []));
  const items = rows.flatMap(({ id, selection }) => {
    const session = selection && sessions.get(selection.session_id);
    // The selection of a deleted session has no page; it still counts, because its quote must be answered.
    if (!session) return [];
    const { selection_id, chosen_count, extra_count, total_cents } = selection;
    const customer_name = names.get(id) ?? '';
    return [{ ...nameOf(session), selection_id, customer_name, chosen_count, extra_count, total_cents }];
  });
  return toKind(pending.length, timesOf(pending), items);
}

async function readChanges(): Promise<Waiting['changes']> {
  const changeRequests = await listPending('change');
  if (changeRequests.length === 0) return null;
  const names = new Map(changeRequests.map(({ id, customer_name }) => [id, customer_name]));
  const rows = await readQuotes(changeRequests.map(({ id }) => id));
  const namedQuotes = firstRows(rows);
  const sessions = await readSessions(namedQuotes.flatMap(({ selection }) => selection?.session_id ?? []));
  const items = namedQuotes.flatMap(({ id, selection }) => {
    const session = selection && sessions.get(selection.session_id);
    if (!session) return [];
    return [{ ...nameOf(session), selection_id: selection.selection_id, customer_name: names.get(id) ?? '' }];
  });
  const times = rows.flatMap(({ change_request }) => change_request?.asked_at ?? []);
  return toKind(changeRequests.length, times, items);
}

async function readUnreadMessages(): Kind<'messages'> {
  const unread = await readUnread(limits.attention);
  const rows = unread.length > 0 ? await readMessages(firstRows(unread).map(({ id }) => id)) : [];
  return toKind(
    unread.length,
    timesOf(unread),
    rows.map(({ name }) => ({ name })),
  );
}

async function readUnseenFeedback(): Kind<'marks'> {
  const entries = await readUnseen(limits.attention);
  const sessions = await readSessions(entries.flatMap(({ session_id }) => session_id ?? []));
  const bySession = [...Map.groupBy(entries, ({ session_id }) => session_id)]
    .flatMap(([id, sessionEntries]) => {
      const session = id === undefined ? undefined : sessions.get(id);
      const count = sessionEntries.reduce((sum, { unseen_count = 0 }) => sum + unseen_count, 0);
      return session && count > 0 ? [{ session, count, entries: sessionEntries.toSorted(compareNewestFirst) }] : [];
    })
    .toSorted((first, second) => compareNewestFirst(first.entries[0]!, second.entries[0]!));
  const photosOf = await readPhotosBySession(
    firstRows(bySession).flatMap(({ session, entries }) =>
      [...new Set(entries.flatMap(({ photo_ids }) => photo_ids))]
        .slice(0, photosPerSession)
        .map((id) => ({ session_id: session.id, id })),
    ),
  );
  return toKind(
    bySession.reduce((sum, { count }) => sum + count, 0),
    bySession.flatMap(({ entries }) => entries.flatMap(({ unseen_since }) => unseen_since ?? [])),
    firstRows(bySession).map(({ session, count }) => ({ ...nameOf(session), count, photos: photosOf(session.id) })),
  );
}

const compareNewestFirst = (first: { last_at: string }, second: { last_at: string }) =>
  first.last_at < second.last_at ? 1 : -1;

async function readFailed(): Kind<'failed'> {
  const keys = await readFailedKeys(limits.attention);
  const sessions = await readSessions(keys.map(({ session_id }) => session_id));
  const listed = keys.filter(({ session_id }) => sessions.has(session_id));
  const photos = await readKeys(firstRows(listed).map(({ session_id, id }) => ({ session_id, id })));
  const items = photos.flatMap((photo) =>
    photo.state === 'failed'
      ? [{ ...nameOf(sessions.get(photo.session_id)!), file_name: photo.file_name, reason: photo.reason }]
      : [],
  );
  return toKind(
    listed.length,
    listed.map(({ sweep_at }) => sweep_at),
    items,
  );
}

async function readReturned(): Kind<'emails'> {
  const rows = await readUndelivered(limits.attention);
  return toKind(rows.length, timesOf(rows), firstRows(rows));
}

async function readEndingLinks(): Kind<'links'> {
  const now = Date.now();
  const soonestEnd = new Date(now + limits.linkEndsSoonDays * dayMs).toISOString();
  const ends = await readEndsSince(new Date(now).toISOString(), limits.attention);
  const endingLinks = ends.filter(({ ends_at }) => ends_at <= soonestEnd);
  const rows = endingLinks.length > 0 ? await readSomeLinks(endingLinks.map(({ id }) => id)) : [];
  const sessions = await readSessions(rows.map(({ session_id }) => session_id));
  // A link to an ended gallery opens nothing already.
  const listed = rows.filter(({ session_id, is_revoked }) => {
    const session = sessions.get(session_id);
    return session !== undefined && !hasEnded(session) && !is_revoked;
  });
  return toKind(
    listed.length,
    listed.map(({ ends_at }) => ends_at),
    firstRows(listed).map(({ session_id, label }) => ({ ...nameOf(sessions.get(session_id)!), label })),
  );
}

async function readEndingGalleries(): Promise<Waiting['endings']> {
  const now = new Date();
  const ids = await readEndings(today(now), dayAhead(limits.galleryEndsSoonDays, now));
  const sessions = [...(await readSessions(ids.slice(0, limits.attention))).values()];
  const listed = sessions
    .flatMap((session) => (session.ends_on === null ? [] : [{ ...nameOf(session), ends_on: session.ends_on }]))
    .toSorted((first, second) => (first.ends_on < second.ends_on ? -1 : 1));
  return toKind(
    listed.length,
    listed.map(({ ends_on }) => endOfDay(ends_on).toISOString()),
    firstRows(listed),
  );
}

async function readUnpublished(): Promise<Waiting['website']> {
  const publishing = await readState();
  const { state, since } = whereIs(publishing);
  return state === 'failed' ? { number: publishing.number, since } : null;
}

async function readReachedLimits(): Kind<'limits'> {
  const [pins, registrations] = await Promise.all([readReached('pins'), readReached('registrations')]);
  const links = pins ? await readSomeLinks([pins.about]) : [];
  const sessions = await readSessions(links.map(({ session_id }) => session_id));
  // Leave out a link that was erased since.
  const guessedLinks = links.flatMap(({ session_id, label }) => {
    const session = sessions.get(session_id);
    return session ? [{ kind: 'pins' as const, ...nameOf(session), label }] : [];
  });
  const items = [...guessedLinks, ...(registrations ? [{ kind: 'registrations' as const }] : [])];
  return toKind(
    items.length,
    [...(guessedLinks.length > 0 && pins ? [pins.at] : []), ...(registrations ? [registrations.at] : [])],
    items,
  );
}

const readNewestSessions = async () => (await readDirectory(limits.unannouncedSessions, undefined)).rows;

const waitsForMarks = ({ waiting_announcement, marks_pending }: SessionRow): boolean =>
  waiting_announcement !== undefined && marks_pending === true;

/** Returns the sessions whose customer's account is open. */
async function ofOpenAccounts(rows: SessionRow[]): Promise<SessionRow[]> {
  const customers = rows.length > 0 ? await readCustomers(rows.map(({ customer_id }) => customer_id)) : new Map();
  return rows.filter(({ customer_id }) => customers.get(customer_id)?.status === 'active');
}

/** Returns the new sessions that were never announced, without ended galleries, and those whose announcement waits for the watermark. */
async function listUnannounced(newest: SessionRow[]): Promise<Pick<Waiting, 'unannounced' | 'waiting_announcements'>> {
  const isUnannounced = (row: SessionRow) => row.photos_count > 0 && row.announced_at === undefined && !hasEnded(row);
  const rows = await ofOpenAccounts(newest.filter((row) => waitsForMarks(row) || isUnannounced(row)));
  const waiting = rows.filter(waitsForMarks);
  const unannounced = rows.filter((row) => !waitsForMarks(row));
  const waiting_announcements = toKind(
    waiting.length,
    waiting.flatMap(({ waiting_announcement }) => waiting_announcement?.at ?? []),
    firstRows(waiting).map(nameOf),
  );
  return {
    ...(waiting_announcements && { waiting_announcements }),
    unannounced: toKind(
      unannounced.length,
      timesOf(unannounced),
      firstRows(unannounced).map((session) => ({ ...nameOf(session), photos_count: session.photos_count })),
    ),
  };
}
