import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import config from '../../studio.config.ts';
import { type QueueName, queues } from '../blueprint.ts';
import { run } from './command-line.ts';
import { deadLettersName, findTables } from './deployed.ts';

const names = [...(Object.keys(queues) as QueueName[]), 'outbox' as const];
type DeadLetters = (typeof names)[number];

const usage = `Usage: npm run studio:redrive [-- <${names.join(' | ')}>]

  Without a name: says how many dead letters wait in each queue, and which letters failed or came back.
  With one: sends them to their worker again. Mend what made them fail first.`;

/** A letter that is younger is probably on its way. */
const stuckAfter = 60 * 60_000;

async function find(sqs: SQSClient, queue: string): Promise<{ url: string; arn: string; waiting: number }> {
  const { QueueUrl: url = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'] }),
  );
  return { url, arn: Attributes?.QueueArn ?? '', waiting: Number(Attributes?.ApproximateNumberOfMessages) };
}

/** How many dead letters wait, queue by queue. */
export async function countDeadLetters(sqs: SQSClient): Promise<{ name: DeadLetters; waiting: number }[]> {
  return Promise.all(names.map(async (name) => ({ name, waiting: (await find(sqs, deadLettersName(name))).waiting })));
}

/**
 * Moves a queue's dead letters back to where they came from. Each worker bears a message that it has seen before.
 * @returns how many there were.
 */
export async function redriveQueue(sqs: SQSClient, name: QueueName): Promise<number> {
  const { arn, waiting } = await find(sqs, deadLettersName(name));
  if (waiting > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
  return waiting;
}

/**
 * Sends letters again that were refused or got stuck. The outbox's dead letters name only places in a stream that is gone
 * after a day, so this goes by the rows themselves: a change to `queued` is what sends a letter.
 * @returns how many, and how many are too young to tell whether they are stuck.
 */
export async function resendLetters(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  now: Date,
): Promise<{ resent: number; young: number }> {
  const before = new Date(now.getTime() - stuckAfter).toISOString();
  const count = { resent: 0, young: 0 };
  // A Scan, because here nobody waits, and the outbox forgets after thirty days.
  const pages = paginateScan(
    { client: dynamodb },
    {
      TableName: table,
      FilterExpression: '#state IN (:failed, :queued)',
      ProjectionExpression: 'id, #state, created_at',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':failed': 'failed', ':queued': 'queued' },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { id, state, created_at } of Items) {
      if (state === 'queued' && created_at >= before) {
        count.young += 1;
        continue;
      }
      const isStill = state === 'failed' || (await move(dynamodb, table, id, 'queued', 'failed'));
      if (isStill && (await move(dynamodb, table, id, 'failed', 'queued'))) count.resent += 1;
    }
  }
  return count;
}

/** @returns false for a letter that has gone out, or been sent again by somebody else, since it was found. */
async function move(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: 'SET #state = :to REMOVE reason, trouble, undelivered',
        ConditionExpression: '#state = :from',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':from': from, ':to': to },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/** Letters that did not arrive, a line each: `failed` can be sent again, `returned` came back from the reader's mailbox. */
export async function lettersInTrouble(dynamodb: DynamoDBDocumentClient, table: string): Promise<string[]> {
  const lines: string[] = [];
  const pages = paginateScan(
    { client: dynamodb },
    {
      TableName: table,
      FilterExpression: '#state IN (:failed, :returned)',
      ProjectionExpression: '#state, #to, kind, reason, created_at',
      ExpressionAttributeNames: { '#state': 'state', '#to': 'to' },
      ExpressionAttributeValues: { ':failed': 'failed', ':returned': 'returned' },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { state, to, kind, reason, created_at } of Items) {
      lines.push(`${created_at}  ${state}  ${kind} to ${to ?? 'the studio'}: ${reason ?? 'no reason given'}`);
    }
  }
  return lines.toSorted();
}

async function main(name: string | undefined): Promise<void> {
  const { region } = config;
  const sqs = new SQSClient({ region });
  const dynamodb = new DynamoDBClient({ region });
  const documents = DynamoDBDocumentClient.from(dynamodb);
  if (name === undefined) {
    for (const { name, waiting } of await countDeadLetters(sqs)) console.log(`${name}: ${waiting}`);
    const letters = await lettersInTrouble(documents, (await findTables(dynamodb)).outbox);
    console.log(
      letters.length > 0
        ? `\nLetters that did not arrive:\n${letters.join('\n')}`
        : '\nNo letter was refused or came back.',
    );
  } else if (name === 'outbox') {
    const { resent, young } = await resendLetters(documents, (await findTables(dynamodb)).outbox, new Date());
    console.log(`${resent} letters are on their way again.`);
    if (young > 0) {
      // The alarm stays lit: one of these may be what it tells of.
      console.log(`${young} more are not an hour old and may still go out by themselves: run this again in an hour.`);
    } else {
      const { url } = await find(sqs, deadLettersName('outbox'));
      await sqs.send(new PurgeQueueCommand({ QueueUrl: url }));
    }
  } else if (Object.hasOwn(queues, name)) {
    console.log(`${await redriveQueue(sqs, name as QueueName)} messages are on their way again.`);
  } else {
    throw new Error(usage);
  }
}

if (import.meta.main) run(() => main(process.argv[2]));
