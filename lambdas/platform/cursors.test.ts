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

test('it shows nothing of the key', () => {
  const cursor = sealCursor('a sessions', key) ?? '';
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/abc|2025/);
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

test('the same place of the same list has the same cursor, others have others', () => {
  const last = { id: 'abc', created_at: '2025-05-04' };
  expect(sealCursor('ada sessions', last)).toBe(sealCursor('ada sessions', { ...last }));
  const others = [sealCursor('ada sessions', { ...last, id: 'abd' }), sealCursor('bob sessions', last)];
  expect(new Set([sealCursor('ada sessions', last), ...others].map((cursor) => cursor?.slice(0, 16))).size).toBe(3);
});
