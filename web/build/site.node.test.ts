import { expect, test } from 'vitest';
import { originOf } from './site.ts';

test.each([
  [undefined, null],
  ['', null],
  ['https://studio.example', 'https://studio.example'],
  ['https://studio.example/', 'https://studio.example'],
])('SITE_ORIGIN %s is the origin %s', (text, origin) => {
  expect(originOf(text)).toBe(origin);
});

test.each(['studio.example', 'https://studio.example/gallery', 'ftp://studio.example'])(
  'SITE_ORIGIN %s is refused',
  (text) => {
    expect(() => originOf(text)).toThrow(/must be an address without a path/);
  },
);
