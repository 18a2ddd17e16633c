import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Email, Id, Instant, optional, required, Version } from './fields.ts';
import { pageOf } from './paging.ts';

/** The id people read and say aloud, e.g. C-7K3M-2QXD. Unique and never used again. */
export const DisplayId = z.string().regex(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

export const CustomerStatus = z.enum(['active', 'closed', 'deleted']);

/** What a client knows of themselves. `email` is the contact address where one was given, else the login's. */
export const Profile = z.object({
  id: Id,
  customer_id: DisplayId,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  profile_complete: z.boolean(),
  created_at: Instant,
  version: Version,
});
export type Profile = z.infer<typeof Profile>;

/** Register-complete: all four are required. */
export const CompleteProfile = z.object({
  name: required('Full Name', limits.name),
  phone: required('Phone Number', limits.phone),
  email: Email,
  address: required('Address', limits.address),
});
export type CompleteProfile = z.infer<typeof CompleteProfile>;

/** POST me: an empty body makes the bare record of `/client-login`; the form's values make a complete one. */
export const CreateMe = z.union([CompleteProfile, z.strictObject({})]);
export type CreateMe = z.infer<typeof CreateMe>;

/** Settings: name and e-mail are required. */
export const EditMe = z.object({
  name: required('Name', limits.name),
  phone: optional('Phone', limits.phone),
  email: Email,
  address: optional('Address', limits.address),
  version: Version,
});
export type EditMe = z.infer<typeof EditMe>;

/** A customer as the studio sees one. `contact_email` is what the client typed and nobody verified. */
export const Customer = z.object({
  id: Id,
  customer_id: DisplayId,
  name: z.string(),
  email: z.string(),
  login_email: z.string().nullable(),
  contact_email: z.string().nullable(),
  phone: z.string(),
  address: z.string(),
  status: CustomerStatus,
  profile_complete: z.boolean(),
  has_login: z.boolean(),
  created_at: Instant,
  /** Since when it waits to be gone for good; null unless `status` is deleted. */
  deleted_at: Instant.nullable(),
  version: Version,
});
export type Customer = z.infer<typeof Customer>;

/** One line of the directory: what the table shows and the search looks at. */
export const DirectoryEntry = Customer.pick({
  id: true,
  customer_id: true,
  name: true,
  email: true,
  phone: true,
  status: true,
  created_at: true,
});
export type DirectoryEntry = z.infer<typeof DirectoryEntry>;

/** GET customers, newest first. */
export const Directory = pageOf(DirectoryEntry);
export type Directory = z.infer<typeof Directory>;

/** GET deleted-customers: who can still be restored, the last deleted first. */
export const DeletedCustomers = z.object({ items: z.array(DirectoryEntry.extend({ deleted_at: Instant })) });
export type DeletedCustomers = z.infer<typeof DeletedCustomers>;

/** What a client has marked, by session; sessions without marks are left out. */
export const CustomerMarks = z.object({
  items: z.array(z.object({ session_id: Id, favorites: z.number().int(), notes: z.number().int() })),
});
export type CustomerMarks = z.infer<typeof CustomerMarks>;

export const CreateCustomer = z.object({
  name: required('Name', limits.name),
  email: Email,
  phone: optional('Phone', limits.phone),
});
export type CreateCustomer = z.infer<typeof CreateCustomer>;

export const EditCustomer = z.object({
  name: required('Name', limits.name),
  email: Email,
  phone: optional('Phone', limits.phone),
  profile_complete: z.boolean(),
  version: Version,
});
export type EditCustomer = z.infer<typeof EditCustomer>;
