import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerFetch, showScreen } from '../../lib/testing.ts';
import { Component as DeletedCustomers } from './customers/deleted-customers.tsx';
import { Component as Directory } from './customers/directory.tsx';
import { Component as Emails } from './emails/emails.tsx';
import { Component as Messages } from './messages/messages.tsx';
import { Component as Quotes } from './quotes/quotes.tsx';
import { Component as Sessions } from './sessions/sessions.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
afterEach(() => vi.unstubAllGlobals());

test.each<[string, ComponentType, string, [role: 'link' | 'button', name: string]]>([
  ['quotes', Quotes, 'No quotes yet.', ['link', 'All sessions']],
  [
    'emails',
    Emails,
    'No emails yet. Each one that is sent to you or to a client is listed here for 90 days.',
    ['link', 'All sessions'],
  ],
  [
    'messages',
    Messages,
    'No messages yet. What people write on the contact page arrives here.',
    ['link', 'Open the contact page'],
  ],
  ['customers', Directory, 'No customers yet.', ['button', '+ New Customer']],
  ['deleted customers', DeletedCustomers, 'Nobody was deleted in the last 30 days.', ['link', 'All customers']],
  ['sessions', Sessions, 'No sessions yet.', ['link', 'Create New Session']],
])('the empty list of %s offers the next act', async (_, Component, text, [role, name]) => {
  const empty = { items: [], next_cursor: null };
  const answers = Object.fromEntries(
    ['quotes', 'sent-emails', 'messages', 'customers', 'deleted-customers', 'sessions', 'sessions/deleted'].map(
      (list) => [`GET /api/admin/${list}`, empty],
    ),
  );
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  showScreen([{ path: '/admin/list', Component }], '/admin/list');
  const empties = (await screen.findByText(text)).parentElement as HTMLElement;
  expect(empties).toContainElement(screen.getAllByRole(role, { name }).at(-1)!);
});
