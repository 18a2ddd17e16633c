import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import { CustomerContext } from '../../lib/customer.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Quotes } from './quotes.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const quote = (id: string, change: Partial<Quote> = {}): Quote => ({
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
  ...change,
});

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

function open() {
  const customer = { id: 'c'.repeat(20) } as Profile;
  const Component = () => createElement(CustomerContext, { value: customer }, createElement(Quotes));
  return showScreen([{ path: '/dashboard/quotes', Component }], '/dashboard/quotes');
}

test('each has its type, its day, and its status in a word and in a color of its own', async () => {
  answers['GET /api/client/quotes'] = {
    items: [
      quote('3', { status: 'approved', price_cents: 18_000, message: 'Ready by Friday.' }),
      quote('2', { status: 'rejected', type: 'other', quantity: null }),
      quote('1', { status: 'on hold' as Quote['status'] }),
    ],
    next_cursor: null,
  };
  open();
  const badges = [
    await screen.findByText('approved'),
    screen.getByText('rejected'),
    // One that this screen does not know yet.
    screen.getByText('on hold'),
  ].map((word) => word.closest('[class*="bg-"]')?.className);
  expect(new Set(badges).size).toBe(3);
  expect(screen.getAllByText(/^PHOTO BOOK/)).toHaveLength(2);
  expect(screen.getByText('OTHER')).toBeInTheDocument();
  expect(screen.getAllByText(/^Submitted: .*20, 2026$/)).toHaveLength(3);
  expect(screen.getByText('$180')).toBeInTheDocument();
  expect(screen.getByText('Ready by Friday.')).toBeInTheDocument();
});

test('older ones come when asked for; those that are there stay when that fails', async () => {
  answers['GET /api/client/quotes'] = { items: [quote('2')], next_cursor: 'next' };
  answers['GET /api/client/quotes?cursor=next'] = failing(403, 'FORBIDDEN');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show older requests' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your quote requests could not be loaded.');
  expect(screen.getByText('Quote 2')).toBeInTheDocument();

  answers['GET /api/client/quotes?cursor=next'] = { items: [quote('1')], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Quote 1')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show older requests' })).toBeNull();
});

test('what is typed while a request is on its way was not in it, and stays for the next one', async () => {
  const answer = Promise.withResolvers<unknown>();
  const sent: unknown[] = [];
  answers['POST /api/client/quotes'] = (body: object) => {
    sent.push(body);
    return answer.promise;
  };
  open();
  await userEvent.selectOptions(screen.getByLabelText('Request Type'), 'Other');
  const notes = screen.getByLabelText('Notes / Details');
  await userEvent.type(notes, 'A frame');
  await userEvent.click(screen.getByRole('button', { name: 'Submit Quote Request' }));
  await userEvent.type(notes, ' in oak');
  answer.resolve(quote('2'));
  expect(await screen.findByText('Quote request submitted!')).toBeInTheDocument();
  expect(sent).toMatchObject([{ notes: 'A frame' }]);
  expect(notes).toHaveValue('A frame in oak');
  expect(sessionStorage.getItem(`draft quote-request ${'c'.repeat(20)}`)).toContain('A frame in oak');
});
