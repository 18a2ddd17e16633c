import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { WriteConflictError } from '../../../lambdas/platform/conflicts.ts';
import { limit, once } from '../../../lambdas/platform/guards.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { table, transact, write } from '../../../lambdas/platform/table.ts';
import { type ApiStudio, isAwsDynamoDb, startApiStudio } from '../../support/studio/api-studio.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const Row = z.object({ customer_id: z.string(), id: z.string(), status: z.string(), size: z.number().optional() });
/** The downloads table has a partition and a sort key, and `size` and `status` are DynamoDB reserved words. */
const things = table('DOWNLOADS_TABLE', { key: ['customer_id', 'id'] }, Row);

let customer_id: string;
beforeEach(() => {
  customer_id = newId();
});
const row = (n: number, values: object = {}) => ({
  customer_id,
  id: String(n).padStart(4, '0'),
  status: 'new',
  ...values,
});
const key = (n: number) => ({ customer_id, id: row(n).id });
const fill = async (count: number) => {
  for (let start = 0; start < count; start += 100) {
    const rows = Array.from({ length: Math.min(100, count - start) }, (_, i) => row(start + i));
    await transact(rows.map((one) => things.insert(one)));
  }
};

describe('pages', () => {
  test.each([
    [0, 3, [0]],
    [2, 3, [2]],
    [3, 3, [3]],
    [4, 3, [3, 1]],
    [7, 3, [3, 3, 1]],
  ])('of %i rows by %i: %j', async (count, size, wanted) => {
    await fill(count);
    const sizes: number[] = [];
    const ids: string[] = [];
    let from: Awaited<ReturnType<typeof things.page>>['last'];
    do {
      const { rows, last } = await things.page({ partition: customer_id }, size, from);
      sizes.push(rows.length);
      ids.push(...rows.map(({ id }) => id));
      from = last;
    } while (from);
    expect(sizes).toEqual(wanted);
    expect(ids).toEqual(Array.from({ length: count }, (_, n) => row(n).id));
  });

  test('support descending order, a key prefix and an upper bound', async () => {
    await fill(12);
    const ids = async (query: object) => {
      const { rows } = await things.page({ partition: customer_id, ...query }, 100);
      return rows.map(({ id }) => Number(id));
    };
    expect(await ids({ descending: true })).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(await ids({ begins: '001' })).toEqual([10, 11]);
    expect(await ids({ until: '0002' })).toEqual([0, 1, 2]);
  });
});

test('getMany reads more keys than one BatchGetItem request allows, in the order asked for, and leaves missing rows out', async () => {
  await fill(230);
  const wanted = Array.from({ length: 240 }, (_, n) => (n * 7) % 240);
  const rows = await things.getMany(wanted.map(key));
  expect(rows.map(({ id }) => id)).toEqual(wanted.filter((n) => n < 230).map((n) => row(n).id));
});

test('a corrupt row is never returned: the error names table, key and attribute', async () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  await client.send(new PutCommand({ TableName: 'downloads', Item: { ...row(1), status: 7 } }));
  client.destroy();
  const said = new RegExp(`Corrupt row .*${customer_id}.* in DOWNLOADS_TABLE[^]*status`);
  await expect(things.get(key(1))).rejects.toThrow(said);
  await expect(things.getMany([key(1)])).rejects.toThrow(said);
  await expect(things.page({ partition: customer_id }, 10)).rejects.toThrow(said);
  await expect(things.all({ partition: customer_id })).rejects.toThrow(said);
});

describe('changes', () => {
  test('set, add and remove attributes; undefined values are unchanged', async () => {
    await transact([things.insert(row(1, { size: 1 }))]);
    await write(things.change(key(1), { set: { status: 'old', customer: undefined }, add: { size: 2 } }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { status: 'old', size: 3 }));
    await write(things.change(key(1), { remove: ['size'] }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { status: 'old' }));
  });

  test('create no missing row, and change no row that fails the condition', async () => {
    const gone = () => new Error('gone');
    await expect(write(things.change(key(1), { add: { size: 1 } }, { onConflict: gone }))).rejects.toThrow('gone');
    await transact([things.insert(row(1))]);
    for (const where of [{ status: 'old' }, { size: 1 }, { status: undefined }]) {
      await expect(write(things.change(key(1), { add: { size: 1 } }, { where, onConflict: gone }))).rejects.toThrow(
        'gone',
      );
    }
    await expect(write(things.change(key(1), { add: { size: 1 } }, { where: { size: 1 } }))).rejects.toThrow(
      WriteConflictError,
    );
    await write(things.change(key(1), { set: { size: 9 } }, { where: { status: 'new', size: undefined } }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { size: 9 }));
  });

  test('in a transaction are all or nothing, and the first failed condition is the error', async () => {
    await transact([things.insert(row(1))]);
    const taken = (n: number) => () => new Error(`taken ${n}`);
    await expect(
      transact([things.insert(row(0), taken(0)), things.insert(row(1), taken(1)), things.insert(row(1.5), taken(2))]),
    ).rejects.toThrow('taken 1');
    expect(await things.all({ partition: customer_id })).toHaveLength(1);
    await expect(transact([things.delete(key(1), { where: { status: 'old' }, onConflict: taken(3) })])).rejects.toThrow(
      'taken 3',
    );
    await expect(transact([things.delete(key(1), { where: { status: 'old' } })])).rejects.toThrow(WriteConflictError);
    await transact([things.delete(key(1), { where: { status: 'new' } })]);
    expect(await things.all({ partition: customer_id })).toEqual([]);
  });

  test('made concurrently are all counted', async () => {
    await transact([things.insert(row(1, { size: 0 }))]);
    const count = () => transact([things.change(key(1), { add: { size: 1 } })]);
    await Promise.all(Array.from({ length: 12 }, () => count()));
    expect(await things.get(key(1), { consistent: true })).toMatchObject({ size: 12 });
  });

  test.skipIf(isAwsDynamoDb)(
    'of a row in a running transaction are retried with random delays, then fail with BUSY',
    async () => {
      await transact([things.insert(row(1))]);
      const conflicts = (times?: number) =>
        studio.setFaults('dynamodb', [
          { operation: 'UpdateItem', error: 'TransactionConflict', ...(times !== undefined && { times }) },
        ]);
      await conflicts(3);
      await write(things.change(key(1), { set: { status: 'old' } }));
      await conflicts();
      const random = vi.spyOn(Math, 'random');
      await expect(write(things.change(key(1), { set: { status: 'x' } }))).rejects.toMatchObject({ code: 'BUSY' });
      // The delays between retries are random, so that conflicting writes spread out.
      expect(random.mock.calls.length).toBeGreaterThan(3);
      random.mockRestore();
      await studio.setFaults('dynamodb', []);
      expect(await things.get(key(1), { consistent: true })).toMatchObject({ status: 'old' });
    },
  );
});

describe('guards', () => {
  test('once lets one of several concurrent transactions succeed', async () => {
    const guard = newId();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, async (_, n) => transact([await once(guard, 60), things.insert(row(n))])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await things.all({ partition: customer_id })).toHaveLength(1);
  });

  test('once can be used again after its expiry, even while its row still exists', async () => {
    const guard = newId();
    await transact([await once(guard, 0)]);
    await transact([await once(guard, 60)]);
    await expect(transact([await once(guard, 60)])).rejects.toThrow(WriteConflictError);
  });

  test('limit lets exactly the given number of concurrent calls succeed', async () => {
    const guard = newId();
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => limit(guard, 4, 3_600)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(limit(guard, 4, 3_600)).rejects.toMatchObject({ code: 'TOO_MANY' });
    await limit(newId(), 4, 3_600);
  });
});

describe('rows of an older schema', () => {
  const newer = table(
    'DOWNLOADS_TABLE',
    { key: ['customer_id', 'id'] },
    z.object({ customer_id: z.string(), id: z.string(), status: z.string(), color: z.string().default('none') }),
  );

  test('are read with the default of a missing attribute', async () => {
    await transact([things.insert(row(1))]);
    expect(await newer.get(key(1))).toMatchObject({ status: 'new', color: 'none' });
    expect(await newer.all({ partition: customer_id })).toMatchObject([{ color: 'none' }]);
  });

  test('satisfy conditions on that default only', async () => {
    await transact([things.insert(row(1))]);
    const changeColor = (from: string, to: string) =>
      write(newer.change(key(1), { set: { color: to } }, { where: { color: from } }));
    await expect(changeColor('red', 'blue')).rejects.toThrow(WriteConflictError);
    await changeColor('none', 'red');
    await expect(changeColor('none', 'blue')).rejects.toThrow(WriteConflictError);
    expect(await newer.get(key(1), { consistent: true })).toMatchObject({ color: 'red' });
  });
});
