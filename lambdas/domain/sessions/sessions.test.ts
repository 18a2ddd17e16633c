import { expect, test } from 'vitest';
import { today } from './sessions.ts';

test('today is the studio’s day, not that of UTC', () => {
  expect(today(new Date('2025-05-05T04:59:00Z'))).toBe('2025-05-04');
  expect(today(new Date('2025-05-05T05:01:00Z'))).toBe('2025-05-05');
  expect(today(new Date('2025-12-31T23:00:00Z'))).toBe('2025-12-31');
});
