import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type ShardIteratorType,
} from '@aws-sdk/client-dynamodb-streams';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { startDynamoDb } from './server.ts';
import { clientsFor, createTestTable, readStream, temporaryDir } from './testing.ts';

let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let service: RunningService;
let clients: ReturnType<typeof clientsFor>;

const start = async () => {
  service = await startDynamoDb({ port: 0, dir: temporary.dir, sweepEvery: 50 });
  clients = clientsFor(`http://127.0.0.1:${service.port}`);
};

beforeEach(async () => {
  temporary = await temporaryDir();
  await start();
});

afterEach(async () => {
  await service.close();
  await temporary.remove();
});

const streamed = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } };
const put = (TableName: string, Item: Record<string, unknown>) =>
  clients.documents.send(new PutCommand({ TableName, Item }));
const get = async (TableName: string, pk: string, sk: string) =>
  (await clients.documents.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item;
const streamOf = async (TableName: string) =>
  (await clients.client.send(new DescribeTableCommand({ TableName }))).Table?.LatestStreamArn ?? '';
const setFaults = async (faults: Fault[]) => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/_faults`, {
    method: 'PUT',
    body: JSON.stringify(faults),
  });
  expect(answer.status).toBe(204);
};

test('a request without an Authorization header, or with an unknown operation, is rejected', async () => {
  const call = (operation: string, headers = {}) =>
    fetch(`http://127.0.0.1:${service.port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': operation, ...headers },
      body: '{}',
    });
  const anonymous = await call('DynamoDB_20120810.ListTables');
  expect(anonymous.status).toBe(400);
  expect(await anonymous.json()).toMatchObject({
    __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    message: 'Request is missing Authentication Token',
  });
  const authorization = 'AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request';
  expect(await (await call('DynamoDB_20120810.ListTables', { authorization })).json()).toEqual({ TableNames: [] });
  expect(await (await call('DynamoDB_20120810.Guess', { authorization })).json()).toMatchObject({
    __type: 'com.amazon.coral.service#UnknownOperationException',
  });
});

test('a port or a folder in use is reported in one sentence', async () => {
  const secondFolder = await temporaryDir();
  await expect(startDynamoDb({ port: service.port, dir: secondFolder.dir })).rejects.toThrow(
    new RegExp(`DynamoDB can't listen on port ${service.port}`),
  );
  const reopened = await startDynamoDb({ port: 0, dir: secondFolder.dir });
  await reopened.close();
  await expect(startDynamoDb({ port: 0, dir: temporary.dir })).rejects.toThrow(/another process is using/);
  await secondFolder.remove();
});

test('tables, items, settings and streams survive a restart', async () => {
  const TableName = await createTestTable(clients.client, 'kept', { ...streamed, DeletionProtectionEnabled: true });
  await clients.client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    }),
  );
  await clients.client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  await put(TableName, { pk: 'a', sk: '1' });
  const before = await clients.client.send(new DescribeTableCommand({ TableName }));
  await service.close();
  await start();
  const after = await clients.client.send(new DescribeTableCommand({ TableName }));
  expect(after.Table).toEqual(before.Table);
  expect(await get(TableName, 'a', '1')).toEqual({ pk: 'a', sk: '1' });
  const timeToLive = await clients.client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(timeToLive.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' });
  const backups = await clients.client.send(new DescribeContinuousBackupsCommand({ TableName }));
  expect(backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
    PointInTimeRecoveryStatus: 'ENABLED',
  });
  await put(TableName, { pk: 'a', sk: '2' });
  const records = await readStream(clients.streams, after.Table?.LatestStreamArn ?? '');
  expect(records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S)).toEqual(['1', '2']);
});

test('expired items are deleted, and their stream records name the TTL service', async () => {
  const TableName = await createTestTable(clients.client, 'expiring', streamed);
  await clients.client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    }),
  );
  const now = Math.floor(Date.now() / 1000);
  const expiries = { over: now - 10, later: now + 3600, 'ages ago': now - 6 * 365 * 24 * 3600, text: `${now - 10}` };
  for (const [sk, expires_at] of Object.entries(expiries)) await put(TableName, { pk: 'a', sk, expires_at });
  await expect.poll(() => get(TableName, 'a', 'over')).toBeUndefined();
  const remainingQuery = new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :a',
    ExpressionAttributeValues: { ':a': 'a' },
  });
  expect((await clients.documents.send(remainingQuery)).Items?.map(({ sk }) => sk).sort()).toEqual([
    'ages ago',
    'later',
    'text',
  ]);
  const records = await readStream(clients.streams, await streamOf(TableName));
  const removed = records.filter(({ eventName }) => eventName === 'REMOVE');
  expect(removed).toHaveLength(1);
  expect(removed[0]).toMatchObject({
    userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
    dynamodb: { Keys: { sk: { S: 'over' } }, OldImage: { expires_at: { N: `${now - 10}` } } },
  });
});

test('a stream can be read from any position', async () => {
  const TableName = await createTestTable(clients.client, 'followed', streamed);
  const StreamArn = await streamOf(TableName);
  const described = await clients.streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = described.StreamDescription?.Shards?.[0]?.ShardId;
  const iterator = async (ShardIteratorType: ShardIteratorType, SequenceNumber?: string) => {
    const request = { StreamArn, ShardId, ShardIteratorType, ...(SequenceNumber ? { SequenceNumber } : {}) };
    return (await clients.streams.send(new GetShardIteratorCommand(request))).ShardIterator;
  };
  const read = async (ShardIterator: string | undefined, Limit = 1000) => {
    const page = await clients.streams.send(new GetRecordsCommand({ ShardIterator, Limit }));
    return {
      keys: page.Records?.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S),
      numbers: page.Records?.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''),
      next: page.NextShardIterator,
    };
  };
  for (const sk of ['1', '2', '3']) await put(TableName, { pk: 'a', sk });
  const latest = await iterator('LATEST');
  const first = await read(await iterator('TRIM_HORIZON'), 2);
  expect(first.keys).toEqual(['1', '2']);
  const second = await read(first.next);
  expect(second.keys).toEqual(['3']);
  const none = await read(second.next);
  expect(none.keys).toEqual([]);
  await put(TableName, { pk: 'a', sk: '4' });
  expect((await read(none.next)).keys).toEqual(['4']);
  expect((await read(latest)).keys).toEqual(['4']);
  expect((await read(await iterator('AFTER_SEQUENCE_NUMBER', first.numbers?.[1]))).keys).toEqual(['3', '4']);
  expect((await read(await iterator('AT_SEQUENCE_NUMBER', first.numbers?.[1]))).keys).toEqual(['2', '3', '4']);
});

test('faults return the error as AWS does for the operation', async () => {
  const TableName = await createTestTable(clients.client, 'faulty');
  const error = 'ProvisionedThroughputExceededException';
  await setFaults([{ operation: 'PutItem', resource: TableName, error, times: 1 }]);
  await expect(put(TableName, { pk: 'a', sk: '1' })).rejects.toMatchObject({ name: error });
  expect(await get(TableName, 'a', '1')).toBeUndefined();
  await put(TableName, { pk: 'a', sk: '1' });

  await setFaults([{ operation: '*', error: 'InternalServerError', times: 1 }]);
  await expect(get(TableName, 'a', '1')).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

  await setFaults([{ operation: '*', resource: TableName, error: 'TransactionConflict', times: 2 }]);
  const transaction = new TransactWriteCommand({
    TransactItems: ['2', '3'].map((sk) => ({ Put: { TableName, Item: { pk: 'a', sk } } })),
  });
  await expect(clients.documents.send(transaction)).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  });
  await expect(put(TableName, { pk: 'a', sk: '2' })).rejects.toMatchObject({ name: 'TransactionConflictException' });
  expect(await get(TableName, 'a', '2')).toBeUndefined();
  await clients.documents.send(transaction);
  expect(await get(TableName, 'a', '3')).toBeDefined();
});

test('a fault for a share of requests counts a request for two tables once', async () => {
  const names = ['one', 'other'];
  for (const name of names) await createTestTable(clients.client, name);
  const write = () =>
    clients.documents.send(
      new TransactWriteCommand({
        TransactItems: names.map((TableName) => ({ Put: { TableName, Item: { pk: 'a', sk: '1' } } })),
      }),
    );
  await setFaults([{ operation: 'TransactWriteItems', error: 'ThrottlingException', every: 2 }]);
  await write();
  await expect(write()).rejects.toMatchObject({ name: 'ThrottlingException' });
  await write();
});

test('a cut connection hides a completed write; a retry with the same token does not repeat it', async () => {
  const TableName = await createTestTable(clients.client, 'cut');
  await setFaults([{ operation: 'TransactWriteItems', kind: 'cut', times: 1 }]);
  const add = new TransactWriteCommand({
    ClientRequestToken: 'once',
    TransactItems: [
      {
        Update: {
          TableName,
          Key: { pk: 'a', sk: '1' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
    ],
  });
  await expect(clients.documents.send(add)).rejects.toThrow();
  expect(await get(TableName, 'a', '1')).toMatchObject({ n: 1 });
  await clients.documents.send(add);
  expect(await get(TableName, 'a', '1')).toMatchObject({ n: 1 });
});

test('a lagging index returns its old items while the table is current', async () => {
  const TableName = await createTestTable(clients.client, 'lagging');
  const item = { pk: 'a', sk: '1', group_id: 'g' };
  const query = () =>
    clients.documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'by_group',
        KeyConditionExpression: 'group_id = :g',
        ExpressionAttributeValues: { ':g': 'g' },
      }),
    );
  await put(TableName, { ...item, n: 1 });
  await setFaults([{ operation: 'Query', kind: 'lag', delay: 60_000 }]);
  expect((await query()).Items).toEqual([{ ...item, n: 1 }]);
  await put(TableName, { ...item, n: 2 });
  await put(TableName, { ...item, sk: '2', n: 3 });
  expect((await query()).Items).toEqual([{ ...item, n: 1 }]);
  expect(await get(TableName, 'a', '1')).toMatchObject({ n: 2 });
  await setFaults([{ operation: 'Query', kind: 'lag', delay: 60_000, times: 1 }]);
  expect((await query()).Count).toBe(1);
  expect((await query()).Count).toBe(2);
  await setFaults([{ operation: 'Query', kind: 'lag', delay: 30 }]);
  await expect.poll(async () => (await query()).Count).toBe(2);
});
