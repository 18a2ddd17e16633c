import { expect, test } from 'vitest';
import type { PhotoType } from '../limits.ts';
import { originalName } from './original-name.ts';

test.each<[string, PhotoType, string]>([
  ['IMG.1.JPG', 'image/jpeg', 'IMG.1.JPG'],
  ['a.jpeg', 'image/jpeg', 'a.jpeg'],
  ['scan.TIFF', 'image/tiff', 'scan.TIFF'],
  ['IMG_0042.HEIC', 'image/jpeg', 'IMG_0042.jpg'],
  ['IMG_1.pic', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.png', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.jpe', 'image/jpeg', 'IMG_1.jpg'],
  ['IMG_1.jpg', 'image/png', 'IMG_1.png'],
  ['IMG_1.jpg', 'image/webp', 'IMG_1.webp'],
  ['IMG_1.jpg', 'image/avif', 'IMG_1.avif'],
  ['IMG_1.jpg', 'image/tiff', 'IMG_1.tif'],
  ['no ending', 'image/jpeg', 'no ending.jpg'],
  ['Anna & Tom 12.05', 'image/jpeg', 'Anna & Tom 12.05.jpg'],
  ['Mr. Smith', 'image/jpeg', 'Mr. Smith.jpg'],
  ['.hidden', 'image/jpeg', '.hidden.jpg'],
  ['家族.heic', 'image/jpeg', '家族.jpg'],
])('%s with the bytes of %s is handed out as %s', (file_name, content_type, expected) => {
  expect(originalName({ file_name, content_type })).toBe(expected);
});

test('a replaced photo keeps its first name, with the ending of the new file', () => {
  const photo = { file_name: 'IMG_0042.HEIC', version_name: 'IMG_0042-Edit.TIF', content_type: 'image/tiff' } as const;
  expect(originalName(photo)).toBe('IMG_0042.TIF');
  expect(originalName({ ...photo, version_name: 'IMG_0042-Edit.pic', content_type: 'image/jpeg' })).toBe(
    'IMG_0042.jpg',
  );
});
