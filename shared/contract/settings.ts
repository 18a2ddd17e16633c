import * as z from 'zod';
import { Instant } from './fields.ts';

/** The emails that the studio has switched on. */
const Emails = {
  /** Emails to the studio about an event when it happens: a submitted selection, an accepted quote, a message. */
  at_once: z.boolean(),
  /** A daily email to the studio about the acts of clients and guests, if there were any. */
  daily: z.boolean(),
  /** Emails to clients that remind them of a selection's deadline. */
  reminders: z.boolean(),
  /** Emails to clients that remind them of a gallery's end. */
  gallery_reminders: z.boolean(),
};

/**
 * GET settings. `exported_at`: when the last export outside of AWS was made, if ever. `makes_exports`: whether the
 * reader looks after the AWS account and so can make an export.
 */
export const Settings = z.object({ ...Emails, exported_at: Instant.nullable(), makes_exports: z.boolean() });
export type Settings = z.infer<typeof Settings>;

/** PATCH settings: fields left out stay unchanged. */
export const EditSettings = z.strictObject(Emails).partial();
export type EditSettings = z.infer<typeof EditSettings>;
