import { expect, test } from 'vitest';
import { letterOutlines } from '#shared/photos/letter-outlines.ts';
import { readOutlines } from './letter-outlines.ts';

test('the outlines are those of the font, for every character that a watermark can have', async () => {
  const read = await readOutlines();
  expect(letterOutlines).toEqual(read);
  const empty = Object.entries(read).filter(([letter, [width, path]]) => width <= 0 || (path === '' && letter !== ' '));
  expect(empty).toEqual([]);
});
