import { expect, test } from 'vitest';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { daysShown, eventsOn } from './days-of-offers.ts';

test('two weeks begin on the Monday of the week', () => {
  for (const day of ['2026-11-23', '2026-11-26', '2026-11-29']) {
    expect(daysShown(day)).toHaveLength(14);
    expect(daysShown(day)[0]).toBe('2026-11-23');
    expect(daysShown(day).at(-1)).toBe('2026-12-06');
  }
});

test('a day has the sessions of agreed offers and the ends of those that can still be signed', () => {
  const day = '2026-11-30';
  const offer = (id: string, state: OfferSummary['state']) =>
    ({ id, state, session_date: day, valid_until: day }) as OfferSummary;
  const offers = [offer('a', 'agreed'), offer('b', 'seen'), offer('c', 'signed'), offer('d', 'withdrawn')];
  expect(eventsOn(day, offers).map(({ offer: { id }, kind }) => [id, kind])).toEqual([
    ['a', 'session'],
    ['b', 'end'],
  ]);
  expect(eventsOn('2026-12-01', offers)).toEqual([]);
});
