import { expect, test } from 'vitest';
import { DisplayId } from '#shared/contract/customers.ts';
import { Id } from '#shared/contract/fields.ts';
import { newDisplayId, newId } from './ids.ts';

test('ids fit their schemas and use their whole alphabet', () => {
  const ids = Array.from({ length: 500 }, newId);
  expect(new Set(ids).size).toBe(500);
  expect(ids.every((id) => Id.safeParse(id).success && id.length === 20)).toBe(true);
  expect(new Set(ids.join('')).size).toBe(32);
  expect(Array.from({ length: 100 }, newDisplayId).every((id) => DisplayId.safeParse(id).success)).toBe(true);
});
