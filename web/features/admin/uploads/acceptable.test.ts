import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { photoTypeOf, refusal } from './acceptable.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

test('a JPEG passes, also when the browser knows no type', () => {
  expect(refusal(file('a.jpg', 'image/jpeg'))).toBeNull();
  expect(photoTypeOf(file('SCAN.TIFF', ''))).toBe('image/tiff');
});

test('every refusal names the limit and what to do', () => {
  expect(refusal(file('IMG_1.HEIC', 'image/heic'))).toMatch(/HEIC.*JPEG/);
  expect(refusal(file('a.svg', 'image/svg+xml'))).toMatch(/JPEG, PNG/);
  expect(refusal(file('page.jpg', 'text/html'))).toMatch(/no .* photo/);
  expect(refusal(file('a.jpg', 'image/jpeg', 0))).toMatch(/empty/);
  expect(refusal(file('a.jpg', 'image/jpeg', limits.photoBytes + 1))).toMatch(/100 MB/);
  expect(refusal(file(`${'a'.repeat(300)}.jpg`, 'image/jpeg'))).toMatch(/Rename/);
});
