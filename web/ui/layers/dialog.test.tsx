import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '../button.tsx';
import { Confirm } from './dialog.tsx';

function Trash({ onDelete }: { onDelete: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      {isOpen && (
        <Confirm title="Delete this photo?" action="Delete photo" onConfirm={onDelete} onClose={() => setOpen(false)}>
          It stays in the trash for 30 days.
        </Confirm>
      )}
    </>
  );
}

async function openDialog() {
  const onDelete = vi.fn();
  render(<Trash onDelete={onDelete} />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return { onDelete, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'Delete this photo?' }) };
}

test('a confirmation shows its question and focuses Cancel first', async () => {
  const { dialog, onDelete } = await openDialog();
  expect(dialog).toHaveTextContent('It stays in the trash for 30 days.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Delete photo' }));
  expect(onDelete).toHaveBeenCalledOnce();
});

test('canceling does nothing and restores the focus', async () => {
  const { onDelete } = await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
  expect(onDelete).not.toHaveBeenCalled();
});

test('closed by Escape it unmounts and can be opened again', async () => {
  const { dialog } = await openDialog();
  dialog.close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = screen.getByRole('button', { name: 'Delete' });
  expect(opener).toHaveFocus();
  await userEvent.click(opener);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});
