import { eraseDeletedAttachment, expireAttachment, forgetAttachment } from '../../domain/attachments/erasure.ts';
import { readAttachment, readAttachmentSweep } from '../../domain/attachments/repository.ts';
import { removeUnusedLogins } from '../../domain/customers/unused-logins.ts';
import { downloadDays } from '../../domain/downloads/new-download.ts';
import { deleteOldArchives } from '../../domain/downloads/old-archives.ts';
import { queueDailyEmail } from '../../domain/flows/daily-email.ts';
import { queueEndReminders } from '../../domain/flows/gallery-end-reminders.ts';
import { clearPictures } from '../../domain/flows/picture-clearing.ts';
import { eraseEndedLinks } from '../../domain/links/erasure.ts';
import { expireOffers } from '../../domain/offers/expiry.ts';
import { readPhoto } from '../../domain/photos/row/repository.ts';
import { readSweep } from '../../domain/photos/row/sweep.ts';
import { queueReminders } from '../../domain/selections/reminders.ts';
import { erasableMs } from '../../domain/trash/time-in-trash.ts';
import { log } from '../../platform/log.ts';
import { dayMs } from '../../platform/time.ts';
import { absentAge, landedAge, movingAge } from './ages.ts';
import { sweepCustomers } from './deleted-customers.ts';
import { sweepSessions } from './deleted-sessions.ts';
import {
  dismissReplacement,
  dropFormer,
  eraseDeletedPhoto,
  expirePhoto,
  forgetPhoto,
  requeueMove,
} from './due-photos.ts';
import { taskOf } from './due-rows.ts';
import { rekeyEndedGalleries } from './ended-galleries.ts';
import { requeueLanded } from './requeue-landed.ts';
import { requeueSessions } from './requeue-sessions.ts';
import type { Task } from './task.ts';

const photos = { name: 'photos', readPage: readSweep, readRow: readPhoto };
const attachments = { name: 'attachments', readPage: readAttachmentSweep, readRow: readAttachment };

/**
 * The tasks of the sweep, in their order. The emails come first, because the other tasks may take all the time of a
 * run.
 */
export const tasks: Task[] = [
  { name: 'queue the daily email', run: async ({ now }) => ({ daily_email: await queueDailyEmail(now) }) },
  { name: 'queue reminders', run: ({ now, isOver }) => queueReminders(now, isOver) },
  {
    name: 'queue reminders of the end of galleries',
    run: ({ now, isOver }) => queueEndReminders(now, isOver),
  },
  { name: 'give the photos of ended galleries new keys', run: rekeyEndedGalleries, failsRun: true },
  {
    name: 'record which offers have expired',
    run: async ({ now, isOver }) => {
      const { expired, failed, isDone } = await expireOffers(now, isOver);
      return { offers_expired: expired, failed, unfinished: !isDone };
    },
  },
  {
    name: 'requeue the objects in the landing bucket',
    run: async ({ ago }) => ({ requeued: await requeueLanded(ago(landedAge)) }),
  },
  taskOf(photos, { kind: 'pending', age: landedAge, workOn: expirePhoto, adds: { expired: 1 } }),
  taskOf(photos, { kind: 'absent', age: absentAge, workOn: forgetPhoto, adds: { forgotten: 1 } }),
  taskOf(photos, { kind: 'moving', age: movingAge, workOn: requeueMove, adds: { moved: 1 } }),
  taskOf(photos, { kind: 'dismissed', age: absentAge, workOn: dismissReplacement, adds: { forgotten: 1 } }),
  taskOf(photos, { kind: 'former', age: erasableMs, workOn: dropFormer, adds: { dropped: 1 } }),
  taskOf(photos, { kind: 'deleted', age: erasableMs, workOn: eraseDeletedPhoto, adds: { erased: 1 } }),
  taskOf(attachments, { kind: 'pending', age: landedAge, workOn: expireAttachment, adds: { expired: 1 } }),
  taskOf(attachments, { kind: 'failed', age: absentAge, workOn: forgetAttachment, adds: { forgotten: 1 } }),
  taskOf(attachments, { kind: 'deleted', age: erasableMs, workOn: eraseDeletedAttachment, adds: { erased: 1 } }),
  {
    name: 'erase links that ended',
    run: async ({ now, isOver }) => {
      const { erased, isDone } = await eraseEndedLinks(now, isOver);
      return { links_erased: erased, unfinished: !isDone };
    },
  },
  {
    name: 'clear the pictures of the website',
    run: async ({ now, isOver }) => {
      const { cleared, failed, isDone } = await clearPictures(now, isOver);
      return { pictures_cleared: cleared, failed, unfinished: !isDone };
    },
  },
  {
    name: 'delete old archives',
    run: async ({ ago, isOver }) => {
      const deleted = await deleteOldArchives(ago(downloadDays * dayMs), isOver);
      log.info('Archives and print sizes whose links have ended were deleted.', { deleted });
      return {};
    },
  },
  {
    name: 'remove unused logins',
    run: async ({ now, isOver }) => {
      const { removed, failed, isDone } = await removeUnusedLogins(now, isOver);
      if (removed > 0) log.info('Unused logins were removed.', { removed });
      return { failed, unfinished: !isDone };
    },
  },
  { name: 'queue the marking and ordering of sessions', run: requeueSessions },
  { name: 'read the deleted sessions', run: sweepSessions, failsRun: true },
  { name: 'read the deleted customers', run: sweepCustomers, failsRun: true },
];
