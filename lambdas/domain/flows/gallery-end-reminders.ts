import { daysUntilEnd, hasEnded, reminderDays } from '#shared/sessions/gallery-end.ts';
import { dayAhead, today } from '#shared/time/studio-time.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { countReminder, type QueuedReminders } from '../emails/queued-reminders.ts';
import { canDownloadSome, canSee } from '../photos/access/access.ts';
import { readInOrder } from '../photos/order/order.ts';
import { readEndings, readSession, type SessionRow } from '../sessions/repository.ts';
import { readEmailSettings } from '../settings/repository.ts';

/** The facts about a gallery in the reminder of its end. */
export interface GalleryEndingFacts {
  session_name: string;
  session_label: string;
  photos_count: number;
  /** Whether the client may download at least one of the photos. */
  downloadable: boolean;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
}

type Ending = Pick<SessionRow, 'ends_on' | 'end_set_on' | 'announced_at' | 'visible_count'>;

/**
 * Returns how many days before the end the reminder is sent that is due on a day; undefined when none is. A day on which
 * the sweep did not run delays a reminder. None is sent of a gallery that its client was not told of, nor one whose day
 * was over when the studio set the end or announced the gallery.
 * @param day in the studio's time zone
 */
export function dueReminder(session: Ending, day: string): number | undefined {
  const { announced_at, end_set_on = '', visible_count } = session;
  const daysLeft = daysUntilEnd(session, day);
  if (daysLeft === null || daysLeft < 0 || announced_at === undefined || visible_count === 0) return undefined;
  const days = reminderDays.findLast((before) => before >= daysLeft);
  if (days === undefined) return undefined;
  const leftWhenSet = end_set_on === '' ? null : daysUntilEnd(session, end_set_on);
  const leftWhenAnnounced = daysUntilEnd(session, today(new Date(announced_at))) ?? 0;
  return (leftWhenSet !== null && leftWhenSet < days) || leftWhenAnnounced <= days ? undefined : days;
}

/**
 * Queues the reminders of galleries that end, `reminderDays` before their last day, one for each of these
 * days and each end, if the studio wants them. A damaged row of a session or customer does not stop the others.
 * @returns the numbers of reminders that were queued now, and of those that could not be
 */
export async function queueEndReminders(now: Date, isTimeOver: () => boolean): Promise<QueuedReminders> {
  const counts = { reminders: 0, failed: 0 };
  if (!(await readEmailSettings()).gallery_reminders) return counts;
  const day = today(now);
  const [firstReminder] = reminderDays;
  for (const id of await readEndings(day, dayAhead(firstReminder, now))) {
    if (isTimeOver()) break;
    await countReminder(counts, { session_id: id }, () => queueDue(id, day));
  }
  return counts;
}

async function queueDue(id: string, day: string): Promise<boolean> {
  const session = await readSession(id);
  if (!session) return false;
  const days = dueReminder(session, day);
  return days !== undefined && queueReminder(session, days);
}

async function queueReminder({ id, customer_id, ends_on }: SessionRow, days: number): Promise<boolean> {
  const customer = await readCustomer(customer_id);
  const to = customer?.status === 'active' && addressFor(customer);
  if (!to || ends_on === null) return false;
  try {
    await write(
      queueEmail(
        `gallery-ending#${id}#${ends_on}#${days}`,
        { kind: 'gallery-ending', to, name: greetedAs(customer), session_id: id, ends_on },
        { recordId: customer.id },
      ),
    );
    return true;
  } catch (error) {
    // The client has this reminder of this end already.
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
}

/**
 * Returns the facts for the reminder, as the gallery is now.
 * @throws OutdatedEmailError when the gallery has ended or ends on another day, the client sees no photo of it, or their
 * email address has changed
 */
export async function readGalleryEndingFacts(email: EmailOf<'gallery-ending'>): Promise<GalleryEndingFacts> {
  const session = await readSession(email.session_id);
  if (!session) throw new OutdatedEmailError('The session is deleted.');
  if (session.ends_on !== email.ends_on || hasEnded(session)) {
    throw new OutdatedEmailError('The end of the gallery is another one, or is over.');
  }
  const client = { kind: 'client', customer_id: session.customer_id } as const;
  const photos = (await readInOrder(session)).filter((photo) => canSee(client, photo, session));
  if (photos.length === 0) throw new OutdatedEmailError('The client can’t see any photo of this session.');
  const customer = await readCustomer(session.customer_id);
  if (customer?.status !== 'active' || addressFor(customer) !== email.to) {
    throw new OutdatedEmailError('The customer’s account is closed, or their emails go to another address.');
  }
  const { session_name, session_label } = session;
  return {
    ...{ session_name, session_label, photos_count: photos.length },
    downloadable: photos.some((photo) => canDownloadSome(client, photo, session)),
    sign_in_with: signInAddress(customer),
  };
}
