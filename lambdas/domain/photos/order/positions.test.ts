import { describe, expect, test } from 'vitest';
import { positionsBetween } from './positions.ts';

/** Compares sort keys as DynamoDB does. */
const compare = (first: string, second: string) => Buffer.compare(Buffer.from(first), Buffer.from(second));

/** Asserts that these keys, each with any id, sort in this order between `low` and `high`. */
function expectInOrder(keys: string[] | undefined, low?: string, high?: string): void {
  const withIds = (keys ?? []).flatMap((key) => [`${key}#0`, `${key}#zzzz`]);
  const keysInOrder = [...(low === undefined ? [] : [low]), ...withIds, ...(high === undefined ? [] : [high])];
  expect(keysInOrder.toSorted(compare)).toEqual(keysInOrder);
  expect(new Set(keysInOrder).size).toBe(keysInOrder.length);
}

describe('positionsBetween', () => {
  test.each([
    ['2026-05-04T10:00:00.000Z#a', '2026-05-04T10:00:00.001Z#b'],
    ['2026-05-04T10:00:00.000Z#a', '2026-05-04T10:00:00.000Z#b'],
    ['img_000000000001.jpg#a', 'img_000000000002.jpg#a'],
    ['~#img_000000000001.jpg#a', '~#img_000000000001.jpg#b'],
    ['日本.jpg#a', '日本語.jpg#b'],
    ['日.jpg#a', '本.jpg#b'],
    ['a#1', '🌸.jpg#1'],
    ['🌷.jpg#1', '🌸.jpg#1'],
    ['img#1', 'img copy#2'].toSorted(compare) as [string, string],
    ['img#~', 'img$#0'],
    ['a~~~#1', 'b#1'],
  ])('%s and %s', (low, high) => {
    for (const count of [1, 2, 3, 50]) {
      const keys = positionsBetween(low, high, count);
      expect(keys).toHaveLength(count);
      expectInOrder(keys, low, high);
    }
  });

  test.each([undefined, '2026-05-04T10:00:00.000Z#a', '~~#a', '日本#a'])('after %s', (low) => {
    const keys = positionsBetween(low, undefined, 100);
    expect(keys).toHaveLength(100);
    expectInOrder(keys, low);
    expect(keys!.at(-1)!.length).toBeLessThan(40);
  });

  test('at the end of photos by time, later photos follow', () => {
    const keys = positionsBetween('2026-05-04T10:00:00.000Z#a', undefined, 50)!;
    expect(compare(`${keys.at(-1)}#z`, '2026-05-04T10:00:01.000Z#a')).toBe(-1);
  });

  test('before the first', () => {
    const high = '2026-05-04T10:00:00.000Z#a';
    expectInOrder(positionsBetween(undefined, high, 50), undefined, high);
  });

  test('thousands of moves to the same place keep keys short, or are refused', () => {
    const low = 'img_000000000001.jpg#a';
    let high = 'img_000000000002.jpg#b';
    for (let moves = 0; moves < 2_000; moves += 1) {
      const keys = positionsBetween(low, high, 1);
      if (!keys) return expect(moves).toBeGreaterThan(500);
      expectInOrder(keys, low, high);
      expect(keys[0]!.length).toBeLessThanOrEqual(230);
      high = `${keys[0]}#id`;
    }
  });

  test('any sequence of moves keeps the order', () => {
    const order = ['1#a', '2#b', '3#c'];
    let seed = 7;
    const next = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    for (let moves = 0; moves < 500; moves += 1) {
      const at = next(order.length + 1);
      const keys = positionsBetween(order[at - 1], order[at], 1 + next(3));
      order.splice(at, 0, ...(keys ?? []).map((key) => `${key}#${next(1_000)}`));
    }
    expect(order.toSorted(compare)).toEqual(order);
    expect(new Set(order).size).toBe(order.length);
  });

  test('is undefined without room', () => {
    expect(positionsBetween('a#1', 'a#1#', 1)).toBeUndefined();
  });
});
