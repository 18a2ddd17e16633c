import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOf } from './hash.ts';

test('the hash is the SHA-256 of the canonical JSON, in any script', () => {
  const json = '{"a":[1,null],"b":"Łukasz 王伟 😀"}';
  expect(hashOf({ b: 'Łukasz 王伟 😀', a: [1, null] })).toBe(createHash('sha256').update(json).digest('hex'));
});

test('another order of fields is the same value, and another order of a list is not', () => {
  expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
  expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }));
});
