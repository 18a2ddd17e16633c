import type { Context, ScheduledEvent } from 'aws-lambda';
import {
  eraseAttachmentsOf,
  eraseDeletedAttachment,
  expireAttachment,
  forgetAttachment,
} from '../../domain/attachments/erasure.ts';
import { readAttachment, readAttachmentSweep } from '../../domain/attachments/repository.ts';
import { readTrash as readDeletedCustomers } from '../../domain/customers/repository.ts';
import { removeUnusedLogins } from '../../domain/customers/unused-logins.ts';
import { downloadDays } from '../../domain/downloads/downloads.ts';
import { deleteOldArchives } from '../../domain/downloads/old-archives.ts';
import { sweepDeletedCustomer } from '../../domain/flows/customer-deletion.ts';
import { queueDailyEmail } from '../../domain/flows/daily-email.ts';
import { clearPictures } from '../../domain/flows/picture-clearing.ts';
import { askToMove, askToWithdrawSession } from '../../domain/jobs/media-jobs.ts';
import { enqueue } from '../../domain/jobs/photo-jobs.ts';
import { eraseEndedLinks, eraseLinksOf } from '../../domain/links/erasure.ts';
import { deleteLanded, deleteStored, landingKeys, lookAtLanded, storedKeys } from '../../domain/photos/files/files.ts';
import {
  countsBetween,
  type DeletedPhoto,
  type FailedPhoto,
  isMoving,
  isVersioned,
  type PendingPhoto,
  type Photo,
} from '../../domain/photos/row/lifecycle.ts';
import { erasePhoto, readPhoto, readSweep } from '../../domain/photos/row/repository.ts';
import { eraseSessionForGood } from '../../domain/photos/trash/deleted-sessions.ts';
import { registerAbsent } from '../../domain/photos/uploads/registration.ts';
import { dismissal, dropVersions, expireVersion } from '../../domain/photos/versions/versions.ts';
import { eraseSelectionsOf } from '../../domain/selections/erasure.ts';
import { queueReminders } from '../../domain/selections/reminders.ts';
import {
  countPhotos,
  isDrawnAsBefore,
  markAnew,
  readAllSessions,
  readTrash as readDeletedSessions,
  type SessionRow,
} from '../../domain/sessions/repository.ts';
import { erasableMs } from '../../domain/trash.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { type Key, transact, write } from '../../platform/table.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import { requeueLanded } from './requeue-landed.ts';

/**
 * Age at which the sweep takes over: longer than an upload with all retries of its event, and than a move or one run of
 * a worker.
 */
const landedAge = dayMs;
const movingAge = hourMs;
/** How long a failed upload stays visible. */
const absentAge = 7 * dayMs;

const rowsAtOnce = 25;
/** Milliseconds before the function's timeout at which the rest is left for the next day. */
const reserve = 30_000;

/** Counts of one run; photos and attachments unless stated otherwise. */
interface Report {
  /** Files that were in the landing bucket for a day, queued again. */
  requeued: number;
  /** Pending uploads whose file never arrived. */
  expired: number;
  /** Of these, and of refused replacements, removed from the list after a week. */
  forgotten: number;
  /** Hidden or deleted photos that still had their old addresses. */
  moved: number;
  /** Photos whose 30 days in the trash were over. */
  erased: number;
  /** Photos with earlier versions whose 30 days were over. */
  dropped: number;
  /** Deleted sessions that still had their old addresses. */
  withdrawn: number;
  /** Sessions whose watermark is being made or given up, queued again. */
  marking: number;
  ordering: number;
  /** Links that ended 30 days before, with what their guests said. */
  links_erased: number;
  /** Pictures of the website that nothing has shown for 30 days, or that never arrived. */
  pictures_cleared: number;
  /** Reminders of selections' deadlines that were queued. */
  reminders: number;
  /** Whether the studio's daily email was queued. */
  daily_email: boolean;
  /** Sessions whose 30 days in the trash were over, with their photos. */
  sessions_erased: number;
  /** Customers whose 30 days in the trash were over, with all their data. */
  customers_erased: number;
  /** Failures; the next run tries again. */
  failed: number;
  /** Whether time ran out before everything was checked. */
  unfinished: boolean;
}

/**
 * Queues uploads again that were not processed, fails uploads that never arrived, and erases what was in the trash for
 * 30 days.
 * @param event EventBridge's event; a manual invocation has no time, and the current time applies
 */
export async function handler(
  { time = new Date().toISOString() }: Partial<Pick<ScheduledEvent, 'time'>>,
  context: Context,
): Promise<Report> {
  const report: Report = {
    requeued: 0,
    expired: 0,
    forgotten: 0,
    moved: 0,
    erased: 0,
    dropped: 0,
    withdrawn: 0,
    marking: 0,
    ordering: 0,
    links_erased: 0,
    pictures_cleared: 0,
    reminders: 0,
    daily_email: false,
    sessions_erased: 0,
    customers_erased: 0,
    failed: 0,
    unfinished: false,
  };
  const isOver = () => context.getRemainingTimeInMillis() < reserve;
  const ago = (age: number) => new Date(Date.parse(time) - age);

  // First: the rest may take all the time that there is.
  await attempt(report, 'could not queue the daily email, or reminders', async () => {
    report.daily_email = await queueDailyEmail(new Date(time));
    report.reminders = await queueReminders(new Date(time), isOver);
  });
  await attempt(report, 'could not requeue the objects in the landing bucket', async () => {
    report.requeued = await requeueLanded(ago(landedAge));
  });
  await sweepRows(report, ago, isOver);
  await attempt(report, 'could not erase links that ended', async () => {
    const { erased, isDone } = await eraseEndedLinks(new Date(time), isOver);
    report.links_erased = erased;
    report.unfinished ||= !isDone;
  });
  await attempt(report, 'could not clear the pictures of the website', async () => {
    const { cleared, failed, isDone } = await clearPictures(new Date(time), isOver);
    report.pictures_cleared = cleared;
    report.failed += failed;
    report.unfinished ||= !isDone;
  });
  await attempt(report, 'could not delete old archives', async () => {
    const deleted = await deleteOldArchives(ago(downloadDays * dayMs), isOver);
    log.info('Archives and print sizes whose links have ended were deleted.', { deleted });
  });
  await attempt(report, 'could not remove unused logins', async () => {
    const { removed, failed, isDone } = await removeUnusedLogins(new Date(time), isOver);
    if (removed > 0) log.info('Unused logins were removed.', { removed });
    report.failed += failed;
    report.unfinished ||= !isDone;
  });
  await attempt(report, 'could not queue the marking and ordering of sessions', async () => {
    const sessions = await readAllSessions();
    report.marking = await requeueMarks(sessions);
    for (const { id, clocks_pending } of sessions)
      if (clocks_pending) await enqueue({ kind: 'set-clocks', session_id: id });
    report.ordering = sessions.filter(({ clocks_pending }) => clocks_pending).length;
  });
  await sweepSessions(report, ago, isOver);
  await sweepCustomers(report, ago, isOver);
  log.info('Daily sweep', { ...report });
  return report;
}

/** Does one part of the sweep; a failure is reported, and does not keep the others from theirs. */
async function attempt(report: Report, failure: string, work: () => Promise<void>, facts: object = {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    report.failed += 1;
    log.error(`The sweep ${failure}.`, { ...facts, error });
  }
}

/** Works on the photos and attachments that are due. */
async function sweepRows(report: Report, ago: (age: number) => Date, isOver: () => boolean): Promise<void> {
  const photoTasks = [
    { kind: 'pending', age: landedAge, work: expire, counted: 'expired' },
    { kind: 'absent', age: absentAge, work: forget, counted: 'forgotten' },
    { kind: 'moving', age: movingAge, work: requeueMove, counted: 'moved' },
    { kind: 'dismissed', age: absentAge, work: dismiss, counted: 'forgotten' },
    { kind: 'former', age: erasableMs, work: drop, counted: 'dropped' },
    { kind: 'deleted', age: erasableMs, work: erase, counted: 'erased' },
  ] as const;
  const attachmentTasks = [
    { kind: 'pending', age: landedAge, work: expireAttachment, counted: 'expired' },
    { kind: 'failed', age: absentAge, work: forgetAttachment, counted: 'forgotten' },
    { kind: 'deleted', age: erasableMs, work: eraseDeletedAttachment, counted: 'erased' },
  ] as const;
  for (const { kind, age, ...task } of photoTasks) {
    const until = ago(age).toISOString();
    const pages = pagesOf((size, from) => readSweep(kind, until, size, from), readPhoto);
    await sweepPages(report, `photos ${kind}`, pages, until, task, isOver);
  }
  for (const { kind, age, ...task } of attachmentTasks) {
    const until = ago(age).toISOString();
    const pages = pagesOf((size, from) => readAttachmentSweep(kind, until, size, from), readAttachment);
    await sweepPages(report, `attachments ${kind}`, pages, until, task, isOver);
  }
}

/** Works on each row of these pages until time runs out; a failure does not keep the others from it. */
async function sweepPages<Row>(
  report: Report,
  kind: string,
  pages: AsyncIterable<Row[]>,
  until: string,
  {
    work,
    counted,
  }: {
    work: (row: Row, until: string) => Promise<boolean>;
    counted: 'expired' | 'forgotten' | 'moved' | 'dropped' | 'erased';
  },
  isOver: () => boolean,
): Promise<void> {
  for await (const rows of pages) {
    if (isOver()) {
      report.unfinished = true;
      return;
    }
    for (const result of await Promise.allSettled(rows.map((row) => work(row, until)))) {
      if (result.status === 'rejected') {
        report.failed += 1;
        log.error('The sweep failed on a row.', { kind, error: result.reason });
      } else if (result.value) report[counted] += 1;
    }
  }
}

/** Also has sessions marked anew whose watermark is drawn in another way since. */
async function requeueMarks(sessions: SessionRow[]): Promise<number> {
  const outdated = sessions.filter(isDrawnAsBefore);
  for (const session of outdated) {
    await write(markAnew(session)).catch((error: unknown) => {
      // It got another watermark, or was deleted, since it was read.
      if (!(error instanceof WriteConflictError)) throw error;
    });
  }
  const pending = sessions.filter((session) => session.marks_pending || outdated.includes(session));
  for (const { id } of pending) await enqueue({ kind: 'mark-session', session_id: id });
  return pending.length;
}

/** Withdraws deleted sessions that still have their old addresses, and erases those whose 30 days are over. */
async function sweepSessions(report: Report, ago: (age: number) => Date, isOver: () => boolean): Promise<void> {
  const [settledBefore, eraseBefore] = [ago(movingAge).toISOString(), ago(erasableMs).toISOString()];
  let from: Key | undefined;
  do {
    const { rows, last } = await readDeletedSessions(rowsAtOnce, from);
    for (const session of rows) {
      if (isOver()) {
        report.unfinished = true;
        return;
      }
      const work = async () => {
        if (session.deleted_at <= eraseBefore) {
          await eraseLinksOf(session.id);
          await eraseSelectionsOf(session.id);
          const isErased =
            (await eraseAttachmentsOf(session.id, isOver, settledBefore)) &&
            (await eraseSessionForGood(session.id, isOver, settledBefore));
          if (isErased) report.sessions_erased += 1;
          else if (isOver()) report.unfinished = true;
        } else if (session.withdrawing && session.deleted_at <= settledBefore) {
          await askToWithdrawSession(session.id);
          report.withdrawn += 1;
        }
      };
      await attempt(report, 'failed on a deleted session', work, { session_id: session.id });
    }
    from = last;
  } while (from);
}

/** Completes interrupted deletions of customers, and erases those whose 30 days are over. */
async function sweepCustomers(report: Report, ago: (age: number) => Date, isOver: () => boolean): Promise<void> {
  const eraseBefore = ago(erasableMs).toISOString();
  for (const { id } of await readDeletedCustomers()) {
    if (isOver()) {
      report.unfinished = true;
      return;
    }
    const work = async () => {
      if (await sweepDeletedCustomer(id, eraseBefore)) report.customers_erased += 1;
    };
    await attempt(report, 'failed on a deleted customer', work, { record_id: id });
  }
}

/** Yields the rows of an index, a page at a time, in their current state, which may have changed since. */
async function* pagesOf<Found extends Key, Row>(
  readPage: (size: number, from: Key | undefined) => Promise<{ rows: Found[]; last: Key | undefined }>,
  readRow: (key: Found) => Promise<Row | undefined>,
): AsyncGenerator<Row[]> {
  let from: Key | undefined;
  do {
    const { rows, last } = await readPage(rowsAtOnce, from);
    const found = await Promise.all(rows.map(readRow));
    yield found.filter((row) => row !== undefined);
    from = last;
  } while (from);
}

async function expire(photo: Photo, until: string): Promise<boolean> {
  const incoming = isVersioned(photo) ? photo.incoming : undefined;
  if (!isExpired(photo, until) && !(incoming && incoming.asked_at <= until)) return false;
  // The file was queued by requeueLanded, or is newer and its event is still being processed.
  for (const key of landingKeys(photo)) if (await lookAtLanded(key)) return false;
  return isVersioned(photo) ? expireVersion(photo) : registerAbsent(photo as PendingPhoto);
}

async function dismiss(photo: Photo, until: string): Promise<boolean> {
  if (photo.state !== 'ready' || photo.refused_at === undefined || photo.refused_at > until) return false;
  await write(dismissal(photo));
  return true;
}

const drop = async (photo: Photo, until: string): Promise<boolean> =>
  photo.state === 'ready' && dropVersions(photo, until);

const isExpired = (photo: Photo, until: string): photo is PendingPhoto =>
  photo.state === 'pending' && photo.asked_at <= until;

async function forget(photo: Photo, until: string): Promise<boolean> {
  const isAbsent = (row: Photo): row is FailedPhoto =>
    row.state === 'failed' && row.kept_key === null && row.failed_at <= until;
  if (!isAbsent(photo)) return false;
  await transact([erasePhoto('forget', photo), countPhotos(photo.session_id, countsBetween([photo], []))]);
  return true;
}

async function requeueMove(photo: Photo): Promise<boolean> {
  if (!isMoving(photo)) return false;
  await askToMove([photo]);
  return true;
}

/** The files first, so that the run after an interrupted one finds the row. */
async function erase(photo: Photo, until: string): Promise<boolean> {
  const isOverdue = (row: Photo): row is DeletedPhoto => row.state === 'deleted' && row.deleted_at <= until;
  if (!isOverdue(photo)) return false;
  await Promise.all([deleteStored(storedKeys(photo)), deleteLanded(landingKeys(photo))]);
  await transact([erasePhoto('erase', photo)]);
  return true;
}
