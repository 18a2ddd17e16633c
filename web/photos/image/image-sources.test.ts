import { expect, test } from 'vitest';
import { cardBox, cardHeight, inCard } from '../grid/grid-layout.ts';
import { cardSizes, coverSizes, sourcesOf } from './image-sources.ts';

const photo = (width: number, height: number) => ({ media_path: '/media/a', thumbhash: '', width, height });

/** Returns the width in pixels of the largest image that the grid loads. */
const widest = (width: number, height: number) =>
  Math.max(
    ...[...sourcesOf(photo(width, height), 'medium').srcSet.matchAll(/ (\d+)w/g)].map(([, pixels]) => Number(pixels)),
  );

test.each([
  ['landscape', 6_000, 4_000],
  ['upright', 4_000, 6_000],
  ['phone', 3_000, 6_500],
  ['1 to 3', 3_000, 9_000],
  ['1 to 20', 600, 12_000],
  ['20 to 1', 12_000, 600],
])('a photo in the grid has the pixels of its place at 2×: %s', (_, width, height) => {
  const column = 330;
  const share = Number.parseFloat(inCard(photo(width, height)).width) / 100;
  expect(widest(width, height)).toBeGreaterThanOrEqual(Math.min(width, column * share * 2));
});

test('an ordinary photo fills its card, and loads what it did', () => {
  expect(cardSizes(photo(3_000, 2_000))).toBe('(min-width: 75rem) 20vw, (min-width: 48rem) 30vw, 46vw');
  expect(cardBox(photo(3_000, 2_000))).toEqual({ aspectRatio: '3000 / 2000' });
  expect(inCard(photo(2_000, 3_000))).toMatchObject({ width: '100%', height: '100%' });
  expect(sourcesOf(photo(2_000, 3_000), 'medium').srcSet).toBe('/media/a/400.webp 267w, /media/a/1024.webp 683w');
  expect(coverSizes(photo(3_000, 2_000), '50vw')).toBe('50vw');
});

test('a panorama stands whole in a card that is twice as high as wide, or four times as wide as high', () => {
  const tall = photo(600, 12_000);
  expect(cardHeight(tall, 300, 0, 16)).toBe(600);
  expect(cardBox(tall)).toEqual({ aspectRatio: '0.5' });
  expect(inCard(tall)).toMatchObject({ width: '10%', height: '100%' });
  expect(cardSizes(tall)).toBe(
    '(min-width: 75rem) calc(20vw * 0.1), (min-width: 48rem) calc(30vw * 0.1), calc(46vw * 0.1)',
  );
  const wide = photo(12_000, 600);
  expect(cardHeight(wide, 300, 0, 16)).toBe(75);
  expect(inCard(wide)).toMatchObject({ width: '100%', height: '20%' });
});

test('a cover loads the pixels of its height', () => {
  expect(coverSizes(photo(9_000, 1_000), '(min-width: 48rem) 50vw, 100vw')).toBe(
    '(min-width: 48rem) calc(50vw * 6), calc(100vw * 6)',
  );
});
