import { expect, test } from 'vitest';
import { splitByOthers } from './kept-files.ts';

const file = (name: string, size = 1) => ({ name, size });

test('a file is among others by name and size, whatever way its accents are written', () => {
  const files = [file('Zoë.jpg'), file('a.jpg', 2), file('b.jpg')];
  const { matching, remaining } = splitByOthers(files, [file('Zoe\u0308.jpg'), file('a.jpg', 3)]);
  expect(matching).toEqual([file('Zoë.jpg')]);
  expect(remaining).toEqual([file('a.jpg', 2), file('b.jpg')]);
});

test('of two files with one name and size, one other stands for one only', () => {
  const { matching, remaining } = splitByOthers([file('IMG_0001.tif'), file('IMG_0001.tif')], [file('IMG_0001.tif')]);
  expect([matching.length, remaining.length]).toEqual([1, 1]);
});
