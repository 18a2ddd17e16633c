import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import { Sentence } from './sentences.tsx';

const entry: TimelineEntry = {
  ...{ id: 'e'.repeat(20), kind: 'selection-submitted', by: 'client', name: 'Maya', what: 'Album', count: 33 },
  ...{ at: '2026-11-22T16:12:00.000Z', last_at: '2026-11-22T16:12:00.000Z', session_id: null, session_name: '' },
  ...{ photos: [], email: null },
};

test.each([
  [4_500, 'Maya submitted the selection “Album”: 33 chosen for $45.'],
  [0, 'Maya submitted the selection “Album”: 33 chosen.'],
])('a submitted selection of %d cents names its price only if it has one', (price_cents, text) => {
  expect(render(<Sentence entry={{ ...entry, price_cents }} />).container).toHaveTextContent(text);
});

test('an act on an offer leads to the offer', () => {
  const offer_id = 'o'.repeat(20);
  render(<Sentence entry={{ ...entry, kind: 'offer-seen', what: 'Nguyen Wedding', offer_id }} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByRole('link', { name: 'Nguyen Wedding' })).toHaveAttribute('href', `/admin/offers/${offer_id}`);
});
