import { beforeAll, expect, test } from 'vitest';
import { openCursor, sealCursor } from './cursors.ts';

beforeAll(() => {
  process.env.EDGE_SECRET = 'secret';
});
const key = { id: 'abc', created_at: '2025' };

test('a cursor comes back as the key it was made of', () => {
  expect(openCursor('a sessions', sealCursor('a sessions', key) ?? '')).toEqual(key);
  expect(sealCursor('a sessions', undefined)).toBeNull();
  expect(openCursor('a sessions', undefined)).toBeUndefined();
});

test('it shows nothing of the key, and never looks the same', () => {
  const cursor = sealCursor('a sessions', key) ?? '';
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/abc|2025/);
  expect(sealCursor('a sessions', key)).not.toBe(cursor);
});

test('another reader, list or secret, and any change of it, are refused', () => {
  const cursor = sealCursor('a sessions', key) ?? '';
  const bytes = Buffer.from(cursor, 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes);
    changed[i]! ^= 1;
    expect(() => openCursor('a sessions', changed.toString('base64url'))).toThrow('Some fields need another look.');
  }
  expect(() => openCursor('b sessions', cursor)).toThrow();
  expect(() => openCursor('a sessions', '')).toThrow();
  process.env.EDGE_SECRET = 'other';
  expect(() => openCursor('a sessions', cursor)).toThrow();
});
