import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { quotesQuery } from './api.ts';
import { Component } from './quotes.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 'q'.repeat(20);
const quote: StudioQuote = {
  id,
  customer_id: 'c'.repeat(20),
  customer_name: 'Rosa Delgado',
  customer_email: 'rosa@example.com',
  answers_to: 'rosa@example.com',
  type: 'photo-book',
  quantity: 2,
  notes: 'Linen, please.',
  favorites: [],
  status: 'pending',
  price_cents: null,
  message: '',
  created_at: '2026-05-01T12:00:00.000Z',
  decided_at: null,
  payment_link: null,
  accepted: null,
  selection: null,
  superseded_at: null,
  reopened: null,
  version: 0,
};

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { 'GET /api/admin/quotes': { items: [quote], next_cursor: null } };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const open = () => showScreen([{ path: '/admin/quotes', Component }], '/admin/quotes');
const patches = () =>
  requests
    .filter((request) => request.startsWith('PATCH '))
    .map((request) => JSON.parse(request.slice(request.indexOf('{'))));
const approve = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Approve PHOTO BOOK from Rosa Delgado' }));
  return within(screen.getByRole('dialog', { name: 'Approve this request?' }));
};

test('no quotes and a failed request show different texts', async () => {
  answers['GET /api/admin/quotes'] = failing(403, 'FORBIDDEN', 'You are not allowed to do this.');
  open();
  expect(screen.getByText('Loading quotes...')).toHaveAttribute('role', 'status');
  expect(await screen.findByRole('alert')).toHaveTextContent('The quotes could not be loaded.');
  expect(screen.queryByText('No quotes yet.')).toBeNull();
  answers['GET /api/admin/quotes'] = { items: [], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No quotes yet.')).toBeInTheDocument();
});

test('older quotes load on request', async () => {
  answers['GET /api/admin/quotes'] = { items: [quote], next_cursor: 'two' };
  answers['GET /api/admin/quotes?cursor=two'] = {
    items: [{ ...quote, id: 'r'.repeat(20), customer_name: null, customer_email: null, quantity: null, type: 'other' }],
    next_cursor: null,
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('heading', { name: 'OTHER pending' })).toBeInTheDocument();
  expect(screen.getByText('Unknown')).toBeInTheDocument();
  expect(screen.getByText('N/A')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a name leads to its customer, also without one; of an erased customer it leads nowhere', async () => {
  const nameless = { ...quote, id: 'n'.repeat(20), customer_name: null };
  const erased = { ...nameless, id: 'e'.repeat(20), customer_email: null };
  answers['GET /api/admin/quotes'] = { items: [quote, nameless, erased], next_cursor: null };
  const { location } = open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByRole('link')?.textContent)).toEqual([
    'Rosa Delgado',
    'Unknown',
    undefined,
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Rosa Delgado' }));
  expect(location().pathname).toBe(`/admin/customer/${quote.customer_id}/edit`);
});

test.each([
  ['', null],
  ['125', 12_500],
  ['125.5', 12_550],
  [' $1,250.05 ', 125_005],
  ['12,50', 1_250],
  ['0', 0],
  ['19.99', 1_999],
])('a price of %j is sent as %j cents', async (typed, cents) => {
  answers[`PATCH /api/admin/quotes/${id}`] = { ...quote, status: 'approved', price_cents: cents, version: 1 };
  open();
  const dialog = await approve();
  if (typed) await userEvent.type(dialog.getByLabelText('Price in dollars (optional)'), typed);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'PHOTO BOOK × 2 approved' })).toBeInTheDocument();
  expect(patches()).toEqual([{ status: 'approved', price_cents: cents, message: '', payment_link: null, version: 0 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['abc', '-5', '1.234', '1,25,000', '100000.01'])('%j is not a valid price', async (typed) => {
  open();
  const dialog = await approve();
  await userEvent.type(dialog.getByLabelText('Price in dollars (optional)'), typed);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(dialog.getByLabelText('Price in dollars (optional)')).toBeInvalid();
  expect(patches()).toEqual([]);
});

test('a failed decision shows an error in the dialog and keeps the input', async () => {
  answers[`PATCH /api/admin/quotes/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  const dialog = await approve();
  await userEvent.type(dialog.getByLabelText('Message (optional)'), 'On Friday');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('The studio is busy.');
  expect(dialog.getByLabelText('Message (optional)')).toHaveValue('On Friday');
  expect(screen.getByRole('heading', { name: 'PHOTO BOOK × 2 pending' })).toBeInTheDocument();
});

test('after a conflict the unsent price and message stay visible', async () => {
  answers[`PATCH /api/admin/quotes/${id}`] = failing(409, 'CHANGED_MEANWHILE', 'This request was rejected meanwhile.', {
    details: { current: { ...quote, status: 'rejected', version: 1 } },
  });
  open();
  const dialog = await approve();
  await userEvent.type(dialog.getByLabelText('Price in dollars (optional)'), '125.50');
  await userEvent.type(dialog.getByLabelText('Message (optional)'), 'On Friday');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This request was rejected meanwhile. Your answer was not sent.',
  );
  expect(screen.getByText(/^You wrote:/)).toHaveTextContent('You wrote: $125.50 On Friday');
});

test('a retry after a lost response recognizes its own decision', async () => {
  answers[`PATCH /api/admin/quotes/${id}`] = () => Promise.reject(new TypeError('Failed to fetch'));
  open();
  const dialog = await approve();
  await userEvent.type(dialog.getByLabelText('Price in dollars (optional)'), '125.50');
  await userEvent.type(dialog.getByLabelText('Message (optional)'), 'On Friday');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Network error.');
  const approvedQuote = { ...quote, status: 'approved', price_cents: 12_550, message: 'On Friday', version: 1 };
  answers[`PATCH /api/admin/quotes/${id}`] = failing(409, 'CHANGED_MEANWHILE', 'This request was approved meanwhile.', {
    details: { current: approvedQuote },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'PHOTO BOOK × 2 approved' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a list request started before a decision does not undo it', async () => {
  const { queries } = open();
  const dialog = await approve();
  const earlierResponse = Promise.withResolvers<unknown>();
  answers['GET /api/admin/quotes'] = () => earlierResponse.promise;
  void queries.refetchQueries(quotesQuery);
  const approved = { ...quote, status: 'approved' as const, version: 1 };
  answers[`PATCH /api/admin/quotes/${id}`] = () => {
    answers['GET /api/admin/quotes'] = { items: [approved], next_cursor: null };
    return approved;
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('heading', { name: 'PHOTO BOOK × 2 approved' })).toBeInTheDocument();
  earlierResponse.resolve({ items: [quote], next_cursor: null });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.getByRole('heading', { name: 'PHOTO BOOK × 2 approved' })).toBeInTheDocument();
});

const reopen = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Reopen/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reopen this request?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }));
};

test('reopening asks first, shows what the client was told, and keeps it as the draft of the next answer', async () => {
  const decision = { status: 'approved' as const, price_cents: 12_550, message: 'Ready in May.', decided_at: null };
  answers['GET /api/admin/quotes'] = { items: [{ ...quote, ...decision, version: 1 }], next_cursor: null };
  answers[`PATCH /api/admin/quotes/${id}`] = { ...quote, reopened: decision, version: 2 };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Reopen/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(patches()).toEqual([]);
  await reopen();
  expect(await screen.findByText(/The client was told: Approved/)).toHaveTextContent('$125.50');
  expect(screen.getByText('Ready in May.')).toBeInTheDocument();
  expect(patches()).toEqual([{ status: 'pending', version: 1 }]);
  const dialog = await approve();
  expect(dialog.getByLabelText('Price in dollars (optional)')).toHaveValue('125.50');
  expect(dialog.getByLabelText('Message (optional)')).toHaveValue('Ready in May.');
});

test('reopening a quote that another admin reopened shows the stored quote', async () => {
  const approved = { ...quote, status: 'approved' as const, price_cents: 100, version: 1 };
  answers['GET /api/admin/quotes'] = { items: [approved], next_cursor: null };
  answers[`PATCH /api/admin/quotes/${id}`] = failing(409, 'CHANGED_MEANWHILE', 'This request was reopened meanwhile.', {
    details: { current: { ...quote, version: 2 } },
  });
  open();
  await reopen();
  expect(await screen.findByRole('alert')).toHaveTextContent('This request was reopened meanwhile.');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'PHOTO BOOK × 2 pending' })).toBeInTheDocument());
});

test('without an address no email is announced', async () => {
  answers['GET /api/admin/quotes'] = { items: [{ ...quote, answers_to: null }], next_cursor: null };
  open();
  const dialog = await approve();
  expect(dialog.getByText(/There is no address to send your answer to\./)).toBeInTheDocument();
});

const otherQuotes = [
  { ...quote, id: 'a'.repeat(20), customer_name: 'Zoë Núñez', status: 'approved' as const, price_cents: 4_500 },
  { ...quote, id: 'b'.repeat(20), customer_name: 'Otto', type: 'print' as const, superseded_at: quote.created_at },
];
const shownNames = () => screen.queryAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);

test('the list is filtered by status and searched, over all pages, and the address keeps both', async () => {
  answers['GET /api/admin/quotes'] = { items: [quote], next_cursor: 'two' };
  answers['GET /api/admin/quotes?cursor=two'] = { items: otherQuotes, next_cursor: null };
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Approved');
  expect(await screen.findByText('1 found')).toBeInTheDocument();
  expect(shownNames()).toEqual(['Zoë Núñez']);
  // A superseded quote is not pending.
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending');
  await waitFor(() => expect(shownNames()).toEqual(['Rosa Delgado']));
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Superseded');
  await waitFor(() => expect(shownNames()).toEqual(['Otto']));
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'All');
  const search = screen.getByRole('searchbox', { name: 'Search by customer, type or words' });
  for (const [typed, names] of [
    ['zoe nunez', ['Zoë Núñez']],
    ['photo book linen', ['Rosa Delgado', 'Zoë Núñez']],
    ['PHOTO-BOOK', ['Rosa Delgado', 'Zoë Núñez']],
    ['prints', ['Otto']],
  ] as const) {
    await userEvent.clear(search);
    await userEvent.type(search, typed);
    await waitFor(() => expect(shownNames()).toEqual(names));
  }
  await userEvent.clear(search);
  await userEvent.type(search, 'nobody');
  expect(await screen.findByText('No quote matches “nobody”.')).toBeInTheDocument();
  // Only quotes of the chosen status are found, also when nothing is found.
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Approved');
  expect(await screen.findByText('No approved quote matches “nobody”.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all quotes' }));
  await waitFor(() => expect(shownNames()).toHaveLength(3));
});

test('an address without its beginning is completed, and the last link is offered for the next answer', async () => {
  const second = { ...quote, id: 'r'.repeat(20), customer_name: 'Otto' };
  answers['GET /api/admin/quotes'] = { items: [quote, second], next_cursor: null };
  const payment_link = 'https://paypal.me/studio';
  answers[`PATCH /api/admin/quotes/${id}`] = { ...quote, status: 'approved', payment_link, version: 1 };
  open();
  const dialog = await approve();
  expect(dialog.getByLabelText('Payment link (optional)')).toHaveValue('');
  await userEvent.type(dialog.getByLabelText('Payment link (optional)'), ' paypal.me/studio ');
  expect(dialog.getByText(/sees a button that opens paypal\.me\.$/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(patches()).toMatchObject([{ payment_link }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Reject PHOTO BOOK from Otto' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve PHOTO BOOK from Otto' }));
  const next = within(screen.getByRole('dialog'));
  expect(next.getByLabelText('Payment link (optional)')).toHaveValue(payment_link);
  expect(next.getByText(/^As in your last answer: check that it fits this one\./)).toBeInTheDocument();
});
