import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as auth from '../../lib/auth/auth.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import { showScreen } from '../../lib/testing.ts';
import { Component, createQueries } from './private-root.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(async () => ({ kind: 'opened' })),
  signedIn: vi.fn(async () => ({ email: '', name: '', phone: '', isAdmin: false })),
  accessToken: vi.fn(),
  onSignedOut: vi.fn(),
}));

let end: () => void;
const stop = vi.fn();
beforeEach(() => {
  vi.mocked(auth.onSignedOut).mockImplementation((callback) => {
    end = callback;
    return stop;
  });
});
afterEach(() => void vi.clearAllMocks());

const secret = vi.fn(async () => 'private words');

/** A private screen with a guard, like the shells. */
function Private() {
  const login = useQuery(loginQuery);
  const words = useQuery({ queryKey: ['words'], queryFn: secret, enabled: Boolean(login.data?.user) });
  if (login.data && !login.data.user) return <Navigate to="/client-login" replace />;
  return (
    <main id="main" tabIndex={-1}>
      <h1>{words.data}</h1>
      <Link to="/elsewhere">Elsewhere</Link>
    </main>
  );
}

const empty = (words: string) => (
  <main id="main" tabIndex={-1}>
    {words}
  </main>
);

const open = (queries = createQueries()) =>
  showScreen(
    [
      {
        Component,
        children: [
          { path: '/dashboard', Component: Private },
          { path: '/client-login', element: empty('Login') },
          { path: '/elsewhere', element: empty('Elsewhere') },
        ],
      },
    ],
    '/dashboard',
    queries,
  );

test('when the session ends elsewhere, the private screen is left and its cached data deleted', async () => {
  const { place, navigate, unmount } = open();
  await screen.findByText('private words');
  end();
  await waitFor(() => expect(place()).toBe('/client-login'));
  expect(screen.queryByText('private words')).toBeNull();
  await navigate('/dashboard');
  await waitFor(() => expect(place()).toBe('/client-login'));
  expect(secret).toHaveBeenCalledOnce();
  unmount();
  expect(stop).toHaveBeenCalledOnce();
});

test('a sign-out in another tab before this screen listens to it is noticed', async () => {
  const queries = createQueries();
  const user = { email: '', name: '', phone: '', isAdmin: false };
  queries.setQueryData(loginQuery.queryKey, { user, arrival: { kind: 'opened' } });
  vi.mocked(auth.signedIn).mockResolvedValueOnce(null);
  const { place } = open(queries);
  await waitFor(() => expect(place()).toBe('/client-login'));
});

test('a new screen takes the focus; the first one does not', async () => {
  open();
  await screen.findByText('private words');
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const main = await screen.findByText('Elsewhere', { selector: 'main' });
  await waitFor(() => expect(main).toHaveFocus());
});
