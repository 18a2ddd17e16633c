import { randomUUID } from 'node:crypto';
import type { ContactConfirmation } from '#shared/contract/customers.ts';
import type { Client } from '../../platform/auth.ts';
import { checkCode, newCode } from '../../platform/codes.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit, limitNetworks, type NetworkLimits } from '../../platform/guards.ts';
import { transact } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { addressFor, greetedAs, mayReadOwnWords, signInAddress } from './addresses.ts';
import { requireCustomer } from './customers.ts';
import { type CustomerRow, confirmContact, readCustomer } from './repository.ts';
import { toProfile } from './views.ts';

/**
 * Confirms the contact address that a client typed in Settings, by a code that is emailed to it. A confirmed address
 * receives the studio's emails; it never links a login.
 */

/** The numbers of requests in an hour for one customer, for one address, and from the networks around a viewer. */
const perCustomer = 5;
const perAddress = 5;
const perNetwork: NetworkLimits = { one: 20, '/56': 40, '/48': 60, '/24': 100 };
const tooManyMessage =
  'Too many codes were asked for. Use the last one that arrived, ask for another in an hour, or have the studio enter the address. Emails go to the former address until then.';

/** Returns the key of a code, which only proves that this customer reads this mailbox. */
const keyOf = (recordId: string, address: string) => `contact address ${recordId} ${address}`;

const unconfirmedAddressOf = ({ contact_email, contact_confirmed }: CustomerRow) =>
  contact_confirmed ? null : contact_email;

/**
 * Emails a code to the client's contact address; does nothing when there is none to confirm. The response is the same
 * for every address.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY
 */
export async function emailContactCode(actor: Client, viewerAddress: string): Promise<void> {
  const row = await requireCustomer(actor.customer_id);
  const to = unconfirmedAddressOf(row);
  if (to === null) return;
  await limitNetworks('contact codes', viewerAddress, perNetwork, hourSeconds, tooManyMessage);
  await limit(`contact codes ${row.id}`, perCustomer, hourSeconds, tooManyMessage);
  await limit(`contact codes ${to}`, perAddress, hourSeconds, tooManyMessage);
  const { name, id: record_id } = row;
  await transact([
    queueEmail(`contact-code#${randomUUID()}`, { kind: 'contact-code', to, name, record_id }, { recordId: record_id }),
  ]);
}

/** The content of the email with a code. */
export interface ContactCode {
  code: string;
}

/**
 * Creates and returns the code for an email that is about to be sent.
 * @throws OutdatedEmailError when the client has changed the contact address, or confirmed it
 */
export async function readContactCode({ record_id, to }: EmailOf<'contact-code'>): Promise<ContactCode> {
  const row = await readCustomer(record_id);
  if (row?.status !== 'active' || unconfirmedAddressOf(row) !== to) {
    throw new OutdatedEmailError('The client has no contact address to confirm, or another one.');
  }
  return { code: await newCode(keyOf(record_id, to)) };
}

/**
 * Confirms the contact address: the studio's emails go to it from now on, and the former address is notified. Does
 * nothing when there is no address to confirm.
 * @throws StudioError CHANGED_MEANWHILE when the address changed since it was read
 */
export async function confirmContactEmail(actor: Client, code: string): Promise<ContactConfirmation> {
  const row = await requireCustomer(actor.customer_id);
  const address = unconfirmedAddressOf(row);
  if (address === null) return { problem: null, profile: toProfile(row) };
  const result = await checkCode(keyOf(row.id, address), code);
  if (result !== 'right') return { problem: result, profile: toProfile(row) };
  const formerAddress = addressFor(row);
  await transact([
    { ...confirmContact(row, address), onConflict: () => new StudioError('CHANGED_MEANWHILE') },
    ...(formerAddress
      ? [
          queueEmail(
            `emails-moved#${randomUUID()}`,
            {
              kind: 'emails-moved',
              to: formerAddress,
              sign_in_with: signInAddress(row),
              name: greetedAs(row),
              moved_to: mayReadOwnWords(row) ? address : '',
            },
            { recordId: row.id },
          ),
        ]
      : []),
  ]);
  return { problem: null, profile: toProfile({ ...row, contact_confirmed: true }) };
}
