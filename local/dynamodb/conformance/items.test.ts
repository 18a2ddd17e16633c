import { BatchGetItemCommand, BatchWriteItemCommand, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { clients, failure, fresh, get, put, startConformance, table, tableNamed } from './testing.ts';

startConformance();

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
