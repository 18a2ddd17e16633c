import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { credentials, region } from '../addresses.ts';

/** Returns SDK clients without retries, so that a test sees every response. */
export function clientsFor(endpoint: string) {
  const settings = { endpoint, region, credentials, maxAttempts: 1 };
  const client = new DynamoDBClient(settings);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { client, documents, streams: new DynamoDBStreamsClient(settings) };
}

/** Makes a temporary folder for a test; returns it with a function that removes it. */
export async function temporaryDir(): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Creates a table for a test with string keys `pk` and `sk`, and an index `by_group` on `group_id` and `sk`. */
export async function createTestTable(
  client: DynamoDBClient,
  TableName: string,
  options: Partial<CreateTableCommandInput> = {},
): Promise<string> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'group_id'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_group',
          KeySchema: [
            { AttributeName: 'group_id', KeyType: 'HASH' },
            { AttributeName: 'sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      ...options,
    }),
  );
  return TableName;
}

/** Returns all records of a stream for a test, oldest first. */
export async function readStream(streams: DynamoDBStreamsClient, StreamArn: string): Promise<_Record[]> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records: _Record[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const first = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    let iterator = first.ShardIterator;
    while (iterator) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
      if (!page.Records?.length) break;
      records.push(...page.Records);
      iterator = page.NextShardIterator;
    }
  }
  return records;
}
