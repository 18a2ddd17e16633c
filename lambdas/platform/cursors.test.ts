import { beforeEach, expect, test, vi } from 'vitest';
import { decryptCursor, encryptCursor } from './cursors.ts';

const secret = vi.hoisted(() => ({ key: '' }));
vi.mock('./cached.ts', () => ({ cached: async () => secret.key }));

beforeEach(() => {
  secret.key = 'first'.padEnd(64, '-');
});
const key = { id: 'abc', created_at: '2025' };
const sealed = async (list: string, last = key) => (await encryptCursor(list, last)) ?? '';

test('opening a cursor returns the key that was sealed', async () => {
  expect(await decryptCursor('a sessions', await sealed('a sessions'))).toEqual(key);
  expect(await encryptCursor('a sessions', undefined)).toBeNull();
  expect(await decryptCursor('a sessions', undefined)).toBeUndefined();
});

test('the cursor does not contain the key in plain text', async () => {
  const cursor = await sealed('a sessions');
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/abc|2025/);
});

test('a cursor of another caller, list or secret, or a changed one, is refused', async () => {
  const cursor = await sealed('a sessions');
  const bytes = Buffer.from(cursor, 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes);
    changed[i]! ^= 1;
    await expect(decryptCursor('a sessions', changed.toString('base64url'))).rejects.toThrow(
      'Some fields need another look.',
    );
  }
  await expect(decryptCursor('b sessions', cursor)).rejects.toThrow();
  await expect(decryptCursor('a sessions', '')).rejects.toThrow();
  secret.key = 'second'.padEnd(64, '-');
  await expect(decryptCursor('a sessions', cursor)).rejects.toThrow();
});

test('the same key of the same list has the same cursor; other keys have other cursors', async () => {
  const first = await sealed('ada sessions');
  expect(await sealed('ada sessions', { ...key })).toBe(first);
  const otherCursors = [await sealed('ada sessions', { ...key, id: 'abd' }), await sealed('bob sessions')];
  expect(new Set([first, ...otherCursors].map((cursor) => cursor.slice(0, 16))).size).toBe(3);
});
