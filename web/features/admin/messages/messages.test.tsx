import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './messages.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 'm'.repeat(20);
const message: Message = {
  id,
  name: 'Olivia Brandt',
  phone: '713',
  email: 'olivia+studio@example.com',
  message: 'Is October 17 free?\nWe are two.',
  is_read: false,
  answered_at: null,
  created_at: '2026-05-01T12:00:00.000Z',
};

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    'GET /api/admin/messages': { items: [message], next_cursor: null },
    [`PATCH /api/admin/messages/${id}`]: (change: { is_read?: boolean; is_answered?: boolean }) => ({
      ...message,
      is_read: change.is_read ?? true,
      answered_at: change.is_answered ? '2026-05-02T12:00:00.000Z' : null,
    }),
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/admin/messages', Component }], '/admin/messages');
const toggle = () => screen.findByRole('button', { name: /^Olivia Brandt/ });
const sentChanges = () =>
  requests.filter((request) => request.startsWith('PATCH ')).map((request) => request.slice(request.indexOf('{')));

test('no messages and a failed request show different texts', async () => {
  answers['GET /api/admin/messages'] = failing(403, 'FORBIDDEN');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The messages could not be loaded.');
  expect(screen.queryByText(/No messages yet\./)).toBeNull();
  answers['GET /api/admin/messages'] = { items: [], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No messages yet\./)).toBeInTheDocument();
});

test('a list whose only row is damaged is not called empty', async () => {
  answers['GET /api/admin/messages'] = { items: [], damaged: [id], next_cursor: null };
  open();
  expect(await screen.findByText('1 message is damaged and can’t be shown.')).toBeInTheDocument();
  expect(screen.queryByText(/No messages yet\./)).toBeNull();
});

test('opening marks a message as read once; it can be marked as unread again', async () => {
  open();
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(await toggle());
  expect(sentChanges()).toEqual(['{"is_read":true}']);
  expect(screen.queryByText('new')).toBeNull();
  await userEvent.click(await toggle());
  await userEvent.click(await toggle());
  expect(sentChanges()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Mark as unread' }));
  expect(sentChanges().at(-1)).toBe('{"is_read":false}');
  expect(await screen.findByText('new')).toBeInTheDocument();
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false');
});

test('writes run in click order: the last click wins, even if the first is slow', async () => {
  const first = Promise.withResolvers<unknown>();
  let stored = message;
  answers[`PATCH /api/admin/messages/${id}`] = async ({ is_read }: { is_read: boolean }) => {
    if (is_read) await first.promise;
    stored = { ...message, is_read };
    return stored;
  };
  open();
  await userEvent.click(await toggle());
  await userEvent.click(screen.getByRole('button', { name: 'Mark as unread' }));
  first.resolve(undefined);
  await waitFor(() => expect(sentChanges()).toHaveLength(2));
  expect(await screen.findByText('new')).toBeInTheDocument();
  expect(stored.is_read).toBe(false);
});

test('the reply link quotes at most 500 characters of the message', async () => {
  answers['GET /api/admin/messages'] = {
    items: [{ ...message, is_read: true, message: `Hello & welcome?\n${'x'.repeat(3_000)}\u{1f33f}` }],
    next_cursor: null,
  };
  open();
  await userEvent.click(await toggle());
  const href = screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href') ?? '';
  expect(href).toMatch(/^mailto:olivia%2Bstudio@example\.com\?subject=Your%20message/);
  expect(href.length).toBeLessThan(1_500);
  const body = new URL(href).searchParams.get('body') ?? '';
  expect(body).toContain('> Hello & welcome?\r\n> xxx');
});

test('an address with special characters adds no headers to the reply link', async () => {
  answers['GET /api/admin/messages'] = {
    items: [{ ...message, is_read: true, email: 'a?bcc=all@example.com' }],
    next_cursor: null,
  };
  open();
  await userEvent.click(await toggle());
  const href = screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href') ?? '';
  expect(new URL(href).searchParams.has('bcc')).toBe(false);
});

test('answered messages are marked; a failed write shows an error and changes nothing', async () => {
  open();
  await userEvent.click(await toggle());
  await userEvent.click(screen.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText('answered')).toBeInTheDocument();
  answers[`PATCH /api/admin/messages/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as not answered' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This was not saved. The studio is busy.');
  expect(screen.getByText('answered')).toBeInTheDocument();
});
