import { expect, test } from 'vitest';
import { dueOn, type Instalment, type InstalmentPart, plannedPayments, wrongPlan } from './payment-plan.ts';

const planOf = (...parts: InstalmentPart[]): Instalment[] => parts.map((part) => ({ part, due: { kind: 'signing' } }));
const cents = (amount: number): InstalmentPart => ({ kind: 'cents', cents: amount });
const rate = (thousandths: number): InstalmentPart => ({ kind: 'rate', rate: thousandths });
const rest: InstalmentPart = { kind: 'rest' };

test.each<[string, InstalmentPart[], number, number[]]>([
  ['the rest alone', [rest], 63_597, [63_597]],
  ['an amount and the rest', [cents(50_000), rest], 127_194, [50_000, 77_194]],
  ['halves of an odd total', [rate(50_000), rate(50_000)], 101, [51, 50]],
  ['thirds', [rate(33_333), rate(33_333), rate(33_334)], 100_00, [3_333, 3_333, 3_334]],
  ['a third and the rest', [rate(33_333), rest], 100, [33, 67]],
  [
    'a percentage of the total beside an amount',
    [cents(10_000), rate(30_000), rest],
    100_000,
    [10_000, 30_000, 60_000],
  ],
  ['an amount above the total', [cents(50_000), rest], 30_000, [30_000]],
  ['amounts that use up the total', [cents(20_000), cents(20_000), rest], 30_000, [20_000, 10_000]],
  [
    'less left than percentages ask for',
    [cents(90_000), rate(20_000), rate(20_000), rest],
    100_000,
    [90_000, 5_000, 5_000],
  ],
  ['nothing', [cents(100), rate(50_000), rest], 0, []],
])('%s', (_, parts, total, payments) => {
  const plan = planOf(...parts);
  expect(wrongPlan(plan)).toBeUndefined();
  expect(plannedPayments(plan, total).map((payment) => payment.cents)).toEqual(payments);
});

test('a payment keeps when it is due, also beside one of nothing', () => {
  const plan: Instalment[] = [
    { part: cents(100), due: { kind: 'signing' } },
    { part: cents(100), due: { kind: 'date', date: '2027-01-01' } },
    { part: rest, due: { kind: 'before_session', days: 14 } },
  ];
  expect(plannedPayments(plan, 100)).toEqual([{ cents: 100, due: { kind: 'signing' } }]);
  expect(plannedPayments(plan, 201).map(({ due }) => due.kind)).toEqual(['signing', 'date', 'before_session']);
});

test.each<[InstalmentPart[], string]>([
  [[], 'One payment has to be the rest, or all are percentages that add up to 100%.'],
  [[cents(100)], 'One payment has to be the rest, or all are percentages that add up to 100%.'],
  [[rate(50_000), rate(49_999)], 'One payment has to be the rest, or all are percentages that add up to 100%.'],
  [[cents(100), rate(100_000)], 'One payment has to be the rest, or all are percentages that add up to 100%.'],
  [[rest, rest], 'Only one payment can be the rest.'],
  [[rate(60_000), rate(40_500), rest], 'The percentages add up to 100.5%, which is more than the total.'],
])('%j is no plan: %s', (parts, words) => {
  expect(wrongPlan(planOf(...parts))).toBe(words);
});

const days = { signed_on: '2026-11-27', session_on: '2027-03-01' };

test.each([
  [{ kind: 'signing' } as const, '2026-11-27'],
  [{ kind: 'before_session', days: 1 } as const, '2027-02-28'],
  [{ kind: 'before_session', days: 365 } as const, '2026-11-27'],
  [{ kind: 'after_session', days: 30 } as const, '2027-03-31'],
  [{ kind: 'date', date: '2026-12-24' } as const, '2026-12-24'],
  [{ kind: 'date', date: '2026-01-01' } as const, '2026-11-27'],
])('%j is due on %s', (due, day) => {
  expect(dueOn(due, days)).toBe(day);
});

test('what depends on a session without a date has no day yet', () => {
  expect(dueOn({ kind: 'before_session', days: 14 }, { ...days, session_on: null })).toBeNull();
  expect(dueOn({ kind: 'signing' }, { ...days, session_on: null })).toBe('2026-11-27');
});
