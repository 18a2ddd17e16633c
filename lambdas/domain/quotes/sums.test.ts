import { expect, test } from 'vitest';
import { sumQuotes } from './sums.ts';

type Quote = Parameters<typeof sumQuotes>[0][number];

const pending: Quote = { status: 'pending', accepted: null, superseded_at: null, price_cents: null };
const approved: Quote = { ...pending, status: 'approved', price_cents: 4_500 };
const acceptedAt = (price_cents: number | null): Quote => ({
  ...approved,
  accepted: { accepted_at: '2026-05-01T12:00:00.000Z', by: 'ada@example.com', price_cents, version: 1 },
});
const none = { quotes_count: 0, cents: 0, unpriced_count: 0 };

test('without quotes nothing is accepted, and nothing open', () => {
  expect(sumQuotes([])).toEqual({ accepted: none, open: none });
});

test('accepted prices are summed apart from those that are open', () => {
  const selection = { ...pending, price_cents: 3_000 };
  expect(sumQuotes([acceptedAt(12_500), acceptedAt(4_550), approved, selection])).toEqual({
    accepted: { quotes_count: 2, cents: 17_050, unpriced_count: 0 },
    open: { quotes_count: 2, cents: 7_500, unpriced_count: 0 },
  });
});

test('the price counts that was accepted, and quotes without a price are counted', () => {
  const sums = sumQuotes([{ ...acceptedAt(4_000), price_cents: 9_999 }, acceptedAt(null), pending]);
  expect(sums.accepted).toEqual({ quotes_count: 2, cents: 4_000, unpriced_count: 1 });
  expect(sums.open).toEqual({ quotes_count: 1, cents: 0, unpriced_count: 1 });
});

test('rejected and superseded quotes are neither, also one that was accepted before', () => {
  const superseded_at = '2026-05-02T12:00:00.000Z';
  const quotes = [
    { ...approved, status: 'rejected' as const },
    { ...approved, superseded_at },
    { ...acceptedAt(5_000), superseded_at },
  ];
  expect(sumQuotes(quotes)).toEqual({ accepted: none, open: none });
});
