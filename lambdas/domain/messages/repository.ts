import * as z from 'zod';
import { type Key, table, type Write } from '../../platform/table.ts';

export const MessageRow = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** The key in the index of unread messages; set until the message is read. */
  unread: z.literal('message').optional(),
  answered_at: z.string().optional(),
});
export type MessageRow = z.infer<typeof MessageRow>;

const messages = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { directory: ['directory', 'created_at'], unread: ['unread', 'created_at'] } },
  MessageRow,
);

/** The messages table, by the attributes in the index of unread messages. */
const unread = table(
  'MESSAGES_TABLE',
  { key: ['id'], indexes: { unread: ['unread', 'created_at'] } },
  MessageRow.pick({ id: true, created_at: true }),
);

/** Returns the write that inserts a new, unread message. */
export const insertMessage = (row: Omit<MessageRow, 'unread' | 'answered_at'>): Write =>
  messages.insert({ ...row, directory: 'message', unread: 'message' });

export const readMessage = (id: string) => messages.get({ id }, { consistent: true });

/** Returns a page of all messages, newest first. */
export const readDirectory = (size: number, from: Key | undefined) =>
  messages.page({ index: 'directory', partition: 'message', descending: true, leaveOutDamaged: true }, size, from);

/** Returns the ids and times of at most `size` unread messages, newest first. */
export const readUnread = async (size: number) =>
  (await unread.page({ index: 'unread', partition: 'message', descending: true }, size)).rows;

/** Returns the messages with these ids that exist and are not damaged, in the order of the ids. */
export const readMessages = (ids: string[]): Promise<MessageRow[]> =>
  messages.getMany(
    ids.map((id) => ({ id })),
    { leaveOutDamaged: true },
  );

/** Returns the write that sets the attributes in `to`; `undefined` removes an attribute. */
export function editMessage(
  id: string,
  to: Pick<MessageRow, 'unread' | 'answered_at'>,
  onConflict: () => Error,
): Write {
  const remove = Object.entries(to).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return messages.change({ id }, { set: to, remove }, { onConflict });
}
