import { ScanCommand } from '@aws-sdk/client-dynamodb';
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { createTestTable } from '../testing.ts';
import { allPages, clients, failure, fresh, put, startConformance, table, tableNamed } from './testing.ts';

startConformance();

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
    const prefixPages = await allPages(
      {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :b)',
        ExpressionAttributeValues: { ':pk': pk, ':b': 'b' },
      },
      10,
    );
    expect(prefixPages.flat().map(({ sk }) => sk)).toEqual(['b', 'ba']);
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
    const names = new Set();
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
        names.add(item.name);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(times).toEqual(['1', '2', '2', '3']);
    expect(names.size).toBe(4);
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
