import type { EditMessage, Message, MessagePage, SendMessage } from '#shared/contract/messages.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall, limitNetworks, type NetworkLimits, once } from '../../platform/guards.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { hourMs, hourSeconds } from '../../platform/time.ts';
import { networks } from '../../platform/viewers.ts';
import { queueEmail } from '../emails/outbox.ts';
import {
  insertMessage,
  type MessageRow,
  readDirectory,
  readMessage,
  readUnread,
  editMessage as writeMessage,
} from './repository.ts';

/**
 * The numbers of messages in an hour from the networks around a viewer. One customer of a provider may have a /56 or a
 * /48.
 */
const perNetwork: NetworkLimits = { one: 10, '/56': 20, '/48': 20, '/24': 60 };
const tooManyMessage =
  'Too many messages were sent from this network. Call or email the studio, use another connection such as mobile data, or try again in an hour.';
/**
 * The number of messages in an hour for which the studio gets one email each. Further messages are stored, and a single
 * email reports their number.
 */
const emailsPerHour = 20;
/** Seconds within which the same text from the same viewer counts as one message that was sent twice by accident. */
const sameMessageSeconds = 10 * 60;

/**
 * Stores a message and queues the studio's email in one transaction. Above `emailsPerHour`, a single email reports the
 * number of messages.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY
 */
export async function receiveMessage(viewerAddress: string, values: SendMessage): Promise<void> {
  const { name, phone, email, message } = values;
  await limitNetworks('messages', viewerAddress, perNetwork, hourSeconds, tooManyMessage);
  const receivedCount = await countCall('messages', hourSeconds);

  const [insertion, singleEmail] = writesOfMessage(newId(), { name, phone, email, message });
  const messageWrites = [
    await once(JSON.stringify([networks(viewerAddress)[0], name, phone, email, message]), sameMessageSeconds),
    insertion,
  ];
  try {
    await (receivedCount <= emailsPerHour
      ? transact([...messageWrites, singleEmail])
      : storeAboveLimit(messageWrites, receivedCount));
  } catch (error) {
    // The same message is stored already.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/** Returns the writes of a message and of the email that tells the studio of it; both fail when there is one with this id. */
export const writesOfMessage = (
  id: string,
  { name, phone, email, message }: Pick<MessageRow, 'name' | 'phone' | 'email' | 'message'>,
): [message: Write, email: Write] => [
  insertMessage({ id, name, phone, email, message, created_at: new Date().toISOString() }),
  queueEmail(`message-received#${id}`, { kind: 'message-received', name, phone, email, message }),
];

/**
 * Stores a message above the limit of single emails, and queues the hour's email. The email's id contains the hour, so
 * that each hour has one.
 */
async function storeAboveLimit(messageWrites: Write[], receivedCount: number): Promise<void> {
  class AlreadyQueuedError extends Error {}
  const hourNumber = Math.floor(Date.now() / hourMs);
  const waiting = queueEmail(`messages-waiting#${hourNumber}`, { kind: 'messages-waiting', waiting: receivedCount });
  try {
    await transact([...messageWrites, { ...waiting, onConflict: () => new AlreadyQueuedError() }]);
  } catch (error) {
    if (!(error instanceof AlreadyQueuedError)) throw error;
    await transact(messageWrites);
  }
}

/** Returns a page of all messages, newest first. */
export async function listMessages(actor: Admin, cursor?: string): Promise<MessagePage> {
  const cursorScope = `${actor.sub} messages`;
  const { rows, last, damaged } = await readDirectory(limits.rowsPerPage, await decryptCursor(cursorScope, cursor));
  return { items: rows.map(toMessage), next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/** Returns the number of unread messages, up to `limits.attention`. */
export const countUnread = async (_actor: Admin): Promise<number> => (await readUnread(limits.attention)).length;

/**
 * Marks a message as read or answered, or takes that back.
 * @throws StudioError NOT_FOUND
 */
export async function editMessage(_actor: Admin, id: string, values: EditMessage): Promise<Message> {
  const row = await readMessage(id);
  if (!row) throw new StudioError('NOT_FOUND');
  const changes = changesFor(row, values);
  await write(writeMessage(id, changes, () => new StudioError('NOT_FOUND')));
  return toMessage({ ...row, ...changes });
}

/** Returns the attributes that change. A message keeps the time of its first reply. */
function changesFor(row: MessageRow, values: EditMessage): Partial<Pick<MessageRow, 'unread' | 'answered_at'>> {
  if ('is_read' in values) return { unread: values.is_read ? undefined : 'message' };
  if (!values.is_answered) return { answered_at: undefined };
  return { unread: undefined, answered_at: row.answered_at ?? new Date().toISOString() };
}

const toMessage = ({ unread, answered_at, ...row }: MessageRow): Message => ({
  ...row,
  is_read: unread === undefined,
  answered_at: answered_at ?? null,
});
