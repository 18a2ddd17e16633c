import * as z from 'zod';
import { table } from '../../platform/table.ts';

export const MessageRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const messages = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { directory: ['directory', 'created_at'], unread: ['unread', 'created_at'] } },
  MessageRow,
);

/** A new message, in the list of all and in that of the unread ones. */
export const insertMessage = (row: MessageRow) => messages.insert({ ...row, directory: 'message', unread: 'message' });
