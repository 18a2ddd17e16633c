import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { today } from '#shared/time/studio-time.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './offers.tsx';
import { ids, listAnswers, studioOffer } from './offers-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const month = today(new Date()).slice(0, 7);
let answers: Answers;
const figures = (groups: Partial<Record<string, number>> = {}) => ({
  ...{ month, agreed_count: 2, agreed_cents: 419_670 },
  groups: { draft: 0, client: 0, agreed: 0, ended: 0, ...groups },
});
const offer = (id: string, values: Partial<OfferSummary>): OfferSummary =>
  studioOffer({ ...values, id: id.repeat(20).slice(0, 20) });
const offers = [
  offer('a', { state: 'draft', title: 'Okafor Portraits', customer_name: 'Daniel Okafor' }),
  offer('b', { state: 'seen', title: 'Wedding album', seen_at: new Date().toISOString() }),
  offer('d', { state: 'signed', title: 'Ortega Quinceañera', signed_count: 2, signers_count: 3 }),
  offer('e', { state: 'agreed', title: 'Lee Newborn', session_date: '2099-12-05' }),
  offer('f', { state: 'agreed', title: 'Patel Family', session_date: '2020-12-12' }),
  offer('g', { state: 'withdrawn', title: 'Blake Event' }),
];
beforeEach(() => {
  answers = {
    ...listAnswers(offers),
    [`GET /api/admin/offer-figures?month=${month}`]: figures({ draft: 1, client: 2, agreed: 2, ended: 1 }),
    'GET /api/admin/customers': {
      items: [{ id: ids.customer, name: 'Tom Nguyen', email: 'tom@example.org', status: 'active' }],
      ...{ next_cursor: null, damaged: [] },
    },
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const show = (path = '/admin/offers') => showScreen([{ path: '/admin/offers', element: <Component /> }], path);
/** Finds the link to an offer in the table; above it, the two weeks link to the offer, too. */
const findOffer = async (title: string) =>
  within(await screen.findByRole('table', { name: 'Offers' })).findByRole('link', { name: title });
const titles = async () => {
  const table = await screen.findByRole('table', { name: 'Offers' });
  await within(table).findAllByRole('row');
  return within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
};

test('open offers stand by what they wait for, with their states, and without those whose session is over', async () => {
  show();
  expect(await findOffer('Okafor Portraits')).toBeVisible();
  expect(await screen.findByText('$4,196.70')).toBeVisible();
  expect(await findOffer('Lee Newborn')).toBeVisible();
  const rows = await titles();
  expect(rows.filter((row) => !row?.includes('$')).slice(1)).toEqual([
    'Waits for you 1',
    'With the client 2',
    'Agreed 1',
  ]);
  expect(screen.getByText('Seen today')).toBeVisible();
  expect(screen.getByText('Signed 2 of 3')).toBeVisible();
  expect(screen.queryByText('Patel Family')).toBeNull();
  expect(screen.queryByText('Blake Event')).toBeNull();
  const views = screen.getByRole('navigation', { name: 'Offers by state' });
  expect(within(views).getByRole('link', { name: 'With the client 2' })).toHaveAttribute(
    'href',
    '/admin/offers?view=client',
  );
});

test('each view has its list', async () => {
  show('/admin/offers?view=agreed');
  expect(await findOffer('Patel Family')).toBeVisible();
  expect(await findOffer('Lee Newborn')).toBeVisible();
  expect(screen.queryByText('Okafor Portraits')).toBeNull();
});

test('a search finds offers by title and by customer, and says when nothing matches', async () => {
  show();
  const field = await screen.findByRole('searchbox');
  await findOffer('Okafor Portraits');
  await userEvent.type(field, 'daniel');
  await vi.waitFor(() => expect(screen.queryByText('Wedding album')).toBeNull());
  expect(await findOffer('Okafor Portraits')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, 'nobody');
  expect(await screen.findByText('No offer matches “nobody”.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all offers' }));
  expect(await findOffer('Wedding album')).toBeVisible();
});

test('more of a list is loaded when it is asked for', async () => {
  const ended = 'GET /api/admin/offers?group=ended';
  answers[ended] = { items: [offers[5]], next_cursor: 'next', damaged: [] };
  answers['GET /api/admin/offers?cursor=next&group=ended'] = {
    items: [offer('h', { state: 'declined', title: 'Shah Headshots' })],
    ...{ next_cursor: null, damaged: [] },
  };
  show('/admin/offers?view=ended');
  expect(await screen.findByText('1+')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await findOffer('Shah Headshots')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('without any offer, one can be begun for a customer', async () => {
  Object.assign(answers, listAnswers([]), { [`GET /api/admin/offer-figures?month=${month}`]: figures() });
  answers['POST /api/admin/offers'] = (body: { request_id: string; customer_id: string }) =>
    body.customer_id === ids.customer ? studioOffer() : failing(400, 'INVALID');
  const { place } = show();
  expect(await screen.findByText('No offers yet.')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'New Offer' })[0]!);
  await userEvent.click(await screen.findByRole('button', { name: 'Create draft' }));
  expect(await screen.findByText('Please choose a customer.')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Customer'), ids.customer);
  await userEvent.click(screen.getByRole('button', { name: 'Create draft' }));
  expect(await screen.findByText(`At /admin/offers/${ids.offer}`)).toBeVisible();
  expect(place()).toBe(`/admin/offers/${ids.offer}`);
});

test('a list that could not be loaded says so and is tried again; the others are shown', async () => {
  const client = 'GET /api/admin/offers?group=client';
  const list = answers[client];
  answers[client] = failing(503, 'BUSY', 'The studio is busy.');
  show();
  expect(await screen.findByText('The offers ‘With the client’ could not be loaded.')).toBeVisible();
  expect(await findOffer('Okafor Portraits')).toBeVisible();
  answers[client] = list;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findOffer('Wedding album')).toBeVisible();
});

test('figures are those of the chosen month', async () => {
  const before = new Date(`${month}-01T00:00:00Z`);
  before.setUTCMonth(before.getUTCMonth() - 1);
  const earlier = before.toISOString().slice(0, 7);
  answers[`GET /api/admin/offer-figures?month=${earlier}`] = { ...figures(), month: earlier, agreed_cents: 1_000 };
  show();
  expect(await screen.findByText('$4,196.70')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Month after' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
  expect(await screen.findByText('$10.00')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Month after' })).toBeEnabled();
});
