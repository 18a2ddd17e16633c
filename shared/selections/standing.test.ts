import { expect, test } from 'vitest';
import { sayStanding } from './say-standing.ts';
import { type QuoteFacts, type SelectionFacts, standingOfQuote, standingOfSelection } from './standing.ts';

const request: QuoteFacts = {
  ...{ status: 'pending', price_cents: null, payment_link: null, accepted: null, superseded_at: null, selection: null },
};
const choice = { ...request, price_cents: 1_500, selection: {} };
const approved = { ...choice, status: 'approved' } as const;
const instant = '2026-11-22T18:00:00.000Z';
const acceptance = { accepted_at: instant, by: 'rosa@example.com', price_cents: 1_500, version: 1 };
const accepted = { ...approved, accepted: acceptance };
const open: SelectionFacts = { state: 'open', included: 30, extra_cents: 1_500, chosen_count: 27, ends_on: null };
const submitted = { ...open, state: 'submitted' } as const;

/** Formats a standing as 'state: line · act → what it opens'. */
const formatStanding = (standing: ReturnType<typeof standingOfQuote>) =>
  `${standing.state}: ${sayStanding(standing, 'USD')} · ${standing.act} → ${standing.opens}`;

test.each<[string, QuoteFacts, { finished: number; of: number }?]>([
  ['submitted: Your choice is with the studio. · See your choice → selection', choice],
  ['priced: The studio’s price is ready: $15 · Accept → quote', approved],
  ['priced: The studio’s price is ready: $15.50 · Accept → quote', { ...approved, price_cents: 1_550 }],
  ['priced: The studio’s price is ready: no extra charge · Accept → quote', { ...approved, price_cents: 0 }],
  ['priced: The studio’s answer is ready · Accept → quote', { ...approved, price_cents: null }],
  // The studio may have finished photos earlier.
  ['priced: The studio’s price is ready: $15 · Accept → quote', approved, { finished: 1, of: 4 }],
  ['rejected: The studio can’t take this choice. · See the answer → quote', { ...choice, status: 'rejected' }],
  ['accepted: You have accepted. · See your choice → selection', accepted],
  ['accepted: You have accepted. · Pay → quote', { ...accepted, payment_link: 'https://pay.example.com/' }],
  ['accepted: You have accepted. · See your choice → selection', accepted, { finished: 0, of: 4 }],
  // Every chosen photo was deleted.
  ['accepted: You have accepted. · See your choice → selection', accepted, { finished: 0, of: 0 }],
  ['retouching: 1 of 4 finished · See your choice → selection', accepted, { finished: 1, of: 4 }],
  ['finished: All 4 finished · See your choice → selection', accepted, { finished: 4, of: 4 }],
  ['finished: Finished · See your choice → selection', accepted, { finished: 1, of: 1 }],
  [
    'withdrawn: The studio opened the selection again. This quote is withdrawn. · See your choice → selection',
    { ...accepted, superseded_at: instant },
    { finished: 4, of: 4 },
  ],
  ['submitted: Your request is with the studio. · See your request → quote', request],
  ['priced: The studio’s price is ready: $80 · Accept → quote', { ...request, status: 'approved', price_cents: 8_000 }],
  ['rejected: The studio can’t take this request. · See the answer → quote', { ...request, status: 'rejected' }],
  ['accepted: You have accepted. · See your request → quote', { ...request, status: 'approved', accepted: acceptance }],
])('%s', (words, quote, retouched) => {
  expect(formatStanding(standingOfQuote(quote, retouched))).toBe(words);
  // A submitted selection has its quote's standing.
  expect(standingOfSelection(submitted, quote, retouched)).toEqual(standingOfQuote(quote, retouched));
});

test.each<[string, Partial<SelectionFacts>]>([
  ['choosing: 27 of 30 chosen · 3 left · Choose photos → session', {}],
  ['choosing: 0 of 30 chosen · 30 left · Choose photos → session', { chosen_count: 0 }],
  ['choosing: 33 chosen · 3 extra × $15 = $45 · Choose photos → session', { chosen_count: 33 }],
  [
    'ended: The last day to choose was Nov 22, 2026. Ask the studio for more time. · See your choice → selection',
    { state: 'ended', ends_on: '2026-11-22' },
  ],
  ['closed: The studio has closed this selection. · See your choice → selection', { state: 'closed' }],
  // Its quote can't be read.
  ['submitted: Your choice is with the studio. · See your choice → selection', { state: 'submitted' }],
])('a selection is %s', (words, change) => {
  expect(formatStanding(standingOfSelection({ ...open, ...change }, null))).toBe(words);
});

test('an open selection is being chosen whatever an earlier quote says', () => {
  expect(standingOfSelection(open, accepted, { finished: 4, of: 4 }).state).toBe('choosing');
});

test('the amounts of a standing are said in the studio’s currency', () => {
  expect(sayStanding(standingOfQuote(approved), 'EUR')).toBe('The studio’s price is ready: €15');
  expect(sayStanding(standingOfSelection({ ...open, chosen_count: 33 }, null), 'GBP')).toBe(
    '33 chosen · 3 extra × £15 = £45',
  );
});
