import { expect, test } from 'vitest';
import { isFullName } from './full-name.ts';

test.each(['Tom Nguyen', 'Łukasz Yıldız', 'Madonna', 'Ng', '王伟', 'محمد', 'Bo'])('%s can be a name', (name) => {
  expect(isFullName(name)).toBe(true);
});

test.each(['', ' ', 'x', 'x.', '12', '😀😀', '- -'])('“%s” is no name', (name) => {
  expect(isFullName(name)).toBe(false);
});
