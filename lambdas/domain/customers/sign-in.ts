import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { CompleteProfile, CreateMe, Profile } from '#shared/contract/customers.ts';
import { Email } from '#shared/contract/fields.ts';
import type { Client, Login } from '../../platform/auth.ts';
import { cognito } from '../../platform/aws.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { newDisplayId, newId } from '../../platform/ids.ts';
import { transact, write } from '../../platform/table.ts';
import { recordActivity } from '../timeline/record.ts';
import { addressFor, contactAddress } from './addresses.ts';
import { claimCustomer, joinCustomer } from './logins.ts';
import {
  type CustomerRow,
  findByEmail,
  insertCustomer,
  type LoginFacts,
  type LoginRow,
  linksTo,
  loginsOf,
  noteUnconfirmedGoogle,
  readCustomer,
  readLogin,
} from './repository.ts';
import { toProfile } from './views.ts';

/**
 * Returns the client of a login, and the login's row; it needs one read.
 * @throws StudioError NO_CUSTOMER, or ACCOUNT_CLOSED for a closed or deleted record
 */
export async function resolveClient({ sub, username }: Login): Promise<{ client: Client; login: LoginRow }> {
  const row = await readLogin(sub);
  if (!row) throw new StudioError('NO_CUSTOMER');
  requireNotRemoved(row);
  requireActive(row);
  return { client: { kind: 'client', sub, username, customer_id: row.record_id }, login: row };
}

/** Returns the client's own record; it needs one read. */
export async function readProfile({ customer_id }: Client): Promise<Profile> {
  const record = await readCustomer(customer_id);
  if (!record) throw new StudioError('NO_CUSTOMER');
  return toProfile(record);
}

/**
 * Returns the record of this login (GET me). A login without a record is linked to the record with its verified address
 * in Cognito: the studio's unclaimed record, or the record of another login with this address. Never creates a record.
 * @throws StudioError NO_CUSTOMER, ACCOUNT_CLOSED or EMAIL_UNVERIFIED
 */
export async function findMe(login: Login): Promise<Profile> {
  return retryOnConflict(async () => {
    const ownRecord = await readRecordOf(login);
    if (ownRecord) return toProfile(ownRecord);
    const address = await readAddress(login);
    const record = recordFor(login, address);
    if (!record) throw new StudioError('NO_CUSTOMER');
    return toProfile(await link(record, login, address));
  });
}

/**
 * Returns the record of this login unchanged (POST me). A login without a record is linked as by GET me, and an
 * unclaimed record of the studio gets the form's values. If there is no such record, creates one, whose profile is
 * complete if the request has form values.
 * @returns the record; `created`: whether it is new
 * @throws StudioError ACCOUNT_CLOSED or EMAIL_UNVERIFIED
 */
export async function createMe(login: Login, values: CreateMe): Promise<{ profile: Profile; created: boolean }> {
  const form = isComplete(values) ? values : undefined;
  return retryOnConflict(async () => {
    const ownRecord = await readRecordOf(login);
    if (ownRecord) return { profile: toProfile(ownRecord), created: false };
    const address = await readAddress(login);
    const record = recordFor(login, address);
    if (record) return { profile: toProfile(await link(record, login, address, form)), created: false };
    return { profile: toProfile(await create(login, address, form)), created: true };
  });
}

const isComplete = (values: CreateMe): values is CompleteProfile => 'name' in values;

function requireActive({ status }: { status: CustomerRow['status'] }) {
  if (status !== 'active') throw new StudioError('ACCOUNT_CLOSED');
}

/**
 * Checks that a login is not being removed.
 * @throws StudioError SIGNED_OUT when it is, because no record names it
 */
function requireNotRemoved({ record_id }: { record_id: string }) {
  if (record_id === '') throw new StudioError('SIGNED_OUT');
}

async function readRecordOf({ sub }: Login): Promise<CustomerRow | undefined> {
  const row = await readLogin(sub);
  if (!row) return undefined;
  requireNotRemoved(row);
  requireActive(row);
  const record = await readCustomer(row.record_id);
  if (!record) throw new Error(`The login row of ${sub} names the record ${row.record_id}, which does not exist.`);
  return record;
}

interface Address {
  email: string;
  provider: LoginFacts['provider'];
  verified: boolean;
  /**
   * The record that has this address, if the address is verified. Read once, so that all decisions use the same state.
   */
  holder: CustomerRow | undefined;
}

/**
 * Returns the login's address from Cognito, never from the browser; trimmed, with ASCII letters in lower case.
 * @throws StudioError SIGNED_OUT when the user was deleted after the token was issued; EMAIL_UNVERIFIED for an
 * unverified address. The client must sign in by a code instead, which is another login: a record for this login could
 * belong to somebody else, or be a second one of the same person
 */
async function readAddress({ username }: Login): Promise<Address> {
  const { UserAttributes = [], Enabled } = await cognito()
    .send(new AdminGetUserCommand({ UserPoolId: env('CLIENT_POOL_ID'), Username: username }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'UserNotFoundException') throw new StudioError('SIGNED_OUT');
      throw error;
    });
  if (Enabled === false) throw new StudioError('SIGNED_OUT');
  const attribute = (attributeName: string) => UserAttributes.find(({ Name }) => Name === attributeName)?.Value ?? '';
  const email = Email.safeParse(attribute('email')).data ?? '';
  const verified = email !== '' && attribute('email_verified') === 'true';
  if (email !== '' && !verified) {
    await noteUnconfirmed(email);
    throw new StudioError('EMAIL_UNVERIFIED');
  }
  // Cognito lists the identity providers of a federated user.
  const provider = attribute('identities') ? 'google' : 'code';
  return { email, provider, verified, holder: verified ? await findByEmail(email) : undefined };
}

/**
 * Records for the studio that somebody with this address must confirm it by a code. An unverified address has no other
 * effect.
 */
async function noteUnconfirmed(email: string): Promise<void> {
  const holder = await findByEmail(email);
  if (holder?.status === 'active') await write(noteUnconfirmedGoogle(holder, new Date().toISOString()));
}

/**
 * Returns the record with this address if no login has claimed it, or if the address belongs to one of the record's
 * logins. An address that the studio or the client typed into a claimed record links nothing.
 * @throws StudioError ACCOUNT_CLOSED when the record is closed or deleted
 */
function recordFor({ sub }: Login, { email, holder }: Address): CustomerRow | undefined {
  if (!holder) return undefined;
  // Another request of this login linked the record after this request read its login row.
  if (loginsOf(holder).includes(sub)) throw new WriteConflictError();
  if (!linksTo(holder, email)) return undefined;
  requireActive(holder);
  return holder;
}

async function link(
  record: CustomerRow,
  { sub }: Login,
  { email: login_email, provider }: Address,
  form?: CompleteProfile,
): Promise<CustomerRow> {
  const edits = { login_email, ...(form && fromForm(form, login_email)) };
  const facts = { email: login_email, provider };
  await transact(
    record.login_sub === undefined ? claimCustomer(record, sub, edits, facts) : joinCustomer(record, sub, facts),
  );
  return (await readCustomer(record.id)) ?? record;
}

async function create(
  { sub }: Login,
  { email, provider, verified, holder }: Address,
  form: CompleteProfile | undefined,
): Promise<CustomerRow> {
  const isFree = verified && !holder;
  const row: CustomerRow = {
    id: newId(),
    customer_id: newDisplayId(),
    name: '',
    phone: '',
    address: '',
    notes: '',
    profile_complete: false,
    email: isFree ? email : '',
    login_email: verified ? email : null,
    contact_email: null,
    contact_confirmed: false,
    ...(form && fromForm(form, verified ? email : null)),
    status: 'active',
    login_sub: sub,
    created_at: new Date().toISOString(),
    version: 0,
  };
  const newClient = {
    kind: 'new-client',
    name: row.name,
    email: contactAddress(row),
    email_verified: contactAddress(row) === addressFor(row),
    customer_id: row.customer_id,
    record_id: row.id,
  } as const;
  await transact([
    ...insertCustomer(row, undefined, { email, provider }),
    ...recordActivity(
      { kind: 'client' },
      { kind: 'registered', customer_id: row.id },
      { [`new-client#${row.id}`]: newClient },
    ),
  ]);
  return row;
}

/** Returns the attributes from the form's values. An address other than the login's becomes the contact address. */
const fromForm = ({ name, phone, email, address }: CompleteProfile, loginEmail: string | null) => ({
  name,
  phone,
  address,
  contact_email: email === loginEmail ? null : email,
  contact_confirmed: false,
  profile_complete: true,
});
