import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { attachmentRefusal, isAttachment, photoTypeOf, refusal } from './acceptable.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });

test('a JPEG is accepted, also without a type from the browser', () => {
  expect(refusal(file('a.jpg', 'image/jpeg'))).toBeNull();
  expect(photoTypeOf(file('SCAN.TIFF', ''))).toBe('image/tiff');
});

test('every refusal has the limit and what to do', () => {
  expect(refusal(file('IMG_1.HEIC', 'image/heic'))).toMatch(/HEIC.*JPEG/);
  expect(refusal(file('a.svg', 'image/svg+xml'))).toMatch(/JPEG, PNG/);
  expect(refusal(file('page.jpg', 'text/html'))).toMatch(/no .* photo/);
  expect(refusal(file('a.jpg', 'image/jpeg', 0))).toMatch(/empty/);
  expect(refusal(file('a.jpg', 'image/jpeg', limits.photoBytes + 1))).toMatch(/100 MB/);
  expect(refusal(file(`${'a'.repeat(300)}.jpg`, 'image/jpeg'))).toMatch(/Rename/);
});

test.each([
  ['IMG_1.HEIC', 'image/heic', /Browsers other than Safari don’t show HEIC. Export it as JPEG/],
  ['IMG_1.CR3', '', /Browsers don’t show raw files. Export it as JPEG/],
  ['IMG_1.dng', 'image/x-adobe-dng', /raw files/],
  ['clip.mov', 'video/quicktime', /A video is no photo/],
  ['prices.pdf', 'application/pdf', /A PDF is no photo/],
])('%s can be attached, and it is said why it can’t be shown', (name, type, why) => {
  expect(isAttachment(file(name, type))).toBe(true);
  expect(refusal(file(name, type))).toMatch(why);
  expect(attachmentRefusal(file(name, type))).toBeNull();
});

test('photos and other files can’t be attached', () => {
  for (const [name, type] of [
    ['a.jpg', 'image/jpeg'],
    ['scan.tif', ''],
    ['virus.exe', 'application/x-msdownload'],
    ['page.html', 'text/html'],
  ] as const) {
    expect(isAttachment(file(name, type))).toBe(false);
    expect(attachmentRefusal(file(name, type))).toMatch(/Only raw files, videos, HEIC and PDFs/);
  }
});

test('every refusal to attach has the limit and what to do', () => {
  expect(attachmentRefusal(file('a.mp4', 'video/mp4', 0))).toMatch(/empty/);
  expect(attachmentRefusal(file('a.mp4', 'video/mp4', limits.attachmentBytes + 1))).toMatch(/1.9 GB/);
  expect(attachmentRefusal(file(`${'a'.repeat(300)}.mp4`, 'video/mp4'))).toMatch(/Rename/);
});
