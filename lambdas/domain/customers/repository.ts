import * as z from 'zod';
import { Customer, CustomerStatus, Profile } from '#shared/contract/customers.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

/**
 * A customer. `email` is unique, set by the studio or taken from a verified login ('' where the login's is taken or not
 * verified); `login_email` is what Cognito calls verified; `contact_email` is what the client typed and nobody checked.
 */
export const CustomerRow = z.object({
  id: z.string(),
  /** The id for people. */
  customer_id: z.string(),
  name: z.string(),
  email: z.string(),
  login_email: z.string().nullable(),
  contact_email: z.string().nullable(),
  phone: z.string(),
  address: z.string(),
  status: CustomerStatus,
  profile_complete: z.boolean(),
  /** Cognito's id of the one login that this record belongs to; missing until a login claims it. */
  login_sub: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
  /** While it is deleted: since when, and what it was before. */
  deleted_at: z.string().optional(),
  status_before: z.enum(['active', 'closed']).optional(),
  /** Sessions that went into the bin with it. */
  sessions_with_it: z.array(z.string()).optional(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/**
 * `login#{sub}`: the record of a login. `status` repeats the record's, so that one read tells who asks: every
 * transaction that changes the one changes the other.
 */
const LoginRow = z.object({ id: z.string(), record_id: z.string(), status: CustomerStatus });

/** `email#{address}`: the one record that has this address as its `email`. */
const EmailRow = z.object({ id: z.string(), record_id: z.string() });

/** `display#{customer_id}`: an id for people that is taken, for ever. */
const DisplayRow = z.object({ id: z.string(), record_id: z.string() });

/** What the directory's index carries. */
const DirectoryRow = CustomerRow.pick({
  id: true,
  customer_id: true,
  name: true,
  email: true,
  phone: true,
  status: true,
  created_at: true,
  deleted_at: true,
});

const byId = { key: ['id'] } as const;
const customers = table('CUSTOMERS_TABLE', byId, CustomerRow);
const logins = table('CUSTOMERS_TABLE', byId, LoginRow);
const emails = table('CUSTOMERS_TABLE', byId, EmailRow);
const displayIds = table('CUSTOMERS_TABLE', byId, DisplayRow);
const directory = table(
  'CUSTOMERS_TABLE',
  { ...byId, indexes: { directory: ['directory', 'created_at'] } },
  DirectoryRow,
);

const loginKey = (sub: string) => ({ id: `login#${sub}` });
const emailKey = (email: string) => ({ id: `email#${email}` });
const displayKey = (displayId: string) => ({ id: `display#${displayId}` });

/** The record as of now: decisions hang on it. */
export const readCustomer = (id: string) => customers.get({ id }, { consistent: true });

export const readLogin = (sub: string) => logins.get(loginKey(sub), { consistent: true });

/** The record that has this address as its `email`. */
export async function findByEmail(email: string): Promise<CustomerRow | undefined> {
  const row = await emails.get(emailKey(email), { consistent: true });
  const record = row && (await readCustomer(row.record_id));
  // Between the two reads the studio may have given it another address: then it is not this one's any more.
  return record?.email === email ? record : undefined;
}

/** Records by id, of those that exist, as of moments ago. */
export async function readCustomers(ids: string[]): Promise<Map<string, CustomerRow>> {
  const rows = await customers.getMany([...new Set(ids)].map((id) => ({ id })));
  return new Map(rows.map((row) => [row.id, row]));
}

export const readDirectory = (size: number, from: Key | undefined) =>
  directory.page({ index: 'directory', partition: 'customer', descending: true }, size, from);

/** Every customer in the bin. */
export const readBin = () => directory.all({ index: 'directory', partition: 'deleted' });

/** What a new record's transaction reports when something that must be unique is not. */
interface Taken {
  login: () => Error;
  email: () => Error | Promise<Error>;
  displayId: () => Error;
}

/** A new record with everything that keeps it unique. */
export function insertCustomer(row: CustomerRow, taken: Taken): Write[] {
  const { id: record_id, login_sub, email, status } = row;
  return [
    customers.insert({ ...row, directory: 'customer' }),
    displayIds.insert({ ...displayKey(row.customer_id), record_id }, taken.displayId),
    ...(login_sub ? [logins.insert({ ...loginKey(login_sub), record_id, status }, taken.login)] : []),
    ...(email ? [emails.insert({ ...emailKey(email), record_id }, taken.email)] : []),
  ];
}

/** The fields that people edit. */
type Edits = Partial<
  Pick<CustomerRow, 'name' | 'email' | 'phone' | 'address' | 'contact_email' | 'profile_complete' | 'login_email'>
>;

/**
 * An edit of the row as it was read: fails with `changed` when another came first, with `taken` when the new address
 * belongs to another record. The rows of both addresses go along.
 */
export function editCustomer(
  row: CustomerRow,
  edits: Edits,
  { changed, taken }: { changed: () => Promise<Error>; taken: () => Promise<Error> },
): Write[] {
  const { id, version } = row;
  const { email = row.email } = edits;
  const moves = email !== row.email;
  return [
    customers.change(
      { id },
      { set: edits, add: { version: 1 } },
      { where: { version, email: row.email }, otherwise: changed },
    ),
    ...(moves && email ? [emails.insert({ ...emailKey(email), record_id: id }, taken)] : []),
    ...(moves && row.email
      ? [emails.delete(emailKey(row.email), { where: { record_id: id }, otherwise: changed })]
      : []),
  ];
}

/** Another status, for the record and for its login's row alike; fails with `changed` when it has another by now. */
export const changeStatus = (row: CustomerRow, status: CustomerRow['status'], changed: () => Error): Write[] =>
  withLogin(
    row,
    status,
    customers.change(
      { id: row.id },
      { set: { status }, add: { version: 1 } },
      { where: { status: row.status, login_sub: row.login_sub }, otherwise: changed },
    ),
  );

interface Raced {
  /** The record is not as it was read. */
  changed: () => Error | Promise<Error>;
}

/** Into the bin, with the login that it may have. Address and display id stay taken. */
export const binCustomer = (row: CustomerRow, deleted_at: string, { changed }: Raced): Write[] =>
  withLogin(
    row,
    'deleted',
    customers.change(
      { id: row.id },
      {
        set: { status: 'deleted', status_before: row.status, deleted_at, directory: 'deleted' },
        add: { version: 1 },
      },
      { where: { version: row.version, status: row.status, login_sub: row.login_sub }, otherwise: changed },
    ),
  );

/** These sessions went into the bin with their customer, and have not come back yet; fails when the record is not as it was read. */
export const noteSessionsWithIt = (row: CustomerRow, sessions_with_it: string[], { changed }: Raced): Write =>
  customers.change(
    { id: row.id },
    {
      add: { version: 1 },
      ...(sessions_with_it.length > 0 ? { set: { sessions_with_it } } : { remove: ['sessions_with_it'] }),
    },
    { where: { version: row.version }, otherwise: changed },
  );

/** Out of the bin, as it was before. */
export function unbinCustomer(row: CustomerRow, { changed }: Raced): Write[] {
  const status = row.status_before ?? 'active';
  return withLogin(
    row,
    status,
    customers.change(
      { id: row.id },
      {
        set: { status, directory: 'customer' },
        add: { version: 1 },
        remove: ['deleted_at', 'status_before'],
      },
      { where: { status: 'deleted', deleted_at: row.deleted_at }, otherwise: changed },
    ),
  );
}

/** The record and its login's and address' rows, gone for good; the display id is never used again. */
export const eraseCustomer = (row: CustomerRow, { changed }: Raced): Write[] => [
  customers.delete({ id: row.id }, { where: { status: 'deleted', version: row.version }, otherwise: changed }),
  ...(row.login_sub ? [logins.delete(loginKey(row.login_sub))] : []),
  ...(row.email ? [emails.delete(emailKey(row.email))] : []),
];

const withLogin = ({ id, login_sub }: CustomerRow, status: CustomerRow['status'], change: Write): Write[] => [
  change,
  ...(login_sub ? [logins.change(loginKey(login_sub), { set: { status } }, { where: { record_id: id } })] : []),
];

/** A record without a login becomes this login's, while it is active, unclaimed and still has that address. */
export function claimCustomer(
  row: CustomerRow,
  sub: string,
  edits: Omit<Edits, 'email'>,
  taken: Pick<Taken, 'login'> & { record: () => Error },
): Write[] {
  const { id, email, status } = row;
  return [
    customers.change(
      { id },
      { set: { ...edits, login_sub: sub }, add: { version: 1 } },
      { where: { login_sub: undefined, status: 'active', email }, otherwise: taken.record },
    ),
    logins.insert({ ...loginKey(sub), record_id: id, status }, taken.login),
  ];
}

/** Where letters to a client go: an address that the login or the studio vouches for, '' when there is none. */
export const addressFor = ({ login_email, email }: CustomerRow): string => login_email ?? email;

/** Where people reach a client: also an address that nobody checked. */
export const contactAddress = ({ contact_email, login_email, email }: CustomerRow): string =>
  contact_email ?? login_email ?? email;

/** The record as its client sees it. */
export const toProfile = (row: CustomerRow): Profile => Profile.parse({ ...row, email: contactAddress(row) });

/** The record as the studio sees it. */
export const toCustomer = (row: CustomerRow): Customer =>
  Customer.parse({ ...row, deleted_at: row.deleted_at ?? null, has_login: row.login_sub !== undefined });
