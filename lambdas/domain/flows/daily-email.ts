import type { TimelineKind } from '#shared/contract/timeline.ts';
import { daysAfter } from '#shared/time/calendar-date.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { transact } from '../../platform/table.ts';
import type { DayFact, EmailOf } from '../emails/email-kinds.ts';
import { queueEmail } from '../emails/outbox.ts';
import { changeNotifiedUntil, readEmailSettings } from '../settings/repository.ts';
import { readDay, type TimelineRow } from '../timeline/repository.ts';

/** The largest number of days in one email, when the sweep did not run on some days. */
const maxDays = 7;
/** The largest number of sessions that an email names. */
const maxSessions = 40;

/**
 * Queues the studio's email about the days since the last such email, until yesterday in the studio's time zone, if
 * anything happened and the studio wants the email. The same transaction records the last day, so that each day is
 * reported once, even if two runs happen at the same time.
 * @returns whether an email was queued
 */
export async function queueDailyEmail(now: Date): Promise<boolean> {
  const { daily, told_until } = await readEmailSettings();
  const yesterday = dayAhead(-1, now);
  if (told_until !== undefined && told_until >= yesterday) return false;
  const days = Array.from({ length: maxDays }, (_, daysBack) => daysAfter(yesterday, -daysBack)).filter((day) =>
    told_until === undefined ? day === yesterday : day > told_until,
  );
  const entries = daily ? (await Promise.all(days.map(readDay))).flat() : [];
  const email = emailOf(yesterday, entries);
  try {
    await transact([
      changeNotifiedUntil(told_until, yesterday),
      ...(email ? [queueEmail(`day-happened#${yesterday}`, email)] : []),
    ]);
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
  return email !== undefined;
}

/**
 * The event to which each kind of entry counts, and whether it adds or subtracts. An entry without a count counts once.
 */
const countedActs: Record<'client' | 'guest', Partial<Record<TimelineKind, [DayFact['what'], 1 | -1]>>> = {
  client: {
    opened: ['opened', 1],
    favorited: ['favorites', 1],
    unfavorited: ['favorites', -1],
    noted: ['notes', 1],
    'note-removed': ['notes', -1],
    downloaded: ['downloads', 1],
    'attachments-downloaded': ['files', 1],
    'archive-requested': ['archives', 1],
    'link-created': ['links', 1],
  },
  guest: {
    opened: ['guests', 1],
    favorited: ['picks', 1],
    unfavorited: ['picks', -1],
    noted: ['guest-notes', 1],
    'note-removed': ['guest-notes', -1],
    downloaded: ['guest-downloads', 1],
    'attachments-downloaded': ['guest-files', 1],
  },
};

function emailOf(day: string, entries: TimelineRow[]): EmailOf<'day-happened'> | undefined {
  const bySession = Map.groupBy(entries, ({ session_id }) => session_id);
  const sessions = [...bySession].flatMap(([session_id, sessionEntries]) => {
    const events = eventsOf(sessionEntries);
    const session_name = sessionEntries.at(-1)?.session_name ?? '';
    return session_id === undefined || events.length === 0 ? [] : [{ session_id, session_name, happened: events }];
  });
  if (sessions.length === 0) return undefined;
  const furtherCount = Math.max(0, sessions.length - maxSessions);
  return { kind: 'day-happened', day, sessions: sessions.slice(0, maxSessions), more: furtherCount };
}

function eventsOf(entries: TimelineRow[]): DayFact[] {
  const counts = new Map<DayFact['what'], number>();
  for (const { by, kind, count = 1 } of entries) {
    const [event, sign] = (by === 'client' || by === 'guest' ? countedActs[by][kind] : undefined) ?? [];
    if (event && sign) counts.set(event, (counts.get(event) ?? 0) + sign * count);
  }
  return [...counts].flatMap(([event, count]) =>
    count > 0 ? [{ what: event, count: event === 'opened' ? 1 : count }] : [],
  );
}
