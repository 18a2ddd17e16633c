import type { Context, ScheduledEvent } from 'aws-lambda';
import { limits } from '#shared/limits.ts';
import { sweepDeletedCustomer } from '../../domain/customer-deletion.ts';
import { readBin as readDeletedCustomers } from '../../domain/customers/repository.ts';
import { eraseSessionForGood } from '../../domain/photos/deleted-sessions.ts';
import {
  deleteLanded,
  deleteStored,
  landingKey,
  listLanded,
  lookAtLanded,
  parseLandingKey,
  storedKeys,
} from '../../domain/photos/files.ts';
import { registerAbsent } from '../../domain/photos/registration.ts';
import {
  type DeletedPhoto,
  erasePhoto,
  type FailedPhoto,
  isMoving,
  type PendingPhoto,
  type Photo,
  readPhoto,
  readSweep,
  type Sweep,
} from '../../domain/photos/repository.ts';
import { askToMove, askToProcess, askToWithdrawSession } from '../../domain/photos/work.ts';
import { readBin as readDeletedSessions } from '../../domain/sessions/repository.ts';
import { log } from '../../platform/log.ts';
import { type Key, transact } from '../../platform/table.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** How long things may take before they are looked at: an upload with all tries of its event, and a move. */
const landedAge = day;
const movingAge = hour;
/** How long people can read that a file never arrived, and how long the bin keeps. */
const absentAge = 7 * day;
/** An hour longer than people can restore, so that nothing returns whose files are just going. */
const binAge = limits.binDays * day + hour;

const rowsAtOnce = 25;
/** Milliseconds before the function's end at which the rest is left for tomorrow. */
const reserve = 30_000;

/** What a day's sweep did, by photos. */
interface Report {
  /** Files that had been lying in the landing bucket for a day and are processed once more. */
  requeued: number;
  /** Uploads that were announced and never came. */
  expired: number;
  /** Of these, taken off the list after a week. */
  forgotten: number;
  /** Hidden or deleted photos that still had their old addresses. */
  moved: number;
  /** Photos whose days in the bin were over. */
  erased: number;
  /** Deleted sessions that still had their old addresses. */
  withdrawn: number;
  /** Sessions whose days in the bin were over, with everything in them. */
  sessions_erased: number;
  /** Customers whose days in the bin were over, with everything of theirs. */
  customers_erased: number;
  /** What did not work out; tomorrow's sweep tries again. */
  failed: number;
  /** Whether time ran out before everything was looked at. */
  unfinished: boolean;
}

/** Once a day: nothing that arrived is left lying, nothing waits for ever, and the bin's 30 days end. */
export async function handler({ time }: Pick<ScheduledEvent, 'time'>, context: Context): Promise<Report> {
  const report: Report = {
    requeued: 0,
    expired: 0,
    forgotten: 0,
    moved: 0,
    erased: 0,
    withdrawn: 0,
    sessions_erased: 0,
    customers_erased: 0,
    failed: 0,
    unfinished: false,
  };
  const isOver = () => context.getRemainingTimeInMillis() < reserve;
  const ago = (age: number) => new Date(Date.parse(time) - age);

  await requeueLanded(ago(landedAge)).then(
    (count) => {
      report.requeued = count;
    },
    (error: unknown) => {
      report.failed += 1;
      log.error('The sweep could not queue what lies in the landing bucket.', { error });
    },
  );
  const tasks = [
    { kind: 'pending', age: landedAge, work: expire, counted: 'expired' },
    { kind: 'absent', age: absentAge, work: forget, counted: 'forgotten' },
    { kind: 'moving', age: movingAge, work: requeueMove, counted: 'moved' },
    { kind: 'deleted', age: binAge, work: erase, counted: 'erased' },
  ] as const;
  for (const { kind, age, work, counted } of tasks) {
    const until = ago(age).toISOString();
    for await (const photos of pagesOf(kind, until)) {
      if (isOver()) {
        report.unfinished = true;
        break;
      }
      const results = await Promise.allSettled(photos.map((photo) => work(photo, until)));
      for (const result of results) {
        if (result.status === 'rejected') {
          report.failed += 1;
          log.error('The sweep failed on a photo.', { kind, error: result.reason });
        } else if (result.value) report[counted] += 1;
      }
    }
  }
  await sweepSessions(report, ago, isOver);
  await sweepCustomers(report, ago, isOver);
  log.info('Daily sweep', { ...report });
  return report;
}

/** Deleted sessions: those that still have their old addresses are withdrawn, those whose days are over are erased. */
async function sweepSessions(report: Report, ago: (age: number) => Date, isOver: () => boolean): Promise<void> {
  const [withdrawBefore, eraseBefore] = [ago(movingAge).toISOString(), ago(binAge).toISOString()];
  let from: Key | undefined;
  do {
    const { rows, last } = await readDeletedSessions(rowsAtOnce, from);
    for (const session of rows) {
      if (isOver()) {
        report.unfinished = true;
        return;
      }
      try {
        if (session.deleted_at <= eraseBefore) {
          if (await eraseSessionForGood(session.id, isOver)) report.sessions_erased += 1;
          else report.unfinished = true;
        } else if (session.withdrawing && session.deleted_at <= withdrawBefore) {
          await askToWithdrawSession(session.id);
          report.withdrawn += 1;
        }
      } catch (error) {
        report.failed += 1;
        log.error('The sweep failed on a deleted session.', { session_id: session.id, error });
      }
    }
    from = last;
  } while (from);
}

/** Deleted customers: what their deletions could not finish is done, and those whose days are over are erased. */
async function sweepCustomers(report: Report, ago: (age: number) => Date, isOver: () => boolean): Promise<void> {
  const eraseBefore = ago(binAge).toISOString();
  for (const { id } of await readDeletedCustomers()) {
    if (isOver()) {
      report.unfinished = true;
      return;
    }
    try {
      if (await sweepDeletedCustomer(id, eraseBefore)) report.customers_erased += 1;
    } catch (error) {
      report.failed += 1;
      log.error('The sweep failed on a deleted customer.', { record_id: id, error });
    }
  }
}

/** The photos that an index names, as they are now; by then some may be something else. */
async function* pagesOf(kind: Sweep, until: string): AsyncGenerator<Photo[]> {
  let from: Key | undefined;
  do {
    const { rows, last } = await readSweep(kind, until, rowsAtOnce, from);
    const photos = await Promise.all(rows.map(readPhoto));
    yield photos.filter((photo) => photo !== undefined);
    from = last;
  } while (from);
}

/** Files whose event got lost or ended among the dead letters: as if they had just arrived. */
async function requeueLanded(before: Date): Promise<number> {
  const keys: string[] = [];
  for await (const key of listLanded(before)) {
    if (parseLandingKey(key)) keys.push(key);
    else log.error('The landing bucket holds an object under a key that is not ours.', { object: key });
  }
  await askToProcess(keys);
  return keys.length;
}

async function expire(photo: Photo, until: string): Promise<boolean> {
  if (!isExpired(photo, until)) return false;
  // What lies there was queued a moment ago, or is too young for that and has an event on its way.
  if (await lookAtLanded(landingKey(photo))) return false;
  return registerAbsent(photo);
}

const isExpired = (photo: Photo, until: string): photo is PendingPhoto =>
  photo.state === 'pending' && photo.asked_at <= until;

async function forget(photo: Photo, until: string): Promise<boolean> {
  const isAbsent = (row: Photo): row is FailedPhoto =>
    row.state === 'failed' && row.kept_key === null && row.failed_at <= until;
  if (!isAbsent(photo)) return false;
  await transact([erasePhoto(photo, changed)]);
  return true;
}

async function requeueMove(photo: Photo): Promise<boolean> {
  if (!isMoving(photo)) return false;
  await askToMove([photo]);
  return true;
}

/** The files go first: a run that dies in between finds the row again tomorrow. */
async function erase(photo: Photo, until: string): Promise<boolean> {
  const isOverdue = (row: Photo): row is DeletedPhoto => row.state === 'deleted' && row.deleted_at <= until;
  if (!isOverdue(photo)) return false;
  await Promise.all([deleteStored(storedKeys(photo)), deleteLanded(landingKey(photo))]);
  await transact([erasePhoto(photo, changed)]);
  return true;
}

const changed = () => new Error('The photo changed while the sweep was looking at it.');
