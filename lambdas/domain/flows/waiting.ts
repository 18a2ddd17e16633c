import type { Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { readReached } from '../../platform/guards.ts';
import { write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { readCustomers } from '../customers/repository.ts';
import { readUndelivered } from '../emails/outbox.ts';
import { readEndsSince, readSomeLinks } from '../links/repository.ts';
import { readMessages, readUnread } from '../messages/repository.ts';
import { cleanFiles } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { type PhotoKey, readFailedKeys, readKeys } from '../photos/row/repository.ts';
import { viewOf } from '../photos/row/views.ts';
import { listPending } from '../quotes/quotes.ts';
import { readQuotes } from '../quotes/repository.ts';
import { readDirectory, readSessions, type SessionRow } from '../sessions/repository.ts';
import { readExportDue } from '../settings/export-due.ts';
import { readUnseen, setSeen } from '../timeline/repository.ts';
import { whereIs } from '../website/publish-state.ts';
import { readState } from '../website/repository.ts';
import { readDeadLetters } from './dead-letters.ts';

/**
 * What waits for the studio. Each kind is read from an index that has only what waits, or from a page of the newest
 * rows, so that no read grows with a table.
 */

/** Photos shown for a kind, or a session of it. */
const photosShown = 3;

/** Returns what waits, each kind with how many there are and the first of them. */
export async function readWaiting(actor: Admin): Promise<Waiting> {
  const [newest, dead_letters] = await Promise.all([readNewestSessions(), readDeadLetters()]);
  const [quotes, selections, changes, messages, marks, failed, emails, links, unannounced, website] = await Promise.all(
    [
      readRequests(),
      readSelections(),
      readChanges(),
      readUnreadMessages(),
      readMarks(),
      readFailed(),
      readReturned(),
      readEndingLinks(),
      listUnannounced(newest),
      readUnpublished(),
    ],
  );
  const reached = await readReachedLimits();
  const exportDue = actor.looks_after_aws ? await readExportDue(newest, new Date()) : null;
  return {
    ...{ quotes, selections, messages, marks, failed, emails, links, unannounced, website, dead_letters },
    ...(changes && { changes }),
    export: exportDue,
    ...(reached && { limits: reached }),
  };
}

/**
 * Records that the studio has looked at the favorites and notes of a session.
 * @throws StudioError NOT_FOUND
 */
export async function lookAt(actor: Admin, sessionId: string): Promise<void> {
  await requireSession(actor, sessionId);
  const entries = await readUnseen(limits.attention, sessionId);
  await Promise.all(entries.map(({ id }) => write(setSeen(id))));
}

type Kind<Name extends keyof Waiting> = Promise<Waiting[Name]>;

/** @param times when each began to wait */
function kindOf<Item>(count: number, times: string[], items: Item[]) {
  const [since] = times.toSorted();
  return since === undefined ? null : { count, since, items };
}

const first = <Row>(rows: Row[]): Row[] => rows.slice(0, limits.waitingNamed);
const timesOf = (rows: { created_at: string }[]) => rows.map(({ created_at }) => created_at);

async function readRequests(): Kind<'quotes'> {
  const pending = await listPending('quote');
  const names = new Map(pending.map(({ id, customer_name }) => [id, customer_name]));
  const rows = pending.length > 0 ? await readQuotes(first(pending).map(({ id }) => id)) : [];
  const items = rows.flatMap(({ id, type }) =>
    type === 'selection' ? [] : [{ customer_name: names.get(id) ?? '', type }],
  );
  return kindOf(pending.length, timesOf(pending), items);
}

async function readSelections(): Kind<'selections'> {
  const pending = await listPending('selection');
  if (pending.length === 0) return null;
  const names = new Map(pending.map(({ id, customer_name }) => [id, customer_name]));
  const rows = await readQuotes(first(pending).map(({ id }) => id));
  const sessions = await readSessions(rows.flatMap(({ selection }) => selection?.session_id ?? []));
  const items = rows.flatMap(({ id, selection }) => {
    const session = selection && sessions.get(selection.session_id);
    // That of a deleted session has no page; it counts, because its quote is still to be answered.
    if (!session) return [];
    const { selection_id, chosen_count, extra_count, total_cents } = selection;
    const customer_name = names.get(id) ?? '';
    return [{ ...nameOf(session), selection_id, customer_name, chosen_count, extra_count, total_cents }];
  });
  return kindOf(pending.length, timesOf(pending), items);
}

async function readChanges(): Promise<Waiting['changes']> {
  const asked = await listPending('change');
  if (asked.length === 0) return null;
  const names = new Map(asked.map(({ id, customer_name }) => [id, customer_name]));
  const rows = await readQuotes(asked.map(({ id }) => id));
  const named = first(rows);
  const sessions = await readSessions(named.flatMap(({ selection }) => selection?.session_id ?? []));
  const items = named.flatMap(({ id, selection }) => {
    const session = selection && sessions.get(selection.session_id);
    if (!session) return [];
    return [{ ...nameOf(session), selection_id: selection.selection_id, customer_name: names.get(id) ?? '' }];
  });
  const times = rows.flatMap(({ change_request }) => change_request?.asked_at ?? []);
  return kindOf(asked.length, times, items);
}

async function readUnreadMessages(): Kind<'messages'> {
  const unread = await readUnread(limits.attention);
  const rows = unread.length > 0 ? await readMessages(first(unread).map(({ id }) => id)) : [];
  return kindOf(
    unread.length,
    timesOf(unread),
    rows.map(({ name }) => ({ name })),
  );
}

async function readMarks(): Kind<'marks'> {
  const entries = await readUnseen(limits.attention);
  const sessions = await readSessions(entries.flatMap(({ session_id }) => session_id ?? []));
  const bySession = [...Map.groupBy(entries, ({ session_id }) => session_id)]
    .flatMap(([id, own]) => {
      const session = id === undefined ? undefined : sessions.get(id);
      const count = own.reduce((sum, { unseen_count = 0 }) => sum + unseen_count, 0);
      return session && count > 0 ? [{ session, count, own: own.toSorted(lastFirst) }] : [];
    })
    .toSorted((one, other) => lastFirst(one.own[0]!, other.own[0]!));
  const photosOf = await readPhotosBySession(
    first(bySession).flatMap(({ session, own }) =>
      [...new Set(own.flatMap(({ photo_ids }) => photo_ids))]
        .slice(0, photosShown)
        .map((id) => ({ session_id: session.id, id })),
    ),
  );
  return kindOf(
    bySession.reduce((sum, { count }) => sum + count, 0),
    bySession.flatMap(({ own }) => own.flatMap(({ unseen_since }) => unseen_since ?? [])),
    first(bySession).map(({ session, count }) => ({ ...nameOf(session), count, photos: photosOf(session.id) })),
  );
}

const lastFirst = (one: { last_at: string }, other: { last_at: string }) => (one.last_at < other.last_at ? 1 : -1);

const nameOf = ({ id, session_name }: SessionRow) => ({ session_id: id, session_name });

/** Returns a function that gives those of these photos of a session that are ready. */
async function readPhotosBySession(keys: PhotoKey[]) {
  const photos = await readKeys(keys);
  const shown = photos.flatMap((photo) =>
    photo.state === 'ready' ? [{ photo, view: viewOf(photo, cleanFiles(photo)) }] : [],
  );
  return (sessionId: string) => shown.filter(({ photo }) => photo.session_id === sessionId).map(({ view }) => view);
}

async function readFailed(): Kind<'failed'> {
  const keys = await readFailedKeys(limits.attention);
  const sessions = await readSessions(keys.map(({ session_id }) => session_id));
  const listed = keys.filter(({ session_id }) => sessions.has(session_id));
  const photos = await readKeys(first(listed).map(({ session_id, id }) => ({ session_id, id })));
  const items = photos.flatMap((photo) =>
    photo.state === 'failed'
      ? [{ ...nameOf(sessions.get(photo.session_id)!), file_name: photo.file_name, reason: photo.reason }]
      : [],
  );
  return kindOf(
    listed.length,
    listed.map(({ sweep_at }) => sweep_at),
    items,
  );
}

async function readReturned(): Kind<'emails'> {
  const rows = await readUndelivered(limits.attention);
  return kindOf(rows.length, timesOf(rows), first(rows));
}

async function readEndingLinks(): Kind<'links'> {
  const now = Date.now();
  const soon = new Date(now + limits.linkEndsSoonDays * dayMs).toISOString();
  const ends = await readEndsSince(new Date(now).toISOString(), limits.attention);
  const ending = ends.filter(({ ends_at }) => ends_at <= soon);
  const rows = ending.length > 0 ? await readSomeLinks(ending.map(({ id }) => id)) : [];
  const sessions = await readSessions(rows.map(({ session_id }) => session_id));
  const listed = rows.filter(({ session_id, is_revoked }) => sessions.has(session_id) && !is_revoked);
  return kindOf(
    listed.length,
    listed.map(({ ends_at }) => ends_at),
    first(listed).map(({ session_id, label }) => ({ ...nameOf(sessions.get(session_id)!), label })),
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
  // A link that is erased needs no care anymore.
  const guessed = links.flatMap(({ session_id, label }) => {
    const session = sessions.get(session_id);
    return session ? [{ kind: 'pins' as const, ...nameOf(session), label }] : [];
  });
  const items = [...guessed, ...(registrations ? [{ kind: 'registrations' as const }] : [])];
  return kindOf(
    items.length,
    [...(guessed.length > 0 && pins ? [pins.at] : []), ...(registrations ? [registrations.at] : [])],
    items,
  );
}

const readNewestSessions = async () => (await readDirectory(limits.sessionsLookedAt, undefined)).rows;

async function listUnannounced(newest: SessionRow[]): Kind<'unannounced'> {
  const rows = newest.filter(({ photos_count, announced_at }) => photos_count > 0 && announced_at === undefined);
  const customers = rows.length > 0 ? await readCustomers(rows.map(({ customer_id }) => customer_id)) : new Map();
  const listed = rows.filter(({ customer_id }) => customers.get(customer_id)?.status === 'active');
  return kindOf(
    listed.length,
    timesOf(listed),
    first(listed).map((session) => ({ ...nameOf(session), photos_count: session.photos_count })),
  );
}
