import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Notice } from '../status/notice.tsx';
import { QueryStatus } from '../status/query-status.tsx';
import { KeepFocus } from './keep-focus.tsx';

/** A list below a notice that `onRetry` removes, or leaves. */
function List({ fails = false }: { fails?: boolean }) {
  const [trouble, setTrouble] = useState(true);
  return (
    <main>
      <button type="button">Before</button>
      <KeepFocus>
        {trouble && (
          <Notice tone="error" onRetry={() => setTrouble(fails)}>
            The list could not be loaded.
          </Notice>
        )}
      </KeepFocus>
      <button type="button">After</button>
    </main>
  );
}

const press = async () => {
  screen.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
};

test('the focus stays where the pressed button was, until it goes on', async () => {
  const { container } = render(<List />);
  await press();
  expect(screen.queryByRole('alert')).toBeNull();
  const focusedPlace = document.activeElement;
  expect(focusedPlace).not.toBe(document.body);
  expect(focusedPlace?.previousElementSibling).toBe(screen.getByRole('button', { name: 'Before' }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  expect(container.querySelector('div > main > div')).toBeNull();
});

test('a button that stays keeps the focus', async () => {
  render(<List fails />);
  await press();
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
});

test('a focus that is elsewhere is not moved', () => {
  const { rerender } = render(<List />);
  screen.getByRole('button', { name: 'Before' }).focus();
  rerender(<List key="other" />);
  expect(document.body).toHaveFocus();
});

test('a query that is tried again keeps the focus while it loads, and when it is there', async () => {
  const refetch = () => {};
  const failed = { isPending: false, error: new Error('Network error.'), refetch };
  const status = (query: Parameters<typeof QueryStatus>[0]['query']) => (
    <QueryStatus query={query} loading="Loading..." failed="It could not be loaded." />
  );
  const { rerender, container } = render(status(failed));
  await press();
  rerender(status({ isPending: true, error: null, refetch }));
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  expect(container.firstElementChild).toHaveFocus();
  rerender(status({ isPending: false, error: null, refetch }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(container.firstElementChild).toHaveFocus();
});
