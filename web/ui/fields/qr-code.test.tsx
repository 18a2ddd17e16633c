import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

/** Returns the modules of the code row by row, without the quiet zone. */
function modulesOf(text: string): string[] {
  render(<QrCode text={text} label={text} />);
  const code = screen.getByRole('img', { name: text });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]) - 8;
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, x, y] of code.firstElementChild?.getAttribute('d')?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    rows[Number(y) - 4]![Number(x) - 4] = '#';
  }
  return rows.map((row) => row.join(''));
}

/** A code of another program for the same text. */
const magnolia = [
  '#######..#....#######',
  '#.....#.#.##..#.....#',
  '#.###.#...###.#.###.#',
  '#.###.#..##.#.#.###.#',
  '#.###.#.#.###.#.###.#',
  '#.....#..#.#..#.....#',
  '#######.#.#.#.#######',
  '..........#..........',
  '#.#.#.#.....#...#..#.',
  '####....#..#.#.###.##',
  '##...####.##.########',
  '#..###.....###.......',
  '.##.###....#..#....#.',
  '........#.#...###..#.',
  '#######..##.#..###.##',
  '#.....#..#....##...#.',
  '#.###.#.#.#.#.##.....',
  '#.###.#..#.#.#.##.##.',
  '#.###.#.#..#.####...#',
  '#.....#...####..#..#.',
  '#######.#.##.###...##',
];

test('a text is encoded as by another program, with a quiet zone of four modules', () => {
  expect(modulesOf('Magnolia')).toEqual(magnolia);
});

test.each([
  [120, 45],
  [331, 69],
])('%i bytes take %i modules at level M', (length, size) => {
  expect(modulesOf('x'.repeat(length))).toHaveLength(size);
});
