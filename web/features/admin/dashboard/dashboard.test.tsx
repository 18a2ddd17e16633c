import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CostSoFar } from '#shared/contract/cost.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './dashboard.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const range = (low: number, high = low) => ({ low, high });
const cost: CostSoFar = {
  month: '2026-11',
  so_far: range(4.1, 6.25),
  by_month_end: range(8, 10.5),
  kept: range(2, 2.5),
  sent: range(0, 1.65),
  rest: range(2.1),
  assumed_views: range(10, 50),
  photos_count: 1_204,
  bytes: 21.5e9,
  uploads: { photos: 412, requests: 13_596 },
  galleries: [
    { id: 'a'.repeat(26), session_name: 'Thompson Family', photos_count: 412, bytes: 8e9, dollars: 2.152 },
    { id: 'b'.repeat(26), session_name: '', photos_count: 1, bytes: 1e6, dollars: 0.001 },
  ],
  others: { count: 3, dollars: 0.922 },
};

const nothing: Waiting = {
  quotes: null,
  selections: null,
  messages: null,
  marks: null,
  failed: null,
  emails: null,
  links: null,
  unannounced: null,
  website: null,
  dead_letters: [],
  export: null,
};
const ids = { session_id: 's'.repeat(20) };

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/admin/customers': { items: [], next_cursor: null },
    'GET /api/admin/cost': cost,
    'GET /api/admin/waiting': nothing,
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/admin/dashboard', Component }], '/admin/dashboard');
const card = () => screen.findByRole('region', { name: 'November so far' });

test('the dashboard is the directory with the cost of this month, as a range where something is assumed', async () => {
  open();
  const bill = within(await card());
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Customer Directory');
  expect(bill.getByText('$4.10–6.25')).toBeVisible();
  expect(bill.getByText('About $8.00–10.50 by the end of the month.')).toBeVisible();
  const amounts = bill.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(amounts).toEqual(['$2.00–2.50', '$0.00–1.65', '$2.10']);
});

test('each gallery has its share, and what is counted and assumed is said', async () => {
  open();
  const bill = within(await card());
  await userEvent.click(bill.getByText('By gallery, and how this is computed'));
  const [, ...rows] = bill.getAllByRole('row');
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Thompson Family', '412 photos, 8 GB', '$2.15', '70%'],
    ['Unknown', '1 photo, 1 MB', '< $0.01', '0.0%'],
    ['3 other galleries', '', '$0.92', '30%'],
  ]);
  expect(bill.getByRole('link', { name: 'Thompson Family' })).toHaveAttribute(
    'href',
    `/admin/session/${'a'.repeat(26)}`,
  );
  expect(bill.getByText(/^Counted: 1,204 photos, 22 GB/)).toHaveTextContent(
    /and the 13,596 requests by which 412 photos were uploaded this month.*Assumed, because no visit is counted: 10 to 50 views a month/,
  );
});

test('a cost that can’t be loaded says so and is asked for again, and the directory stays', async () => {
  answers['GET /api/admin/cost'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The cost could not be computed. The studio is busy.');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Customer Directory');
  answers['GET /api/admin/cost'] = cost;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await card()).toBeVisible();
});

const rows = async () => {
  await screen.findAllByRole('listitem');
  return within(screen.getByRole('region', { name: 'What waits' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

test('where nothing waits, it says so', async () => {
  open();
  expect(await screen.findByText('Nothing waits.')).toBeVisible();
});

test('each kind that waits has a row: how many, what, whose, and one act that leads to it', async () => {
  const since = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const named = { ...ids, session_name: 'Okafor Portraits' };
  const submitted = {
    ...{ ...named, selection_id: 'e'.repeat(20), customer_name: 'Daniel' },
    ...{ chosen_count: 33, extra_count: 3, total_cents: 4_500 },
  };
  answers['GET /api/admin/waiting'] = {
    ...nothing,
    quotes: {
      count: 2,
      since,
      items: [
        { customer_name: 'Tom Nguyen', type: 'photo-book' },
        { customer_name: '', type: 'print' },
      ],
    },
    selections: {
      count: 1,
      since,
      items: [submitted],
    },
    messages: { count: 5, since, items: [{ name: 'Priya' }, { name: 'Owen' }, { name: 'Lucia' }] },
    marks: { count: 14, since, items: [{ ...named, count: 14, photos: [] }] },
    failed: { count: 1, since, items: [{ ...named, file_name: 'DM_1.jpg', reason: 'The file is not a picture.' }] },
    emails: { count: 1, since, items: [{ kind: 'gallery-ready', to: 'a@example.com', name: 'Ada' }] },
    links: { count: 1, since: new Date(Date.now() + 86_400_000).toISOString(), items: [{ ...named, label: 'Aunt' }] },
    website: { number: 3, since },
    dead_letters: [
      { queue: 'photo', count: 1, since },
      { queue: 'download', count: 2, since },
      { queue: 'media', count: 120, since },
      { queue: 'outbox', count: 1, since: null },
      { queue: 'bounces', count: 2, since },
    ],
    waiting_announcements: { count: 1, since, items: [named] },
    unannounced: { count: 99, since, items: [{ ...named, photos_count: 64 }] },
    export: { made_at: null },
  } satisfies Waiting;
  open();
  expect(await rows()).toEqual([
    expect.stringMatching(/^2Pending quotesTom Nguyen, photo book · Unknown, prints5 days/),
    expect.stringMatching(/^1Submitted selectionOkafor Portraits, 33 chosen · 3 extra × \$15 = \$455 days/),
    expect.stringMatching(/^5Unread messagesPriya · Owen · Lucia · 2 more5 days/),
    expect.stringMatching(/^14New favorites and notesOkafor Portraits 145 days/),
    expect.stringMatching(/^1Failed photoDM_1.jpg in Okafor Portraits: The file is not a picture\./),
    expect.stringMatching(/^1Email not deliveredGallery ready to Ada/),
    expect.stringMatching(/^1Website not publishedVersion 3 is not what visitors see, at least on some pages5 days/),
    expect.stringMatching(
      /^1Upload or print size not processedUploaded photos are stored safely, .* in the log of process-photo, then runs npm run studio:redrive -- photo5 days/,
    ),
    expect.stringMatching(/^2Downloads not preparedA client waits for the ZIP\. .*studio:redrive -- download5 days/),
    expect.stringMatching(/^99\+Hidden photos may still be open.*can still open it\. .*studio:redrive -- media5 days/),
    expect.stringMatching(/^1Email or publication that failed.*studio:redrive -- outbox$/),
    expect.stringMatching(/^2Emails came back unrecorded.*studio:redrive -- bounces5 days/),
    expect.stringMatching(/^1Link ends soonAunt of Okafor PortraitsTomorrow/),
    expect.stringMatching(/^1Announcement waits for the watermarkOkafor Portraits5 days/),
    expect.stringMatching(/^99\+Sessions not announcedOkafor Portraits, 64 photos · 98 more/),
    expect.stringMatching(/^1Export dueA copy of everything outside of AWSNone made yet/),
  ]);
  const places = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(places('Answer: Pending quotes')).toBe('/admin/quotes');
  expect(places('Look: Submitted selection')).toBe(
    `/admin/session/${ids.session_id}/selection/${submitted.selection_id}`,
  );
  expect(places('Read: Unread messages')).toBe('/admin/messages');
  expect(places('Look: New favorites and notes')).toBe(`/admin/session/${ids.session_id}`);
  expect(places('See: Website not published')).toBe('/admin/website');
  expect(places('See: Failed photo')).toBe(`/admin/session/${ids.session_id}`);
  expect(places('Announce: Sessions not announced')).toBe('/admin/sessions');
  expect(places('See how: Export due')).toBe('/admin/settings');
});

test('several submitted selections lead to the quotes, and each of them to its page', async () => {
  const item = (id: string) => ({
    ...{ ...ids, session_name: `Session ${id}`, selection_id: id.repeat(20), customer_name: 'Daniel' },
    ...{ chosen_count: 3, extra_count: 0, total_cents: 0 },
  });
  const since = new Date().toISOString();
  answers['GET /api/admin/waiting'] = { ...nothing, selections: { count: 2, since, items: [item('e'), item('f')] } };
  open();
  await rows();
  const places = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(places('Look: Submitted selections')).toBe('/admin/quotes');
  for (const id of ['e', 'f']) {
    expect(places(`Session ${id}, 3 chosen`)).toBe(`/admin/session/${ids.session_id}/selection/${id.repeat(20)}`);
  }
});

test('what waits and can’t be loaded says so and is asked for again', async () => {
  answers['GET /api/admin/waiting'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('What waits could not be loaded. The studio is busy.');
  expect(screen.queryByText('Nothing waits.')).toBeNull();
  answers['GET /api/admin/waiting'] = nothing;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing waits.')).toBeVisible();
});

test('accepted selections wait with price and progress, finished photos until the client is told', async () => {
  const selection = { ...ids, session_name: 'Family', selection_id: 'e'.repeat(20), customer_name: 'Rosa' };
  answers['GET /api/admin/waiting'] = {
    ...nothing,
    retouch: {
      count: 1,
      since: '2026-11-20T10:00:00.000Z',
      items: [{ ...selection, price_cents: 4_500, chosen_count: 12, finished_count: 2, photos: [] }],
    },
    finished: {
      count: 4,
      since: '2026-11-20T10:00:00.000Z',
      items: [{ ...ids, session_name: 'Garden', photos_count: 1 }],
    },
  } satisfies Waiting;
  open();
  const list = within(await screen.findByRole('region', { name: 'What waits' }));
  const [retouch, finished] = await list.findAllByRole('listitem');
  expect(retouch).toHaveTextContent('Accepted, to retouch');
  expect(retouch).toHaveTextContent('Rosa, Family, 2 of 12 photos finished · $45');
  expect(within(retouch!).getAllByRole('link', { name: /^Look/ })[0]).toHaveAttribute(
    'href',
    `/admin/session/${ids.session_id}/selection/${selection.selection_id}`,
  );
  expect(finished).toHaveTextContent('Garden, 1 photo · 3 more');
  expect(within(finished!).getAllByRole('link', { name: /^Tell/ })[0]).toHaveAttribute(
    'href',
    '/admin/sessions?state=to_deliver',
  );
});
