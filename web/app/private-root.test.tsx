import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as auth from '../lib/auth.ts';
import { loginQuery } from '../lib/login.ts';
import { showScreen } from '../lib/testing.ts';
import { Component, createQueries } from './private-root.tsx';

vi.mock('../lib/auth.ts', () => ({
  startAuth: vi.fn(async () => ({ config: { google_enabled: true }, arrival: { kind: 'opened' } })),
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

/** A guard and a private screen, as the shells are ones. */
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

const open = () =>
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
    createQueries(),
  );

test('when the sign-in ends elsewhere, the private screen is left and what it knew is forgotten', async () => {
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

test('a new screen takes the focus; the first one leaves it where it was', async () => {
  open();
  await screen.findByText('private words');
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const main = await screen.findByText('Elsewhere', { selector: 'main' });
  await waitFor(() => expect(main).toHaveFocus());
});
