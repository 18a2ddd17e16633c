import { expect, test } from 'vitest';
import { optional, required } from './fields.ts';

test('control characters are removed; tabs and line ends stay', () => {
  for (const field of [required('Name', 10), optional('Notes', 10)]) {
    expect(field.parse(' A\u0000d\u0007a\u007f\u0085 ')).toBe('Ada');
    expect(field.parse('a\tb\nc')).toBe('a\tb\nc');
    // Control characters are removed before the length is checked.
    expect(field.parse(`${'\u0000'.repeat(50)}Ada`)).toBe('Ada');
  }
});

test('a string of only control characters is empty', () => {
  expect(required('Name', 10).safeParse('\u0000\u0001').error?.issues[0]?.message).toBe('Name is required.');
  expect(optional('Notes', 10).parse(undefined)).toBe('');
});

test('text is stored composed, however it was typed', () => {
  for (const field of [required('Name', 10), optional('Notes', 10)]) {
    expect(field.parse('Nu\u0301n\u0303ez'.padEnd(12))).toBe('N\u00fa\u00f1ez');
  }
});
