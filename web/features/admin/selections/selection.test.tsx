import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isolated } from '#shared/text/isolated.ts';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { Component } from './selection.tsx';
import { priceLabel, termLabels } from './terms-form.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const own = 'a'.repeat(20);
const session = {
  id,
  customer_id: 'c'.repeat(20),
  customer_name: 'Maya',
  session_name: 'Family',
  session_label: 'fam',
};
const quote = {
  id: 'q'.repeat(20),
  type: 'selection',
  quantity: 2,
  notes: '',
  favorites: [],
  status: 'pending',
  price_cents: 1_500,
  message: '',
  created_at: '2026-11-22T18:00:00.000Z',
  decided_at: null,
  payment_link: null,
  accepted: null,
  selection: { session_id: id, selection_id: own, name: 'Album', round: 1 },
  superseded_at: null,
  version: 0,
  customer_id: session.customer_id,
  customer_name: 'Maya',
  customer_email: 'maya@example.com',
  answers_to: 'maya@example.com',
  reopened: null,
};
const open = {
  id: own,
  session_id: id,
  name: 'Album',
  included: 1,
  extra_cents: 1_500,
  minimum: 0,
  ends_on: null,
  client_words: '',
  state: 'open',
  ends_at: null,
  most: 2_000,
  chosen_count: 2,
  extra_count: 1,
  total_cents: 1_500,
  round: 0,
  revision: 3,
  submitted_at: null,
  created_at: '2026-11-01T12:00:00.000Z',
  version: 4,
  quote_id: null,
  choices: [
    { photo_id: 'p1', note: 'Crop the fence' },
    { photo_id: 'p2', note: '' },
  ],
  photos: [galleryPhoto('p1'), galleryPhoto('p2')],
  left_count: 0,
  rounds: [],
  quote: null,
};
const round = {
  round: 1,
  submitted_at: '2026-11-22T18:00:00.000Z',
  included: 1,
  extra_cents: 1_500,
  chosen_count: 2,
  extra_count: 1,
  total_cents: 1_500,
  words: '',
  quote_id: quote.id,
};
const submitted = {
  ...open,
  state: 'submitted',
  submitted_at: round.submitted_at,
  round: 1,
  rounds: [round],
  quote_id: quote.id,
  quote,
};
const details = {
  ...round,
  photos: [
    {
      ...{ photo_id: 'p1', file_name: 'p1.jpg', note: 'Crop the fence' },
      version: { stage: 'proof', file_name: 'p1-a.jpg', is_current: false },
      photo: galleryPhoto('p1'),
    },
    { photo_id: 'p9', file_name: 'p9.jpg', note: '', version: null, photo: null },
  ],
};

const rosa = { id: 'g'.repeat(20), link_id: 'l'.repeat(20) };
const pickOfRosa = { guest_id: rosa.id, link_id: rosa.link_id, is_picked: true };

const decided = {
  ...{ status: 'approved', price_cents: 1_500, message: '', payment_link: null, accepted: null },
  decided_at: '2026-11-23T18:00:00.000Z',
};

const path = `/api/admin/sessions/${id}/selections/${own}`;
let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/sessions/${id}`]: session,
    [`GET ${path}`]: open,
    [`GET ${path}/rounds/1`]: details,
    [`GET /api/admin/sessions/${id}/guests`]: {
      items: [{ ...rosa, link_label: 'Family', name: 'Aunt Rosa', email: '', picks_count: 2, notes_count: 1 }],
      next_cursor: null,
    },
    [`GET /api/admin/sessions/${id}/guest-picks`]: {
      items: [
        { ...pickOfRosa, photo_id: 'p1', note: '' },
        { ...pickOfRosa, photo_id: 'p3', note: 'For me' },
      ],
      photos: [galleryPhoto('p1'), galleryPhoto('p3')],
      next_cursor: null,
    },
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  browserStorage.remove('payment-link');
});

const show = () =>
  showScreen([{ path: '/admin/session/:id/selection/:selection', Component }], `/admin/session/${id}/selection/${own}`);
const patches = () => requests.filter((request) => request.startsWith('PATCH '));

test('what the client chose is shown with their words, and what guests picked, by person', async () => {
  show();
  expect(await screen.findByText('2 chosen · 1 extra × $15 = $15, open')).toBeInTheDocument();
  const chosen = within(screen.getByRole('list', { name: 'Chosen in Album' }));
  expect(chosen.getAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual(['p1.jpg', 'p2.jpg']);
  expect(chosen.getByText('Crop the fence')).toBeInTheDocument();
  await userEvent.click(await screen.findByText('2 photos picked, 1 of them chosen'));
  const picked = within(await screen.findByRole('list', { name: 'Picked by Aunt Rosa' }));
  expect(picked.getByText('For me')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Quote' })).toBeNull();
});

test('a failed and a missing selection differ', async () => {
  answers[`GET ${path}`] = failing(503, 'BUSY', 'The studio is busy.');
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The selection could not be loaded. The studio is busy.');
  answers[`GET ${path}`] = failing(404, 'NOT_FOUND');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is no such selection. It may have been deleted.')).toBeInTheDocument();
});

test('a submitted selection is approved with one click, as priced, and the next step is said', async () => {
  answers[`GET ${path}`] = submitted;
  answers[`PATCH /api/admin/quotes/${quote.id}`] = { ...quote, status: 'approved', version: 1 };
  show();
  expect(await screen.findByText(`Deleted since: ${isolated('p9.jpg')}.`)).toBeInTheDocument();
  expect(screen.getByText(`Chosen as proof, replaced since (${isolated('p1-a.jpg')})`)).toBeInTheDocument();
  expect(screen.getByText('You answer. Your answer goes to maya@example.com.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Approve $15' }));
  expect(
    await screen.findByText('Approved. maya@example.com gets an email with the price, and accepts it in the portal.'),
  ).toBeInTheDocument();
  expect(patches()).toEqual([
    `PATCH /api/admin/quotes/${quote.id} ${JSON.stringify({ status: 'approved', price_cents: 1_500, message: '', payment_link: null, version: 0 })}`,
  ]);
  expect(screen.getByRole('button', { name: 'Withdraw the answer' })).toBeInTheDocument();
});

test.each([
  ['the link that was sent last', {}, 'https://pay.example.com/me'],
  ['no link where nothing is to be paid', { price_cents: 0 }, null],
  [
    'the link of the answer that was withdrawn',
    { reopened: { ...decided, payment_link: 'https://old.example' } },
    'https://old.example',
  ],
  ['no link where the withdrawn answer had none', { reopened: decided }, null],
  [
    'the link that was sent last where the withdrawn answer was no',
    { reopened: { ...decided, status: 'rejected' } },
    'https://pay.example.com/me',
  ],
])('an approval with one click sends %s, as the form does, and says so before', async (_, values, payment_link) => {
  browserStorage.set('payment-link', 'https://pay.example.com/me');
  const quoteWithValues = { ...quote, ...values };
  answers[`GET ${path}`] = { ...submitted, quote: quoteWithValues };
  answers[`PATCH /api/admin/quotes/${quote.id}`] = { ...quoteWithValues, status: 'approved', payment_link, version: 1 };
  show();
  const approve = await screen.findByRole('button', { name: /^Approve \$/ });
  const linkNotice = screen.queryByText(/also sends the payment link/);
  if (payment_link) expect(linkNotice).toHaveTextContent(`a button that opens ${new URL(payment_link).host}.`);
  else expect(linkNotice).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change price or message' }));
  expect(screen.getByLabelText('Payment link (optional)')).toHaveValue(payment_link ?? '');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(approve);
  await waitFor(() => expect(patches()).toHaveLength(1));
  expect(patches()[0]).toContain(`"payment_link":${JSON.stringify(payment_link)}`);
  await waitFor(() => expect(screen.queryByText(/also sends the payment link/)).toBeNull());
});

test('an approval that comes too late says what happened, and shows what is stored', async () => {
  answers[`GET ${path}`] = submitted;
  const message = 'This request was rejected in the meantime. Reopen it to decide anew.';
  answers[`PATCH /api/admin/quotes/${quote.id}`] = failing(409, 'CHANGED_MEANWHILE', message, {
    details: { current: { ...quote, status: 'rejected', version: 1 } },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve $15' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`Nothing was changed. ${message}`);
  expect(await screen.findByText('rejected')).toBeInTheDocument();
});

test('withdrawing an accepted answer says that the acceptance becomes void', async () => {
  const accepted = { accepted_at: '2026-11-23T18:00:00.000Z', by: 'maya@example.com', price_cents: 1_500, version: 1 };
  answers[`GET ${path}`] = { ...submitted, quote: { ...quote, status: 'approved', accepted, version: 2 } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the answer' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(/Accepted .* by maya@example\.com: \$15\. That becomes void\./);
});

test('an edit sends the typed price in cents, and names the field that is wrong', async () => {
  answers[`PATCH ${path}`] = { ...open, extra_cents: 1_999, version: 5 };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Album' }));
  const price = dialog.getByLabelText('Price of each further photo, in dollars');
  expect(price).toHaveValue('15.00');
  await userEvent.clear(price);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a price, such as 15 or 15.50, or choose “Not possible”.')).toBeInTheDocument();
  expect(price).toBeInvalid();
  await userEvent.type(price, '$19.99');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. The client sees the new terms.')).toBeInTheDocument();
  const [sent = ''] = patches();
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toEqual({
    name: 'Album',
    included: 1,
    extra_cents: 1_999,
    minimum: 0,
    ends_on: null,
    client_words: '',
    version: 4,
  });
});

test('terms are taken in full-width digits and in those of other scripts', async () => {
  answers[`PATCH ${path}`] = { ...open, version: 5 };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Album' }));
  const fill = async (label: string, typed: string) => {
    await userEvent.clear(dialog.getByLabelText(label));
    await userEvent.type(dialog.getByLabelText(label), typed);
  };
  await fill(termLabels.included, '２０');
  await fill(termLabels.minimum, '١٢');
  await fill(priceLabel('USD'), '＄１९．५٠');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patches()).toHaveLength(1));
  const [sent = ''] = patches();
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({ included: 20, minimum: 12, extra_cents: 1_950 });
});

test('a limit instead of a price is sent as null', async () => {
  answers[`PATCH ${path}`] = { ...open, extra_cents: null, version: 5 };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Album' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Not possible' }));
  expect(dialog.queryByLabelText('Price of each further photo, in dollars')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patches()).toHaveLength(1));
  expect(patches()[0]).toContain('"extra_cents":null');
});
