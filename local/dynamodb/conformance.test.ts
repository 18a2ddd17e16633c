import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  IdempotentParameterMismatchException,
  ListTablesCommand,
  PutItemCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  ScanCommand,
  TransactionCanceledException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import type { QueryCommandInput, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../services/service.ts';
import { startDynamoDb } from './server.ts';
import { clientsFor, createTestTable, readStream, temporaryDir } from './testing.ts';

/**
 * The DynamoDB behavior that the product uses. `DYNAMODB_ENDPOINT=http://…` runs the tests against another
 * implementation, such as AWS's DynamoDB Local, and skips tests of what DynamoDB Local lacks or does differently from
 * AWS.
 */
const elsewhere = process.env.DYNAMODB_ENDPOINT;
const onlyLocal = test.skipIf(elsewhere !== undefined);

let service: RunningService | undefined;
let cleanUp = async () => {};
let clients: ReturnType<typeof clientsFor>;
let table: string;
const run = `conformance_${Date.now()}`;
/** AWS's DynamoDB Local takes several seconds for some changes. */
const tableNamed = (name: string) => `${run}_${name}`;

beforeAll(async () => {
  if (!elsewhere) {
    const { dir, remove } = await temporaryDir();
    service = await startDynamoDb({ port: 0, dir });
    cleanUp = remove;
  }
  clients = clientsFor(elsewhere ?? `http://127.0.0.1:${service?.port}`);
  table = await createTestTable(clients.client, tableNamed('items'));
});

afterAll(async () => {
  await service?.close();
  await cleanUp();
});

let made = 0;
/** Each test has its own partition key. */
const fresh = () => `p${++made}`;

const put = (Item: Record<string, unknown>, more = {}) =>
  clients.documents.send(new PutCommand({ TableName: table, Item, ...more }));
const get = async (pk: string, sk: string) =>
  (await clients.documents.send(new GetCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }))).Item;
const transact = (TransactItems: TransactWriteCommandInput['TransactItems'], ClientRequestToken?: string) =>
  clients.documents.send(
    new TransactWriteCommand({ TransactItems, ...(ClientRequestToken ? { ClientRequestToken } : {}) }),
  );
/** The error that a call rejects with. */
const failure = async (call: Promise<unknown>): Promise<Error> => {
  try {
    await call;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};
const allPages = async (query: Omit<QueryCommandInput, 'TableName'>, pageSize: number) => {
  const pages: Record<string, unknown>[][] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await clients.documents.send(
      new QueryCommand({ TableName: table, Limit: pageSize, ...query, ExclusiveStartKey }),
    );
    pages.push(page.Items ?? []);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return pages;
};

describe('tables', () => {
  test('can be used once created, are listed and described, and are missing once deleted', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('short_lived'));
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } });
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'by_group', IndexStatus: 'ACTIVE' }]);
    expect(Table?.TableArn).toMatch(/^arn:aws:dynamodb:.*:table\/conformance_/);
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: '1' } } }));
    const { TableNames } = await client.send(new ListTablesCommand({}));
    expect(TableNames).toContain(TableName);
    expect(await failure(createTestTable(client, TableName))).toBeInstanceOf(ResourceInUseException);
    await client.send(new DeleteTableCommand({ TableName }));
    expect(await failure(client.send(new DescribeTableCommand({ TableName })))).toBeInstanceOf(
      ResourceNotFoundException,
    );
    await createTestTable(client, TableName);
    expect((await client.send(new ScanCommand({ TableName }))).Items).toEqual([]);
    expect((await client.send(new ScanCommand({ TableName, IndexName: 'by_group' }))).Items).toEqual([]);
  });

  test('with deletion protection are kept until it is turned off', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('protected'), { DeletionProtectionEnabled: true });
    const refused = await failure(client.send(new DeleteTableCommand({ TableName })));
    expect(refused).toMatchObject({ name: 'ValidationException', message: /protected against deletion/ });
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.DeletionProtectionEnabled).toBe(true);
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
  });

  test('get a new index with the existing items, and lose it again', async () => {
    const { client, documents } = clients;
    const TableName = await createTestTable(client, tableNamed('indexed'));
    await documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '1', color: 'red' } }));
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: ['pk', 'sk', 'group_id', 'color'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: 'by_color',
              KeySchema: [{ AttributeName: 'color', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          },
        ],
      }),
    );
    const statuses = async () => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      return Table?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus);
    };
    await expect.poll(statuses).toEqual(['ACTIVE', 'ACTIVE']);
    await documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '2', color: 'red', size: 1 } }));
    const red = { KeyConditionExpression: 'color = :red', ExpressionAttributeValues: { ':red': 'red' } };
    const query = () => documents.send(new QueryCommand({ TableName, IndexName: 'by_color', ...red }));
    expect((await query()).Items).toEqual(
      expect.arrayContaining([
        { pk: 'a', sk: '1', color: 'red' },
        { pk: 'a', sk: '2', color: 'red' },
      ]),
    );
    await client.send(
      new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by_color' } }] }),
    );
    await expect.poll(() => failure(query())).toMatchObject({ name: 'ValidationException' });
  });

  test('store their TTL setting', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('expiring'));
    const describeIt = async () =>
      (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'DISABLED' });
    const on = { AttributeName: 'expires_at', Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: on }));
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' });
    const again = await failure(client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: on })));
    expect(again).toMatchObject({ name: 'ValidationException', message: 'TimeToLive is already enabled' });
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { ...on, Enabled: false } }));
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'DISABLED' });
  });

  onlyLocal('remember whether they can be restored to a point in time', async () => {
    const { client } = clients;
    const describeIt = async () => {
      const answer = await client.send(new DescribeContinuousBackupsCommand({ TableName: table }));
      return answer.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    };
    expect(await describeIt()).toEqual({ PointInTimeRecoveryStatus: 'DISABLED' });
    const change = (PointInTimeRecoveryEnabled: boolean) =>
      client.send(
        new UpdateContinuousBackupsCommand({
          TableName: table,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
        }),
      );
    await change(true);
    expect(await describeIt()).toMatchObject({ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 });
    await change(false);
    expect(await describeIt()).toEqual({ PointInTimeRecoveryStatus: 'DISABLED' });
  });
});

describe('single items', () => {
  test('return every type unchanged', async () => {
    const pk = fresh();
    const item = {
      pk,
      sk: 'everything',
      text: 'Grüße 🎞',
      empty: '',
      number: -12.5,
      yes: true,
      nothing: null,
      bytes: new Uint8Array([0, 255]),
      list: [1, 'two', { three: [] }],
      map: { deep: { deeper: 1 } },
      words: new Set(['a', 'b']),
    };
    await put(item);
    expect(await get(pk, 'everything')).toEqual(item);
  });

  test('are replaced, updated, returned and deleted', async () => {
    const pk = fresh();
    const Key = { pk, sk: '1' };
    await put({ ...Key, count: 1, old: true });
    const replaced = await put({ ...Key, count: 2 }, { ReturnValues: 'ALL_OLD' });
    expect(replaced.Attributes).toEqual({ ...Key, count: 1, old: true });
    const updated = await clients.documents.send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression:
          'SET tags = list_append(if_not_exists(tags, :none), :tag), deep = :map ADD #count :one REMOVE gone',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':none': [], ':tag': ['new'], ':map': { a: 1 }, ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(updated.Attributes).toEqual({ ...Key, count: 3, tags: ['new'], deep: { a: 1 } });
    const removed = await clients.documents.send(new DeleteCommand({ TableName: table, Key, ReturnValues: 'ALL_OLD' }));
    expect(removed.Attributes).toEqual(updated.Attributes);
    expect(await get(pk, '1')).toBeUndefined();
    await clients.documents.send(new DeleteCommand({ TableName: table, Key }));
  });

  test('are changed only if the condition holds; a failure returns the item on request', async () => {
    const pk = fresh();
    const Item = { pk, sk: '1', version: 1 };
    const onlyNew = { ConditionExpression: 'attribute_not_exists(pk)' };
    await put(Item, onlyNew);
    const silent = await failure(put(Item, onlyNew));
    expect(silent).toBeInstanceOf(ConditionalCheckFailedException);
    expect(silent).not.toHaveProperty('Item.pk');
    const telling = await failure(put(Item, { ...onlyNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));
    expect(telling).toMatchObject({ name: 'ConditionalCheckFailedException', Item: { version: { N: '1' } } });
    const update = (Key: { pk: string; sk: string }) =>
      clients.documents.send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: 'SET version = :new',
          ConditionExpression: 'version = :known',
          ExpressionAttributeValues: { ':new': 3, ':known': 2 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
    expect(await failure(update({ pk, sk: '1' }))).toMatchObject({ Item: { version: { N: '1' } } });
    expect((await failure(update({ pk, sk: 'none' }))) as { Item?: unknown }).not.toHaveProperty('Item.pk');
    expect(await get(pk, '1')).toEqual(Item);
    const remove = clients.documents.send(
      new DeleteCommand({
        TableName: table,
        Key: { pk, sk: '1' },
        ConditionExpression: 'version > :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    expect(await failure(remove)).toMatchObject({ Item: { version: { N: '1' } } });
  });

  test('are rejected when invalid', async () => {
    const refusal = async (call: Promise<unknown>) => (await failure(call)).name;
    expect(await refusal(put({ pk: '', sk: '1' }))).toBe('ValidationException');
    expect(await refusal(put({ pk: 'only' }))).toBe('ValidationException');
    expect(await refusal(put({ pk: fresh(), sk: '1', group_id: '' }))).toBe('ValidationException');
    expect(await refusal(put({ pk: fresh(), sk: '1', text: 'x'.repeat(410_000) }))).toBe('ValidationException');
    expect(await refusal(put({ pk: 'a', sk: '1' }, { ConditionExpression: 'name = :x' }))).toBe('ValidationException');
    const reserved = new UpdateCommand({
      TableName: table,
      Key: { pk: 'a', sk: '1' },
      UpdateExpression: 'SET status = :s',
      ExpressionAttributeValues: { ':s': 1 },
    });
    expect(await refusal(clients.documents.send(reserved))).toBe('ValidationException');
    const nowhere = new PutCommand({ TableName: tableNamed('nowhere'), Item: { pk: 'a', sk: '1' } });
    expect(await refusal(clients.documents.send(nowhere))).toBe('ResourceNotFoundException');
  });

  test('lose no concurrent update', async () => {
    const pk = fresh();
    const add = () =>
      clients.documents.send(
        new UpdateCommand({
          TableName: table,
          Key: { pk, sk: 'count' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    await Promise.all(Array.from({ length: 50 }, add));
    expect(await get(pk, 'count')).toMatchObject({ n: 50 });
  });
});

describe('batches', () => {
  test('write and read many items', async () => {
    const pk = fresh();
    await put({ pk, sk: 'old' });
    const requests = Array.from({ length: 24 }, (_, n) => ({ PutRequest: { Item: { pk, sk: `n${n}` } } }));
    const written = await clients.documents.send(
      new BatchWriteCommand({
        RequestItems: { [table]: [...requests, { DeleteRequest: { Key: { pk, sk: 'old' } } }] },
      }),
    );
    expect(written.UnprocessedItems).toEqual({});
    const read = await clients.client.send(
      new BatchGetItemCommand({
        RequestItems: { [table]: { Keys: ['n0', 'n23', 'old'].map((sk) => ({ pk: { S: pk }, sk: { S: sk } })) } },
      }),
    );
    expect(read.Responses?.[table]?.map(({ sk }) => sk?.S).sort()).toEqual(['n0', 'n23']);
  });

  test('are rejected when too large, empty or with one item twice', async () => {
    const pk = fresh();
    const write = (keys: string[]) =>
      failure(
        clients.client.send(
          new BatchWriteItemCommand({
            RequestItems: { [table]: keys.map((sk) => ({ PutRequest: { Item: { pk: { S: pk }, sk: { S: sk } } } })) },
          }),
        ),
      );
    expect(await write(Array.from({ length: 26 }, (_, n) => `${n}`))).toMatchObject({
      message: 'Too many items requested for the BatchWriteItem call',
    });
    expect(await write(['1', '1'])).toMatchObject({ message: 'Provided list of item keys contains duplicates' });
    expect(await write([])).toMatchObject({ name: 'ValidationException' });
    expect(await get(pk, '1')).toBeUndefined();
  });
});

describe('queries', () => {
  test('page through a partition in the order of its sort key, in both directions', async () => {
    const pk = fresh();
    const keys = ['a', 'b', 'ba', 'c', 'd'];
    for (const sk of [...keys].reverse()) await put({ pk, sk });
    const partition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
    const forwards = await allPages(partition, 2);
    expect(forwards.flat().map(({ sk }) => sk)).toEqual(keys);
    const backwards = await allPages({ ...partition, ScanIndexForward: false }, 2);
    expect(backwards.flat().map(({ sk }) => sk)).toEqual([...keys].reverse());
    const some = await allPages(
      {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :b)',
        ExpressionAttributeValues: { ':pk': pk, ':b': 'b' },
      },
      10,
    );
    expect(some.flat().map(({ sk }) => sk)).toEqual(['b', 'ba']);
    const between = await allPages(
      {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ':from': 'b', ':to': 'c' },
      },
      10,
    );
    expect(between.flat().map(({ sk }) => sk)).toEqual(['b', 'ba', 'c']);
  });

  test('filter after reading a page, and project', async () => {
    const pk = fresh();
    for (const n of [1, 2, 3, 4]) await put({ pk, sk: `${n}`, n, more: { deep: n } });
    const page = await clients.documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'n > :two',
        ProjectionExpression: 'sk, more.deep',
        ExpressionAttributeValues: { ':pk': pk, ':two': 2 },
        Limit: 3,
      }),
    );
    expect(page).toMatchObject({ Count: 1, ScannedCount: 3, Items: [{ sk: '3', more: { deep: 3 } }] });
    expect(page.LastEvaluatedKey).toEqual({ pk, sk: '3' });
  });

  test('end a page at one megabyte', async () => {
    const pk = fresh();
    for (const n of [1, 2, 3, 4]) await put({ pk, sk: `${n}`, text: 'x'.repeat(350_000) });
    const page = await clients.documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    );
    expect(page.Count).toBe(3);
    expect(page.LastEvaluatedKey).toEqual({ pk, sk: '3' });
  });

  test('page through an index with equal keys, each item once, in both directions', async () => {
    const group_id = fresh();
    const names = Array.from({ length: 9 }, (_, n) => `${group_id}-${n}`);
    for (const pk of names) await put({ pk, sk: 'same', group_id });
    const group = {
      IndexName: 'by_group',
      KeyConditionExpression: 'group_id = :g AND sk = :same',
      ExpressionAttributeValues: { ':g': group_id, ':same': 'same' },
    };
    for (const ScanIndexForward of [true, false]) {
      const pages = await allPages({ ...group, ScanIndexForward }, 2);
      expect(
        pages
          .flat()
          .map(({ pk }) => pk)
          .sort(),
      ).toEqual(names);
    }
    const scanned: unknown[] = [];
    let ExclusiveStartKey: Record<string, never> | undefined;
    do {
      const page: { Items?: unknown[]; LastEvaluatedKey?: Record<string, never> } = (await clients.client.send(
        new ScanCommand({ TableName: table, IndexName: 'by_group', Limit: 2, ExclusiveStartKey }),
      )) as never;
      scanned.push(
        ...(page.Items ?? []).filter((item) => (item as { group_id: { S: string } }).group_id.S === group_id),
      );
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(scanned).toHaveLength(9);
  });

  test('add, update and remove items in an index', async () => {
    const [pk, from, to] = [fresh(), fresh(), fresh()];
    const inGroup = async (group: string) => {
      const query = { KeyConditionExpression: 'group_id = :g', ExpressionAttributeValues: { ':g': group } };
      return (await allPages({ IndexName: 'by_group', ...query }, 10)).flat().map(({ n }) => n);
    };
    await put({ pk, sk: '1', n: 1 });
    expect(await inGroup(from)).toEqual([]);
    await put({ pk, sk: '1', n: 2, group_id: from });
    expect(await inGroup(from)).toEqual([2]);
    await put({ pk, sk: '1', n: 3, group_id: to });
    expect([await inGroup(from), await inGroup(to)]).toEqual([[], [3]]);
    await clients.documents.send(new DeleteCommand({ TableName: table, Key: { pk, sk: '1' } }));
    expect(await inGroup(to)).toEqual([]);
  });

  test('read local indexes consistently, with the projected attributes only', async () => {
    const { client, documents } = clients;
    const attributes = ['pk', 'sk', 'taken_at', 'group_id'];
    const TableName = await createTestTable(client, tableNamed('projections'), {
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      LocalSecondaryIndexes: [
        {
          IndexName: 'by_time',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'taken_at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'names_of_group',
          KeySchema: [{ AttributeName: 'group_id', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['name'] },
        },
      ],
    });
    const items = ['3', '1', '2', '2'].map((taken_at, n) => ({
      pk: 'a',
      sk: `${n}`,
      taken_at,
      name: `n${n}`,
      size: n,
    }));
    for (const item of items) await documents.send(new PutCommand({ TableName, Item: item }));
    await documents.send(new PutCommand({ TableName, Item: { pk: 'b', sk: '1', group_id: 'g', name: 'b1', size: 5 } }));
    const times: unknown[] = [];
    const seen = new Set();
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const query: QueryCommandInput = {
        TableName,
        IndexName: 'by_time',
        ConsistentRead: true,
        Limit: 1,
        KeyConditionExpression: 'pk = :pk AND taken_at > :zero',
        ExpressionAttributeValues: { ':pk': 'a', ':zero': '0' },
        ExclusiveStartKey,
      };
      const page = await documents.send(new QueryCommand(query));
      for (const item of page.Items ?? []) {
        times.push(item.taken_at);
        seen.add(item.name);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(times).toEqual(['1', '2', '2', '3']);
    expect(seen.size).toBe(4);
    const group = await documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'names_of_group',
        KeyConditionExpression: 'group_id = :g',
        ExpressionAttributeValues: { ':g': 'g' },
      }),
    );
    expect(group.Items).toEqual([{ pk: 'b', sk: '1', group_id: 'g', name: 'b1' }]);
    await documents.send(new PutCommand({ TableName, Item: { pk: 'b', sk: '2', group_id: 'g' } }));
    const nameless = new QueryCommand({
      TableName,
      IndexName: 'names_of_group',
      KeyConditionExpression: 'group_id = :g',
      FilterExpression: 'attribute_not_exists(#name)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':g': 'g' },
    });
    expect((await documents.send(nameless)).Items).toEqual([{ pk: 'b', sk: '2', group_id: 'g' }]);
  });

  test('reject a consistent read of a global index', async () => {
    const query = new QueryCommand({
      TableName: table,
      IndexName: 'by_group',
      ConsistentRead: true,
      KeyConditionExpression: 'group_id = :g',
      ExpressionAttributeValues: { ':g': 'g' },
    });
    expect(await failure(clients.documents.send(query))).toMatchObject({ name: 'ValidationException' });
  });
});

describe('transactions', () => {
  const exists = { ConditionExpression: 'attribute_exists(pk)' };
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
  const showOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

  test('apply all four kinds of actions together', async () => {
    const pk = fresh();
    for (const sk of ['checked', 'updated', 'deleted']) await put({ pk, sk, n: 1 });
    await transact([
      { ConditionCheck: { TableName: table, Key: { pk, sk: 'checked' }, ...exists } },
      { Put: { TableName: table, Item: { pk, sk: 'new' }, ...isNew } },
      {
        Update: {
          TableName: table,
          Key: { pk, sk: 'updated' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: { TableName: table, Key: { pk, sk: 'deleted' }, ...exists } },
    ]);
    const read = await clients.documents.send(
      new TransactGetCommand({
        TransactItems: ['checked', 'new', 'updated', 'deleted'].map((sk) => ({
          Get: { TableName: table, Key: { pk, sk } },
        })),
      }),
    );
    expect(read.Responses?.map(({ Item }) => Item)).toEqual([
      { pk, sk: 'checked', n: 1 },
      { pk, sk: 'new' },
      { pk, sk: 'updated', n: 2 },
      undefined,
    ]);
  });

  test('count a condition check like a write', async () => {
    const pk = fresh();
    await put({ pk, sk: 'checked' });
    const { ConsumedCapacity } = await clients.documents.send(
      new TransactWriteCommand({
        TransactItems: [
          { ConditionCheck: { TableName: table, Key: { pk, sk: 'checked' }, ...exists } },
          { Put: { TableName: table, Item: { pk, sk: 'new' } } },
        ],
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    expect(ConsumedCapacity).toMatchObject([{ TableName: table, CapacityUnits: 4 }]);
  });

  test('change nothing when one condition fails, and return a reason for each item', async () => {
    const pk = fresh();
    await put({ pk, sk: 'there', n: 1 });
    const error = await failure(
      transact([
        { Put: { TableName: table, Item: { pk, sk: 'new' } } },
        { Put: { TableName: table, Item: { pk, sk: 'there' }, ...isNew, ...showOld } },
        { ConditionCheck: { TableName: table, Key: { pk, sk: 'missing' }, ...exists, ...showOld } },
      ]),
    );
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
        '[None, ConditionalCheckFailed, ConditionalCheckFailed]',
    );
    const reasons = (error as TransactionCanceledException).CancellationReasons;
    expect(reasons?.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed', 'ConditionalCheckFailed']);
    expect(reasons?.map(({ Item }) => Item)).toMatchObject([undefined, { n: expect.anything() }, undefined]);
    expect(await get(pk, 'new')).toBeUndefined();
    expect(await get(pk, 'there')).toEqual({ pk, sk: 'there', n: 1 });
  });

  onlyLocal('are cancelled by a value that the item can not take', async () => {
    const pk = fresh();
    await put({ pk, sk: '1', n: 'text' });
    const error = await failure(
      transact([
        { Put: { TableName: table, Item: { pk, sk: '2' } } },
        {
          Update: {
            TableName: table,
            Key: { pk, sk: '1' },
            UpdateExpression: 'SET n = n + :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ]),
    );
    expect(error).toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ValidationError', Message: 'An operand in the update expression has an incorrect data type' },
      ],
    });
    expect(await get(pk, '2')).toBeUndefined();
  });

  test('are applied once per token', async () => {
    const [pk, token] = [fresh(), `token-${Date.now()}`];
    const add = (amount: number) =>
      transact(
        [
          {
            Update: {
              TableName: table,
              Key: { pk, sk: 'count' },
              UpdateExpression: 'ADD n :amount',
              ExpressionAttributeValues: { ':amount': amount },
            },
          },
        ],
        token,
      );
    await add(1);
    await add(1);
    expect(await get(pk, 'count')).toMatchObject({ n: 1 });
    expect(await failure(add(2))).toBeInstanceOf(IdempotentParameterMismatchException);
  });

  test('are rejected when invalid', async () => {
    const pk = fresh();
    const putOf = (sk: string) => ({ Put: { TableName: table, Item: { pk, sk } } });
    const refusal = async (items: Parameters<typeof transact>[0]) => {
      const { name, message } = await failure(transact(items));
      return `${name}: ${message}`;
    };
    expect(await refusal([putOf('1'), putOf('1')])).toBe(
      'ValidationException: Transaction request cannot include multiple operations on one item',
    );
    expect(await refusal([])).toMatch(/^ValidationException: .*greater than or equal to 1$/);
    expect(await refusal(Array.from({ length: 101 }, (_, n) => putOf(`${n}`)))).toMatch(
      /^ValidationException: .*less than or equal to 100$/,
    );
    expect(await refusal([{ ...putOf('1'), Delete: { TableName: table, Key: { pk, sk: '2' } } }])).toBe(
      'ValidationException: TransactItems can only contain one of Check, Put, Update or Delete',
    );
    expect(await refusal([{}])).toMatch(/^ValidationException: Invalid Request/);
    expect(
      await refusal([{ ConditionCheck: { TableName: table, Key: { pk, sk: '1' }, ConditionExpression: undefined } }]),
    ).toMatch(/^ValidationException: .*conditionCheck.conditionExpression/);
    expect(await refusal([{ Put: { TableName: tableNamed('nowhere'), Item: { pk, sk: '1' } } }])).toMatch(
      /^ResourceNotFoundException/,
    );
    const big = Array.from({ length: 12 }, (_, n) => ({
      Put: { TableName: table, Item: { pk, sk: `${n}`, text: 'x'.repeat(380_000) } },
    }));
    expect(await refusal(big)).toMatch(/^ValidationException: Transaction payload size cannot exceed 4MB/);
    expect(await get(pk, '1')).toBeUndefined();
  });

  test('accept 100 items', async () => {
    const pk = fresh();
    await transact(Array.from({ length: 100 }, (_, n) => ({ Put: { TableName: table, Item: { pk, sk: `${n}` } } })));
    const count = await clients.documents.send(
      new QueryCommand({
        TableName: table,
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      }),
    );
    expect(count.Count).toBe(100);
  });

  test('are atomic for readers, and lose no concurrent write', async () => {
    const pk = fresh();
    const [one, two] = [
      { pk, sk: 'one' },
      { pk, sk: 'two' },
    ];
    await transact([one, two].map((key) => ({ Put: { TableName: table, Item: { ...key, n: 0, single: 0 } } })));
    const add = (Key: object, UpdateExpression: string) => ({
      TableName: table,
      Key: { ...Key },
      UpdateExpression,
      ExpressionAttributeValues: { ':one': 1 },
    });
    /** Concurrent transactions conflict, and the caller retries. */
    const again = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!/Conflict/.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
        await again(work);
      }
    };
    const bothOnce = () => again(() => transact([one, two].map((key) => ({ Update: add(key, 'ADD n :one') }))));
    const singleOnce = () => again(() => clients.documents.send(new UpdateCommand(add(one, 'ADD single :one'))));
    const reads = async () => {
      const read = await clients.documents.send(
        new TransactGetCommand({ TransactItems: [one, two].map((Key) => ({ Get: { TableName: table, Key } })) }),
      );
      const [first, second] = (read.Responses ?? []).map(({ Item }) => Item?.n);
      expect(first).toBe(second);
    };
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await Promise.all([bothOnce(), singleOnce(), again(reads)]);
      }),
    );
    expect(await get(pk, 'one')).toMatchObject({ n: 20, single: 20 });
    expect(await get(pk, 'two')).toMatchObject({ n: 20 });
  });
});

describe('streams', () => {
  const streamOn = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } };

  test('contain every change in order, with both images', async () => {
    const { client, documents, streams } = clients;
    const TableName = await createTestTable(client, tableNamed('streamed'), streamOn);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.StreamSpecification).toEqual(streamOn.StreamSpecification);
    const arn = Table?.LatestStreamArn ?? '';
    expect(arn).toMatch(/:table\/conformance_\d+_streamed\/stream\/\d{4}-/);
    const pk = fresh();
    const key = (sk: string) => ({ pk, sk });
    await documents.send(new PutCommand({ TableName, Item: { ...key('1'), n: 1 } }));
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: key('1'),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    await documents.send(new PutCommand({ TableName, Item: { ...key('1'), n: 2 } }));
    await documents.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: key('2') } }] } }),
    );
    await failure(
      documents.send(new PutCommand({ TableName, Item: key('2'), ConditionExpression: 'attribute_not_exists(pk)' })),
    );
    await documents.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: key('3') } }] }));
    await documents.send(new DeleteCommand({ TableName, Key: key('1') }));
    await documents.send(new DeleteCommand({ TableName, Key: key('never there') }));

    await expect.poll(async () => (await readStream(streams, arn)).length).toBe(5);
    const records = await readStream(streams, arn);
    const first = { pk: { S: pk }, sk: { S: '1' } };
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'INSERT', 'INSERT', 'REMOVE']);
    expect(records[0]?.dynamodb).toMatchObject({ Keys: first, NewImage: { ...first, n: { N: '1' } } });
    expect(records[0]?.dynamodb?.OldImage).toBeUndefined();
    expect(records[1]?.dynamodb).toMatchObject({ OldImage: { n: { N: '1' } }, NewImage: { n: { N: '2' } } });
    expect(records[4]?.dynamodb).toMatchObject({ Keys: first, OldImage: { ...first, n: { N: '2' } } });
    expect(records[4]?.dynamodb?.NewImage).toBeUndefined();
    const numbers = records.map(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0));
    expect(numbers).toEqual([...numbers].sort((a, b) => (a < b ? -1 : 1)));
    for (const record of records) {
      expect(record).toMatchObject({ eventSource: 'aws:dynamodb', dynamodb: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });
      expect(record.userIdentity).toBeUndefined();
    }
  });

  test('are found by table, disabled and enabled again', async () => {
    const { client, streams } = clients;
    const TableName = await createTestTable(client, tableNamed('switched'));
    const found = async () => (await streams.send(new ListStreamsCommand({ TableName }))).Streams?.length ?? 0;
    expect(await found()).toBe(0);
    const on = await client.send(new UpdateTableCommand({ TableName, ...streamOn }));
    const arn = on.TableDescription?.LatestStreamArn ?? '';
    expect(await found()).toBe(1);
    const twice = await failure(client.send(new UpdateTableCommand({ TableName, ...streamOn })));
    expect(twice).toMatchObject({ name: 'ValidationException', message: /already has an enabled stream/ });
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
    const status = async () =>
      (await streams.send(new DescribeStreamCommand({ StreamArn: arn }))).StreamDescription?.StreamStatus;
    await expect.poll(status).toBe('DISABLED');
    const again = await client.send(new UpdateTableCommand({ TableName, ...streamOn }));
    expect(again.TableDescription?.LatestStreamArn).not.toBe(arn);
  });
});
