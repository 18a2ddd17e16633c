import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Email, required } from './fields.ts';

/** The contact form. `website` is a trap for robots: people neither see nor fill it. */
export const SendMessage = z.object({
  name: required('Name', limits.name),
  phone: required('Phone', limits.phone),
  email: Email,
  message: required('Message', limits.message),
  website: z.literal('', 'Please leave this field empty.').default(''),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The message is stored; the studio's letter is on its way. */
export const MessageReceived = z.object({ received: z.literal(true) });
export type MessageReceived = z.infer<typeof MessageReceived>;
