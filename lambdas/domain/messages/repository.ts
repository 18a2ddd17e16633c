import * as z from 'zod';
import { type Key, table, type Write } from '../../platform/table.ts';

export const MessageRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** There until the message is read: by it the index of unread ones finds it. */
  unread: z.literal('message').optional(),
  answered_at: z.string().optional(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const messages = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { directory: ['directory', 'created_at'], unread: ['unread', 'created_at'] } },
  MessageRow,
);

/** What the index of unread messages carries. */
const unread = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { unread: ['unread', 'created_at'] } },
  z.object({ id: z.string() }),
);

/** A new message, in the list of all and in that of the unread ones. */
export const insertMessage = (row: Omit<MessageRow, 'unread' | 'answered_at'>): Write =>
  messages.insert({ ...row, directory: 'message', unread: 'message' });

export const readMessage = (id: string) => messages.get({ id }, { consistent: true });

/** All messages, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  messages.page({ index: 'directory', partition: 'message', descending: true }, size, from);

/** Ids of unread messages. */
export const readUnread = (size: number) => unread.page({ index: 'unread', partition: 'message' }, size);

/** Sets marks to what `to` says; `undefined` takes one away. */
export function markMessage(id: string, to: Pick<MessageRow, 'unread' | 'answered_at'>, otherwise: () => Error): Write {
  const remove = Object.entries(to).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return messages.change({ id }, { set: to, remove }, { otherwise });
}
