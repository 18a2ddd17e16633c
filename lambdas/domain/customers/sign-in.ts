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
import { tell } from '../timeline/tell.ts';
import {
  addressFor,
  type CustomerRow,
  claimCustomer,
  contactAddress,
  findByEmail,
  insertCustomer,
  joinCustomer,
  type LoginFacts,
  linksTo,
  loginsOf,
  noteUnconfirmedGoogle,
  readCustomer,
  readLogin,
  toProfile,
} from './repository.ts';

/**
 * Returns the client of a login, with one read.
 * @throws StudioError NO_CUSTOMER, or ACCOUNT_CLOSED for a closed or deleted record
 */
export async function resolveClient({ sub, username }: Login): Promise<Client> {
  const row = await readLogin(sub);
  if (!row) throw new StudioError('NO_CUSTOMER');
  requireKept(row);
  requireOpen(row);
  return { kind: 'client', sub, username, customer_id: row.record_id };
}

/** Returns the client's own record, with one read. */
export async function readProfile({ customer_id }: Client): Promise<Profile> {
  const record = await readCustomer(customer_id);
  if (!record) throw new StudioError('NO_CUSTOMER');
  return toProfile(record);
}

/**
 * GET me: returns the record of this login. Without one, links the login to the record whose address equals its
 * verified address in Cognito: the studio's unclaimed record, or the record of another login with this address. Never
 * creates a record.
 * @throws StudioError NO_CUSTOMER, ACCOUNT_CLOSED or EMAIL_UNVERIFIED
 */
export async function findMe(login: Login): Promise<Profile> {
  return retryOnConflict(async () => {
    const own = await readOwn(login);
    if (own) return toProfile(own);
    const address = await readAddress(login);
    const record = recordFor(login, address);
    if (!record) throw new StudioError('NO_CUSTOMER');
    return toProfile(await link(record, login, address));
  });
}

/**
 * POST me: returns the record of this login unchanged, or links a record as GET me does (the studio's unclaimed one
 * gets the form's values), or creates a record: without form values incomplete, with them complete.
 * @returns whether it is new
 * @throws StudioError ACCOUNT_CLOSED or EMAIL_UNVERIFIED
 */
export async function createMe(login: Login, values: CreateMe): Promise<{ profile: Profile; created: boolean }> {
  const form = isComplete(values) ? values : undefined;
  return retryOnConflict(async () => {
    const own = await readOwn(login);
    if (own) return { profile: toProfile(own), created: false };
    const address = await readAddress(login);
    const record = recordFor(login, address);
    if (record) return { profile: toProfile(await link(record, login, address, form)), created: false };
    return { profile: toProfile(await create(login, address, form)), created: true };
  });
}

const isComplete = (values: CreateMe): values is CompleteProfile => 'name' in values;

function requireOpen({ status }: { status: CustomerRow['status'] }) {
  if (status !== 'active') throw new StudioError('ACCOUNT_CLOSED');
}

/** @throws StudioError SIGNED_OUT for a login that is being removed because no record named it */
function requireKept({ record_id }: { record_id: string }) {
  if (record_id === '') throw new StudioError('SIGNED_OUT');
}

async function readOwn({ sub }: Login): Promise<CustomerRow | undefined> {
  const row = await readLogin(sub);
  if (!row) return undefined;
  requireKept(row);
  requireOpen(row);
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
 * Reads the login's address from Cognito, never from the browser; trimmed, with ASCII letters in lower case.
 * @throws StudioError SIGNED_OUT when the user was deleted after the token was issued; EMAIL_UNVERIFIED for an address
 * that a code must confirm, which is another login: a record made for this one could be somebody else's, or a second
 * one
 */
async function readAddress({ username }: Login): Promise<Address> {
  const { UserAttributes = [], Enabled } = await cognito()
    .send(new AdminGetUserCommand({ UserPoolId: env('CLIENT_POOL_ID'), Username: username }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'UserNotFoundException') throw new StudioError('SIGNED_OUT');
      throw error;
    });
  if (Enabled === false) throw new StudioError('SIGNED_OUT');
  const attribute = (wanted: string) => UserAttributes.find(({ Name }) => Name === wanted)?.Value ?? '';
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

/** Lets the studio see that somebody with this address waits for a code. Nothing else follows from an unverified address. */
async function noteUnconfirmed(email: string): Promise<void> {
  const holder = await findByEmail(email);
  if (holder?.status === 'active') await write(noteUnconfirmedGoogle(holder, new Date().toISOString()));
}

/**
 * Returns the record of that address if no login has claimed it, or if it is the address of the record's own login: an
 * address that the studio or the client typed into a claimed record links nothing.
 * @throws StudioError ACCOUNT_CLOSED when it is closed or deleted
 */
function recordFor({ sub }: Login, { email, holder }: Address): CustomerRow | undefined {
  if (!holder) return undefined;
  // Another request of this login linked the record after this request read its login row.
  if (loginsOf(holder).includes(sub)) throw new WriteConflictError();
  if (!linksTo(holder, email)) return undefined;
  requireOpen(holder);
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
  const free = verified && !holder;
  const row: CustomerRow = {
    id: newId(),
    customer_id: newDisplayId(),
    name: '',
    phone: '',
    address: '',
    profile_complete: false,
    email: free ? email : '',
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
    ...tell({ kind: 'client' }, { kind: 'registered', customer_id: row.id }, { [`new-client#${row.id}`]: newClient }),
  ]);
  return row;
}

/** Values from register-complete. An address other than the login's own becomes the contact address. */
const fromForm = ({ name, phone, email, address }: CompleteProfile, loginEmail: string | null) => ({
  name,
  phone,
  address,
  contact_email: email === loginEmail ? null : email,
  contact_confirmed: false,
  profile_complete: true,
});
