import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { limit, once } from '../../lambdas/platform/guards.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { table, transact, write } from '../../lambdas/platform/table.ts';
import { type ApiStudio, isAwsDynamoDb, startApiStudio } from '../support/api-studio.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const Row = z.object({ customer_id: z.string(), id: z.string(), status: z.string(), size: z.number().optional() });
/** The downloads' table has two keys, and `size` and `status` are among DynamoDB's reserved words. */
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

  test('descend, begin and end as told', async () => {
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

test('more rows than one request takes come all the same, missing ones left out', async () => {
  await fill(130);
  const rows = await things.getMany(Array.from({ length: 150 }, (_, n) => key(n)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(130);
});

test('a corrupt row is never passed on: the error names table, key and attribute', async () => {
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
  test('set, add and remove; what is undefined stays', async () => {
    await transact([things.insert(row(1, { size: 1 }))]);
    await write(things.change(key(1), { set: { status: 'old', customer: undefined }, add: { size: 2 } }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { status: 'old', size: 3 }));
    await write(things.change(key(1), { remove: ['size'] }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { status: 'old' }));
  });

  test('make no row where there is none, and none that is not as told', async () => {
    const gone = () => new Error('gone');
    await expect(write(things.change(key(1), { add: { size: 1 } }, { otherwise: gone }))).rejects.toThrow('gone');
    await transact([things.insert(row(1))]);
    for (const where of [{ status: 'old' }, { size: 1 }, { status: undefined }]) {
      await expect(write(things.change(key(1), { add: { size: 1 } }, { where, otherwise: gone }))).rejects.toThrow(
        'gone',
      );
    }
    await write(things.change(key(1), { set: { size: 9 } }, { where: { status: 'new', size: undefined } }));
    expect(await things.get(key(1), { consistent: true })).toEqual(row(1, { size: 9 }));
  });

  test('of a transaction happen all or not at all, and the first that can’t is the error', async () => {
    await transact([things.insert(row(1))]);
    const taken = (n: number) => () => new Error(`taken ${n}`);
    await expect(
      transact([things.insert(row(0), taken(0)), things.insert(row(1), taken(1)), things.insert(row(1.5), taken(2))]),
    ).rejects.toThrow('taken 1');
    expect(await things.all({ partition: customer_id })).toHaveLength(1);
    await expect(transact([things.delete(key(1), { where: { status: 'old' }, otherwise: taken(3) })])).rejects.toThrow(
      'taken 3',
    );
    await transact([things.delete(key(1), { where: { status: 'new' } })]);
    expect(await things.all({ partition: customer_id })).toEqual([]);
  });

  test('at once are all counted', async () => {
    await transact([things.insert(row(1, { size: 0 }))]);
    const count = () => transact([things.change(key(1), { add: { size: 1 } })]);
    await Promise.all(Array.from({ length: 12 }, () => count()));
    expect(await things.get(key(1), { consistent: true })).toMatchObject({ size: 12 });
  });

  test.skipIf(isAwsDynamoDb)(
    'of one row wait for a transaction that has it in hand, as long as chance says',
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
      // So that those who met once do not meet again.
      expect(random.mock.calls.length).toBeGreaterThan(3);
      random.mockRestore();
      await studio.setFaults('dynamodb', []);
      expect(await things.get(key(1), { consistent: true })).toMatchObject({ status: 'old' });
    },
  );
});

describe('guards', () => {
  test('once lets one of many pass, with everything in its transaction', async () => {
    const guard = newId();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => transact([once(guard, 60, () => new Error('again')), things.insert(row(n))])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await things.all({ partition: customer_id })).toHaveLength(1);
  });

  test('once is over when its time is, though its row may still be there', async () => {
    const guard = newId();
    await transact([once(guard, 0, () => new Error('again'))]);
    await transact([once(guard, 60, () => new Error('again'))]);
    await expect(transact([once(guard, 60, () => new Error('again'))])).rejects.toThrow('again');
  });

  test('limit lets exactly so many of a crowd pass', async () => {
    const guard = newId();
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => limit(guard, 4, 3_600)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(limit(guard, 4, 3_600)).rejects.toMatchObject({ code: 'TOO_MANY' });
    await limit(newId(), 4, 3_600);
  });
});
