import { randomUUID } from 'node:crypto';
import { Journal } from '../services/journal.ts';

/** A message attribute as in SQS's API; `BinaryValue` is base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

export interface StoredMessage {
  id: string;
  body: string;
  attributes: Record<string, MessageAttribute>;
  /** Epoch milliseconds, as are all times here. */
  sent: number;
  /** The time at which a delayed message becomes visible. */
  available: number;
  /** The receive count. */
  received: number;
  firstReceived?: number;
  /** The queue from which the message was moved to a dead-letter queue. */
  deadLetterSource?: string;
}

/** A message in memory, with its visibility timeout. */
export interface Message extends StoredMessage {
  hiddenUntil: number;
}

/** Queue attributes as in SQS's API, all strings. */
export type QueueAttributes = Record<string, string>;

/** SQS's limit for one message, and for one batch. */
export const maxBytes = 1_048_576;

type Entry =
  | { op: 'queue'; attributes: QueueAttributes; created: number; modified: number }
  | { op: 'send'; message: StoredMessage }
  | { op: 'receive'; id: string; received: number; firstReceived: number }
  | { op: 'delete'; id: string };

/** The journal is compacted once it has this many lines, most of which concern deleted messages. */
const longJournal = 2_000;

/**
 * One queue and its journal on disk. Messages, deletes and receive counts survive a crash. Visibility timeouts do not:
 * the consumers on this machine were stopped too, so after a start every message is visible.
 */
export class Queue {
  readonly name: string;
  attributes: QueueAttributes;
  created: number;
  modified: number;
  readonly #messages = new Map<string, Message>();
  readonly #journal: Journal<Entry>;
  readonly #listeners = new Set<() => void>();

  /**
   * Reads or creates the journal.
   * @param attributes attributes of a new queue; a queue with a journal keeps its own
   */
  constructor(name: string, path: string, attributes: QueueAttributes) {
    this.name = name;
    this.attributes = attributes;
    this.created = this.modified = Date.now();
    const { journal, entries } = Journal.open<Entry>(path);
    this.#journal = journal;
    for (const entry of entries) this.#replay(entry);
    this.#compact();
  }

  #replay(entry: Entry): void {
    if (entry.op === 'queue') {
      this.attributes = entry.attributes;
      this.created = entry.created;
      this.modified = entry.modified;
    } else if (entry.op === 'send') {
      this.#messages.set(entry.message.id, { ...entry.message, hiddenUntil: entry.message.available });
    } else if (entry.op === 'delete') {
      this.#messages.delete(entry.id);
    } else {
      const message = this.#messages.get(entry.id);
      if (message) Object.assign(message, { received: entry.received, firstReceived: entry.firstReceived });
    }
  }

  get messages(): Message[] {
    return [...this.#messages.values()];
  }

  setAttributes(attributes: QueueAttributes): void {
    this.attributes = { ...this.attributes, ...attributes };
    this.modified = Date.now();
    this.#journal.append(this.#description());
  }

  /** Adds all messages or none. */
  send(messages: StoredMessage[]): void {
    this.#journal.append(...messages.map((message): Entry => ({ op: 'send', message })));
    for (const message of messages) this.#messages.set(message.id, { ...message, hiddenUntil: message.available });
    this.#wake();
  }

  /**
   * Receives visible messages and hides them for the visibility timeout.
   * @param overflow receives messages whose receive count is used up, which are not returned
   */
  receive(
    limit: number,
    hideMilliseconds: number,
    overflow?: { maxReceiveCount: number; move: (message: Message) => void },
  ): Message[] {
    const now = Date.now();
    const receivedMessages: Message[] = [];
    for (const message of this.#messages.values()) {
      if (receivedMessages.length === limit) break;
      if (message.hiddenUntil > now) continue;
      if (overflow && message.received >= overflow.maxReceiveCount) {
        // Add to the dead-letter queue before removing here: after a crash in between, the message exists twice instead
        // of not at all.
        overflow.move(message);
        this.delete(message.id);
        continue;
      }
      message.received += 1;
      message.firstReceived ??= now;
      message.hiddenUntil = now + hideMilliseconds;
      receivedMessages.push(message);
    }
    if (receivedMessages.length > 0) {
      this.#journal.append(
        ...receivedMessages.map(
          ({ id, received, firstReceived = now }): Entry => ({ op: 'receive', id, received, firstReceived }),
        ),
      );
    }
    return receivedMessages;
  }

  delete(id: string): void {
    if (!this.#messages.delete(id)) return;
    this.#journal.append({ op: 'delete', id });
    this.#compact();
  }

  purge(): void {
    this.#messages.clear();
    this.#journal.rewrite([this.#description()]);
  }

  /** Returns the message of a receipt handle, unless it was received again or deleted. */
  held(receiptHandle: string): Message | undefined {
    const [id = '', received] = Buffer.from(receiptHandle, 'base64').toString().split(' ');
    const message = this.#messages.get(id);
    return message && message.received === Number(received) ? message : undefined;
  }

  hide(message: Message, milliseconds: number): void {
    message.hiddenUntil = Date.now() + milliseconds;
    this.#wake();
  }

  /** Resolves when a message may have become visible, after the given time at the latest, or when the signal aborts. */
  change(milliseconds: number, signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const next = this.messages.map((message) => message.hiddenUntil).filter((time) => time > now);
    const wait = Math.min(milliseconds, ...next.map((time) => time - now));
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, wait);
      signal.addEventListener('abort', done);
      this.#listeners.add(done);
      if (signal.aborted) done();
    });
  }

  close(): void {
    this.#journal.close();
  }

  #wake(): void {
    for (const done of [...this.#listeners]) done();
  }

  #description(): Entry {
    return { op: 'queue', attributes: this.attributes, created: this.created, modified: this.modified };
  }

  #compact(): void {
    if (this.#journal.length > 0 && this.#journal.length < longJournal + 4 * this.#messages.size) return;
    this.#journal.rewrite([
      this.#description(),
      ...this.messages.map(({ hiddenUntil: _, ...message }): Entry => ({ op: 'send', message })),
    ]);
  }
}

export const receiptHandle = (message: Message) => Buffer.from(`${message.id} ${message.received}`).toString('base64');

/** Returns a new message that is not yet received. */
export function newMessage(
  body: string,
  attributes: Record<string, MessageAttribute>,
  delaySeconds: number,
): StoredMessage {
  const sent = Date.now();
  return { id: randomUUID(), body, attributes, sent, available: sent + delaySeconds * 1000, received: 0 };
}

/** Returns the redrive policy; undefined when the queue has none. */
export function redrive(queue: Queue): { deadLetterTargetArn: string; maxReceiveCount: number } | undefined {
  const policy = queue.attributes.RedrivePolicy;
  if (!policy) return undefined;
  const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(policy) as Record<string, unknown>;
  return { deadLetterTargetArn: String(deadLetterTargetArn), maxReceiveCount: Number(maxReceiveCount) };
}
