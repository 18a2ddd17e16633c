import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { Email, EmailOf } from '../emails/email-kinds.ts';
import { requireOpenGallery } from '../emails/open-gallery.ts';
import { OutdatedEmailError } from '../emails/outbox.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { toSelection } from './reading.ts';
import { readSelection, readSelections, type SelectionRow } from './repository.ts';

/** Tells clients which selections are open: in the email that announces the gallery, and in one when it opens later. */

/** The terms of an open selection that emails say. */
export interface OpenTerms extends Pick<SelectionRow, 'included' | 'extra_cents' | 'ends_on'> {
  selection_name: string;
}

/** The facts about a session's open selections in the email that announces its gallery. */
export interface OpenSelectionFacts {
  /** The oldest first. */
  open_selections: OpenTerms[];
}

const isOpen = (row: SelectionRow): boolean => row.deleted_at === null && toSelection(row).state === 'open';

const termsOf = ({ name, included, extra_cents, ends_on }: SelectionRow): OpenTerms => ({
  selection_name: name,
  included,
  extra_cents,
  ends_on,
});

/** Returns the selections of a session in which the client can choose now. */
export async function readOpenSelections(sessionId: string): Promise<OpenSelectionFacts> {
  const { rows } = await readSelections(sessionId);
  return { open_selections: rows.filter(isOpen).map(termsOf) };
}

/**
 * Returns the email about a selection that opens on an announced session, by its id. None for a session that the client
 * was not told of, whose announcement says which selections are open; and none for a client without an address.
 */
export async function openedEmail(session: SessionRow, row: SelectionRow): Promise<Record<string, Email>> {
  if (session.announced_at === undefined) return {};
  const customer = await readCustomer(session.customer_id);
  const to = customer?.status === 'active' && addressFor(customer);
  if (!to) return {};
  return {
    [`selection-opened#${row.id}#${row.version}`]: {
      ...{ kind: 'selection-opened', to, name: greetedAs(customer) },
      ...{ session_id: session.id, selection_id: row.id },
    },
  };
}

/** The facts about a selection in the email that tells the client that it is open. */
export interface OpenedFacts extends OpenTerms {
  session_name: string;
  session_label: string;
  /** The studio's words about the selection; '' for none. */
  client_words: string;
  /** The address with which the client signs in, which may differ from the email's. */
  sign_in_with: string;
}

/**
 * Returns the facts for such an email, as the selection is now.
 * @throws OutdatedEmailError when the client can't choose in it any more, or their email address has changed
 */
export async function readOpenedFacts(email: EmailOf<'selection-opened'>): Promise<OpenedFacts> {
  const { session_id, selection_id, to } = email;
  const [session, row] = await Promise.all([readSession(session_id), readSelection(session_id, selection_id)]);
  if (!session || !row || row.deleted_at !== null) throw new OutdatedEmailError('The selection is deleted.');
  requireOpenGallery(session);
  if (!isOpen(row)) throw new OutdatedEmailError('The selection is no longer open.');
  if (session.visible_count === 0) throw new OutdatedEmailError('The client can’t see any photo of this session.');
  const customer = await readCustomer(session.customer_id);
  if (customer?.status !== 'active' || addressFor(customer) !== to) {
    throw new OutdatedEmailError('The customer’s account is closed, or their emails go to another address.');
  }
  const { session_name, session_label } = session;
  return {
    ...termsOf(row),
    ...{ session_name, session_label, client_words: row.client_words },
    sign_in_with: signInAddress(customer),
  };
}
