import { expect, test } from 'vitest';
import type { StudioSelection } from '#shared/contract/selections.ts';
import { priceOf, stateOf, termsOf } from './selection-words.ts';

const selection: StudioSelection = {
  id: 'a'.repeat(20),
  session_id: 's'.repeat(20),
  name: 'Album',
  included: 30,
  extra_cents: 1_500,
  minimum: 0,
  ends_on: null,
  client_words: '',
  state: 'open',
  ends_at: null,
  most: 2_000,
  chosen_count: 27,
  extra_count: 0,
  total_cents: 0,
  round: 0,
  revision: 0,
  submitted_at: null,
  quote_id: null,
  version: 0,
  created_at: '2026-11-01T12:00:00.000Z',
};
const submittedRound = { chosen_count: 33, extra_count: 3, total_cents: 4_500 };

test.each<[string, Partial<StudioSelection>]>([
  ['27 of 30 chosen, open', {}],
  ['27 of 30 chosen, open until Dec 1, 2026', { ends_on: '2026-12-01' }],
  ['27 of 30 chosen, ended Dec 1, 2026', { ends_on: '2026-12-01', state: 'ended' }],
  ['27 of 30 chosen, closed', { ends_on: '2026-12-01', state: 'closed' }],
  ['33 chosen · 3 extra × $15 = $45, open', submittedRound],
  ['33 of 30 chosen · 3 too many, open', { ...submittedRound, extra_cents: null, total_cents: 0 }],
  [
    'Submitted Nov 22, 2026: 33 photos, $45',
    { ...submittedRound, state: 'submitted', submitted_at: '2026-11-22T18:00:00.000Z' },
  ],
  ['Submitted Nov 22, 2026: 27 photos, all included', { state: 'submitted', submitted_at: '2026-11-22T18:00:00.000Z' }],
])('a state is said as %j', (expectedText, values) => {
  expect(stateOf({ ...selection, ...values }, 'USD')).toBe(expectedText);
});

test('prices and terms are said in dollars', () => {
  expect(priceOf({ ...selection, ...submittedRound, total_cents: 4_650 }, 'USD')).toBe(
    '33 photos · 3 extra × $15.50 = $46.50',
  );
  expect(termsOf({ ...selection, minimum: 10 }, 'USD')).toBe('30 included, each further one $15, at least 10');
  expect(termsOf({ ...selection, extra_cents: null }, 'USD')).toBe('30 included, no more than these');
});
