import { describe, expect, test } from 'vitest';
import type { DownloadSize } from '#shared/contract/photos.ts';
import { attachment, cleanFileName, fileNameIn, keySafe } from './file-names.ts';

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\IMG_1.jpg', 'IMG_1.jpg'],
  ['line\r\nbreak\0.jpg', 'linebreak.jpg'],
  ['photo_\u202egpj.exe', 'photo_gpj.exe'],
  ['e\u0301te\u0301.jpg', 'été.jpg'],
  ['half \ud83d pair.jpg', 'half \ufffd pair.jpg'],
  ['👨‍👩‍👧.jpg', '👨‍👩‍👧.jpg'],
  ['  ', 'photo'],
  ['folder/', 'photo'],
])('%j is stored as %j', (name, expected) => {
  expect(cleanFileName(name)).toBe(expected);
});

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg'],
  ['Zoë & “Max” 01.JPG', 'Zoe-Max-01.JPG'],
  ['家族.jpg', '-.jpg'],
  ['no ending', 'no-ending'],
  ['.hidden', '-hidden'],
  ['a.b/c?d=e#f%.jpg', 'a-b-c-d-e-f-.jpg'],
])('%j is %j in a key', (name, expected) => {
  expect(keySafe(name)).toBe(expected);
  expect(encodeURIComponent(keySafe(name))).toBe(keySafe(name));
});

test('keys stay short', () => {
  expect(keySafe(`${'a'.repeat(300)}.${'b'.repeat(300)}`).length).toBeLessThanOrEqual(91);
});

test('a photo has another file name in each size', () => {
  const nameIn = (size: DownloadSize, file_name: string) => fileNameIn(size, { file_name, content_type: 'image/tiff' });
  expect(['IMG.1.tif', 'IMG_2', 'a.jpeg'].map((name) => nameIn('web', name))).toEqual([
    'IMG.1-2048.jpg',
    'IMG_2-2048.jpg',
    'a-2048.jpg',
  ]);
  expect(nameIn('print', 'IMG.1.tif')).toBe('IMG.1-3600.jpg');
  expect(nameIn('original', 'IMG.1.tif')).toBe('IMG.1.tif');
});

describe('a Content-Disposition', () => {
  test.each(['IMG_1.jpg', 'Zoë & 家族 🎉.jpg', `it's (100%) "quoted"; a=b, c*.jpg`, '\\back\\slash.jpg'])(
    'saves under %j',
    (name) => {
      const header = attachment(name);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      const [, ascii = '', encoded = ''] =
        /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(header) ?? [];
      expect(decodeURIComponent(encoded)).toBe(name);
      expect(ascii).not.toBe('');
    },
  );

  test('is a valid header for any name', () => {
    expect(attachment('a\r\nSet-Cookie: x=1.jpg')).not.toMatch(/[\r\n]/);
    expect(attachment('lone \ud83d surrogate')).toContain('%EF%BF%BD');
  });
});
