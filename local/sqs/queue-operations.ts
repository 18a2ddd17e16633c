import { randomUUID } from 'node:crypto';
import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { maxBytes, newMessage, type Queue, type QueueAttributes, redrive } from './queue.ts';
import { type Queues, queueArn } from './queues.ts';

const defaults: QueueAttributes = {
  VisibilityTimeout: '30',
  DelaySeconds: '0',
  ReceiveMessageWaitTimeSeconds: '0',
  MaximumMessageSize: String(maxBytes),
  // The period is accepted and returned, but not applied: a laptop may sleep for weeks, so no message expires here.
  MessageRetentionPeriod: '345600',
};
/** The maximum of each numeric attribute, from AWS's documentation. */
const highestValues: Record<string, number> = {
  VisibilityTimeout: 43_200,
  DelaySeconds: 900,
  ReceiveMessageWaitTimeSeconds: 20,
  MaximumMessageSize: maxBytes,
  MessageRetentionPeriod: 1_209_600,
};
const policies = ['RedrivePolicy', 'RedriveAllowPolicy', 'Policy', 'SqsManagedSseEnabled', 'KmsMasterKeyId'];

/** Returns the operations on queues. */
export function queueOperations(queues: Queues, urlOf: (name: string) => string): Record<string, Operation> {
  return {
    CreateQueue: (request) => {
      const name = checkedName(request.QueueName);
      const attributes = checkedAttributes(request.Attributes);
      const existing = queues.find(name);
      if (!existing) {
        queues.create(name, { ...defaults, ...attributes });
      } else if (Object.entries(attributes).some(([key, value]) => existing.attributes[key] !== value)) {
        throw new AwsError('QueueNameExists', `The queue '${name}' exists already, with other attributes.`);
      }
      return { QueueUrl: urlOf(name) };
    },
    GetQueueUrl: (request) => ({ QueueUrl: urlOf(queues.byUrl(request.QueueName).name) }),
    GetQueueAttributes: (request) => {
      const all = describe(queues.byUrl(request.QueueUrl));
      const requestedNames = (request.AttributeNames as string[] | undefined) ?? [];
      if (requestedNames.includes('All')) return { Attributes: all };
      return { Attributes: Object.fromEntries(Object.entries(all).filter(([name]) => requestedNames.includes(name))) };
    },
    SetQueueAttributes: (request) => {
      queues.byUrl(request.QueueUrl).setAttributes(checkedAttributes(request.Attributes));
      return {};
    },
    PurgeQueue: (request) => {
      queues.byUrl(request.QueueUrl).purge();
      return {};
    },
    StartMessageMoveTask: (request) => moveMessages(queues, request),
  };
}

/** Moves messages of a dead-letter queue to their source queue, or to the named destination, as new messages. */
function moveMessages(queues: Queues, request: JsonRequest): object {
  const source = queues.byArn(request.SourceArn);
  const usesAsDeadLetters = (queue: Queue) => redrive(queue)?.deadLetterTargetArn === request.SourceArn;
  if (!queues.all.some(usesAsDeadLetters)) {
    throw new AwsError('InvalidParameterValue', `'${source.name}' is no dead-letter queue of another queue.`);
  }
  for (const message of source.messages) {
    const destination = request.DestinationArn ?? message.deadLetterSource;
    // A message that was sent to the dead-letter queue directly has no source; AWS's task leaves such a message there,
    // too.
    if (destination === undefined) continue;
    queues.byArn(destination).send([newMessage(message.body, message.attributes, 0)]);
    source.delete(message.id);
  }
  return { TaskHandle: Buffer.from(randomUUID()).toString('base64') };
}

function describe(queue: Queue): QueueAttributes {
  const now = Date.now();
  const count = (matches: (message: Queue['messages'][number]) => boolean) =>
    String(queue.messages.filter(matches).length);
  return {
    ...queue.attributes,
    QueueArn: queueArn(queue.name),
    CreatedTimestamp: String(Math.floor(queue.created / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.modified / 1000)),
    ApproximateNumberOfMessages: count((message) => message.hiddenUntil <= now),
    ApproximateNumberOfMessagesDelayed: count((message) => message.available > now),
    ApproximateNumberOfMessagesNotVisible: count((message) => message.available <= now && message.hiddenUntil > now),
  };
}

function checkedName(name: unknown): string {
  if (typeof name === 'string' && /^[\w-]{1,80}$/.test(name)) return name;
  throw new AwsError(
    'InvalidParameterValue',
    `'${name}' can't name a queue here: letters, digits, - and _ can, and only standard queues exist on this machine.`,
  );
}

function checkedAttributes(attributes: unknown): QueueAttributes {
  const checked = (attributes ?? {}) as QueueAttributes;
  for (const [name, value] of Object.entries(checked)) {
    const limit = highestValues[name];
    if (limit === undefined && !policies.includes(name)) {
      throw new AwsError('InvalidAttributeName', `This local SQS has no attribute '${name}'.`);
    }
    if (limit !== undefined && !(/^\d+$/.test(value) && Number(value) <= limit)) {
      throw new AwsError('InvalidAttributeValue', `${name} is a number up to ${limit}, not '${value}'.`);
    }
  }
  return checked;
}
