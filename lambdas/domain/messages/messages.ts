import { isIPv6 } from 'node:net';
import type { MarkMessage, Message, MessagePage, SendMessage } from '#shared/contract/messages.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit, once } from '../../platform/guards.ts';
import { newId } from '../../platform/ids.ts';
import { transact, write } from '../../platform/table.ts';
import { queueLetter } from '../outbox.ts';
import {
  insertMessage,
  type MessageRow,
  markMessage as mark,
  readDirectory,
  readMessage,
  readUnread,
} from './repository.ts';

/** Messages that one viewer may send in an hour. */
const perHour = 10;
const hour = 3_600;
/** The same words from the same viewer within this time are one message sent twice by accident. */
const sameMessage = 10 * 60;

/**
 * Stores a message and queues the studio's letter about it, both or neither.
 * @param viewerAddress the true viewer's IP address, as the edge names it.
 * @throws StudioError TOO_MANY
 */
export async function receiveMessage(viewerAddress: string, values: SendMessage): Promise<void> {
  const { name, phone, email, message } = values;
  const viewer = network(viewerAddress);
  await limit(`messages ${viewer}`, perHour, hour);

  class Repeated extends Error {}
  const id = newId();
  try {
    await transact([
      once(JSON.stringify([viewer, name, phone, email, message]), sameMessage, () => new Repeated()),
      insertMessage({ id, name, phone, email, message, created_at: new Date().toISOString() }),
      queueLetter(`message-received#${id}`, { kind: 'message-received', name, phone, email, message }),
    ]);
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
  }
}

/** All messages, newest first. */
export async function listMessages(actor: Admin, cursor?: string): Promise<MessagePage> {
  const list = `${actor.sub} messages`;
  const { rows, last } = await readDirectory(limits.rowsPerPage, openCursor(list, cursor));
  return { items: rows.map(toMessage), next_cursor: sealCursor(list, last) };
}

/** How many messages nobody has read, up to `limits.attention`. */
export const countUnread = async (_actor: Admin): Promise<number> => (await readUnread(limits.attention)).rows.length;

/** @throws StudioError NOT_FOUND */
export async function markMessage(_actor: Admin, id: string, values: MarkMessage): Promise<Message> {
  const row = await readMessage(id);
  if (!row) throw new StudioError('NOT_FOUND');
  const marks = marksFor(row, values);
  await write(mark(id, marks, () => new StudioError('NOT_FOUND')));
  return toMessage({ ...row, ...marks });
}

/** The first answer's time stays. */
function marksFor(row: MessageRow, values: MarkMessage): Partial<Pick<MessageRow, 'unread' | 'answered_at'>> {
  if ('is_read' in values) return { unread: values.is_read ? undefined : 'message' };
  if (!values.is_answered) return { answered_at: undefined };
  return { unread: undefined, answered_at: row.answered_at ?? new Date().toISOString() };
}

const toMessage = ({ unread, answered_at, ...row }: MessageRow): Message => ({
  ...row,
  is_read: unread === undefined,
  answered_at: answered_at ?? null,
});

/** Who counts as one viewer: an IPv4 address, or the /64 in which one IPv6 subscriber picks addresses at will. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
