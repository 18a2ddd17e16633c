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
  const days = { signed_on: '2026-11-24', session_on: '2027-05-15', hasSigned: false };
  const undated = { ...days, session_on: null };
  expect(dueWords({ kind: 'signing' }, days)).toEqual({ day: 'Today', detail: 'when you sign' });
  expect(dueWords({ kind: 'before_session', days: 14 }, days)).toEqual({
    day: 'May 1, 2027',
    detail: '14 days before',
  });
  expect(dueWords({ kind: 'after_session', days: 1 }, undated)).toEqual({ day: '1 day after the session', detail: '' });
  expect(dueWords({ kind: 'date', date: '2027-01-31' }, undated)).toEqual({ day: 'January 31, 2027', detail: '' });
});

test('no payment is due before the signature, which has its day once it is there', () => {
  const days = { signed_on: '2027-05-10', session_on: '2027-05-15', hasSigned: false };
  const early = { kind: 'before_session', days: 14 } as const;
  expect(dueWords(early, days)).toEqual({ day: 'Today', detail: 'when you sign' });
  const signed = { day: 'May 10, 2027', detail: 'when you signed' };
  expect(dueWords(early, { ...days, hasSigned: true })).toEqual(signed);
  expect(dueWords({ kind: 'signing' }, { ...days, hasSigned: true })).toEqual(signed);
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
