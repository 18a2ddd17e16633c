import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';

function Bin({ onDelete }: { onDelete: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      {asking && (
        <Confirm title="Delete this photo?" action="Delete photo" onConfirm={onDelete} onClose={() => setAsking(false)}>
          It stays in the bin for 30 days.
        </Confirm>
      )}
    </>
  );
}

async function open() {
  const onDelete = vi.fn();
  render(<Bin onDelete={onDelete} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return { onDelete, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Delete this photo?' }) };
}

test('it asks, and begins at what does no harm', async () => {
  const { dialog, onDelete } = await open();
  expect(dialog).toHaveTextContent('It stays in the bin for 30 days.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Delete photo' }));
  expect(onDelete).toHaveBeenCalledOnce();
});

test('cancelling does nothing and gives the focus back', async () => {
  const { onDelete } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  expect(onDelete).not.toHaveBeenCalled();
});

test('closed by the browser, as by Escape, it is gone, and can be opened again', async () => {
  const { dialog } = await open();
  dialog.close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = screen.getByRole('button', { name: 'Delete' });
  expect(opener).toHaveFocus();
  await userEvent.click(opener);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});
