import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing } from '../../../lib/testing.ts';
import { sessionQuery } from './api.ts';
import { answerSession, answers, forgetSession, id, open, session } from './session-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerSession);
afterEach(forgetSession);

test('a session request started before the announcement does not undo it', async () => {
  const path = `/api/admin/sessions/${id}`;
  const announced = {
    ...session,
    visible_count: 1,
    announced_at: '2025-05-05T12:00:00.000Z',
    announcement: { to: 'rosa@example.com', state: 'sent' },
  };
  answers[`${path}/announcement`] = () => {
    answers[path] = announced;
    return announced;
  };
  const { queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const before = Promise.withResolvers<unknown>();
  answers[path] = () => before.promise;
  void queries.refetchQueries(sessionQuery(id));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/email sent to rosa@example.com/)).toBeInTheDocument();
  before.resolve(session);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.getByText(/email sent to rosa@example.com/)).toBeInTheDocument();
});

test.each([
  [{ photos_count: 0, visible_count: 0 }, /no photos in this session yet/],
  [{ visible_count: 0 }, /can’t see any photo/],
  [{ client_email: '' }, /no email address/],
])('without visible photos or an address the announcement dialog does not open', async (change, reason) => {
  answers[`/api/admin/sessions/${id}`] = { ...session, ...change };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(reason);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the personal message is kept if the email was not sent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('rosa@example.com');
  await userEvent.type(screen.getByLabelText('A personal line (optional)'), 'You were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  await userEvent.click(screen.getByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByLabelText('A personal line (optional)')).toHaveValue('You were a joy.');
});

test('an announcement with a lost response is not shown as unsent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    const announcement = { to: 'rosa@example.com', state: 'queued' };
    answers[path] = { ...session, announced_at: '2025-05-05T12:00:00.000Z', announcement };
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/the email to rosa@example.com is on its way/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('if the response and the refetch fail, the outcome is shown as unknown', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    answers[path] = failing(403, 'FORBIDDEN');
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is not known whether the email was sent.');
});
