import { IdempotentParameterMismatchException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, TransactGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import {
  clients,
  failure,
  fresh,
  get,
  isElsewhere,
  put,
  startConformance,
  table,
  tableNamed,
  transact,
} from './testing.ts';

startConformance();

const onlyLocal = test.skipIf(isElsewhere);

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
    const retried = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!/Conflict/.test(`${(error as Error).name} ${(error as Error).message}`)) throw error;
        await retried(work);
      }
    };
    const bothOnce = () => retried(() => transact([one, two].map((key) => ({ Update: add(key, 'ADD n :one') }))));
    const singleOnce = () => retried(() => clients.documents.send(new UpdateCommand(add(one, 'ADD single :one'))));
    const reads = async () => {
      const read = await clients.documents.send(
        new TransactGetCommand({ TransactItems: [one, two].map((Key) => ({ Get: { TableName: table, Key } })) }),
      );
      const [first, second] = (read.Responses ?? []).map(({ Item }) => Item?.n);
      expect(first).toBe(second);
    };
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await Promise.all([bothOnce(), singleOnce(), retried(reads)]);
      }),
    );
    expect(await get(pk, 'one')).toMatchObject({ n: 20, single: 20 });
    expect(await get(pk, 'two')).toMatchObject({ n: 20 });
  });
});
