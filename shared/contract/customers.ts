import * as z from 'zod';
import { codeDigits, limits } from '#shared/limits.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { Email, Id, Instant, optional, optionalText, required, requiredText, text, Version } from './fields.ts';
import { studioPageOf } from './paging.ts';

/** The customer id shown to people, e.g. C-7K3M-2QXD. Unique; never reused. */
export const DisplayId = z.string().regex(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

export const CustomerStatus = z.enum(['active', 'closed', 'deleted']);

/*
 * `address` is the postal address in lines, as on an envelope, without the name. Addresses from before it had lines are one line.
 */

/**
 * A client's own record. `email` is the contact email when set, else the login's email. The studio's emails go to
 * `emails_to`: a contact email first has to be confirmed by a code.
 */
export const Profile = z.object({
  id: Id,
  customer_id: DisplayId,
  name: z.string(),
  email: z.string(),
  emails_to: z.string(),
  phone: z.string(),
  address: z.string(),
  profile_complete: z.boolean(),
  created_at: Instant,
  version: Version,
});
export type Profile = z.infer<typeof Profile>;

/** Body of POST me from the registration form; all four fields are required. */
export const CompleteProfile = z.object({
  name: required('Your full name', limits.name),
  phone: required('Your phone number', limits.phone),
  email: Email,
  address: requiredText('Your address', limits.address),
});
export type CompleteProfile = z.infer<typeof CompleteProfile>;

/**
 * POST me: an empty body creates an incomplete record (after `/client-login`); the form's values create a complete one.
 */
export const CreateMe = z.union([CompleteProfile, z.strictObject({})]);
export type CreateMe = z.infer<typeof CreateMe>;

/** PATCH me (the settings screen): name and email are required. */
export const EditMe = z.object({
  name: required('A name', limits.name),
  phone: optional('A phone number', limits.phone),
  email: Email,
  address: optionalText('An address', limits.address),
  version: Version,
});
export type EditMe = z.infer<typeof EditMe>;

/** POST me/contact-code/confirm: the code that was emailed to the contact address. */
export const ConfirmContact = z.strictObject({
  code: z
    .string()
    .overwrite(typedDigits)
    .regex(new RegExp(`^\\d{${codeDigits}}$`), `Enter the ${codeDigits} digits of the code.`),
});
export type ConfirmContact = z.infer<typeof ConfirmContact>;
/**
 * `problem`: why the code was not accepted; `over` when no code is valid anymore. Null when the contact address is
 * confirmed.
 */
export const ContactConfirmation = z.object({ problem: z.enum(['wrong', 'over']).nullable(), profile: Profile });
export type ContactConfirmation = z.infer<typeof ContactConfirmation>;

/**
 * A customer as the studio sees one. `contact_email` is entered by the client; the studio's emails go there once the
 * client has confirmed it by a code.
 */
export const Customer = z.object({
  id: Id,
  customer_id: DisplayId,
  name: z.string(),
  email: z.string(),
  login_email: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_confirmed: z.boolean(),
  emails_to: z.string(),
  phone: z.string(),
  address: z.string(),
  /** The studio's notes about the customer, which clients never see. */
  notes: z.string(),
  status: CustomerStatus,
  profile_complete: z.boolean(),
  has_login: z.boolean(),
  /** The record that this one was joined to; null unless it is in the trash for that reason. */
  joined_to: Id.nullable(),
  created_at: Instant,
  /** The time at which the customer was moved to the trash; null unless `status` is `deleted`. */
  deleted_at: Instant.nullable(),
  version: Version,
});
export type Customer = z.infer<typeof Customer>;

/** The way in which a client signs in. */
export const LoginProvider = z.enum(['google', 'code']);

/** One login of a client. A field is null where the login was linked before the field was stored. */
export const ClientLogin = z.object({
  email: z.string().nullable(),
  provider: LoginProvider.nullable(),
  linked_at: Instant.nullable(),
  /** The time of the first request on the last day of a visit. */
  visited_at: Instant.nullable(),
});
export type ClientLogin = z.infer<typeof ClientLogin>;

/** The sum of quotes' prices in US cents; quotes without a price add nothing to it, and are counted. */
const QuoteSum = z.object({
  quotes_count: z.number().int(),
  cents: z.number().int(),
  unpriced_count: z.number().int(),
});
export type QuoteSum = z.infer<typeof QuoteSum>;

/** The sums of a customer's quotes: the accepted ones, and the open ones, which are pending, or approved and not accepted. */
const QuoteSums = z.object({ accepted: QuoteSum, open: QuoteSum });
export type QuoteSums = z.infer<typeof QuoteSums>;

/**
 * GET customers/:customer/contents: how the client signs in, what they have accepted, and how much a join with another
 * customer would move.
 */
export const CustomerContents = z.object({
  /** The login that was linked first comes first. */
  logins: z.array(ClientLogin),
  /**
   * The time at which somebody last signed in by Google with the customer's address, without Google vouching for it,
   * and was asked for a code.
   */
  unconfirmed_google_at: Instant.nullable(),
  sessions_count: z.number().int(),
  photos_count: z.number().int(),
  quotes_count: z.number().int(),
  /** Computed from the quotes without those that can't be read, whose number is `damaged_quotes_count`. */
  sums: QuoteSums,
  damaged_quotes_count: z.number().int(),
});
export type CustomerContents = z.infer<typeof CustomerContents>;

/** POST customers/:customer/join: the other customer, and both versions as the studio saw them. */
export const JoinCustomers = z.strictObject({ other: Id, version: Version, other_version: Version });
export type JoinCustomers = z.infer<typeof JoinCustomers>;

/** One row of the customer directory: the columns shown and searched. */
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
export const Directory = studioPageOf(DirectoryEntry);
export type Directory = z.infer<typeof Directory>;

/**
 * GET deleted-customers: customers that can be restored, the most recently deleted first, with those that were joined
 * to another record.
 */
export const DeletedCustomers = z.object({
  items: z.array(DirectoryEntry.extend({ deleted_at: Instant, joined_to: Id.nullable() })),
});
export type DeletedCustomers = z.infer<typeof DeletedCustomers>;

/** Numbers of a client's favorites and notes per session; sessions with neither are left out. */
export const FavoriteAndNoteCounts = z.object({
  items: z.array(z.object({ session_id: Id, favorites: z.number().int(), notes: z.number().int() })),
});
export type FavoriteAndNoteCounts = z.infer<typeof FavoriteAndNoteCounts>;

export const CreateCustomer = z.object({
  name: required('A name', limits.name),
  email: Email,
  phone: optional('A phone number', limits.phone),
});
export type CreateCustomer = z.infer<typeof CreateCustomer>;

/** PATCH customer by the studio: an address or notes that are left out stay unchanged. */
export const EditCustomer = z.object({
  name: required('A name', limits.name),
  email: Email,
  phone: optional('A phone number', limits.phone),
  address: text('An address', limits.address).optional(),
  notes: text('Notes', limits.customerNotes).optional(),
  profile_complete: z.boolean(),
  version: Version,
});
export type EditCustomer = z.infer<typeof EditCustomer>;
