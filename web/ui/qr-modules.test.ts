import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qr-modules.ts';

const shown = (text: string) => qrCode(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));
const hashOf = (text: string) => createHash('sha256').update(shown(text).join('\n')).digest('hex').slice(0, 16);

/** As an independent reader has read it. */
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

test('a text is drawn as readers expect it', () => {
  expect(shown('Magnolia')).toEqual(magnolia);
});

/** These, too, were read by an independent reader; longer texts have more blocks, marks of alignment and a version. */
test.each([
  [120, 45, '9d284324e97f5964'],
  [331, 69, '04621d2a089ecc12'],
])('%i bytes take %i modules', (length, size, hash) => {
  const text = 'x'.repeat(length);
  expect(qrCode(text)).toHaveLength(size);
  expect(hashOf(text)).toBe(hash);
});

test('what does not fit is refused', () => {
  expect(() => qrCode('x'.repeat(332))).toThrow('A text of 332 bytes does not fit into a QR code of ours.');
});
