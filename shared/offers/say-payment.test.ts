import { expect, test } from 'vitest';
import type { InstalmentDue, InstalmentPart } from './payment-plan.ts';
import { sayDue, sayPart } from './say-payment.ts';

test.each<[InstalmentPart, string]>([
  [{ kind: 'rest' }, 'the rest'],
  [{ kind: 'rate', rate: 33_333 }, '33.333%'],
  [{ kind: 'cents', cents: 200_00 }, '$200.00'],
])('%j is said as %s', (part, words) => {
  expect(sayPart(part, 'USD')).toBe(words);
});

test.each<[InstalmentDue, string | null, string]>([
  [{ kind: 'signing' }, null, 'on signing'],
  [{ kind: 'date', date: '2027-05-01' }, '2027-06-01', 'on May 1, 2027'],
  [{ kind: 'before_session', days: 14 }, '2027-05-15', 'on May 1, 2027'],
  [{ kind: 'after_session', days: 17 }, '2027-05-15', 'on June 1, 2027'],
  [{ kind: 'before_session', days: 14 }, null, '14 days before the session'],
  [{ kind: 'after_session', days: 1 }, null, '1 day after the session'],
])('%j with a session on %s is said as %s', (due, sessionDate, words) => {
  expect(sayDue(due, sessionDate)).toBe(words);
});
