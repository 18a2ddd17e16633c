import type { EditMessage, Message, MessagePage, SendMessage } from '#shared/contract/messages.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
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

/** Messages per hour from the networks around a viewer. One customer of a provider may have a /56 or a /48. */
const perNetwork: NetworkLimits = { one: 10, '/56': 20, '/48': 20, '/24': 60 };
const wayRound =
  'Too many messages were sent from this network. Call or email the studio, use another connection such as mobile data, or try again in an hour.';
/**
 * Messages per hour for which the studio gets a single email each. Further messages are stored, and one email reports
 * their number.
 */
const emailsPerHour = 20;
/** The same text from the same viewer within this time counts as one message sent twice by accident. */
const sameMessage = 10 * 60;

/**
 * Stores a message and queues the studio's email in one transaction. Above `emailsPerHour`, a single email says how
 * many messages wait.
 * @param viewerAddress the viewer's IP address, as CloudFront sees it
 * @throws StudioError TOO_MANY
 */
export async function receiveMessage(viewerAddress: string, values: SendMessage): Promise<void> {
  const { name, phone, email, message } = values;
  await limitNetworks('messages', viewerAddress, perNetwork, hourSeconds, wayRound);
  const received = await countCall('messages', hourSeconds);

  const id = newId();
  const stored = [
    await once(JSON.stringify([networks(viewerAddress)[0], name, phone, email, message]), sameMessage),
    insertMessage({ id, name, phone, email, message, created_at: new Date().toISOString() }),
  ];
  const own = queueEmail(`message-received#${id}`, { kind: 'message-received', name, phone, email, message });
  try {
    await (received <= emailsPerHour ? transact([...stored, own]) : storeAboveLimit(stored, received));
  } catch (error) {
    // The same message again: already stored.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}

/** The email's id contains the hour, so that each hour has one. */
async function storeAboveLimit(stored: Write[], received: number): Promise<void> {
  class AlreadyQueuedError extends Error {}
  const window = Math.floor(Date.now() / hourMs);
  const waiting = queueEmail(`messages-waiting#${window}`, { kind: 'messages-waiting', waiting: received });
  try {
    await transact([...stored, { ...waiting, onConflict: () => new AlreadyQueuedError() }]);
  } catch (error) {
    if (!(error instanceof AlreadyQueuedError)) throw error;
    await transact(stored);
  }
}

/** Returns a page of all messages, newest first. */
export async function listMessages(actor: Admin, cursor?: string): Promise<MessagePage> {
  const list = `${actor.sub} messages`;
  const { rows, last, damaged } = await readDirectory(limits.rowsPerPage, await openCursor(list, cursor));
  return { items: rows.map(toMessage), next_cursor: await sealCursor(list, last), damaged };
}

/** Returns the number of unread messages, up to `limits.attention`. */
export const countUnread = async (_actor: Admin): Promise<number> => (await readUnread(limits.attention)).length;

/** @throws StudioError NOT_FOUND */
export async function editMessage(_actor: Admin, id: string, values: EditMessage): Promise<Message> {
  const row = await readMessage(id);
  if (!row) throw new StudioError('NOT_FOUND');
  const changes = changesFor(row, values);
  await write(writeMessage(id, changes, () => new StudioError('NOT_FOUND')));
  return toMessage({ ...row, ...changes });
}

/** The time of the first reply is kept. */
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
