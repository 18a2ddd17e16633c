import * as z from 'zod';
import { type ClientLogin, Customer, CustomerStatus, LoginProvider, Profile } from '#shared/contract/customers.ts';
import { env } from '../../platform/env.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

/** Fields that a join fills from the other record where they are empty. */
export const Filled = z.enum(['name', 'phone', 'address', 'contact_email', 'login_email']);

/**
 * A customer. `email` is unique, set by the studio or copied from a verified login ('' when the login's address is
 * taken or not verified); `login_email` is the address that Cognito has verified; `contact_email` is what the client
 * typed; `contact_confirmed` once a code that was emailed there came back.
 */
export const CustomerRow = z.object({
  id: z.string(),
  /** The display id. */
  customer_id: z.string(),
  name: z.string(),
  email: z.string(),
  login_email: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_confirmed: z.boolean().default(false),
  phone: z.string(),
  address: z.string(),
  status: CustomerStatus,
  profile_complete: z.boolean(),
  /** Cognito's id of the login that claimed this record; missing until one does. */
  login_sub: z.string().optional(),
  /**
   * Further logins of the same person, such as Google beside a code by email, whose verified address is `login_email`;
   * separated by spaces, so that a condition can compare them.
   */
  more_logins: z.string().optional(),
  /**
   * Addresses of records that were joined to this one: their `email#` rows name this record, and a login with one of
   * them links to it as one with `login_email` does.
   */
  joined_emails: z.array(z.string()).optional(),
  /** When a Google sign-in with this record's address, which Google does not vouch for, was last asked for a code. */
  unconfirmed_google_at: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
  /** Set while it is deleted: the time, and the status before. */
  deleted_at: z.string().optional(),
  status_before: z.enum(['active', 'closed']).optional(),
  /** Sessions that were deleted with it. */
  sessions_with_it: z.array(z.string()).optional(),
  /** The record that this one was joined to. It is in the trash, with its logins in its row as they were. */
  joined_to: z.string().optional(),
  /** What the other record got of this one, to be taken back by an undo. */
  join: z
    .object({
      /** Added to `joined_emails`; the rows of those that were this record's own name the other record now. */
      emails: z.array(z.string()),
      own_emails: z.array(z.string()),
      /** Fields that were empty there. */
      filled: z.array(Filled),
      /** The undo has begun; nothing more moves to the other record. */
      undoing: z.boolean(),
    })
    .optional(),
  /** Quotes that were moved to the other record. */
  joined_quotes: z.array(z.string()).optional(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/**
 * `login#{sub}`: the record of a login. `status` copies the record's status, so that one read identifies the caller:
 * every transaction that changes one changes the other.
 */
const LoginRow = z.object({
  id: z.string(),
  /** '' while the login is being removed (`holdLogin`). */
  record_id: z.string(),
  status: CustomerStatus,
  /** The address that Cognito had verified, how, and when it was linked; missing in rows from before these were stored. */
  email: z.string().optional(),
  provider: LoginProvider.optional(),
  linked_at: z.string().optional(),
});
/** What is stored of a new login besides its record. */
export type LoginFacts = Required<Pick<z.infer<typeof LoginRow>, 'email' | 'provider'>>;

/** `email#{address}`: the one record whose `email` is this address. */
const EmailRow = z.object({ id: z.string(), record_id: z.string() });

/** `display#{customer_id}`: a display id that is taken, also after its customer is erased. */
const DisplayRow = z.object({ id: z.string(), record_id: z.string() });

/** Attributes of the directory's index. */
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
// The tables are for joins.ts, too, and for nothing else.
export const customers = table('CUSTOMERS_TABLE', byId, CustomerRow);
export const logins = table('CUSTOMERS_TABLE', byId, LoginRow);
export const emails = table('CUSTOMERS_TABLE', byId, EmailRow);
const displayIds = table('CUSTOMERS_TABLE', byId, DisplayRow);
const directory = table(
  'CUSTOMERS_TABLE',
  { ...byId, indexes: { directory: ['directory', 'created_at'] } },
  DirectoryRow,
);

export const loginKey = (sub: string) => ({ id: `login#${sub}` });
export const emailKey = (email: string) => ({ id: `email#${email}` });
const displayKey = (displayId: string) => ({ id: `display#${displayId}` });

/** Reads the record strongly consistent, because decisions depend on it. */
export const readCustomer = (id: string) => customers.get({ id }, { consistent: true });

export const readLogin = (sub: string) => logins.get(loginKey(sub), { consistent: true });

/** Returns a record's logins, the first one first. */
export async function readLogins(row: CustomerRow): Promise<ClientLogin[]> {
  const found = await Promise.all(loginsOf(row).map(readLogin));
  return found.flatMap((login) => {
    if (!login) return [];
    const { email = null, provider = null, linked_at = null } = login;
    return [{ email, provider, linked_at }];
  });
}

/** Returns the record that has this address: as `email`, or from a record that was joined to it. */
export async function findByEmail(email: string): Promise<CustomerRow | undefined> {
  const row = await emails.get(emailKey(email), { consistent: true });
  const record = row && (await readCustomer(row.record_id));
  // The studio may have changed the record's address between the two reads.
  return record && emailsOf(record).includes(email) ? record : undefined;
}

/** The addresses whose `email#` rows name this record. */
export const emailsOf = ({ email, joined_emails = [] }: CustomerRow): string[] => [
  ...new Set([...(email ? [email] : []), ...joined_emails]),
];

/** Returns whether a login with this verified address links to the record. */
export const linksTo = ({ login_sub, login_email, joined_emails }: CustomerRow, email: string): boolean =>
  login_sub === undefined || login_email === email || joined_emails?.includes(email) === true;

/** Returns the existing records of these ids, by id; eventually consistent. */
export async function readCustomers(ids: string[]): Promise<Map<string, CustomerRow>> {
  const rows = await customers.getMany(
    [...new Set(ids)].map((id) => ({ id })),
    { leaveOutDamaged: true },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const readDirectory = (size: number, from: Key | undefined) =>
  directory.page({ index: 'directory', partition: 'customer', descending: true, leaveOutDamaged: true }, size, from);

/** Returns every customer in the trash. */
export const readTrash = () => directory.all({ index: 'directory', partition: 'deleted', leaveOutDamaged: true });

/**
 * Returns the writes of a new record with the rows that keep its login, address and display id unique.
 * @param emailTaken creates the error for an address that another record has
 * @param login facts of the row's login
 */
export function insertCustomer(row: CustomerRow, emailTaken?: () => Promise<Error>, login?: LoginFacts): Write[] {
  const { id: record_id, login_sub, email, status } = row;
  return [
    customers.insert({ ...row, directory: 'customer' }),
    displayIds.insert({ ...displayKey(row.customer_id), record_id }),
    ...(login_sub ? [insertLogin(login_sub, { id: record_id, status }, login)] : []),
    ...(email ? [emails.insert({ ...emailKey(email), record_id }, emailTaken)] : []),
  ];
}

const insertLogin = (sub: string, { id, status }: Pick<CustomerRow, 'id' | 'status'>, facts?: LoginFacts): Write =>
  logins.insert({
    ...loginKey(sub),
    record_id: id,
    status,
    ...(facts && { ...facts, linked_at: new Date().toISOString() }),
  });

/** Holds the row of a login that is being removed: it names no record, so no registration can write it. */
export const holdLogin = (sub: string): Write => ({
  Update: {
    TableName: env('CUSTOMERS_TABLE'),
    Key: loginKey(sub),
    UpdateExpression: 'SET record_id = :none, #status = :deleted',
    ConditionExpression: 'attribute_not_exists(id)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':none': '', ':deleted': 'deleted' },
  },
});

/** Deletes the row of a login that is held. */
export const releaseLogin = (sub: string): Write => logins.delete(loginKey(sub), { where: { record_id: '' } });

/** Fields that people edit. */
type Edits = Partial<
  Pick<
    CustomerRow,
    'name' | 'email' | 'phone' | 'address' | 'contact_email' | 'contact_confirmed' | 'profile_complete' | 'login_email'
  >
>;

/**
 * Returns the writes of an edit of the row as it was read, with the rows of both addresses. Fails with `changed` when
 * another edit was written first, with `taken` when another record has the new address.
 */
export function editCustomer(
  row: CustomerRow,
  edits: Edits,
  { changed, taken }: { changed: () => Promise<Error>; taken: () => Promise<Error> },
): Write[] {
  const { id, version, joined_emails: kept = [] } = row;
  const { email = row.email } = edits;
  const moves = email !== row.email;
  return [
    customers.change(
      { id },
      { set: edits, add: { version: 1 } },
      { where: { version, email: row.email }, onConflict: changed },
    ),
    ...(moves && email && !kept.includes(email) ? [emails.insert({ ...emailKey(email), record_id: id }, taken)] : []),
    ...(moves && row.email && !kept.includes(row.email)
      ? [emails.delete(emailKey(row.email), { where: { record_id: id }, onConflict: changed })]
      : []),
  ];
}

/**
 * Changes the status of the record and of its logins' rows; fails with `changed` when the status has changed since it
 * was read.
 */
export const changeStatus = (row: CustomerRow, status: CustomerRow['status'], changed: () => Error): Write[] =>
  withLogins(
    row,
    status,
    customers.change(
      { id: row.id },
      { set: { status }, add: { version: 1 } },
      // With its logins: one that joins meanwhile has a row of its own to change.
      { where: { status: row.status, ...pickLogins(row) }, onConflict: changed },
    ),
  );

/** Moves the record and its logins' rows to the trash. Address and display id stay taken. */
export const trashCustomer = (row: CustomerRow, deleted_at: string): Write[] =>
  withLogins(
    row,
    'deleted',
    customers.change(
      { id: row.id },
      {
        set: { status: 'deleted', status_before: row.status, deleted_at, directory: 'deleted' },
        add: { version: 1 },
      },
      { where: { version: row.version, status: row.status, ...pickLogins(row) } },
    ),
  );

/**
 * Condition for the transaction that creates or restores a session: the customer is not in the trash, so that deleting
 * the customer either finds the session or prevents it.
 * @param onConflict creates the error for a customer that was deleted after the record was read
 */
export const customerStays = (id: string, onConflict: () => Error): Write =>
  customers.check({ id }, { where: { deleted_at: undefined }, onConflict });

/**
 * Records the sessions that were deleted with their customer and are not restored yet; fails when the record has
 * changed since it was read.
 */
export const noteSessionsWithIt = (row: CustomerRow, sessions_with_it: string[]): Write =>
  customers.change(
    { id: row.id },
    {
      add: { version: 1 },
      ...(sessions_with_it.length > 0 ? { set: { sessions_with_it } } : { remove: ['sessions_with_it'] }),
    },
    { where: { version: row.version } },
  );

/** Restores the record from the trash with its former status. */
export function untrashCustomer(row: CustomerRow): Write[] {
  const status = row.status_before ?? 'active';
  return withLogins(
    row,
    status,
    customers.change(
      { id: row.id },
      {
        set: { status, directory: 'customer' },
        add: { version: 1 },
        remove: ['deleted_at', 'status_before'],
      },
      { where: { status: 'deleted', deleted_at: row.deleted_at } },
    ),
  );
}

/**
 * Deletes the record and the rows of its logins and addresses for good, except those that a join gave to another
 * record; the display id is never used again.
 */
export const eraseCustomer = (row: CustomerRow): Write[] => [
  customers.delete({ id: row.id }, { where: { status: 'deleted', version: row.version } }),
  ...(row.join ? [] : loginsOf(row)).map((sub) => logins.delete(loginKey(sub))),
  ...emailsOf(row)
    .filter((email) => !row.join?.own_emails.includes(email))
    .map((email) => emails.delete(emailKey(email))),
];

/** Records that a Google sign-in with this address waits for a code. */
export const noteUnconfirmedGoogle = ({ id }: CustomerRow, unconfirmed_google_at: string): Write =>
  customers.change({ id }, { set: { unconfirmed_google_at } });

/** Returns all logins of a record. */
export const loginsOf = ({ login_sub, more_logins }: Pick<CustomerRow, 'login_sub' | 'more_logins'>): string[] => [
  ...(login_sub === undefined ? [] : [login_sub]),
  ...(more_logins?.split(' ') ?? []),
];

export const pickLogins = ({ login_sub, more_logins }: CustomerRow) => ({ login_sub, more_logins });

const withLogins = (row: CustomerRow, status: CustomerRow['status'], change: Write): Write[] => [
  change,
  ...loginsOf(row).map((sub) => logins.change(loginKey(sub), { set: { status } }, { where: { record_id: row.id } })),
];

/** Links a record to this login, if the record is active, unclaimed and as it was read: an undone join takes addresses away. */
export function claimCustomer(row: CustomerRow, sub: string, edits: Omit<Edits, 'email'>, login: LoginFacts): Write[] {
  const { id, version } = row;
  return [
    customers.change(
      { id },
      { set: { ...edits, login_sub: sub }, add: { version: 1 } },
      { where: { login_sub: undefined, status: 'active', version } },
    ),
    insertLogin(sub, row, login),
  ];
}

/** Links a further login to a record, if the record is active and as it was read: an undone join takes addresses away. */
export function joinCustomer(row: CustomerRow, sub: string, login: LoginFacts): Write[] {
  const { id, version, more_logins } = row;
  return [
    customers.change(
      { id },
      { set: { more_logins: more_logins ? `${more_logins} ${sub}` : sub }, add: { version: 1 } },
      { where: { status: 'active', version } },
    ),
    insertLogin(sub, row, login),
  ];
}

/**
 * Records that the client reads emails at this contact address, if the client has not changed it since. The version
 * stays: nobody edits this, so it conflicts with no edit.
 */
export const confirmContact = ({ id }: CustomerRow, contact_email: string): Write =>
  customers.change({ id }, { set: { contact_confirmed: true } }, { where: { contact_email, status: 'active' } });

/**
 * Returns the address for emails to a client: the confirmed contact address, else the login's, else the one that the
 * studio set; '' when there is none.
 */
export const addressFor = ({ contact_email, contact_confirmed, login_email, email }: CustomerRow): string =>
  (contact_confirmed ? contact_email : null) ?? login_email ?? email;

/** Returns the address with which a client signs in, which may not be the one for emails; '' when there is none. */
export const signInAddress = ({ login_email, email }: CustomerRow): string => login_email ?? email;

/**
 * Whether only the client's own mailbox gets what they type: the address is confirmed or their login's, or nobody has
 * signed in, and the studio has typed the record. An address that the studio typed for somebody who signs in without one
 * may be a stranger's.
 */
export const mayReadOwnWords = ({ contact_confirmed, login_email, login_sub }: CustomerRow): boolean =>
  contact_confirmed || login_email !== null || login_sub === undefined;

/** Returns the name by which emails greet a client; none where a stranger might read the client's words. */
export const greetedAs = (row: CustomerRow): string => (mayReadOwnWords(row) ? row.name : '');

/** Returns the address at which people reach a client, which may be unverified. */
export const contactAddress = ({ contact_email, login_email, email }: CustomerRow): string =>
  contact_email ?? login_email ?? email;

/** Returns the record as its client sees it. */
export const toProfile = (row: CustomerRow): Profile =>
  Profile.parse({ ...row, email: contactAddress(row), emails_to: addressFor(row) });

/** Returns the record as the studio sees it. */
export const toCustomer = (row: CustomerRow): Customer =>
  Customer.parse({
    ...row,
    emails_to: addressFor(row),
    deleted_at: row.deleted_at ?? null,
    has_login: row.login_sub !== undefined,
    joined_to: row.joined_to ?? null,
  });
