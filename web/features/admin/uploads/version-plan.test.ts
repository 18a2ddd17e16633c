import { expect, test } from 'vitest';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { namesakesOf } from './version-plan.ts';

test.each([
  ['IMG_1.jpg', 'img_1.JPG', true],
  ['Zoe\u0301.jpg', 'Zo\u00e9.jpg', true],
  ['IMG_1.tif', 'IMG_1.jpg', false],
  ['IMG_1-Edit.jpg', 'IMG_1.jpg', false],
  // A JPEG under another name, and what it was handed out as.
  ['IMG_1.jpg', 'IMG_1.HEIC', true],
  ['IMG_1.HEIC', 'IMG_1.jpg', true],
  ['IMG_1.jpg', 'IMG_1', true],
  ['IMG_1.HEIC', 'IMG_2.HEIC', false],
])('%s has the name of %s: %s', (name, there, expected) => {
  const file = new File(['new'], name, { type: 'image/jpeg' });
  const photo = { ...galleryPhoto('p'), file_name: there, size: 900 } as StudioPhoto;
  expect(namesakesOf([file], [photo]).has(file)).toBe(expected);
});
