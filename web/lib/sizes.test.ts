import { expect, test } from 'vitest';
import { inBytes } from './sizes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [340_400, '340 KB'],
  [1_250_000, '1.3 MB'],
  [2_000_000_000, '2 GB'],
  [41_500_000_000, '42 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(inBytes(bytes)).toBe(words);
});
