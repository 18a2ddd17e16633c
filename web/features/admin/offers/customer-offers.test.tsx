import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { CustomerOffers } from './customer-offers.tsx';
import { ids, studioOffer } from './offers-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

let answers: Answers;
const list = `GET /api/admin/customers/${ids.customer}/offers`;
beforeEach(() => {
  answers = { [list]: { items: [], next_cursor: null, damaged: [] } };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

const show = () => showScreen([{ path: '/', element: <CustomerOffers customer={ids.customer} /> }], '/');

test('a customer’s offers lead to their screens, with state and total', async () => {
  answers[list] = { items: [studioOffer({ state: 'agreed' })], next_cursor: null, damaged: [] };
  show();
  expect(await screen.findByRole('link', { name: 'Nguyen Wedding' })).toHaveAttribute(
    'href',
    `/admin/offers/${ids.offer}`,
  );
  expect(screen.getByText('Agreed')).toBeVisible();
  expect(screen.getByText('$750.00 to $1,000.00')).toBeVisible();
});

test('an offer that could not be created says so, and the next attempt is the same request', async () => {
  const requestIds = new Set<string>();
  answers['POST /api/admin/offers'] = ({ request_id }: { request_id: string }) => {
    requestIds.add(request_id);
    return requestIds.size === 1 && answers.isRepeated ? studioOffer() : failing(503, 'BUSY', 'The studio is busy.');
  };
  show();
  expect(await screen.findByText('No offers yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New Offer' }));
  expect(await screen.findByText('The offer was not created. The studio is busy.')).toBeVisible();
  answers.isRepeated = true;
  await userEvent.click(screen.getByRole('button', { name: 'New Offer' }));
  expect(await screen.findByText(`At /admin/offers/${ids.offer}`)).toBeVisible();
  expect(requestIds.size).toBe(1);
});
