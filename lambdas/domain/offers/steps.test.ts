import { expect, test } from 'vitest';
import { hashOf } from '#shared/offers/hash.ts';
import type { StepRow } from './row.ts';
import { areChained } from './steps.ts';

const by = { kind: 'studio' as const, name: 'Dana' };
const stepOf = (number: number, kind: StepRow['kind'], previous: string, words = ''): StepRow => {
  const step = {
    offer_id: 'offer',
    part: `step#000${number}`,
    number,
    kind,
    at: '2026-11-27T12:00:00.000Z',
    by,
    words,
    previous,
  };
  return { ...step, hash: hashOf(step) };
};
const first = stepOf(1, 'sent', '');
const second = stepOf(2, 'seen', first.hash);
const third = stepOf(3, 'withdrawn', second.hash, 'The date is taken.');

test('a hash is that of RFC 8785’s canonical JSON, whatever the order of the fields', () => {
  expect(hashOf({ b: [3, 'é'], a: 1.0 })).toBe(hashOf({ a: 1, b: [3, 'é'] }));
  // sha256sum of {"a":1,"b":[3,"é"]} in UTF-8.
  expect(hashOf({ b: [3, 'é'], a: 1 })).toBe('d210490efc8e33380b90293a9e5b0b9d86132480d3cfe2dc67addbe8774cd9a8');
});

test('steps as they were stored are chained', () => {
  expect(areChained([first, second, third])).toBe(true);
  expect(areChained([])).toBe(true);
});

test.each<[string, StepRow[]]>([
  ['a changed text', [first, second, { ...third, words: 'Sorry.' }]],
  ['a changed text with a new hash of its own', [first, stepOf(2, 'seen', first.hash, 'x'), third]],
  ['a removed step', [first, third]],
  ['a removed first step', [second, third]],
  ['another order', [second, first, third]],
  ['another name', [first, { ...second, by: { ...by, name: 'Tom' } }, third]],
])('%s is found', (_, steps) => {
  expect(areChained(steps)).toBe(false);
});
