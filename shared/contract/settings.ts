import * as z from 'zod';
import { Instant } from './fields.ts';

/** The emails that the studio has switched on. */
const Emails = {
  /** To the studio, when it happens: a submitted selection, an accepted quote, a message. */
  at_once: z.boolean(),
  /** To the studio, once a day: what clients and guests did, if anything. */
  daily: z.boolean(),
  /** To clients: a reminder before a selection's deadline. */
  reminders: z.boolean(),
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
