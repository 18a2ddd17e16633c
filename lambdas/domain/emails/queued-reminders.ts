import { log } from '../../platform/log.ts';

/** The numbers of reminders that a run queued, and of those that it could not queue; the next run tries again. */
export interface QueuedReminders {
  reminders: number;
  failed: number;
}

/**
 * Queues one reminder and counts it. A failure is logged and counted, so that a damaged row does not keep the reminders
 * of others back.
 * @param facts name the reminder in the log
 * @param queue returns whether it queued the reminder now
 */
export async function countReminder(
  counts: QueuedReminders,
  facts: object,
  queue: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await queue()) counts.reminders += 1;
  } catch (error) {
    log.error('A reminder could not be queued.', { ...facts, error });
    counts.failed += 1;
  }
}
