import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing } from '../../../lib/testing.ts';
import { answerCustomer, answers, contents, forgetCustomer, id, open, rosa } from './customer-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerCustomer);
afterEach(forgetCustomer);

test('it says where emails go, and whether the client has confirmed the address that they gave', async () => {
  const customerWithAddress = { ...rosa, contact_email: 'else@example.com' };
  answers[`GET /api/admin/customers/${id}`] = customerWithAddress;
  const { queries } = open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(region.getByText(/^Emails go to/)).toHaveTextContent(
    'Emails go to rosa.d@gmail.example. The client gave else@example.com, and has not confirmed it yet.',
  );
  answers[`GET /api/admin/customers/${id}`] = {
    ...customerWithAddress,
    contact_confirmed: true,
    emails_to: 'else@example.com',
  };
  await act(() => queries.invalidateQueries());
  await waitFor(() =>
    expect(region.getByText(/^Emails go to/)).toHaveTextContent(
      'Emails go to else@example.com, which the client gave and confirmed with a code.',
    ),
  );
});

test('it lists the logins, and says whether an address that Google does not vouch for was confirmed', async () => {
  const unconfirmedAt = '2026-05-02T12:00:00.000Z';
  answers[`GET /api/admin/customers/${id}/contents`] = { ...contents, unconfirmed_google_at: unconfirmedAt };
  const { queries } = open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(await region.findByText(/Nobody signs in here yet/)).toBeInTheDocument();
  expect(region.getByRole('status')).toHaveTextContent(
    'They were asked for a code from that mailbox; nothing opens without',
  );
  answers[`GET /api/admin/customers/${id}/contents`] = {
    ...contents,
    unconfirmed_google_at: unconfirmedAt,
    logins: [
      { email: rosa.email, provider: 'code', linked_at: '2026-05-02T12:01:00.000Z' },
      {
        email: 'rosa@other.example',
        provider: 'google',
        linked_at: '2026-06-01T12:00:00.000Z',
        visited_at: '2026-11-20T12:00:00.000Z',
      },
      { email: null, provider: null, linked_at: null },
    ],
  };
  await act(() => queries.invalidateQueries());
  await region.findByText('rosa@other.example');
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rosa@example.comCode by email · since May 2, 2026',
    'rosa@other.exampleGoogle · since Jun 1, 2026 · last here Nov 20, 2026',
    'rosa.d@gmail.exampleVerified by Google or a code',
  ]);
  expect(region.getByRole('status')).toHaveTextContent('The client confirmed it with a code on May 2, 2026.');
});

const twin = {
  ...rosa,
  id: 'd'.repeat(20),
  customer_id: 'C-AAAA-BBBB',
  email: 'rosa.d@gmail.example',
  login_email: 'rosa.d@gmail.example',
  phone: '',
  address: '7 Oak Lane\nHouston, TX 77002',
  notes: 'Has two dogs',
  version: 9,
};

test('a similar customer is suggested, and joined after a preview of what moves and what stays', async () => {
  const sent: unknown[] = [];
  const moving = {
    ...contents,
    logins: [{ email: twin.email, provider: 'google', linked_at: '2026-05-02T12:00:00.000Z' }],
    quotes_count: 2,
  };
  Object.assign(answers, {
    'GET /api/admin/customers': { items: [rosa, twin], next_cursor: null },
    [`GET /api/admin/customers/${id}/contents`]: { ...contents, sessions_count: 1, photos_count: 40 },
    [`GET /api/admin/customers/${twin.id}`]: twin,
    [`GET /api/admin/customers/${twin.id}/contents`]: moving,
    [`POST /api/admin/customers/${id}/join`]: failing(409, 'CHANGED_MEANWHILE', 'Changed.'),
  });
  open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(await region.findByText('rosa.d@gmail.example: the same address')).toBeInTheDocument();
  await userEvent.click(region.getByRole('button', { name: 'Join with Rosa Delgado' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('1 login: rosa.d@gmail.example')).toBeInTheDocument();
  expect(dialog.getByText('2 quote requests')).toBeInTheDocument();
  expect(dialog.getByText(/Emails go to rosa.d@gmail.example/)).toBeInTheDocument();
  expect(dialog.getByText('7 Oak Lane, Houston, TX 77002 (empty here)')).toBeInTheDocument();
  expect(dialog.getByText('Your notes about the other record')).toBeInTheDocument();
  expect(dialog.getByText('1 session with 40 photos, with favorites, notes and downloads')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('One of the two was changed in the meantime.');
  answers[`POST /api/admin/customers/${id}/join`] = (body: unknown) => {
    sent.push(body);
    answers[`GET /api/admin/customers/${id}`] = { ...rosa, version: 5 };
    return { ...rosa, version: 5 };
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText(/was joined with this customer/)).toHaveTextContent('Rosa Delgado (C-AAAA-BBBB)');
  expect(screen.getByRole('link', { name: 'Undo it there' })).toHaveAttribute(
    'href',
    `/admin/customer/${twin.id}/edit`,
  );
  expect(sent).toEqual([{ other: twin.id, version: 4, other_version: 9 }]);
});

test('a customer with sessions can’t be joined to another one', async () => {
  Object.assign(answers, {
    'GET /api/admin/customers': { items: [rosa, twin], next_cursor: null },
    [`GET /api/admin/customers/${twin.id}`]: twin,
    [`GET /api/admin/customers/${twin.id}/contents`]: { ...contents, sessions_count: 2, photos_count: 1 },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Join with another customer…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Join' })).toBeDisabled();
  await userEvent.selectOptions(await dialog.findByLabelText('Other customer'), twin.id);
  expect(await dialog.findByRole('alert')).toHaveTextContent('has 2 sessions with 1 photo, and photos can’t move');
  expect(dialog.getByRole('link', { name: 'open Rosa Delgado' })).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Join' })).toBeDisabled();
});

test('a joined customer says with whom, and the join can be undone', async () => {
  const joined = { ...rosa, status: 'deleted', deleted_at: '2026-05-04T12:00:00.000Z', joined_to: twin.id };
  answers[`GET /api/admin/customers/${id}`] = joined;
  answers[`POST /api/admin/customers/${id}/restore`] = rosa;
  open();
  expect(await screen.findByText(/was joined with/)).toHaveTextContent('on May 4, 2026');
  expect(screen.getByRole('link', { name: 'another one' })).toHaveAttribute('href', `/admin/customer/${twin.id}/edit`);
  await userEvent.click(screen.getByRole('button', { name: 'Undo the join' }));
  expect(await screen.findByText(/The join was undone/)).toBeInTheDocument();
});
