import { expect, test } from 'vitest';
import { endsIn, untilWhen, waitingFor } from './waiting-times.ts';

const at = (text: string) => new Date(text);
const iso = (text: string) => at(text).toISOString();
const now = at('2026-11-22T16:30:00');

test('the wait is said in days of the calendar', () => {
  expect(waitingFor(iso('2026-11-22T00:00:00'), now)).toBe('Today, 12:00 AM');
  expect(waitingFor(iso('2026-11-22T16:12:00'), now)).toBe('Today, 4:12 PM');
  expect(waitingFor(iso('2026-11-21T23:59:59'), now)).toBe('Yesterday');
  expect(waitingFor(iso('2026-11-20T23:59:59'), now)).toBe('2 days');
  expect(waitingFor(iso('2026-10-23T12:00:00'), now)).toBe('30 days');
  expect(waitingFor(iso('2026-10-22T12:00:00'), now)).toBe('Oct 22, 2026');
  // The reader's clock may be behind the server's.
  expect(waitingFor(iso('2026-11-22T16:31:00'), now)).toBe('Today, 4:31 PM');
});

test('an end is said in days of the calendar', () => {
  expect(untilWhen(iso('2026-11-22T23:59:00'), now)).toBe('Today, 11:59 PM');
  expect(untilWhen(iso('2026-11-23T00:00:00'), now)).toBe('Tomorrow');
  expect(untilWhen(iso('2026-11-25T12:00:00'), now)).toBe('In 3 days');
});

test('the last day of a gallery is said in days of the studio’s time zone', () => {
  // In Houston it is still November 22.
  const evening = new Date('2026-11-23T05:30:00.000Z');
  expect(endsIn('2026-11-22', evening)).toBe('Ends today');
  expect(endsIn('2026-11-23', evening)).toBe('Ends tomorrow');
  expect(endsIn('2026-11-27', evening)).toBe('Ends in 5 days');
});
