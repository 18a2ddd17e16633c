import { expect, test } from 'vitest';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { sayRange, sayStateAndDay, titleOf } from './offer-words.ts';

const now = new Date('2026-11-26T18:00:00Z');
const offer = (values: Partial<OfferSummary>) =>
  ({ state: 'sent', sent_at: null, seen_at: null, signed_count: 0, signers_count: 2, ...values }) as OfferSummary;

test('the state has its day while the offer lies with the client', () => {
  const sent_at = '2026-11-20T18:00:00Z';
  expect(sayStateAndDay(offer({ sent_at }), now)).toBe('Sent Nov 20');
  expect(sayStateAndDay(offer({ state: 'seen', sent_at, seen_at: '2026-11-26T15:00:00Z' }), now)).toBe('Seen today');
  expect(sayStateAndDay(offer({ sent_at: '2025-12-30T18:00:00Z' }), now)).toBe('Sent Dec 30, 2025');
  expect(sayStateAndDay(offer({ state: 'signed', sent_at, signed_count: 1 }), now)).toBe('Signed 1 of 2');
  expect(sayStateAndDay(offer({ state: 'agreed', sent_at }), now)).toBe('Agreed');
});

test('a total is a range while something can be chosen', () => {
  expect(sayRange({ least_cents: 75_775, most_cents: 162_375 }, 'USD')).toBe('$757.75 to $1,623.75');
  expect(sayRange({ least_cents: 34_099, most_cents: 34_099 }, 'USD')).toBe('$340.99');
});

test('a draft without a title can be named', () => {
  expect(titleOf({ title: 'Nguyen Wedding' })).toBe('Nguyen Wedding');
  expect(titleOf({ title: '' })).toBe('Offer without a title');
});
