import { describe, expect, test } from 'vitest';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { cleanFileName, contentDisposition, derivativeName, fileNameIn, keySafe, publicName } from './file-names.ts';

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\IMG_1.jpg', 'IMG_1.jpg'],
  ['line\r\nbreak\0.jpg', 'line break.jpg'],
  ['for families\vin their.jpg', 'for families in their.jpg'],
  ['a\u200b\u2060\u3164b\u{e0041}.jpg', 'a b.jpg'],
  ['\u3164\u2800', 'photo'],
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
  // The erasure computes the keys of stored files again, so they must never change.
  ['Anna 12.05', 'Anna-12.05'],
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
  expect(nameIn('print', 'Anna 12.05')).toBe('Anna 12.05-3600.jpg');
  expect(nameIn('original', 'IMG.1.tif')).toBe('IMG.1.tif');
});

test.each([
  ['IMG.1.tif', 'IMG.1-400.webp', 'IMG.1-2048.jpg'],
  ['Zoë', 'Zoë-400.webp', 'Zoë-2048.jpg'],
  ['Anna 12.05', 'Anna 12.05-400.webp', 'Anna 12.05-2048.jpg'],
])('what is shown of %j is called as the photo, with its own size and ending', (file_name, small, large) => {
  expect([derivativeName('small', file_name), derivativeName('large', file_name)]).toEqual([small, large]);
});

test('a public name says the studio and what it shows', () => {
  expect(publicName('Elena’s Søndag Studio', 'weddings', '4f2k9q')).toBe('elena-s-sondag-studio-weddings-4f2k9q');
  expect(publicName('家族', 'weddings', '4f2k9q')).toBe('weddings-4f2k9q');
});

/** Returns the name in each of the header's two forms. */
function parse(header: string) {
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  const [, type, ascii = '', encoded = ''] =
    /^(attachment|inline); filename="([^"\\%]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(header) ?? [];
  return { type, ascii, name: decodeURIComponent(encoded) };
}

describe.each(['attachment', 'inline'] as const)('a Content-Disposition (%s)', (type) => {
  test.each([
    ['IMG_1.jpg', 'IMG_1.jpg'],
    ['Zoë & 家族 🎉.jpg', 'Zoë & 家族 🎉.jpg'],
    [`it's (100%) "quoted"; a=b, c*.jpg`, `it's (100%) "quoted"; a=b, c*.jpg`],
    ['خالد-1.jpg', 'خالد-1.jpg'],
    ['..\\back\\slash.jpg', 'slash.jpg'],
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['a\r\nSet-Cookie: x=1.jpg', 'a Set-Cookie: x=1.jpg'],
    ['photo_\u202egpj.webp', 'photo_gpj.webp'],
    ['lone \ud83d surrogate', 'lone \ufffd surrogate'],
    ['', 'photo'],
  ])('of %j saves under %j', (name, expected) => {
    const header = parse(contentDisposition(type, name));
    expect(header).toEqual({ type, ascii: expect.stringMatching(/./), name: expected });
  });

  test.each(['家', '🎉', 'é', 'a'])(
    'of a name of many %j is as long as file systems allow, and keeps the ending',
    (letter) => {
      const { name, ascii } = parse(contentDisposition(type, `${letter.repeat(3_000)}.webp`));
      expect(name).toMatch(new RegExp(`^(${letter})+\\.webp$`, 'u'));
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(name)).toBeGreaterThan(250);
      expect(ascii).toMatch(/\.webp$/);
    },
  );
});
