import { expect, test } from 'vitest';
import { ratingInXmp } from './read-rating.ts';
import { xmp } from './xmp.ts';

test.each([
  ['<rdf:Description xmp:Rating="4" xmp:Label="Red">', 4],
  ["<rdf:Description xmp:Rating='5'>", 5],
  ['<xmp:Rating>3</xmp:Rating>', 3],
  ['<xmp:Rating> 2 </xmp:Rating>', 2],
  ['xmp:Rating="1.0"', 1],
  // Unrated, rejected, and what no program writes.
  ['xmp:Rating="0"', undefined],
  ['xmp:Rating="-1"', undefined],
  ['xmp:Rating="6"', undefined],
  ['xmp:Rating="99999999999999999999"', undefined],
  ['xmp:Rating="four"', undefined],
  ['xmp:RatingPercent="75"', undefined],
  ['<rdf:Description>', undefined],
  ['', undefined],
])('%j states %j stars', (packet, stars) => {
  expect(ratingInXmp(packet)).toBe(stars);
});

test('it reads what the studio exports', () => {
  expect(ratingInXmp(xmp({ rating: 3 }))).toBe(3);
  expect(ratingInXmp(xmp({}))).toBeUndefined();
});
