import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { DeleteSession, nextLabel, slugify, suggestLabel } from './sessions.ts';

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

test('DELETE session requires a version in digits', () => {
  expect(DeleteSession.parse({ version: '12' })).toEqual({ version: 12 });
  for (const version of ['', ' ', '-1', '1.5', '1e3', '0x1', '99999999999999999999', undefined]) {
    expect(DeleteSession.safeParse({ version }).success, `${version}`).toBe(false);
  }
});
