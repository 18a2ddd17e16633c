import { expect, test } from 'vitest';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { galleryPhoto } from '../../../../photos/testing.ts';
import { namesakesOf, planVersions, proposalsIn } from './version-plan.ts';

test.each([
  ['IMG_1.jpg', 'img_1.JPG', true],
  ['Zoe\u0301.jpg', 'Zo\u00e9.jpg', true],
  ['IMG_1.tif', 'IMG_1.jpg', false],
  ['IMG_1-Edit.jpg', 'IMG_1.jpg', false],
  // A JPEG under another name, and the name of its download.
  ['IMG_1.jpg', 'IMG_1.HEIC', true],
  ['IMG_1.HEIC', 'IMG_1.jpg', true],
  ['IMG_1.jpg', 'IMG_1', true],
  ['IMG_1.HEIC', 'IMG_2.HEIC', false],
])('%s has the name of %s: %s', (name, storedName, expected) => {
  const file = new File(['new'], name, { type: 'image/jpeg' });
  const photo = { ...galleryPhoto('p'), file_name: storedName, size: 900 } as StudioPhoto;
  expect(namesakesOf([file], [photo]).has(file)).toBe(expected);
});

test('what waits is proposed by name before time, and no photo that another file replaces', () => {
  const photo = (id: string, file_name: string, captured_at: string | null = null) =>
    ({ ...galleryPhoto(id), file_name, captured_at, size: 900 }) as StudioPhoto;
  const at = (second: number) => `2026-07-10T20:00:0${second}.000Z`;
  const photos = [
    photo('a', 'IMG_1.jpg'),
    photo('b', 'IMG_2.jpg', at(2)),
    photo('c', 'IMG_3.jpg'),
    photo('d', 'IMG_4.jpg'),
  ];
  const [time, name, taken, other] = ['Cover.jpg', 'IMG_1-Ada.jpg', 'IMG_3-Ada.jpg', 'IMG_4.jpg'].map(
    (called) => new File(['new'], called, { type: 'image/jpeg' }),
  ) as [File, File, File, File];
  const times = new Map([[time, { captured_at: at(2) }]]);
  const decided = new Map([[other, { replaces: 'c' }]]);
  const plan = planVersions([time, name, taken, other], times, photos, decided);
  expect(plan.map(({ decision }) => decision)).toEqual([undefined, undefined, undefined, { replaces: 'c' }]);
  expect(proposalsIn(plan)).toEqual([
    { because: 'name', decisions: new Map([[name, { replaces: 'a' }]]) },
    { because: 'time', decisions: new Map([[time, { replaces: 'b' }]]) },
  ]);
});
