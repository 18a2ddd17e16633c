import type {
  CreateCustomer,
  Customer,
  DeletedCustomers,
  Directory,
  EditCustomer,
  EditMe,
  Profile,
} from '#shared/contract/customers.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { newDisplayId, newId } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { queueLetter } from '../outbox.ts';
import {
  type CustomerRow,
  changeStatus,
  contactAddress,
  editCustomer as edit,
  findByEmail,
  insertCustomer,
  readBin,
  readCustomer,
  readDirectory,
  toCustomer,
  toProfile,
} from './repository.ts';

/** The directory is loaded whole and searched in the browser, in few requests. */
const directoryPage = 1_000;

/** All customers, newest first. */
export async function listCustomers(actor: Admin, cursor?: string): Promise<Directory> {
  const list = `${actor.sub} customers`;
  const { rows, last } = await readDirectory(directoryPage, openCursor(list, cursor));
  return { items: rows, next_cursor: sealCursor(list, last) };
}

/**
 * A customer, also one in the bin.
 * @throws StudioError NOT_FOUND
 */
export async function getCustomer(_actor: Admin, id: string): Promise<Customer> {
  return toCustomer(await requireRecord(id));
}

/** @throws StudioError NOT_FOUND, also for one in the bin */
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

/** Who was deleted and can still be restored, the last deleted first. */
export async function listDeletedCustomers(_actor: Admin): Promise<DeletedCustomers['items']> {
  const rows = await readBin();
  return rows
    .flatMap((row) => (row.deleted_at && isRestorable(row.deleted_at) ? [{ ...row, deleted_at: row.deleted_at }] : []))
    .toSorted((one, other) => other.deleted_at.localeCompare(one.deleted_at));
}

/**
 * Whether anything that was deleted then can be restored. The daily sweep begins to erase a while later, so that nothing
 * returns whose files are just going.
 */
export const isRestorable = (deleted_at: string): boolean =>
  Date.now() - Date.parse(deleted_at) < limits.binDays * 24 * 60 * 60_000;

/**
 * An account that its client closed is open again. Done when it is open.
 * @throws StudioError NOT_FOUND
 */
export async function reopenCustomer(_actor: Admin, id: string): Promise<Customer> {
  const row = await requireCustomer(id);
  if (row.status === 'active') return toCustomer(row);
  await transact(changeStatus(row, 'active', () => new StudioError('CHANGED_MEANWHILE')));
  return toCustomer({ ...row, status: 'active', version: row.version + 1 });
}

/**
 * A record that the studio makes: it waits for a login with a verified, equal address. Its profile counts as complete, as
 * the specification says.
 * @throws StudioError EMAIL_TAKEN, with whoever has the address in `details.customer`
 */
export async function createCustomer(_actor: Admin, { name, email, phone }: CreateCustomer): Promise<Customer> {
  const row: CustomerRow = {
    id: newId(),
    customer_id: newDisplayId(),
    name,
    email,
    phone,
    address: '',
    login_email: null,
    contact_email: null,
    status: 'active',
    profile_complete: true,
    created_at: new Date().toISOString(),
    version: 0,
  };
  const never = () => new Error('A new random id is taken.');
  const taken = { email: () => emailTaken(email), login: never, displayId: () => new StudioError('BUSY') };
  await transact(insertCustomer(row, taken));
  return toCustomer(row);
}

/** @throws StudioError NOT_FOUND, EMAIL_TAKEN, or CHANGED_MEANWHILE with the record as it is now in `details.current`. */
export async function editCustomer(_actor: Admin, id: string, values: EditCustomer): Promise<Customer> {
  const { version, ...edits } = values;
  return toCustomer(await save(await requireRecord(id), version, edits, toCustomer));
}

/**
 * The client's own edit. An e-mail address other than the login's is kept for contact only; the profile is complete
 * exactly when all four values were saved.
 * @throws StudioError CHANGED_MEANWHILE with the profile as it is now in `details.current`.
 */
export async function editMe(actor: Client, { version, name, phone, email, address }: EditMe): Promise<Profile> {
  const row = await requireCustomer(actor.customer_id);
  const edits = {
    name,
    phone,
    address,
    contact_email: email === (row.login_email ?? row.email) ? null : email,
    profile_complete: [name, phone, email, address].every((value) => value !== ''),
  };
  return toProfile(await save(row, version, edits, toProfile));
}

/**
 * The client ends the account: from now on the login opens nothing, and the studio learns of it. Photos, quotes and the
 * record stay with the studio until it decides.
 * @throws StudioError ACCOUNT_CLOSED when it was closed already
 */
export async function closeMe(actor: Client): Promise<void> {
  const row = await requireCustomer(actor.customer_id);
  const closed = () => new StudioError('ACCOUNT_CLOSED');
  if (row.status !== 'active') throw closed();
  await transact([
    ...changeStatus(row, 'closed', closed),
    queueLetter(`account-closed#${row.id}#${row.version}`, {
      kind: 'account-closed',
      name: row.name,
      email: contactAddress(row),
      customer_id: row.customer_id,
      record_id: row.id,
    }),
  ]);
}

/** Tells the studio also who has it, who may be in the bin. */
async function emailTaken(email: string): Promise<StudioError> {
  const owner = await findByEmail(email);
  const details = owner && { customer: { id: owner.id, status: owner.status } };
  return new StudioError('EMAIL_TAKEN', undefined, { ...(details && { details }) });
}

async function save(
  row: CustomerRow,
  version: number,
  edits: Parameters<typeof edit>[1],
  view: (row: CustomerRow) => Customer | Profile,
): Promise<CustomerRow> {
  const changed = async () =>
    new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: view(await requireRecord(row.id)) } });
  if (row.version !== version) throw await changed();
  await transact(edit(row, edits, { changed, taken: () => emailTaken(edits.email ?? '') }));
  return { ...row, ...edits, version: version + 1 };
}
