import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PicksBar } from './picks-bar.tsx';

/** The bar below a shared session. */

const show = (count: number, isSent = false) =>
  render(
    <PicksBar
      {...{ count, isSent, isMine: true, sharedBy: 'Maya' }}
      onView={() => undefined}
      onSend={async () => true}
    />,
  );

test('says for whom the picks are, or to whom they were sent', () => {
  show(2);
  expect(screen.getByRole('status')).toHaveTextContent('2 picksFor Maya');
  expect(screen.getByRole('button', { name: 'Send my picks' })).toBeInTheDocument();
});

test('says that they were sent, and offers it no more', () => {
  show(2, true);
  expect(screen.getByRole('status')).toHaveTextContent('2 picksSent to Maya');
  expect(screen.queryByRole('button', { name: 'Send my picks' })).toBeNull();
});

test('with every pick taken back it names nobody whom nothing is for', () => {
  show(0);
  expect(screen.getByRole('status')).toHaveTextContent('0 picksPress a star to pick again');
  expect(screen.queryByRole('button', { name: 'Send my picks' })).toBeNull();
});
