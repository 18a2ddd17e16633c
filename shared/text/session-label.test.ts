import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { nextLabel, slugify, suggestLabel } from './session-label.ts';

test.each([
  ['May 2025: Family Session', 'may-2025-family-session'],
  ['  Zoë & Max!  ', 'zoe-max'],
  ['Søren’s Straße', 'soren-s-strasse'],
  ['家族', ''],
])('slugify(%j) is %j', (text, label) => {
  expect(slugify(text)).toBe(label);
});

test('a suggested label has month, year and name', () => {
  expect(suggestLabel('Family Session', '2025-05-04')).toBe('may2025-family-session');
  expect(suggestLabel('家族', '2025-05-04')).toBe('may2025');
  expect(suggestLabel('', '')).toBe('session');
});

test.each([
  ['family', 'family-2'],
  ['family-2', 'family-3'],
  ['family-2025', 'family-2025-2'],
  ['family-999', 'family-1000'],
])('the label after %s is %s', (label, next) => {
  expect(nextLabel(label)).toBe(next);
});

test('1,100 successive labels are distinct and within the length limit', () => {
  const tried = ['a'.repeat(limits.sessionLabel)];
  while (tried.length < 1_100) tried.push(nextLabel(tried.at(-1) ?? ''));
  expect(Math.max(...tried.map((label) => label.length))).toBe(limits.sessionLabel);
  expect(new Set(tried).size).toBe(tried.length);
});
