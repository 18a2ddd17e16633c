import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SelectionDetails, SubmittedRound } from '#shared/contract/selections.ts';
import { sumOf } from '#shared/selections/selection-price.ts';
import { standingOfSelection } from '#shared/selections/standing.ts';
import { answerFetch, showScreen } from '../../../lib/testing.ts';
import { Submitted } from './submitted.tsx';

/** A submitted selection as the client reads it. */

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const time = '2026-11-20T18:00:00.000Z';
const terms = { included: 2, extra_cents: 1_500 };

function show(...messages: string[]) {
  const facts = {
    ...{
      id: 'a',
      session_id: 's',
      name: 'Album',
      ...terms,
      minimum: 0,
      ends_on: null,
      client_words: '',
      ends_at: null,
    },
    ...{ state: 'submitted' as const, most: 2_000, chosen_count: 1, round: messages.length, revision: 1 },
    ...{ ...sumOf(terms, 1), submitted_at: time, quote_id: 'q', created_at: time },
  };
  const details: SelectionDetails = {
    ...{ ...facts, standing: standingOfSelection(facts, null), choices: [], photos: [], left_count: 0, quote: null },
    rounds: messages.map(
      (message, index): SubmittedRound => ({
        ...{ round: index + 1, submitted_at: time, ...terms, chosen_count: 1, ...sumOf(terms, 1), quote_id: 'q' },
        words: message,
      }),
    ),
  };
  const Component = () => <Submitted selection={{ session: 's', selection: 'a' }} details={details} back={null} />;
  showScreen([{ path: '/', Component }], '/');
}

beforeEach(() => {
  vi.stubGlobal('fetch', answerFetch({}).fetch);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('the studio is said to have words only where the last round has some', async () => {
  show('The hallway first, please.');
  expect(await screen.findByText(/The studio has your 1 photo and your words\.$/)).toBeInTheDocument();
});

test('words of an earlier round are not said to be with the last one', async () => {
  show('The hallway first, please.', '');
  expect(await screen.findByText(/The studio has your 1 photo\.$/)).toBeInTheDocument();
});
