import { expect, test } from 'vitest';
import { naturalOrder } from './repository.ts';

test('names sort in natural order', () => {
  const names = ['IMG_10.jpg', 'img_9.jpg', 'Émile.jpg', 'emma.jpg', 'IMG_9b.jpg', 'zoe.jpg', '10.jpg', '9.jpg'];
  const sorted = names.toSorted((first, second) => (naturalOrder(first) < naturalOrder(second) ? -1 : 1));
  expect(sorted).toEqual([
    '9.jpg',
    '10.jpg',
    'Émile.jpg',
    'emma.jpg',
    'img_9.jpg',
    'IMG_9b.jpg',
    'IMG_10.jpg',
    'zoe.jpg',
  ]);
  // With four bytes per emoji and the suffix of the sort key, a key stays below DynamoDB's 1,024 bytes.
  expect(Buffer.byteLength(naturalOrder('1a'.repeat(127)))).toBeLessThanOrEqual(900);
  expect(Buffer.byteLength(naturalOrder('🎉'.repeat(127)))).toBeLessThanOrEqual(900);
  // Also when the limit cuts a character in two.
  expect(naturalOrder(`a${'🎉'.repeat(127)}`).isWellFormed()).toBe(true);
});
