import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { CompleteProfile, CreateMe, Profile } from '#shared/contract/customers.ts';
import { Email } from '#shared/contract/fields.ts';
import type { Client, Login } from '../../platform/auth.ts';
import { cognito } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { StudioError } from '../../platform/errors.ts';
import { newDisplayId, newId } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { queueLetter } from '../outbox.ts';
import {
  type CustomerRow,
  claimCustomer,
  contactAddress,
  findByEmail,
  insertCustomer,
  readCustomer,
  readLogin,
  toProfile,
} from './repository.ts';

/** Somebody was faster with the same login, address or display id: look again and decide anew. */
class Overtaken extends Error {}
const overtaken = () => new Overtaken();
const attempts = 5;

/**
 * The client that a login is, by one read.
 * @throws StudioError NO_CUSTOMER, or ACCOUNT_CLOSED for a closed or deleted record.
 */
export async function resolveClient({ sub, username }: Login): Promise<Client> {
  const row = await readLogin(sub);
  if (!row) throw new StudioError('NO_CUSTOMER');
  requireOpen(row);
  return { kind: 'client', sub, username, customer_id: row.record_id };
}

/**
 * GET me: the record of this login; failing that the studio's unclaimed record with the very address that Cognito calls
 * verified for this login, which is this login's from now on. Never creates one.
 * @throws StudioError NO_CUSTOMER or ACCOUNT_CLOSED.
 */
export async function findMe(login: Login): Promise<Profile> {
  return untilAlone(async () => {
    const own = await readOwn(login);
    if (own) return toProfile(own);
    const address = await readAddress(login);
    const unclaimed = unclaimedFor(login, address);
    if (!unclaimed) throw new StudioError('NO_CUSTOMER');
    return toProfile(await claim(unclaimed, login, address.email));
  });
}

/**
 * POST me: the record of this login as it is, else the studio's unclaimed one with the form's values filled in, else a
 * new one: bare (profile incomplete), or complete with the form's values.
 * @returns whether it is new.
 * @throws StudioError ACCOUNT_CLOSED.
 */
export async function createMe(login: Login, values: CreateMe): Promise<{ profile: Profile; created: boolean }> {
  const form = isComplete(values) ? values : undefined;
  return untilAlone(async () => {
    const own = await readOwn(login);
    if (own) return { profile: toProfile(own), created: false };
    const address = await readAddress(login);
    const unclaimed = unclaimedFor(login, address);
    if (unclaimed) return { profile: toProfile(await claim(unclaimed, login, address.email, form)), created: false };
    return { profile: toProfile(await create(login, address, form)), created: true };
  });
}

const isComplete = (values: CreateMe): values is CompleteProfile => 'name' in values;

async function untilAlone<Result>(decide: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new StudioError('BUSY');
}

function requireOpen({ status }: { status: CustomerRow['status'] }) {
  if (status !== 'active') throw new StudioError('ACCOUNT_CLOSED');
}

async function readOwn({ sub }: Login): Promise<CustomerRow | undefined> {
  const row = await readLogin(sub);
  if (!row) return undefined;
  requireOpen(row);
  const record = await readCustomer(row.record_id);
  if (!record) throw new Error(`The login row of ${sub} names the record ${row.record_id}, which does not exist.`);
  return record;
}

interface Address {
  email: string;
  verified: boolean;
  /** Whose it is among the records, if it is verified; read once, so that what is decided by it fits together. */
  holder: CustomerRow | undefined;
}

/**
 * The login's address, trimmed and with ASCII letters in lower case, in Cognito's own words: the browser is not asked.
 * @throws StudioError SIGNED_OUT where the token has outlived its user.
 */
async function readAddress({ username }: Login): Promise<Address> {
  const { UserAttributes = [], Enabled } = await cognito()
    .send(new AdminGetUserCommand({ UserPoolId: env('USER_POOL_ID'), Username: username }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'UserNotFoundException') throw new StudioError('SIGNED_OUT');
      throw error;
    });
  if (Enabled === false) throw new StudioError('SIGNED_OUT');
  const attribute = (wanted: string) => UserAttributes.find(({ Name }) => Name === wanted)?.Value ?? '';
  const email = Email.safeParse(attribute('email')).data ?? '';
  const verified = email !== '' && attribute('email_verified') === 'true';
  return { email, verified, holder: verified ? await findByEmail(email) : undefined };
}

/**
 * The record of that address, if no login has it yet.
 * @throws StudioError ACCOUNT_CLOSED when it is closed or deleted.
 */
function unclaimedFor({ sub }: Login, { holder }: Address): CustomerRow | undefined {
  // This very login claimed it by another request, after this one had looked for its own.
  if (holder?.login_sub === sub) throw overtaken();
  if (!holder || holder.login_sub !== undefined) return undefined;
  requireOpen(holder);
  return holder;
}

async function claim(
  record: CustomerRow,
  { sub }: Login,
  login_email: string,
  form?: CompleteProfile,
): Promise<CustomerRow> {
  const edits = { login_email, ...(form && fromForm(form, login_email)) };
  await transact(claimCustomer(record, sub, edits, { login: overtaken, record: overtaken }));
  return (await readCustomer(record.id)) ?? record;
}

async function create(
  { sub }: Login,
  { email, verified, holder }: Address,
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
    contact_email: verified || !email ? null : email,
    ...(form && fromForm(form, verified ? email : null)),
    status: 'active',
    login_sub: sub,
    created_at: new Date().toISOString(),
    version: 0,
  };
  const letter = {
    kind: 'new-client',
    name: row.name,
    email: contactAddress(row),
    customer_id: row.customer_id,
    record_id: row.id,
  } as const;
  await transact([
    ...insertCustomer(row, { login: overtaken, email: overtaken, displayId: overtaken }),
    queueLetter(`new-client#${row.id}`, letter),
  ]);
  return row;
}

/** What register-complete fills in. An address other than the login's own is only for contact. */
const fromForm = ({ name, phone, email, address }: CompleteProfile, loginEmail: string | null) => ({
  name,
  phone,
  address,
  contact_email: email === loginEmail ? null : email,
  profile_complete: true,
});
