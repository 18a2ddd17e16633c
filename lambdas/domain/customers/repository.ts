import * as z from 'zod';
import { CustomerStatus, LoginProvider } from '#shared/contract/customers.ts';
import { type Key, table, type Write } from '../../platform/table.ts';

/** The fields that a join fills from the joined record if they are empty. */
export const Filled = z.enum(['name', 'phone', 'address', 'contact_email', 'login_email']);

/**
 * A customer's record. `email` is unique, set by the studio or copied from a verified login ('' when the login's
 * address is taken or not verified). `login_email` is the address that Cognito has verified. `contact_email` is the
 * address that the client typed, and `contact_confirmed` is true once they entered a code that was emailed to it.
 */
export const CustomerRow = z.object({
  id: z.string(),
  /** The display id, which people read. */
  customer_id: z.string(),
  name: z.string(),
  email: z.string(),
  login_email: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_confirmed: z.boolean().default(false),
  phone: z.string(),
  address: z.string(),
  /** The studio's notes, which no client sees. */
  notes: z.string().default(''),
  status: CustomerStatus,
  profile_complete: z.boolean(),
  /** Cognito's id of the login that claimed this record; missing until a login claims it. */
  login_sub: z.string().optional(),
  /**
   * The ids of further logins of the same person, for example Google beside a code by email; separated by spaces, so
   * that a condition can compare them.
   */
  more_logins: z.string().optional(),
  /**
   * The addresses of records that were joined to this one. Their `email#` rows name this record, and a login with one
   * of them links to this record, as a login with `login_email` does.
   */
  joined_emails: z.array(z.string()).optional(),
  /**
   * The time of the last Google sign-in with this record's address that Google had not verified, and that had to
   * confirm it by a code.
   */
  unconfirmed_google_at: z.string().optional(),
  created_at: z.string(),
  version: z.number(),
  /** The time of the deletion, and the status before it; set while the record is in the trash. */
  deleted_at: z.string().optional(),
  status_before: z.enum(['active', 'closed']).optional(),
  /** The ids of sessions that were deleted together with the customer. */
  sessions_with_it: z.array(z.string()).optional(),
  /** The record to which this one was joined. This record is in the trash, and its row still has its own logins. */
  joined_to: z.string().optional(),
  /** The changes of the kept record by the join, which an undo takes back. */
  join: z
    .object({
      /**
       * The addresses that were added to the kept record's `joined_emails`. The `email#` rows of `own_emails` name the
       * kept record now.
       */
      emails: z.array(z.string()),
      own_emails: z.array(z.string()),
      /** The fields that were empty in the kept record. */
      filled: z.array(Filled),
      /** True once the undo has begun; from then on, nothing moves to the kept record. */
      undoing: z.boolean(),
    })
    .optional(),
  /** The ids of quotes that were moved to the kept record. */
  joined_quotes: z.array(z.string()).optional(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/**
 * The row `login#{sub}`, which names the record of a login. `status` is a copy of the record's status, so that one read
 * identifies the caller; every transaction that changes the one also changes the other.
 */
const LoginRow = z.object({
  id: z.string(),
  /** '' while the login is being removed (`holdLogin`). */
  record_id: z.string(),
  status: CustomerStatus,
  /** The verified address, the provider, and the time of the linking; missing in older rows. */
  email: z.string().optional(),
  provider: LoginProvider.optional(),
  linked_at: z.string().optional(),
  /** The time of the first request on the last day on which the client was here; missing until then. */
  visited_at: z.string().optional(),
});
export type LoginRow = z.infer<typeof LoginRow>;
/** The facts that are stored about a new login. */
export type LoginFacts = Required<Pick<LoginRow, 'email' | 'provider'>>;

/** The row `email#{address}`, which names the only record with this address. */
const EmailRow = z.object({ id: z.string(), record_id: z.string() });

/** The row `display#{customer_id}`, which keeps a display id taken, even after its customer is erased. */
const DisplayRow = z.object({ id: z.string(), record_id: z.string() });

/** The attributes in the directory's index. */
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
// These three are exported for joins.ts, logins.ts, status.ts and visits.ts only.
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

/** Returns the record; strongly consistent, because decisions depend on it. */
export const readCustomer = (id: string) => customers.get({ id }, { consistent: true });

export const readLogin = (sub: string) => logins.get(loginKey(sub), { consistent: true });

/** Returns the record that has this address as its `email`, or from a record that was joined to it. */
export async function findByEmail(email: string): Promise<CustomerRow | undefined> {
  const row = await emails.get(emailKey(email), { consistent: true });
  const record = row && (await readCustomer(row.record_id));
  // The studio may have changed the record's address between the two reads.
  return record && emailsOf(record).includes(email) ? record : undefined;
}

/** Returns the addresses whose `email#` rows name this record. */
export const emailsOf = ({ email, joined_emails = [] }: CustomerRow): string[] => [
  ...new Set([...(email ? [email] : []), ...joined_emails]),
];

/** Whether a login with this verified address links to the record. */
export const linksTo = ({ login_sub, login_email, joined_emails }: CustomerRow, email: string): boolean =>
  login_sub === undefined || login_email === email || joined_emails?.includes(email) === true;

/** Returns the existing records with these ids, by id; eventually consistent. */
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
 * Returns the writes that insert a new record, and the rows that keep its login, address and display id unique.
 * @param emailTaken creates the error for an address that another record has
 * @param login the facts about the record's login
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

/** Returns the write that inserts the row of a record's new login, whose client is here. */
export function insertLogin(
  sub: string,
  { id, status }: Pick<CustomerRow, 'id' | 'status'>,
  facts?: LoginFacts,
): Write {
  const now = new Date().toISOString();
  const known = facts && { ...facts, linked_at: now, visited_at: now };
  return logins.insert({ ...loginKey(sub), record_id: id, status, ...known });
}

/** The fields that people edit. */
export type Edits = Partial<
  Pick<
    CustomerRow,
    | 'name'
    | 'email'
    | 'phone'
    | 'address'
    | 'notes'
    | 'contact_email'
    | 'contact_confirmed'
    | 'profile_complete'
    | 'login_email'
  >
>;

/**
 * Returns the writes of an edit, with the rows of the old and the new address. They fail with `changed` when another
 * edit was written after the row was read, and with `taken` when another record has the new address.
 */
export function editCustomer(
  row: CustomerRow,
  edits: Edits,
  { changed, taken }: { changed: () => Promise<Error>; taken: () => Promise<Error> },
): Write[] {
  const { id, version, joined_emails: joinedEmails = [] } = row;
  const { email = row.email } = edits;
  const isMoved = email !== row.email;
  return [
    customers.change(
      { id },
      { set: edits, add: { version: 1 } },
      { where: { version, email: row.email }, onConflict: changed },
    ),
    ...(isMoved && email && !joinedEmails.includes(email)
      ? [emails.insert({ ...emailKey(email), record_id: id }, taken)]
      : []),
    ...(isMoved && row.email && !joinedEmails.includes(row.email)
      ? [emails.delete(emailKey(row.email), { where: { record_id: id }, onConflict: changed })]
      : []),
  ];
}

/**
 * Returns the condition for a transaction that creates or restores a session: the customer is not in the trash. So
 * deleting the customer either finds the session or prevents its creation.
 * @param onConflict creates the error for a customer that was deleted after the record was read
 */
export const customerStays = (id: string, onConflict: () => Error): Write =>
  customers.check({ id }, { where: { deleted_at: undefined }, onConflict });

/**
 * Returns the write that records which sessions were deleted together with their customer and are not restored yet; it
 * fails when the record changed since it was read.
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

/** Returns the write that records that a Google sign-in with this record's address must be confirmed by a code. */
export const noteUnconfirmedGoogle = ({ id }: CustomerRow, unconfirmed_google_at: string): Write =>
  customers.change({ id }, { set: { unconfirmed_google_at } });

/** Returns the ids of all logins of a record. */
export const loginsOf = ({ login_sub, more_logins }: Pick<CustomerRow, 'login_sub' | 'more_logins'>): string[] => [
  ...(login_sub === undefined ? [] : [login_sub]),
  ...(more_logins?.split(' ') ?? []),
];

export const pickLogins = ({ login_sub, more_logins }: CustomerRow) => ({ login_sub, more_logins });

/**
 * Returns the write that records that the client reads emails at this contact address; it fails when the client has
 * changed the address since. The version stays the same, because this conflicts with no edit.
 */
export const confirmContact = ({ id }: CustomerRow, contact_email: string): Write =>
  customers.change({ id }, { set: { contact_confirmed: true } }, { where: { contact_email, status: 'active' } });
