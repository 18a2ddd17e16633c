import { expect, test } from 'vitest';
import { DeleteSession } from './sessions.ts';

test('DELETE session requires a version in digits', () => {
  expect(DeleteSession.parse({ version: '12' })).toEqual({ version: 12 });
  for (const version of ['', ' ', '-1', '1.5', '1e3', '0x1', '99999999999999999999', undefined]) {
    expect(DeleteSession.safeParse({ version }).success, `${version}`).toBe(false);
  }
});
