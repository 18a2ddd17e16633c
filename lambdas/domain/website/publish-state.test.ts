import { expect, test } from 'vitest';
import { publishMinutes, whereIs } from './publish-state.ts';
import type { PublishState } from './repository.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const none = { currency: 'USD' } as const;
const third: PublishState = {
  number: 3,
  build: 'b',
  currency: 'USD',
  asked_at: before(1),
  live: { number: 2, build: 'b', currency: 'USD' },
  failed: none,
};

test('what visitors see is live only when version and build are those that they are to see', () => {
  expect(whereIs({ ...third, live: { number: 3, build: 'b', currency: 'USD' } }, now)).toEqual({
    state: 'live',
    since: null,
  });
  expect(whereIs({ ...third, live: { number: 3, build: 'a', currency: 'USD' } }, now).state).toBe('publishing');
  const inEuros: PublishState = { ...third, live: { number: 3, build: 'b', currency: 'EUR' } };
  expect(whereIs(inEuros, now).state).toBe('publishing');
  expect(whereIs(third, now)).toEqual({ state: 'publishing', since: before(1) });
  const defaults = { number: 0, build: 'b', currency: 'USD', asked_at: undefined, failed: none } as const;
  expect(whereIs({ ...defaults, live: { number: 0, build: 'b', currency: 'USD' } }, now).state).toBe('live');
  expect(whereIs({ ...defaults, live: none }, now).state).toBe('publishing');
});

test('it has failed since the last attempt; one that failed before a later version or build says nothing', () => {
  const failed = { number: 3, build: 'b', currency: 'USD', at: before(0) } as const;
  expect(whereIs({ ...third, failed }, now)).toEqual({ state: 'failed', since: before(0) });
  expect(whereIs({ ...third, failed: { number: 3, build: 'b', currency: 'USD' } }, now)).toEqual({
    state: 'failed',
    since: before(1),
  });
  expect(whereIs({ ...third, failed: { number: 2, build: 'b', currency: 'USD' } }, now).state).toBe('publishing');
  expect(whereIs({ ...third, failed: { number: 3, build: 'a', currency: 'USD' } }, now).state).toBe('publishing');
  expect(whereIs({ ...third, failed: { number: 3, build: 'b', currency: 'EUR' } }, now).state).toBe('publishing');
});

test('what no attempt has recorded has failed once it takes longer than all of them', () => {
  const late = before(publishMinutes + 1);
  expect(whereIs({ ...third, asked_at: late }, now)).toEqual({ state: 'failed', since: late });
  expect(whereIs({ ...third, asked_at: before(publishMinutes) }, now).state).toBe('publishing');
  // Older rows, which do not have the time.
  expect(whereIs({ ...third, asked_at: undefined }, now)).toEqual({ state: 'publishing', since: null });
});
