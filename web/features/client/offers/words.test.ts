import { expect, test } from 'vitest';
import { countedWords, dueWords, lineDetail, minutesToRead, sayChoice } from './words.ts';

test('counts begin a sentence', () => {
  expect([1, 2, 12].map((count) => countedWords(count, 'payment'))).toEqual([
    'One payment',
    'Two payments',
    '12 payments',
  ]);
});

test('a payment’s day is said, and what this day is', () => {
  const session = '2027-05-15';
  expect(dueWords({ kind: 'signing' }, session)).toEqual({ day: 'Today', detail: 'when you sign' });
  expect(dueWords({ kind: 'before_session', days: 14 }, session)).toEqual({
    day: 'May 1, 2027',
    detail: '14 days before',
  });
  expect(dueWords({ kind: 'after_session', days: 1 }, null)).toEqual({ day: '1 day after the session', detail: '' });
  expect(dueWords({ kind: 'date', date: '2027-01-31' }, null)).toEqual({ day: 'January 31, 2027', detail: '' });
});

test('a line says how its price comes about only for several', () => {
  const line = { price_cents: 7_500, detail: 'All day' };
  expect(lineDetail({ ...line, quantity: 6 }, 'USD')).toBe('6 × $75.00, All day');
  expect(lineDetail({ ...line, quantity: 1 }, 'USD')).toBe('All day');
});

test('reading takes a minute at least', () => {
  expect(minutesToRead([])).toBe(1);
  expect(minutesToRead([{ kind: 'list', items: ['word '.repeat(500), 'word '.repeat(300)] }])).toBe(4);
});

test('what there is to choose is said', () => {
  const line = { id: '', name: '', detail: '', quantity: 1, price_cents: 0, tax_ids: [] };
  const packages = [line, line].map((option) => ({ ...option, service: '' }));
  const add_ons = [true, true, false].map((is_optional) => ({ ...line, is_optional }));
  const say = (values: object) =>
    sayChoice({ packages: [], add_ons: [], most_add_ons: null, ...values } as unknown as Parameters<
      typeof sayChoice
    >[0]);
  expect(say({})).toBeUndefined();
  expect(say({ packages: packages.slice(1), add_ons: add_ons.slice(2) })).toBeUndefined();
  expect(say({ packages })).toBe('One package.');
  expect(say({ packages, add_ons, most_add_ons: 2 })).toBe('One package, and any add-ons.');
  expect(say({ add_ons, most_add_ons: 1 })).toBe('Up to 1 of the add-ons.');
});
