import * as z from 'zod';
import { type Key, table, type Write } from '../../platform/table.ts';

export const MessageRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** Set until the message is read: the key of the index of unread messages. */
  unread: z.literal('message').optional(),
  answered_at: z.string().optional(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const messages = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { directory: ['directory', 'created_at'], unread: ['unread', 'created_at'] } },
  MessageRow,
);

/** Attributes of the index of unread messages. */
const unread = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { unread: ['unread', 'created_at'] } },
  MessageRow.pick({ id: true, created_at: true }),
);

/** Inserts a new message, which is unread. */
export const insertMessage = (row: Omit<MessageRow, 'unread' | 'answered_at'>): Write =>
  messages.insert({ ...row, directory: 'message', unread: 'message' });

export const readMessage = (id: string) => messages.get({ id }, { consistent: true });

/** Returns a page of all messages, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  messages.page({ index: 'directory', partition: 'message', descending: true, leaveOutDamaged: true }, size, from);

/** Returns ids of unread messages, newest first. */
export const readUnread = async (size: number) =>
  (await unread.page({ index: 'unread', partition: 'message', descending: true }, size)).rows;

/** Returns those of these messages that exist and are not damaged, in this order. */
export const readMessages = (ids: string[]): Promise<MessageRow[]> =>
  messages.getMany(
    ids.map((id) => ({ id })),
    { leaveOutDamaged: true },
  );

/** Sets the attributes in `to`; `undefined` removes one. */
export function editMessage(
  id: string,
  to: Pick<MessageRow, 'unread' | 'answered_at'>,
  onConflict: () => Error,
): Write {
  const remove = Object.entries(to).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return messages.change({ id }, { set: to, remove }, { onConflict });
}
