import { describe, expect, test } from 'vitest';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { studioPhoto } from '../../../../../photos/testing.ts';
import { keptAddresses, keptDownloads, keptPictures } from '../../../kept-addresses.ts';
import { mayShow, type PhotoChange, reversalsOf, sayDoing, sayDone, sayTakenBack } from './photo-change.ts';

const hidden = { is_approved: false } as const;
const held = { is_approved: false, awaits_mark: true } as const;
const byId = (...photos: StudioPhoto[]) => new Map(photos.map((photo) => [photo.id, photo]));

describe('reversalsOf', () => {
  test('leaves out photos that had the value already, and photos that are not known', () => {
    const photos = byId(studioPhoto('shown'), studioPhoto('hidden', hidden));
    expect(reversalsOf(photos, ['shown', 'hidden', 'unknown'], { is_approved: false })).toEqual([
      { ids: ['shown'], values: { is_approved: true } },
    ]);
    expect(reversalsOf(photos, ['hidden'], { is_approved: false })).toEqual([]);
  });

  test('takes a photo that its watermark holds back as one that was shown', () => {
    const photos = byId(studioPhoto('held', held), studioPhoto('hidden', hidden));
    expect(reversalsOf(photos, ['held', 'hidden'], { is_approved: false })).toEqual([
      { ids: ['held'], values: { is_approved: true } },
    ]);
    expect(reversalsOf(photos, ['held', 'hidden'], { is_approved: true })).toEqual([
      { ids: ['hidden'], values: { is_approved: false } },
    ]);
  });

  test('gives each former value by one edit, and each field by edits of its own', () => {
    const photos = byId(
      studioPhoto('a', { category: 'family' }),
      studioPhoto('b', { category: 'weddings', downloadable: false }),
      studioPhoto('c', { category: 'family' }),
      studioPhoto('d'),
    );
    expect(reversalsOf(photos, ['a', 'b', 'c', 'd'], { category: null })).toEqual([
      { ids: ['a', 'c'], values: { category: 'family' } },
      { ids: ['b'], values: { category: 'weddings' } },
    ]);
    expect(reversalsOf(photos, ['a', 'b'], { downloadable: true, stage: 'finished' })).toEqual([
      { ids: ['b'], values: { downloadable: false } },
      { ids: ['a', 'b'], values: { stage: 'proof' } },
    ]);
  });
});

test.each<[PhotoChange, boolean]>([
  [{ is_approved: true }, true],
  [{ is_approved: false }, false],
  [{ stage: 'finished' }, true],
  [{ stage: 'proof' }, true],
  [{ downloadable: true }, false],
  [{ category: null }, false],
])('%j may show photos: %s', (change, expected) => {
  expect(mayShow(change)).toBe(expected);
});

test.each<[PhotoChange, string]>([
  [{ stage: 'finished' }, 'Marking finished'],
  [{ stage: 'proof' }, 'Marking as proofs'],
  [{ is_approved: true }, 'Showing'],
  [{ is_approved: false }, 'Hiding'],
  [{ downloadable: true }, 'Allowing downloads'],
  [{ downloadable: false }, 'Refusing downloads'],
  [{ category: null }, 'Taking out of the public gallery'],
  [{ category: 'family' }, 'Adding to the public gallery'],
])('while %j is being made it says “%s”', (change, expectedText) => {
  expect(sayDoing(change)).toBe(expectedText);
});

describe('sayDone', () => {
  const say = (change: PhotoChange, photos: StudioPhoto[], before = byId(...photos)) =>
    sayDone(change, photos, before, defaultWebsite);
  const singlePhoto = [studioPhoto('a')];
  const two = [studioPhoto('a'), studioPhoto('b')];
  const [service] = defaultWebsite.services;

  test.each<[PhotoChange, StudioPhoto[], string]>([
    [{ is_approved: false }, [], 'These photos are not in this session any more.'],
    [{ is_approved: true }, singlePhoto, '1 photo is visible to the client.'],
    [{ is_approved: false }, singlePhoto, `1 photo is hidden from the client. ${keptAddresses}`],
    [{ is_approved: false }, two, `2 photos are hidden from the client. ${keptAddresses}`],
    [{ downloadable: true }, two, 'The client can download 2 photos.'],
    [{ downloadable: false }, singlePhoto, `The client can’t download 1 photo. ${keptDownloads}`],
    [{ category: null }, singlePhoto, `1 photo has left the public gallery. ${keptPictures}`],
    [{ category: null }, two, `2 photos have left the public gallery. ${keptPictures}`],
    [
      { category: service!.slug },
      singlePhoto,
      `1 photo will be in the public gallery, under ${service!.name}, in a moment.`,
    ],
    [{ stage: 'finished' }, singlePhoto, '1 photo is finished.'],
    [{ stage: 'finished' }, two, '2 photos are finished.'],
    [{ stage: 'proof' }, singlePhoto, '1 photo is a proof.'],
    [{ stage: 'proof' }, two, '2 photos are proofs.'],
  ])('after %j', (change, photos, expectedText) => {
    expect(say(change, photos)).toBe(expectedText);
  });

  test('of finished photos it says how many the client sees that their watermark had held back', () => {
    const before = byId(studioPhoto('a', held), studioPhoto('b'));
    expect(say({ stage: 'finished' }, two, before)).toBe('2 photos are finished. 1 photo is visible to the client.');
  });

  test('of proofs, and of shown photos, it says how many their watermark holds back', () => {
    const photos = [studioPhoto('a'), studioPhoto('b', held)];
    const waits = '1 photo waits for its watermark, and is hidden until then.';
    expect(say({ stage: 'proof' }, photos)).toBe(`2 photos are proofs. ${waits}`);
    expect(say({ is_approved: true }, photos)).toBe(`1 photo is visible to the client. ${waits}`);
  });
});

const name = isolated('a.jpg');
test.each<[PhotoChange, string]>([
  [{ is_approved: true }, `Undone: ${name} is hidden from the client again.`],
  [{ is_approved: false }, `Undone: ${name} is visible to the client again.`],
  [{ downloadable: true }, `Undone: the client can’t download ${name} again.`],
  [{ downloadable: false }, `Undone: the client can download ${name} again.`],
  [{ stage: 'finished' }, `Undone: ${name} is a proof again.`],
  [{ stage: 'proof' }, `Undone: ${name} is finished again.`],
])('%j taken back says “%s”', (change, expectedText) => {
  expect(sayTakenBack('a.jpg', change)).toBe(expectedText);
});
