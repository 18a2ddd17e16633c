import { expect, test } from 'vitest';
import { cropPercent } from './crop-percent.ts';

const portrait = { width: 2_000, height: 3_000 };

/** Returns the range of a picture's height that a frame shows, in percent. */
function shownOf({ width, height }: typeof portrait, place: number, frame: number): [from: number, to: number] {
  const shownShare = Math.min(100, (width / height / frame) * 100);
  const from = ((100 - shownShare) * place) / 100;
  return [from, from + shownShare];
}

test('a face high in an upright photo is in the middle of the frame, as far as the photo reaches', () => {
  for (const y of [5, 10, 20, 25, 35, 50, 66, 90]) {
    const [from, to] = shownOf(portrait, cropPercent(portrait, y), 1.5);
    const middle = Math.min(100 - (to - from) / 2, Math.max((to - from) / 2, y));
    expect((from + to) / 2, `${y}%`).toBeCloseTo(middle, 0);
  }
  // The range that includes forehead and hair.
  expect(shownOf(portrait, cropPercent(portrait, 25), 1.5)[0]).toBeLessThan(5);
});

test('the focal point is in sight in every frame up to twice as wide, and in narrower ones', () => {
  for (const height of [1_200, 2_000, 2_500, 3_000, 4_000, 40_000]) {
    for (const frame of [0.75, 1, 4 / 3, 1.5, 2, 2.5, 3]) {
      for (let y = 0; y <= 100; y += 5) {
        const photo = { width: 2_000, height };
        const [from, to] = shownOf(photo, cropPercent(photo, y), frame);
        // The position is in whole percent.
        expect(from, `${height} in ${frame} at ${y}`).toBeLessThanOrEqual(y + 0.5);
        expect(to, `${height} in ${frame} at ${y}`).toBeGreaterThanOrEqual(y - 0.5);
      }
    }
  }
});

test('a photo that the frame cuts at its sides alone keeps its focal point', () => {
  expect(cropPercent({ width: 3_000, height: 2_000 }, 30)).toBe(30);
});
