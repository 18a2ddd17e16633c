import { createHash } from 'node:crypto';
import type { Call, JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import {
  type Message,
  type MessageAttribute,
  maxBytes,
  newMessage,
  type Queue,
  receiptHandle,
  redrive,
  type StoredMessage,
} from './queue.ts';
import { type Queues, queueArn } from './queues.ts';

/** Returns the operations on messages. */
export function messageOperations(queues: Queues): Record<string, Operation> {
  const forEachEntry = (handleEntry: (queue: Queue, entry: JsonRequest) => object) => (request: JsonRequest) =>
    batch(queues.byUrl(request.QueueUrl), request, handleEntry);
  const forOneEntry = (handleEntry: (queue: Queue, entry: JsonRequest) => object) => (request: JsonRequest) =>
    handleEntry(queues.byUrl(request.QueueUrl), request);
  return {
    SendMessage: forOneEntry(send),
    SendMessageBatch: (request) => {
      const bodies = entriesOf(request).map(({ MessageBody }) => String(MessageBody));
      if (bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) > maxBytes) {
        throw new AwsError(
          'BatchRequestTooLong',
          `The messages of a batch are longer than ${maxBytes} bytes together.`,
        );
      }
      return forEachEntry(send)(request);
    },
    ReceiveMessage: (request, call) => receive(queues, request, call),
    DeleteMessage: forOneEntry(remove),
    DeleteMessageBatch: forEachEntry(remove),
    ChangeMessageVisibility: forOneEntry(changeVisibility),
    ChangeMessageVisibilityBatch: forEachEntry(changeVisibility),
  };
}

function send(queue: Queue, request: JsonRequest): object {
  const body = request.MessageBody;
  if (typeof body !== 'string' || body === '') {
    throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  if (Buffer.byteLength(body) > Number(queue.attributes.MaximumMessageSize)) {
    throw new AwsError(
      'InvalidParameterValue',
      `A message is at most ${queue.attributes.MaximumMessageSize} bytes long.`,
    );
  }
  const attributes = (request.MessageAttributes ?? {}) as Record<string, MessageAttribute>;
  const message = newMessage(body, attributes, Number(request.DelaySeconds ?? queue.attributes.DelaySeconds));
  queue.send([message]);
  return { MessageId: message.id, MD5OfMessageBody: md5(body), ...attributesDigest(message) };
}

async function receive(queues: Queues, request: JsonRequest, { response, fault }: Call): Promise<object> {
  const queue = queues.byUrl(request.QueueUrl);
  const limit = wholeNumber(request, 'MaxNumberOfMessages', 1, 1, 10);
  const wait = wholeNumber(request, 'WaitTimeSeconds', Number(queue.attributes.ReceiveMessageWaitTimeSeconds), 0, 20);
  const hideSeconds = wholeNumber(request, 'VisibilityTimeout', Number(queue.attributes.VisibilityTimeout), 0, 43_200);

  const policy = redrive(queue);
  const deadLetters = policy && queues.byArn(policy.deadLetterTargetArn);
  const overflow = deadLetters && {
    maxReceiveCount: policy.maxReceiveCount,
    move: ({ hiddenUntil: _, ...message }: Message) =>
      deadLetters.send([{ ...message, deadLetterSource: queueArn(queue.name) }]),
  };

  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const until = Date.now() + wait * 1000;
  const signal = AbortSignal.any([disconnected.signal, queues.stopped.signal]);
  for (;;) {
    // The caller disconnected, so the messages stay in the queue.
    if (signal.aborted) return {};
    const messages = queue.receive(limit, fault?.kind === 'double' ? 0 : hideSeconds * 1000, overflow);
    const millisecondsLeft = until - Date.now();
    if (messages.length > 0 || millisecondsLeft <= 0) {
      return messages.length > 0 ? { Messages: messages.map((message) => describeReceived(message, request)) } : {};
    }
    await queue.change(millisecondsLeft, signal);
  }
}

/** Returns a received message with the requested attributes. */
function describeReceived(message: Message, request: JsonRequest): object {
  const system: Record<string, string | undefined> = {
    SenderId: 'AIDALOCAL',
    SentTimestamp: String(message.sent),
    ApproximateReceiveCount: String(message.received),
    ApproximateFirstReceiveTimestamp: String(message.firstReceived),
    DeadLetterQueueSourceArn: message.deadLetterSource,
  };
  // AttributeNames is the older name of the same member.
  const requestedSystemNames = [request.MessageSystemAttributeNames, request.AttributeNames].flat().map(String);
  const chosen = Object.entries(system).filter(
    ([name, value]) =>
      value !== undefined && (requestedSystemNames.includes('All') || requestedSystemNames.includes(name)),
  );
  const requestedNames = [request.MessageAttributeNames].flat().map(String);
  const attributes = Object.entries(message.attributes).filter(
    ([name]) => requestedNames.includes('All') || requestedNames.includes('.*') || requestedNames.includes(name),
  );
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle(message),
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(chosen.length > 0 && { Attributes: Object.fromEntries(chosen) }),
    ...(attributes.length > 0 && {
      MessageAttributes: Object.fromEntries(attributes),
      ...attributesDigest({ ...message, attributes: Object.fromEntries(attributes) }),
    }),
  };
}

/**
 * Deletes a message. An outdated receipt handle deletes nothing and is no error, as AWS documents for standard queues.
 */
function remove(queue: Queue, request: JsonRequest): object {
  const message = queue.held(handleOf(request));
  if (message) queue.delete(message.id);
  return {};
}

function changeVisibility(queue: Queue, request: JsonRequest): object {
  const seconds = wholeNumber(request, 'VisibilityTimeout', undefined, 0, 43_200);
  const message = queue.held(handleOf(request));
  if (!message || message.hiddenUntil <= Date.now()) {
    throw new AwsError('MessageNotInflight', 'The message is not with a consumer, or with another one by now.');
  }
  queue.hide(message, seconds * 1000);
  return {};
}

function handleOf(request: JsonRequest): string {
  if (typeof request.ReceiptHandle === 'string') return request.ReceiptHandle;
  throw new AwsError('MissingParameter', 'The request must contain the parameter ReceiptHandle.');
}

/** Handles each entry of a batch separately: failures are reported by id, all other entries succeed. */
function batch(queue: Queue, request: JsonRequest, handleEntry: (queue: Queue, entry: JsonRequest) => object): object {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entriesOf(request)) {
    try {
      Successful.push({ Id: entry.Id, ...handleEntry(queue, entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}

function entriesOf(request: JsonRequest): JsonRequest[] {
  const entries = (request.Entries ?? []) as JsonRequest[];
  if (entries.length === 0) throw new AwsError('EmptyBatchRequest', 'A batch has at least one entry.');
  if (entries.length > 10) throw new AwsError('TooManyEntriesInBatchRequest', 'A batch has at most 10 entries.');
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two entries of the batch have the same Id.');
  }
  return entries;
}

function wholeNumber(
  request: JsonRequest,
  name: string,
  fallback: number | undefined,
  low: number,
  high: number,
): number {
  const value = request[name] ?? fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw new AwsError('InvalidParameterValue', `${name} is a whole number from ${low} to ${high}, not '${value}'.`);
}

const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

/**
 * Returns AWS's MD5 over message attributes: name, type, kind and value of each, sorted by name, each preceded by its
 * length.
 */
function attributesDigest({ attributes }: Pick<StoredMessage, 'attributes'>): { MD5OfMessageAttributes?: string } {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return {};
  const withLength = (data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return [length, data];
  };
  const hashedParts = names.flatMap((name) => {
    const { DataType, StringValue = '', BinaryValue } = attributes[name]!;
    const value = BinaryValue === undefined ? Buffer.from(StringValue) : Buffer.from(BinaryValue, 'base64');
    const kind = Buffer.from([BinaryValue === undefined ? 1 : 2]);
    return [...withLength(Buffer.from(name)), ...withLength(Buffer.from(DataType)), kind, ...withLength(value)];
  });
  return { MD5OfMessageAttributes: md5(Buffer.concat(hashedParts)) };
}
