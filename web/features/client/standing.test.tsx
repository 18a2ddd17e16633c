import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import type { Selection } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { sumOf } from '#shared/selections/selection-price.ts';
import { type Retouched, standingOfQuote, standingOfSelection } from '#shared/selections/standing.ts';
import { CustomerContext } from '../../lib/auth/customer.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component as Home } from './home.tsx';
import { ChosenText } from './selections/chosen-count.tsx';
import GalleryBar from './selections/gallery-bar.tsx';
import SelectionBar from './selections/selection-bar.tsx';

/** Standings on the home and in the bars: what waits for the client comes first. */

vi.mock('../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const time = '2026-11-20T18:00:00.000Z';
const quoteOf = (id: string, change: Partial<Quote> = {}): Quote => {
  const facts: Omit<Quote, 'standing'> = {
    ...{ id, type: 'photo-book', quantity: 1, notes: '', favorites: [], status: 'pending', price_cents: null },
    ...{ message: '', created_at: time, decided_at: null, payment_link: null, accepted: null, selection: null },
    ...{ superseded_at: null, version: 0, ...change },
  };
  return { ...facts, standing: standingOfQuote(facts) };
};
const approved = { status: 'approved', price_cents: 1_500 } as const;
const accepted = { ...approved, accepted: { accepted_at: time, by: 'Rosa', price_cents: 1_500, version: 1 } };

const session = (id: string): GallerySession => ({
  ...{ id, session_label: `label-${id}`, session_name: `Session ${id}`, session_date: '2026-10-18', client_words: '' },
  ...{ photos_count: 3, favorites_count: 0, attachments_count: 0, chapters: [], cover: null, download_sizes: [] },
  ...{ client_may_share: false, link_sizes: [], stage: null, has_selections: true },
});
const terms = { included: 2, extra_cents: 1_500 };
const selectionOf = (
  id: string,
  session_id: string,
  change: Partial<Selection> = {},
  quote: Quote | null = null,
  retouched?: Retouched,
): Selection => {
  const facts = {
    ...{ id, session_id, name: `Choice ${id}`, ...terms, minimum: 0, ends_on: null, client_words: '', ends_at: null },
    ...{
      state: quote ? ('submitted' as const) : ('open' as const),
      most: 2_000,
      chosen_count: 1,
      round: 1,
      revision: 1,
    },
    ...{ ...sumOf(terms, 1), submitted_at: null, quote_id: quote?.id ?? null, created_at: time, ...change },
  };
  return { ...facts, standing: standingOfSelection(facts, quote, retouched) };
};

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/client/sessions/s1/photos': { items: [], next_cursor: null },
    'GET /api/client/offers': { items: [], next_cursor: null },
    'POST /api/client/media-access': {},
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

const selections = (session: string, items: Selection[]) => {
  answers[`GET /api/client/sessions/${session}/selections`] = { items };
};

function openHome(sessions: GallerySession[], quotes: Quote[] | Response) {
  answers['GET /api/client/sessions'] = { items: sessions, favorites_count: 0 };
  answers['GET /api/client/quotes'] = quotes instanceof Response ? quotes : { items: quotes, next_cursor: null };
  const customer = { id: 'c'.repeat(20), name: 'Rosa', profile_complete: true } as Profile;
  const Component = () => createElement(CustomerContext, { value: customer }, createElement(Home));
  showScreen([{ path: '/dashboard', Component }], '/dashboard');
}
/** Returns the texts and addresses of the lines, from top to bottom, until the newest gallery. */
const lines = () => {
  const lines = screen.getAllByRole('link').map((link) => `${link.textContent} → ${link.getAttribute('href')}`);
  return lines.slice(
    0,
    lines.findIndex((line) => line.includes('newest gallery')),
  );
};

test('home shows an offer that waits before all, with what it costs and until when, and the way to the others', async () => {
  const offer = (id: string, values: object) => ({
    ...{ id, title: `Offer ${id}`, state: 'seen', currency: 'USD', least_cents: 75_775, most_cents: 127_194 },
    ...{ valid_until: '2026-12-10', signed_count: 1, signers_count: 2, ...values },
  });
  answers['GET /api/client/offers'] = {
    items: [offer('1', {}), offer('2', { state: 'signed' }), offer('3', { state: 'agreed' })],
    next_cursor: null,
  };
  selections('s1', []);
  openHome([session('s1')], []);
  await screen.findByRole('link', { name: /^Offer 1/ });
  await screen.findByText(/newest gallery/);
  expect(lines()).toEqual([
    'Offer 1To signAn offer waits for you. $757.75 to $1,271.94, valid until December 10, 2026Look and sign → /dashboard/offers/1',
    'Your offersSigned 1 of 2Offer 2 → /dashboard/offers',
  ]);
});

test('home shows first what waits for the client, older than a pending quote too, then each choice', async () => {
  const mine = quoteOf('q1', {
    ...approved,
    type: 'selection',
    selection: { name: 'Choice b', session_id: 's1' } as Quote['selection'],
  });
  const acceptedQuote = quoteOf('q2', { ...accepted, selection: {} as Quote['selection'] });
  // The quote's session is hidden from the client, or is in the trash.
  const elsewhere = quoteOf('q3', {
    ...approved,
    selection: { name: 'Attic', session_id: 's9' } as Quote['selection'],
  });
  selections('s1', [
    selectionOf('a', 's1', {}, acceptedQuote, { finished: 1, of: 4 }),
    selectionOf('b', 's1', {}, mine),
    selectionOf('c', 's1', { state: 'closed' }),
  ]);
  selections('s2', [
    selectionOf('d', 's2', {}, quoteOf('q4', { selection: {} as Quote['selection'] })),
    selectionOf('e', 's2'),
  ]);
  openHome([session('s1'), session('s2')], [quoteOf('q5'), quoteOf('q6', approved), elsewhere, mine, acceptedQuote]);
  await screen.findByText('Choose your photos: Choice e');
  expect(lines()).toEqual([
    'Photo BookThe studio’s price is ready: $15Accept → /dashboard/quotes?quote=q6',
    'AtticThe studio’s price is ready: $15Accept → /dashboard/quotes?quote=q3',
    'Choice bSession s1 · The studio’s price is ready: $15Accept → /dashboard/quotes?quote=q1',
    'Choose your photos: Choice eSession s2 · 1 of 2 chosen · 1 leftChoose photos → /dashboard/gallery/label-s2',
    'Choice dSession s2 · Your choice is with the studio.See your choice → /dashboard/gallery/label-s2/selection/d',
    'Choice aSession s1 · 1 of 4 finishedSee your choice → /dashboard/gallery/label-s1/selection/a',
  ]);
  expect(screen.getByRole('link', { name: /^Your newest quote/ })).toHaveTextContent(
    'Your request is with the studio.',
  );
});

test('a price is not missed when the quotes, or the choices of another session, can’t be loaded', async () => {
  selections('s1', [selectionOf('b', 's1', {}, quoteOf('q1', { ...approved, selection: {} as Quote['selection'] }))]);
  answers['GET /api/client/sessions/s2/selections'] = failing(403, 'FORBIDDEN');
  openHome([session('s1'), session('s2')], failing(403, 'FORBIDDEN'));
  expect(await screen.findByText('Your selections could not be loaded.', { exact: false })).toBeInTheDocument();
  await waitFor(() =>
    expect(lines()).toEqual([
      'Choice bSession s1 · The studio’s price is ready: $15Accept → /dashboard/quotes?quote=q1',
    ]),
  );
});

const showBar = (Component: () => React.ReactNode) => showScreen([{ path: '/', Component }], '/');
const bar = (name: string) => screen.findByRole('region', { name: `Selection Choice ${name}` });

test('the session’s bar shows a price that waits beside the choice that is still open', async () => {
  const priced = quoteOf('q1', { ...approved, selection: {} as Quote['selection'] });
  const openSelection = selectionOf('a', 's1');
  selections('s1', [openSelection, selectionOf('b', 's1', {}, priced)]);
  const details = { ...openSelection, choices: [], photos: [], left_count: 0, rounds: [], quote: null };
  answers['GET /api/client/sessions/s1/selections/a'] = details;
  showBar(() => <SelectionBar session={session('s1')} onChoosing={() => undefined} />);
  const openBar = within(await bar('a'));
  expect(openBar.getByText('Review')).toBeInTheDocument();
  expect(openBar.getByText('The studio’s price is ready: $15', { exact: false })).toBeInTheDocument();
  expect(openBar.getByRole('link', { name: 'Accept' })).toHaveAttribute('href', '/dashboard/quotes?quote=q1');
});

test('OK takes a line off the session’s bar, and the focus is on the count below', async () => {
  const openSelection = selectionOf('a', 's1');
  selections('s1', [openSelection]);
  const details = { ...openSelection, choices: [], photos: [], left_count: 1, rounds: [], quote: null };
  answers['GET /api/client/sessions/s1/selections/a'] = details;
  showBar(() => <SelectionBar session={session('s1')} onChoosing={() => undefined} />);
  const openBar = within(await bar('a'));
  await userEvent.click(await openBar.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(openBar.queryByText(/^The studio has hidden 1 chosen photo\./)).toBeNull());
  expect(openBar.getByText(/chosen/).closest('[role="status"]')).toHaveFocus();
});

test('without an open choice the session’s bar shows what waits, or else the last that is not closed', async () => {
  const priced = quoteOf('q1', { ...approved, selection: {} as Quote['selection'] });
  const acceptedQuote = quoteOf('q2', { ...accepted, selection: {} as Quote['selection'] });
  const finished = selectionOf('b', 's1', {}, acceptedQuote, { finished: 4, of: 4 });
  const closed = selectionOf('c', 's1', { state: 'closed' });
  selections('s1', [selectionOf('a', 's1', {}, priced), finished, closed]);
  selections('s2', [finished, closed]);
  showBar(() => <SelectionBar session={session('s1')} onChoosing={() => undefined} />);
  expect(await bar('a')).toHaveTextContent('Choice a. The studio’s price is ready: $15Accept');
  showBar(() => <SelectionBar session={session('s2')} onChoosing={() => undefined} />);
  expect(await bar('b')).toHaveTextContent('Choice b. All 4 finishedSee your choice');
});

test('the gallery’s bar leads to a price that waits before it leads to an open choice', async () => {
  const priced = quoteOf('q1', { ...approved, selection: {} as Quote['selection'] });
  selections('s1', [selectionOf('a', 's1')]);
  selections('s2', [selectionOf('b', 's2', {}, priced)]);
  showBar(() => <GalleryBar sessions={[session('s1'), session('s2')]} />);
  const shownBar = await bar('b');
  expect(shownBar).toHaveTextContent('The studio’s price is ready: $15');
  expect(within(shownBar).getByRole('link', { name: 'Accept' })).toHaveAttribute('href', '/dashboard/quotes?quote=q1');
});

test.each([
  ['3 chosen · 1 extra × $15 = $15', 3, terms],
  ['3 chosen · 1 extra, at no charge', 3, { ...terms, extra_cents: 0 }],
  ['1 of 2 chosen · 1 left', 1, terms],
  ['0 chosen', 0, { ...terms, included: 0 }],
])('on phones, where each part has a line, no part of ‘%s’ ends with a sign', (text, chosen, change) => {
  const { container } = render(createElement(ChosenText, { selection: selectionOf('a', 's1', change), chosen }));
  expect(container).toHaveTextContent(text);
  const segments = [...container.querySelectorAll('span')].filter(
    (span) => span.children.length === 0 && !span.className.includes('max-md:sr-only'),
  );
  expect(segments.map((segment) => segment.textContent)).toEqual(text.split(' · '));
});
