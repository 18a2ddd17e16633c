import type {
  CreateCustomer,
  Customer,
  DeletedCustomers,
  Directory,
  EditCustomer,
  EditMe,
  Profile,
} from '#shared/contract/customers.ts';
import { type Admin, type Client, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newDisplayId, newId } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { recordActivity, recordChange } from '../timeline/record.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { addressFor, contactAddress } from './addresses.ts';
import {
  type CustomerRow,
  editCustomer as edit,
  findByEmail,
  insertCustomer,
  readCustomer,
  readCustomers,
  readDirectory,
  readTrash,
} from './repository.ts';
import { changeStatus } from './status.ts';
import { toCustomer, toProfile } from './views.ts';

/**
 * The number of customers on a page. The browser loads all pages and searches them locally; large pages need few
 * requests.
 */
const customersPerPage = 1_000;

/** Returns a page of all customers, newest first. */
export async function listCustomers(actor: Admin, cursor?: string): Promise<Directory> {
  const cursorScope = `${actor.sub} customers`;
  const { rows, last, damaged } = await readDirectory(customersPerPage, await decryptCursor(cursorScope, cursor));
  return { items: rows, next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/**
 * Returns a customer, including one in the trash.
 * @throws StudioError NOT_FOUND
 */
export async function getCustomer(_actor: Admin, id: string): Promise<Customer> {
  return toCustomer(await requireRecord(id));
}

/**
 * Returns a customer who is not in the trash.
 * @throws StudioError NOT_FOUND, also for a customer in the trash
 */
export async function requireCustomer(id: string): Promise<CustomerRow> {
  const row = await requireRecord(id);
  if (row.status === 'deleted') throw new StudioError('NOT_FOUND');
  return row;
}

async function requireRecord(id: string): Promise<CustomerRow> {
  const row = await readCustomer(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

/** Returns the customers in the trash that can still be restored, the last deleted first. */
export async function listDeletedCustomers(_actor: Admin): Promise<DeletedCustomers['items']> {
  // Read the whole rows, because the index does not have `joined_to`.
  const rows = [...(await readCustomers((await readTrash()).map(({ id }) => id))).values()];
  return rows
    .flatMap(({ deleted_at, joined_to = null, ...row }) =>
      row.status === 'deleted' && deleted_at && isRestorable(deleted_at) ? [{ ...row, deleted_at, joined_to }] : [],
    )
    .toSorted((first, second) => second.deleted_at.localeCompare(first.deleted_at));
}

/**
 * Reopens an account that its client closed; succeeds when it is active already.
 * @throws StudioError NOT_FOUND
 */
export async function reopenCustomer(actor: Admin, id: string): Promise<Customer> {
  const row = await requireCustomer(id);
  if (row.status === 'active') return toCustomer(row);
  await transact([
    ...changeStatus(row, 'active', () => new StudioError('CHANGED_MEANWHILE')),
    ...recordActivity(actor, { kind: 'customer-reopened', customer_id: id }),
  ]);
  return toCustomer({ ...row, status: 'active', version: row.version + 1 });
}

/**
 * Creates a customer without a login; a login with the same verified address claims the record later. Its profile
 * counts as complete.
 * @throws StudioError EMAIL_TAKEN with the customer who has the address in `details.customer`
 */
export async function createCustomer(actor: Admin, { name, email, phone }: CreateCustomer): Promise<Customer> {
  return retryOnConflict(async () => {
    const row: CustomerRow = {
      id: newId(),
      // A conflict means that this random id is taken; the retry generates another.
      customer_id: newDisplayId(),
      name,
      email,
      phone,
      address: '',
      notes: '',
      login_email: null,
      contact_email: null,
      contact_confirmed: false,
      status: 'active',
      profile_complete: true,
      created_at: new Date().toISOString(),
      version: 0,
    };
    await transact([
      ...insertCustomer(row, () => emailTaken(email)),
      ...recordActivity(actor, { kind: 'customer-created', customer_id: row.id }),
    ]);
    return toCustomer(row);
  });
}

/**
 * Saves the studio's edit. A changed email receives the studio's emails, and a login with it can claim the record.
 * @throws StudioError NOT_FOUND; EMAIL_TAKEN; CHANGED_MEANWHILE with the current record in `details.current`; FORBIDDEN
 * for staff who change the email
 */
export async function editCustomer(actor: Admin, id: string, values: EditCustomer): Promise<Customer> {
  const row = await requireRecord(id);
  const { version, address = row.address, notes = row.notes, ...otherValues } = values;
  const edits = { ...otherValues, address, notes };
  // An outdated version fails below with the stored record instead.
  if (row.version === version && edits.email !== row.email) requireAdmin(actor, 'change a customer’s email');
  return toCustomer(await save(actor, row, version, edits, toCustomer));
}

/**
 * Saves the client's own edit. An email address other than the login's is stored as the contact address, which must be
 * confirmed after each change. The profile is complete exactly when all four values are filled.
 * @throws StudioError CHANGED_MEANWHILE with the current profile in `details.current`
 */
export async function editMe(actor: Client, { version, name, phone, email, address }: EditMe): Promise<Profile> {
  const row = await requireCustomer(actor.customer_id);
  const contact_email = email === (row.login_email ?? row.email) ? null : email;
  const edits = {
    name,
    phone,
    address,
    contact_email,
    contact_confirmed: contact_email === row.contact_email && row.contact_confirmed,
    profile_complete: [name, phone, email, address].every((value) => value !== ''),
  };
  return toProfile(await save(actor, row, version, edits, toProfile));
}

/**
 * Closes the client's account: its logins lose access at once, and the studio gets an email. Photos, quotes and the
 * record stay until the studio deletes them.
 * @throws StudioError ACCOUNT_CLOSED when it was closed already
 */
export async function closeMe(actor: Client): Promise<void> {
  const row = await requireCustomer(actor.customer_id);
  const closedError = () => new StudioError('ACCOUNT_CLOSED');
  if (row.status !== 'active') throw closedError();
  await transact([
    ...changeStatus(row, 'closed', closedError),
    ...recordActivity(
      actor,
      { kind: 'account-closed', customer_id: row.id },
      {
        [`account-closed#${row.id}#${row.version}`]: {
          kind: 'account-closed',
          name: row.name,
          email: contactAddress(row),
          email_verified: contactAddress(row) === addressFor(row),
          customer_id: row.customer_id,
          record_id: row.id,
        },
      },
    ),
  ]);
}

/** Returns the error for an address that another customer has; it names that customer, who may be in the trash. */
async function emailTaken(email: string): Promise<StudioError> {
  const owner = await findByEmail(email);
  const details = owner && { customer: { id: owner.id, status: owner.status } };
  return new StudioError('EMAIL_TAKEN', undefined, { ...(details && { details }) });
}

/** The fields' names in the timeline. */
const fieldNames = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  notes: 'notes',
  contact_email: 'contact address',
  profile_complete: 'profile complete',
} satisfies Partial<Record<keyof CustomerRow, string>>;

async function save(
  actor: Admin | Client,
  row: CustomerRow,
  version: number,
  edits: Parameters<typeof edit>[1],
  view: (row: CustomerRow) => Customer | Profile,
): Promise<CustomerRow> {
  const changedError = async () =>
    new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: view(await requireRecord(row.id)) } });
  if (row.version !== version) throw await changedError();
  const kind = actor.kind === 'admin' ? 'customer-edited' : 'profile-edited';
  await transact([
    ...edit(row, edits, { changed: changedError, taken: () => emailTaken(edits.email ?? '') }),
    ...recordChange(actor, { kind, customer_id: row.id }, fieldNames, row, { ...row, ...edits }),
  ]);
  return { ...row, ...edits, version: version + 1 };
}
