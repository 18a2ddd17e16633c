import type { SaidStanding } from '#shared/selections/say-standing.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { Email, EmailOf } from '../emails/email-kinds.ts';
import { requireOpenGallery } from '../emails/open-gallery.ts';
import { OutdatedEmailError } from '../emails/outbox.ts';
import { type QuoteRow, wasDecided } from '../quotes/repository.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { withAnswers } from './reading.ts';
import { readSelection, type SelectionRow } from './repository.ts';

/** Makes the emails that notify a client whether their submitted selection is opened again. */

/** The facts about a selection in such an email. */
export interface ChangeFacts {
  selection_name: string;
  session_name: string;
  session_label: string;
  ends_on: string | null;
  /** What is said of the selection's standing, as on the client's screens. */
  standing: SaidStanding;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
}

/**
 * Returns the email about a submitted selection that is opened again, by its id; none for a client without an address.
 */
export async function reopenedEmail(
  session: SessionRow,
  row: SelectionRow,
  quote: QuoteRow,
  message: string,
): Promise<Record<string, Email>> {
  const choice = await choiceOf(session, row, message);
  const answerBefore = { was_asked: quote.change_request !== null, was_decided: wasDecided(quote) };
  return choice
    ? { [`selection-reopened#${quote.id}`]: { kind: 'selection-reopened', ...choice, ...answerBefore } }
    : {};
}

/**
 * Returns the email about a submitted selection that the studio keeps as it is, by its id; none for a client without an
 * address.
 */
export async function declinedEmail(
  session: SessionRow,
  row: SelectionRow,
  quote: QuoteRow,
  message: string,
): Promise<Record<string, Email>> {
  const choice = await choiceOf(session, row, message);
  return choice ? { [`change-declined#${quote.id}`]: { kind: 'change-declined', ...choice } } : {};
}

async function choiceOf(session: SessionRow, { id, round }: SelectionRow, message: string) {
  const customer = await readCustomer(session.customer_id);
  const to = customer && addressFor(customer);
  return to ? { to, name: greetedAs(customer), session_id: session.id, selection_id: id, round, message } : undefined;
}

/**
 * Returns the facts for such an email, as the selection is now.
 * @throws OutdatedEmailError when the selection is no longer in the state that the email reports, or the client's email
 * address has changed
 */
export async function readChangeFacts(email: EmailOf<'selection-reopened' | 'change-declined'>): Promise<ChangeFacts> {
  const { session_id, selection_id, to } = email;
  const [session, row] = await Promise.all([readSession(session_id), readSelection(session_id, selection_id)]);
  const [selection] = row?.deleted_at === null ? await withAnswers([row]) : [];
  if (!session || !selection) throw new OutdatedEmailError('The selection is deleted.');
  requireOpenGallery(session);
  const { state, round, name, ends_on, standing } = selection;
  if (state !== (email.kind === 'selection-reopened' ? 'open' : 'submitted') || round !== email.round) {
    throw new OutdatedEmailError('The selection has been opened, closed or submitted since.');
  }
  const customer = await readCustomer(session.customer_id);
  if (customer?.status !== 'active' || addressFor(customer) !== to) {
    throw new OutdatedEmailError('The customer’s account is closed, or their emails go to another address.');
  }
  const { session_name, session_label } = session;
  const sign_in_with = signInAddress(customer);
  return { selection_name: name, session_name, session_label, ends_on, standing, sign_in_with };
}
