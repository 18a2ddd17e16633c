import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Email, Id, Instant, required, requiredText } from './fields.ts';
import { studioPageOf } from './paging.ts';

/** The contact form. `website` is a honeypot field, hidden from people; a value in it marks a bot. */
export const SendMessage = z.object({
  name: required('Your name', limits.name),
  phone: required('Your phone number', limits.phone),
  email: Email,
  message: requiredText('A message', limits.message),
  website: z.literal('', 'Please leave this field empty.').default(''),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The message is stored and the email to the studio is queued. */
export const MessageReceived = z.object({ received: z.literal(true) });
export type MessageReceived = z.infer<typeof MessageReceived>;

/** A message as the studio sees it. `answered_at` is null until the studio marks it as answered. */
export const Message = z.object({
  id: Id,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  is_read: z.boolean(),
  answered_at: Instant.nullable(),
  created_at: Instant,
});
export type Message = z.infer<typeof Message>;

/** GET messages, newest first. */
export const MessagePage = studioPageOf(Message);
export type MessagePage = z.infer<typeof MessagePage>;

/** PATCH message: sets one of the two fields. Marking a message as answered also marks it as read. */
export const EditMessage = z.union([
  z.strictObject({ is_read: z.boolean() }),
  z.strictObject({ is_answered: z.boolean() }),
]);
export type EditMessage = z.infer<typeof EditMessage>;
