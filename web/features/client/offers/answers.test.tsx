import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './offer.tsx';
import { offer, path, time } from './offers-testing.ts';

/** What else the client does with an offer: decline, ask, print; and what is said once it can't be signed. */

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = { [`GET ${path}`]: offer() };
  const faked = answerFetch(answers);
  asked = faked.asked;
  vi.stubGlobal('fetch', faked.fetch);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('print', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = async () => {
  const shown = showScreen([{ path: '/dashboard/offers/:offer', Component }], `/dashboard/offers/${'o'.repeat(20)}`);
  await screen.findByRole('heading', { level: 1, name: /./ });
  await waitFor(() => expect(screen.queryByText('Loading the offer...')).toBeNull());
  return shown;
};
test('declining takes a word, says so, and keeps the terms readable', async () => {
  answers[`POST ${path}/decline`] = ({ words }: { words: string }) =>
    offer({ state: 'declined', ended_at: time, ended_words: words });
  await open();
  await userEvent.click(screen.getAllByRole('button', { name: 'Decline' })[0]!);
  await userEvent.type(screen.getByRole('textbox', { name: 'A word to the studio (optional)' }), 'Another date.');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('heading', { name: 'You declined this offer.' })).toHaveFocus();
  expect(screen.getByText('“Another date.”')).toBeInTheDocument();
  expect(screen.getByText('Cancellation')).toBeInTheDocument();
  expect(asked).toContain(`POST ${path}/decline {"version":2,"words":"Another date."}`);
});

test('a question is said to be sent after it was, and stays when it was not', async () => {
  answers[`POST ${path}/question`] = failing(503, 'BUSY', 'The studio is busy.');
  await open();
  await userEvent.click(screen.getAllByRole('button', { name: 'Ask a question' })[0]!);
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Please write something first.');
  await userEvent.type(dialog.getByRole('textbox'), 'Is travel included?');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Your question was not sent.'));
  expect(dialog.getByRole('textbox')).toHaveValue('Is travel included?');
  answers[`POST ${path}/question`] = () => new Response(null, { status: 204 });
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Your question was sent. The studio answers by email.')).toBeInTheDocument();
});

const standings: [Partial<ClientOffer>, title: string, sentence: string | RegExp, act: string][] = [
  [{ state: 'withdrawn', ended_words: 'Sorry.' }, 'The studio took this offer back.', /^On Nov 24, 2026\./, 'Ask why'],
  [
    { state: 'replaced', replaced_by: 'n'.repeat(20) },
    'There is a newer offer.',
    /replaced this one/,
    'See the new offer',
  ],
  [
    { state: 'expired' },
    'This offer has ended.',
    /valid until December 10, 2026\. You signed nothing\./,
    'Ask for a new one',
  ],
  [{ state: 'canceled' }, 'This is canceled.', /Magnolia & Light canceled it on/, 'Ask the studio'],
  [{ state: 'agreed' }, 'All have signed.', 'May 15, 2027, Avondale House', 'Ask a question'],
];
test.each(standings)(
  '%o says where it stands, with one act, and can’t be signed',
  async (values, title, sentence, act) => {
    answers[`GET ${path}`] = offer({ ended_at: time, ...values });
    await open();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getAllByText((_, element) => matches(element, sentence)).length).toBeGreaterThan(0);
    expect(screen.getByText(act)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('You pay $757.75.')).toBeInTheDocument();
  },
);
const matches = (element: Element | null, sentence: string | RegExp) =>
  typeof sentence === 'string' ? element?.textContent === sentence : sentence.test(element?.textContent ?? '');

test('a missing offer and a failed request say what to do', async () => {
  answers[`GET ${path}`] = failing(404, 'NOT_FOUND');
  const { unmount } = await open();
  expect(screen.getByRole('link', { name: 'See your offers' })).toBeInTheDocument();
  unmount();
  answers[`GET ${path}`] = failing(500, 'UNEXPECTED');
  await open();
  expect(screen.getByText('The offer did not load. Nothing was signed.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('all terms are open while the page is printed, and as before after it', async () => {
  await open();
  const parts = () => [...document.querySelectorAll('details')].map((details) => details.open);
  expect(parts()).toEqual([true, false]);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(parts()).toEqual([true, true]);
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(parts()).toEqual([true, false]);
});
