import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing } from '../../../../lib/testing.ts';
import { answerCustomer, answers, contents, forgetCustomer, id, open, rosa, session } from '../customer-testing.ts';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerCustomer);
afterEach(() => {
  forgetCustomer();
  vi.restoreAllMocks();
});

const card = async () => within(await screen.findByRole('region', { name: 'Rosa Delgado' }));
const withAddress = { ...rosa, address: '12 Elm St, Houston, TX 77002' };
const label = 'Rosa Delgado\n12 Elm St\nHouston, TX 77002';
const fact = async (name: string) => (await (await card()).findByText(name)).nextElementSibling;

test('email and phone numbers are links, beside the address and the studio’s notes', async () => {
  const phone = '713-555-0119, evenings 713-555-0120';
  answers[`GET /api/admin/customers/${id}`] = { ...withAddress, phone, notes: 'Shy\nTwo dogs' };
  open();
  const links = (await card()).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['rosa.d@gmail.example', 'mailto:rosa.d@gmail.example'],
    ['713-555-0119', 'tel:7135550119'],
    ['713-555-0120', 'tel:7135550120'],
  ]);
  expect((await fact('Notes'))?.textContent).toBe('Shy\nTwo dogs');
});

test('a customer without any of these says so, and offers nothing to copy or print', async () => {
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, email: '', emails_to: '', phone: '' };
  open();
  expect(await fact('Contact')).toHaveTextContent('No email and no phone.');
  expect(await fact('Address')).toHaveTextContent('None yet.');
  expect(await fact('Notes')).toHaveTextContent('None yet.');
  expect(await fact('Last visit')).toHaveTextContent('Has never signed in.');
  expect((await card()).queryByRole('button')).toBeNull();
});

test('name and address are copied in one piece, and it says so afterwards', async () => {
  const user = userEvent.setup();
  const copied = Promise.withResolvers<void>();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(copied.promise);
  answers[`GET /api/admin/customers/${id}`] = withAddress;
  open();
  await user.click((await card()).getByRole('button', { name: 'Copy address' }));
  expect(writeText).toHaveBeenCalledExactlyOnceWith(label);
  expect(screen.queryByText('Copied.')).toBeNull();
  copied.resolve();
  expect(await screen.findByText('Copied.')).toHaveAttribute('role', 'status');
});

test('where the clipboard is refused, the address is selected', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  answers[`GET /api/admin/customers/${id}`] = withAddress;
  open();
  await user.click((await card()).getByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Press Ctrl+C or ⌘C to copy the selected address.')).toBeInTheDocument();
  expect(getSelection()?.toString()).toBe(label.replaceAll('\n', ''));
});

test('the label is printed alone, and the page is whole again afterwards', async () => {
  let printed: string[] = [];
  vi.stubGlobal('print', () => {
    printed = [...document.body.children]
      .filter((element) => !element.classList.contains('print:hidden'))
      .flatMap((element) => [...element.children].map(({ textContent }) => textContent));
  });
  answers[`GET /api/admin/customers/${id}`] = withAddress;
  open();
  await userEvent.click((await card()).getByRole('button', { name: 'Print label' }));
  expect(printed).toEqual(label.split('\n'));
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('.print\\:block.hidden')).toBeNull());
  expect([...document.body.children].map(({ className }) => className).join()).not.toContain('print:hidden');
});

test('it says what was accepted, what is open, and when the client was last here', async () => {
  answers[`GET /api/admin/customers/${id}/contents`] = {
    ...contents,
    logins: [
      { email: null, provider: 'code', linked_at: '2026-06-01T12:00:00.000Z', visited_at: '2026-06-09T12:00:00.000Z' },
      { email: null, provider: 'google', linked_at: '2026-07-01T12:00:00.000Z', visited_at: null },
    ],
    sums: {
      accepted: { quotes_count: 2, cents: 17_050, unpriced_count: 0 },
      open: { quotes_count: 3, cents: 7_500, unpriced_count: 1 },
    },
    damaged_quotes_count: 1,
  };
  open();
  expect(await fact('Accepted')).toHaveTextContent('$170.50 in 2 quotes');
  expect(await fact('Open quotes')).toHaveTextContent(
    '$75 in 3 quotes, 1 without a price1 quote can’t be read, and missing in these sums.',
  );
  expect(await fact('Last visit')).toHaveTextContent('Jul 1, 2026');
  expect((await card()).getByRole('link', { name: '2 quotes' })).toHaveAttribute(
    'href',
    '/admin/quotes?search=rosa%40example.com',
  );
});

test('quotes without any price show no sum', async () => {
  const open3 = { quotes_count: 1, cents: 0, unpriced_count: 1 };
  answers[`GET /api/admin/customers/${id}/contents`] = { ...contents, sums: { ...contents.sums, open: open3 } };
  open();
  expect(await fact('Accepted')).toHaveTextContent('Nothing yet.');
  expect(await fact('Open quotes')).toHaveTextContent(/^1 quote without a price$/);
});

test('a failed request for quotes and visits shows an error, and never looks like none', async () => {
  answers[`GET /api/admin/customers/${id}/contents`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await (await card()).findByRole('alert')).toHaveTextContent('Visits and quotes were not loaded.');
  expect((await card()).queryByText('Accepted')).toBeNull();
});

test.each([
  [{ state: 'to_announce', next_date: null }, 'To announce'],
  [{ state: 'choosing', next_date: '2026-12-04' }, 'Choosing until Dec 4, 2026'],
  [{ state: 'delivered', next_date: '2026-12-04' }, 'Delivered'],
])('each session says where it stands: %j', async (standing, words) => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [{ ...session, ...standing }] };
  open();
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }));
  expect(await sessions.findByText(words)).toBeInTheDocument();
});
