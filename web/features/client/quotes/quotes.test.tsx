import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import { standingOfQuote } from '#shared/selections/standing.ts';
import { CustomerContext } from '../../../lib/auth/customer.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Quotes } from './quotes.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const quote = (id: string, change: Partial<Quote> = {}): Quote => {
  const facts: Omit<Quote, 'standing'> = {
    id,
    type: 'photo-book',
    quantity: 3,
    notes: `Quote ${id}`,
    favorites: [],
    status: 'pending',
    price_cents: null,
    message: '',
    created_at: '2026-11-20T18:00:00.000Z',
    decided_at: null,
    payment_link: null,
    accepted: null,
    selection: null,
    superseded_at: null,
    version: 0,
    ...change,
  };
  return { ...facts, standing: standingOfQuote(facts) };
};

const draft = `draft quote-request ${'c'.repeat(20)}`;

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/client/sessions': { items: [], favorites_count: 0 },
    'GET /api/client/quotes': { items: [quote('1')], next_cursor: null },
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function openScreen(search = '') {
  const customer = { id: 'c'.repeat(20) } as Profile;
  const Component = () => createElement(CustomerContext, { value: customer }, createElement(Quotes));
  return showScreen([{ path: '/dashboard/quotes', Component }], `/dashboard/quotes${search}`);
}

test('each quote shows its type, its day and its status with a color', async () => {
  answers['GET /api/client/quotes'] = {
    items: [
      quote('3', { status: 'approved', price_cents: 18_000, message: 'Ready by Friday.' }),
      quote('2', { status: 'rejected', type: 'other', quantity: null }),
      quote('1', { status: 'on hold' as Quote['status'] }),
    ],
    next_cursor: null,
  };
  openScreen();
  const badges = [
    ...(await screen.findAllByText('approved')).slice(0, 1),
    screen.getByText('rejected'),
    // A status that this build does not know.
    screen.getByText('on hold'),
  ].map((word) => word.closest('[class*="bg-"]')?.className);
  expect(new Set(badges).size).toBe(3);
  expect(section('My Quote Requests').getAllByText(/^PHOTO BOOK/)).toHaveLength(2);
  expect(screen.getByText('OTHER')).toBeInTheDocument();
  expect(section('My Quote Requests').getAllByText(/^Submitted: .*20, 2026$/)).toHaveLength(3);
});

const pricedQuote = quote('1', { status: 'approved', price_cents: 18_000, message: 'Ready by Friday.' });
const section = (name: string) => within(screen.getByRole('region', { name }));

test('what waits for the client stands above the form, also when it is older, with its one button', async () => {
  answers['GET /api/client/quotes'] = {
    items: [quote('3'), quote('2', { status: 'rejected' }), pricedQuote],
    next_cursor: null,
  };
  openScreen();
  const above = within(await screen.findByRole('region', { name: 'Waits for your answer' }));
  expect(above.getAllByRole('listitem')).toHaveLength(1);
  expect(above.getByText('The studio’s price is ready: $180')).toBeInTheDocument();
  expect(above.getByText('Ready by Friday.')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Accept/ })).toEqual([
    above.getByRole('button', { name: 'Accept $180' }),
  ]);
  const form = screen.getByLabelText('Request Type');
  expect(above.getByText('Ready by Friday.').compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const history = section('My Quote Requests');
  expect(history.getByText('Your request is with the studio.')).toBeInTheDocument();
  expect(history.getByText('The studio can’t take this request.')).toBeInTheDocument();
  expect(history.getByRole('link', { name: 'Accept' })).toHaveAttribute('href', '/dashboard/quotes?quote=1');
});

test('the page where a quote is paid appears once it is accepted, at the same place', async () => {
  const payable = { ...pricedQuote, payment_link: 'https://pay.example.com/180' };
  answers['GET /api/client/quotes'] = { items: [quote('2'), payable], next_cursor: null };
  answers['POST /api/client/quotes/1/accept'] = () => {
    const accepted = {
      accepted_at: '2026-11-22T18:00:00.000Z',
      by: 'rosa@example.com',
      price_cents: 18_000,
      version: 0,
    };
    return quote('1', { ...payable, accepted, version: 1 });
  };
  openScreen();
  await userEvent.click(await screen.findByRole('button', { name: 'Accept $180' }));
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Accept' }));
  const line = await screen.findByText('You have accepted.', { selector: '[tabindex]' });
  expect(line).toHaveFocus();
  expect(screen.getAllByRole('link', { name: /^Pay/ })).toEqual([
    section('Your quote').getByRole('link', { name: /^Pay at pay\.example\.com/ }),
  ]);
});

test('the quote that the address names stands first and has the focus, also from a later page', async () => {
  answers['GET /api/client/quotes'] = { items: [quote('3'), pricedQuote], next_cursor: 'next' };
  answers['GET /api/client/quotes?cursor=next'] = { items: [quote('0', { status: 'rejected' })], next_cursor: null };
  openScreen('?quote=0');
  const linkedQuote = await screen.findByRole('listitem', { name: 'PHOTO BOOK: The studio can’t take this request.' });
  await waitFor(() => expect(linkedQuote).toHaveFocus());
  expect(section('Waits for your answer').getAllByRole('listitem')[0]).toBe(linkedQuote);
});

test('a named quote that is not the client’s is said', async () => {
  openScreen('?quote=foreign');
  expect(await screen.findByText(/^The quote of this link is not among yours\./)).toBeInTheDocument();
});

test('a named quote that can’t be loaded says so above the form, and loads on retry', async () => {
  answers['GET /api/client/quotes'] = failing(403, 'FORBIDDEN');
  openScreen('?quote=1');
  const above = within(await screen.findByRole('region', { name: 'Your quote' }));
  expect(await above.findByRole('alert')).toHaveTextContent('Your quote could not be loaded.');
  answers['GET /api/client/quotes'] = { items: [quote('1')], next_cursor: null };
  await userEvent.click(above.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(above.getByRole('listitem')).toHaveFocus());
  expect(above.queryByRole('alert')).toBeNull();
});

test('older quotes load on request; a failure keeps the loaded ones', async () => {
  answers['GET /api/client/quotes'] = { items: [quote('2')], next_cursor: 'next' };
  answers['GET /api/client/quotes?cursor=next'] = failing(403, 'FORBIDDEN');
  openScreen();
  await userEvent.click(await screen.findByRole('button', { name: 'Show older requests' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your quote requests could not be loaded.');
  expect(screen.getByText('Quote 2')).toBeInTheDocument();

  answers['GET /api/client/quotes?cursor=next'] = { items: [quote('1')], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Quote 1')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show older requests' })).toBeNull();
});

test('text typed during a request stays in the form', async () => {
  const answer = Promise.withResolvers<unknown>();
  const requests: unknown[] = [];
  answers['POST /api/client/quotes'] = (body: object) => {
    requests.push(body);
    return answer.promise;
  };
  openScreen();
  await userEvent.selectOptions(screen.getByLabelText('Request Type'), 'Other');
  const notes = screen.getByLabelText('Notes / Details');
  await userEvent.type(notes, 'A frame');
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
  await userEvent.type(notes, ' in oak');
  answer.resolve(quote('2'));
  expect(await screen.findByText('Quote request submitted!')).toBeInTheDocument();
  expect(requests).toMatchObject([{ notes: 'A frame' }]);
  expect(notes).toHaveValue('A frame in oak');
  expect(sessionStorage.getItem(draft)).toContain('A frame in oak');
});

test.each(['３', '٣', ' 3 '])('the quantity %j is 3', async (typedText) => {
  const requests: unknown[] = [];
  answers['POST /api/client/quotes'] = (body: object) => {
    requests.push(body);
    return quote('2');
  };
  openScreen();
  await userEvent.selectOptions(await screen.findByLabelText('Request Type'), 'Prints');
  const quantity = screen.getByLabelText('Quantity');
  await userEvent.clear(quantity);
  await userEvent.type(quantity, typedText);
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
  expect(await screen.findByText('Quote request submitted!')).toBeInTheDocument();
  expect(requests).toMatchObject([{ quantity: 3 }]);
});

test.each(['', '0', '-3', '1.5', '1e2', 'three'])('the quantity %j is refused', async (typedText) => {
  openScreen();
  await userEvent.selectOptions(await screen.findByLabelText('Request Type'), 'Prints');
  const quantity = screen.getByLabelText('Quantity');
  await userEvent.clear(quantity);
  if (typedText) await userEvent.type(quantity, typedText);
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
  expect(await screen.findByText(/^Please enter a whole number from 1 to/)).toBeInTheDocument();
  expect(quantity).toHaveValue(typedText);
});

test('notes over the limit show a count, are refused and kept', async () => {
  openScreen();
  await userEvent.selectOptions(await screen.findByLabelText('Request Type'), 'Prints');
  const notes = screen.getByLabelText('Notes / Details');
  await userEvent.click(notes);
  await userEvent.paste('x'.repeat(4_100));
  expect(screen.getByText('100 characters too many of 4,000')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
  expect(await screen.findByText('Notes / Details can have at most 4,000 characters.')).toBeInTheDocument();
  expect(notes).toHaveValue('x'.repeat(4_100));
});

async function submitPrints() {
  await userEvent.selectOptions(await screen.findByLabelText('Request Type'), 'Prints');
  await userEvent.type(screen.getByLabelText('Notes / Details'), 'Twenty of them');
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
}

test.each([
  ['no message', () => Response.json({}, { status: 500 }), 'Something went wrong.'],
  ['no JSON', () => new Response('<html>', { status: 502 }), 'Something went wrong.'],
  ['a message', () => failing(403, 'FORBIDDEN', 'You may not do this.'), 'You may not do this.'],
  ['nothing, because the network failed', () => Promise.reject(new TypeError('Failed to fetch')), 'Network error.'],
])('a request that is answered with %s says so and keeps what was typed', async (_what, answer, message) => {
  answers['POST /api/client/quotes'] = answer;
  openScreen();
  await submitPrints();
  expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`));
  expect(screen.getByLabelText('Notes / Details')).toHaveValue('Twenty of them');
});

test('without a login it says so, keeps the request, and offers the sign-in that leads back', async () => {
  answers['POST /api/client/quotes'] = failing(401, 'SIGNED_OUT', 'You must be logged in.');
  const { queries } = openScreen();
  queries.setQueryData(loginQuery.queryKey, {
    user: { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false },
    arrival: { kind: 'opened' },
  });
  await submitPrints();
  expect(await screen.findByText('You must be logged in.')).toBeInTheDocument();
  expect(screen.getByLabelText('Notes / Details')).toHaveValue('Twenty of them');
  expect(sessionStorage.getItem(draft)).toContain('Twenty of them');

  await userEvent.click(screen.getByRole('button', { name: 'Sign in and come back' }));
  expect(queries.getQueryData(loginQuery.queryKey)).toMatchObject({ user: null, ended: 'rosa@example.com' });
  expect(sessionStorage.getItem(draft)).toContain('Twenty of them');
});

test('attached panoramas stand whole in cards that fit into a phone’s window', async () => {
  const photo = (id: string, width: number, height: number) => ({
    ...{ id, file_name: `${id}.jpg`, session_id: 's'.repeat(20), media_path: `/media/${id}`, thumbhash: '' },
    ...{ width, height },
  });
  const photos = [photo('wide', 12_000, 600), photo('tall', 600, 12_000), photo('usual', 3_000, 2_000)];
  answers['GET /api/client/quotes'] = {
    items: [
      quote('1', {
        favorites: photos.map(({ id, session_id, file_name }) => ({ session_id, photo_id: id, file_name })),
      }),
    ],
    next_cursor: null,
  };
  answers['GET /api/client/quotes/1/photos'] = { items: photos };
  openScreen();
  await userEvent.click(await screen.findByText('3 photos attached'));
  // 76 pixels high.
  const cardOf = async (name: string) => (await screen.findByRole('img', { name })).parentElement?.style.aspectRatio;
  expect(await Promise.all(photos.map(({ file_name }) => cardOf(file_name)))).toEqual([
    '4 / 1',
    '0.5 / 1',
    '3000 / 2000',
  ]);
});

test('a quote of a selection says of how many photos, and that it was you who accepted it', async () => {
  const selection = {
    ...{
      selection_id: 'x'.repeat(20),
      session_id: 's'.repeat(20),
      name: 'Album',
      included: 3,
      extra_cents: 1_500,
      round: 1,
    },
    ...{ chosen_count: 4, extra_count: 1, total_cents: 1_500 },
  };
  const accepted = { accepted_at: '2026-05-03T12:00:00.000Z', by: 'rosa@example.com', price_cents: 1_500, version: 1 };
  const change: Partial<Quote> = { type: 'selection', quantity: 4, status: 'approved', selection, accepted };
  answers['GET /api/client/quotes'] = { items: [quote('1', change)], next_cursor: null };
  const { queries } = openScreen();
  queries.setQueryData(loginQuery.queryKey, {
    user: { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false },
    arrival: { kind: 'opened' },
  });
  expect(await screen.findByRole('heading', { name: /^SELECTION/ })).toHaveTextContent(/^SELECTION of 4 photos$/);
  expect(screen.getByText(/4 chosen · 1 extra × \$15 = \$15$/)).toHaveTextContent(/^Album, 4 chosen/);
  expect(screen.getByText(/^Accepted\./).parentElement).toHaveTextContent(/, by you\.$/);
});
