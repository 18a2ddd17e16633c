import { expect, test } from 'vitest';
import { isSame, mergeFields } from './merge.ts';

const base = { name: 'River', date: '2026-10-20', notes: '', approved: false, price: 15 as number | null };

test('what each has changed is kept, and equal changes are no conflict', () => {
  expect(
    mergeFields(
      base,
      { ...base, name: 'River, at dawn', approved: true, price: null },
      { ...base, notes: 'By the bayou.', approved: true, price: null },
    ),
  ).toEqual({
    values: { ...base, name: 'River, at dawn', notes: 'By the bayou.', approved: true, price: null },
    taken: ['notes'],
    conflicts: [],
  });
});

test('a field that both have changed is a conflict, also when one has cleared it', () => {
  const mine = { ...base, name: '', date: '2026-10-21', price: 20 };
  expect(mergeFields(base, mine, { ...base, name: 'Bayou', date: '2026-10-22', price: null })).toEqual({
    values: mine,
    taken: [],
    conflicts: ['name', 'date', 'price'],
  });
});

test('what is not saved of a text is no change: spaces around it, line breaks of another program, the form of an accent', () => {
  const loaded = { notes: 'José\nand Ana' };
  const typedValues = { notes: ' Jose\u0301\r\u2028and Ana\n'.replace('\r', '') };
  expect(mergeFields(loaded, typedValues, { notes: 'Somebody else’s' })).toMatchObject({
    taken: ['notes'],
    conflicts: [],
  });
});

test.each([
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [['a'], ['a', 'b'], false],
  [{ x: null }, { x: null }, true],
  [{ x: null }, {}, false],
  [[], {}, false],
  [Number.NaN, Number.NaN, true],
  [0, null, false],
  ['', null, false],
])('%j and %j: %s', (first, second, isEqual) => {
  expect(isSame(first, second)).toBe(isEqual);
  expect(isSame(second, first)).toBe(isEqual);
});
