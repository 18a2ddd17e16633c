import { randomUUID } from 'node:crypto';
import type { ContactConfirmation } from '#shared/contract/customers.ts';
import type { Client } from '../../platform/auth.ts';
import { checkCode, newCode } from '../../platform/codes.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit, limitNetworks, type NetworkLimits } from '../../platform/guards.ts';
import { transact } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { type EmailOf, OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { requireCustomer } from './customers.ts';
import {
  addressFor,
  type CustomerRow,
  confirmContact,
  greetedAs,
  mayReadOwnWords,
  readCustomer,
  signInAddress,
  toProfile,
} from './repository.ts';

/**
 * Confirms the contact address that a client typed in Settings, by a code emailed there. A confirmed address receives
 * the studio's emails; it never links a login.
 */

/** Requests per hour for one customer, one address, and from the networks around a viewer. */
const perCustomer = 5;
const perAddress = 5;
const perNetwork: NetworkLimits = { one: 20, '/56': 40, '/48': 60, '/24': 100 };
const wayRound =
  'Too many codes were asked for. Use the last one that arrived, ask for another in an hour, or have the studio enter the address. Emails go to the former address until then.';

/** The code proves that this customer reads this mailbox, and nothing else. */
const keyOf = (recordId: string, address: string) => `contact address ${recordId} ${address}`;

const unconfirmed = ({ contact_email, contact_confirmed }: CustomerRow) => (contact_confirmed ? null : contact_email);

/**
 * Emails a code to the client's contact address; does nothing when there is none to confirm. The answer is the same for
 * every address.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY
 */
export async function emailContactCode(actor: Client, viewerAddress: string): Promise<void> {
  const row = await requireCustomer(actor.customer_id);
  const to = unconfirmed(row);
  if (to === null) return;
  await limitNetworks('contact codes', viewerAddress, perNetwork, hourSeconds, wayRound);
  await limit(`contact codes ${row.id}`, perCustomer, hourSeconds, wayRound);
  await limit(`contact codes ${to}`, perAddress, hourSeconds, wayRound);
  const { name, id: record_id } = row;
  await transact([queueEmail(`contact-code#${randomUUID()}`, { kind: 'contact-code', to, name, record_id })]);
}

/** What the email with a code contains. */
export interface ContactCode {
  code: string;
}

/**
 * Returns the code of an email that is about to be sent.
 * @throws OutdatedEmailError when the client has another contact address now, or has confirmed it
 */
export async function readContactCode({ record_id, to }: EmailOf<'contact-code'>): Promise<ContactCode> {
  const row = await readCustomer(record_id);
  if (row?.status !== 'active' || unconfirmed(row) !== to) {
    throw new OutdatedEmailError('The client has no contact address to confirm, or another one.');
  }
  return { code: await newCode(keyOf(record_id, to)) };
}

/**
 * Confirms the contact address: from now on, the studio's emails go there, and the address that had them before is
 * told. Does nothing when there is none to confirm.
 * @throws StudioError CHANGED_MEANWHILE when the address changed since
 */
export async function confirmContactEmail(actor: Client, code: string): Promise<ContactConfirmation> {
  const row = await requireCustomer(actor.customer_id);
  const address = unconfirmed(row);
  if (address === null) return { problem: null, profile: toProfile(row) };
  const result = await checkCode(keyOf(row.id, address), code);
  if (result !== 'right') return { problem: result, profile: toProfile(row) };
  const before = addressFor(row);
  await transact([
    { ...confirmContact(row, address), onConflict: () => new StudioError('CHANGED_MEANWHILE') },
    ...(before
      ? [
          queueEmail(`emails-moved#${randomUUID()}`, {
            kind: 'emails-moved',
            to: before,
            sign_in_with: signInAddress(row),
            name: greetedAs(row),
            moved_to: mayReadOwnWords(row) ? address : '',
          }),
        ]
      : []),
  ]);
  return { problem: null, profile: toProfile({ ...row, contact_confirmed: true }) };
}
