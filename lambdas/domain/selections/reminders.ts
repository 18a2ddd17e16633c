import { limits } from '#shared/limits.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { type Key, write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { requireOpenGallery } from '../emails/open-gallery.ts';
import { OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { countReminder, type QueuedReminders } from '../emails/queued-reminders.ts';
import { readSession } from '../sessions/repository.ts';
import { readEmailSettings } from '../settings/repository.ts';
import { readEndingSince, readSelection, type SelectionRow } from './repository.ts';

/** The facts about a selection in the reminder of its deadline. */
export interface EndingFacts extends Pick<SelectionRow, 'included' | 'extra_cents' | 'chosen_count'> {
  selection_name: string;
  session_name: string;
  session_label: string;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
}

const rowsPerPage = 25;

/**
 * Queues the reminders of open selections that end within `limits.reminderDays`, one for each deadline, if the studio
 * wants them. A damaged row of a selection, session or customer does not stop the others.
 * @returns the numbers of reminders that were queued now, and of those that could not be
 */
export async function queueReminders(now: Date, isTimeOver: () => boolean): Promise<QueuedReminders> {
  const counts = { reminders: 0, failed: 0 };
  if (!(await readEmailSettings()).reminders) return counts;
  const until = new Date(now.getTime() + limits.reminderDays * dayMs).toISOString();
  let startKey: Key | undefined;
  do {
    const { rows, last } = await readEndingSince(now.toISOString(), rowsPerPage, startKey);
    const endingSoon = rows.filter(({ ends_at }) => ends_at <= until);
    for (const { session_id, id } of endingSoon) {
      await countReminder(counts, { session_id, selection_id: id }, () => queueReminder(session_id, id));
    }
    startKey = endingSoon.length < rows.length ? undefined : last;
  } while (startKey && !isTimeOver());
  return counts;
}

async function queueReminder(sessionId: string, id: string): Promise<boolean> {
  const [session, row] = await Promise.all([readSession(sessionId), readSelection(sessionId, id)]);
  const ends_on = row?.ends_on;
  if (!session || !row || !ends_on || row.status !== 'open' || row.deleted_at !== null) return false;
  if (hasEnded(session)) return false;
  const customer = await readCustomer(session.customer_id);
  const to = customer?.status === 'active' && addressFor(customer);
  if (!to) return false;
  const name = greetedAs(customer);
  try {
    await write(
      queueEmail(
        `selection-ending#${id}#${ends_on}`,
        { kind: 'selection-ending', to, name, session_id: sessionId, selection_id: id, ends_on },
        { recordId: customer.id },
      ),
    );
    return true;
  } catch (error) {
    // The client was reminded of this deadline already.
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
}

/**
 * Returns the facts for the reminder, as the selection is now.
 * @throws OutdatedEmailError when the selection is not open, has ended or ends on another day, or the client's email
 * address has changed
 */
export async function readEndingFacts(email: EmailOf<'selection-ending'>): Promise<EndingFacts> {
  const { session_id, selection_id, ends_on, to } = email;
  const [session, row] = await Promise.all([readSession(session_id), readSelection(session_id, selection_id)]);
  if (!session || !row || row.deleted_at !== null) throw new OutdatedEmailError('The selection is deleted.');
  requireOpenGallery(session);
  if (row.status !== 'open') throw new OutdatedEmailError('The selection is no longer open.');
  const hasEnded = row.ends_at !== null && row.ends_at <= new Date().toISOString();
  if (row.ends_on !== ends_on || hasEnded)
    throw new OutdatedEmailError('The selection’s deadline is another one, or is over.');
  const customer = await readCustomer(session.customer_id);
  if (customer?.status !== 'active' || addressFor(customer) !== to) {
    throw new OutdatedEmailError('The customer’s account is closed, or their emails go to another address.');
  }
  const { session_name, session_label } = session;
  const { included, extra_cents, chosen_count } = row;
  const sign_in_with = signInAddress(customer);
  return {
    ...{ included, extra_cents, chosen_count, selection_name: row.name },
    ...{ session_name, session_label, sign_in_with },
  };
}
