import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import config from '../../studio.config.ts';
import { type DeadLetters, deadLetterNames, type QueueName, queues } from '../blueprint/queues.ts';
import { run } from './command-line.ts';
import { findDeadLetters, findTables, findWorker, type StackResources, stackResources } from './stack/deployed.ts';

const names = [...deadLetterNames, 'website'];

const usage = `Usage: npm run studio:redrive [-- <${names.join(' | ')}>]

  Without a name: says how many dead letters wait in each queue, and which emails failed or came back.
  With one: sends them to their worker again. Mend what made them fail first. 'website' publishes the newest version again.`;

/** Milliseconds after which a queued email counts as stuck; a younger one is probably about to be sent. */
const stuckAfter = 60 * 60_000;

async function findQueue(sqs: SQSClient, queue: string): Promise<{ url: string; arn: string; waiting: number }> {
  const { QueueUrl: url = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'] }),
  );
  return { url, arn: Attributes?.QueueArn ?? '', waiting: Number(Attributes?.ApproximateNumberOfMessages) };
}

/** Returns the number of dead letters per queue. */
export async function countDeadLetters(
  sqs: SQSClient,
  resources: StackResources,
): Promise<{ name: DeadLetters; waiting: number }[]> {
  return Promise.all(
    deadLetterNames.map(async (name) => ({
      name,
      waiting: (await findQueue(sqs, await findDeadLetters(resources, name))).waiting,
    })),
  );
}

/**
 * Moves a queue's dead letters back to their source queue. The workers are idempotent.
 * @returns the number of messages
 */
export async function redriveQueue(sqs: SQSClient, resources: StackResources, name: QueueName): Promise<number> {
  const { arn, waiting } = await findQueue(sqs, await findDeadLetters(resources, name));
  if (waiting > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn }));
  return waiting;
}

/**
 * Invokes record-bounce again with the events that it could not record. An event that fails again stays in the queue.
 * @returns the number of events that were recorded, and the number that failed again
 */
export async function recordBounces(
  sqs: SQSClient,
  resources: StackResources,
  lambda: LambdaClient,
  worker: string,
): Promise<{ recorded: number; failed: number }> {
  const { url } = await findQueue(sqs, await findDeadLetters(resources, 'bounces'));
  const count = { recorded: 0, failed: 0 };
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        // Longer than this loop takes, so that a message that fails again is not received twice.
        VisibilityTimeout: 900,
      }),
    );
    if (Messages.length === 0) return count;
    for (const { Body = '', ReceiptHandle } of Messages) {
      // The body is the event itself, whether EventBridge or Lambda sent it.
      const { FunctionError } = await lambda.send(
        new InvokeCommand({ FunctionName: worker, Payload: Buffer.from(Body) }),
      );
      if (FunctionError) {
        count.failed += 1;
      } else {
        count.recorded += 1;
        await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
      }
    }
  }
}

/** Starts publish-site by changing a row. */
export async function publishAgain(dynamodb: DynamoDBDocumentClient, table: string, now: Date): Promise<void> {
  await dynamodb.send(new PutCommand({ TableName: table, Item: { id: 'again', asked_at: now.toISOString() } }));
}

/**
 * Sends failed or stuck emails again. The outbox's dead letters contain only stream positions, which expire after a
 * day, so this reads the rows; setting a row to `queued` sends the email.
 * @returns the number of emails that are sent again, and the number that are too young to count as stuck
 */
export async function resendEmails(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  now: Date,
): Promise<{ resent: number; young: number }> {
  const youngestStuck = new Date(now.getTime() - stuckAfter).toISOString();
  const count = { resent: 0, young: 0 };
  // A Scan is acceptable: nobody waits, and rows expire after thirty days.
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
      if (state === 'queued' && created_at >= youngestStuck) {
        count.young += 1;
        continue;
      }
      const isFailed = state === 'failed' || (await changeState(dynamodb, table, id, 'queued', 'failed'));
      if (isFailed && (await changeState(dynamodb, table, id, 'failed', 'queued'))) count.resent += 1;
    }
  }
  return count;
}

/**
 * Changes the state of an email.
 * @returns false when the email was sent, or another request queued it, after it was read
 */
async function changeState(
  dynamodb: DynamoDBDocumentClient,
  TableName: string,
  id: string,
  oldState: string,
  newState: string,
): Promise<boolean> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: 'SET #state = :to, undelivered = :list REMOVE reason, trouble',
        ConditionExpression: '#state = :from',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':from': oldState,
          ':to': newState,
          // The index of undelivered emails has a list of what waits, and one of what did not arrive.
          ':list': newState === 'queued' ? 'queued' : 'email',
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/** Returns a line for each email that did not arrive: a `failed` email can be sent again, a `returned` one bounced. */
export async function emailsInTrouble(dynamodb: DynamoDBDocumentClient, table: string): Promise<string[]> {
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
  const resources = stackResources(new CloudFormationClient({ region }), config.prefix);
  if (name === undefined) {
    for (const { name, waiting } of await countDeadLetters(sqs, resources)) console.log(`${name}: ${waiting}`);
    const emails = await emailsInTrouble(documents, (await findTables(resources)).outbox);
    console.log(
      emails.length > 0
        ? `\nEmails that did not arrive:\n${emails.join('\n')}`
        : '\nNo email was refused or came back.',
    );
  } else if (name === 'outbox') {
    const { resent, young } = await resendEmails(documents, (await findTables(resources)).outbox, new Date());
    console.log(`${resent} emails are on their way again.`);
    if (young > 0) {
      // The queue is not purged, because the alarm may be about one of these.
      console.log(`${young} more are not an hour old and may still go out by themselves: run this again in an hour.`);
    } else {
      const { url } = await findQueue(sqs, await findDeadLetters(resources, 'outbox'));
      await sqs.send(new PurgeQueueCommand({ QueueUrl: url }));
    }
  } else if (name === 'website') {
    await publishAgain(documents, (await findTables(resources)).website, new Date());
    console.log('The website is published again; the editor says when it is live.');
  } else if (name === 'bounces') {
    const lambda = new LambdaClient({ region });
    const { recorded, failed } = await recordBounces(
      sqs,
      resources,
      lambda,
      await findWorker(resources, 'record-bounce'),
    );
    console.log(`What became of ${recorded} email${recorded === 1 ? '' : 's'} is recorded.`);
    if (failed > 0) throw new Error(`${failed} failed again and stay in the queue: see the log of record-bounce.`);
  } else if (Object.hasOwn(queues, name)) {
    console.log(`${await redriveQueue(sqs, resources, name as QueueName)} messages are on their way again.`);
  } else {
    throw new Error(usage);
  }
}

if (import.meta.main) run(() => main(process.argv[2]));
