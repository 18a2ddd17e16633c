/** The studio's logo on a 48 × 48 grid: a magnolia over two leaves; path and transform of each shape. */
const mirrored = 'matrix(-1 0 0 1 48 0)';
const petal = 'M26.6 36.8c5-6.8 7-14.8 6-23.6 3.6-3.2 7-4.4 10.8-4.4C45.2 22 39.6 32.6 26.6 36.8z';
const leaf = 'M25.3 44.2c-.5-3.8 2.5-5.8 7.3-6.2 4.6-.4 8.7-2.3 12.2-6.3-.4 9-7.7 14.2-19.5 12.5z';

export const logoMark: { path: string; transform?: string }[] = [
  { path: 'M24 3.5c5.6 6.2 7.8 14 5.6 22-1 3.8-2.9 7.3-5.6 10.3-2.7-3-4.6-6.5-5.6-10.3-2.2-8 0-15.8 5.6-22z' },
  { path: petal },
  { path: petal, transform: mirrored },
  { path: leaf },
  { path: leaf, transform: mirrored },
];
