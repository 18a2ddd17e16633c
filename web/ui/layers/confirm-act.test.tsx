import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from '../button.tsx';
import { ConfirmAct } from './confirm-act.tsx';

const names = ['Wedding', 'Minis'];

/** A list of presets, each with a button that asks whether to delete it. */
function Presets({ onDelete, onFail }: { onDelete: (name: string) => Promise<void>; onFail?: () => void }) {
  const [name, setName] = useState<string>();
  return (
    <>
      {names.map((each) => (
        <Button key={each} onClick={() => setName(each)}>
          {each}
        </Button>
      ))}
      {name && (
        <ConfirmAct
          title={`Delete ${name}?`}
          action="Delete preset"
          failed="The preset was not deleted."
          onConfirm={() => onDelete(name)}
          {...(onFail && { onFail })}
          onClose={() => setName(undefined)}
        >
          It can’t be restored.
        </ConfirmAct>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = (name: string) => screen.queryByRole('dialog', { name: `Delete ${name}?` });

test('a confirmation closes once its act is done, which a second press does not repeat', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onDelete = vi.fn(() => promise);
  render(<Presets onDelete={onDelete} />);
  await press('Wedding');
  await press('Delete preset');
  await press('Delete preset');
  expect(onDelete).toHaveBeenCalledExactlyOnceWith('Wedding');
  expect(dialog('Wedding')).toBeVisible();
  resolve();
  await waitFor(() => expect(dialog('Wedding')).toBeNull());
  expect(screen.getByRole('button', { name: 'Wedding' })).toHaveFocus();
});

test('it stays open and says why the act failed, until the next attempt', async () => {
  const second = Promise.withResolvers<void>();
  const onDelete = vi.fn().mockRejectedValueOnce(new Error('You are offline.')).mockReturnValueOnce(second.promise);
  const onFail = vi.fn();
  render(<Presets onDelete={onDelete} onFail={onFail} />);
  await press('Wedding');
  await press('Delete preset');
  expect(await screen.findByRole('alert')).toHaveTextContent('The preset was not deleted. You are offline.');
  expect(onFail).toHaveBeenCalledOnce();
  await press('Delete preset');
  expect(screen.queryByRole('alert')).toBeNull();
  second.resolve();
  await waitFor(() => expect(dialog('Wedding')).toBeNull());
  expect(onFail).toHaveBeenCalledOnce();
});

test('one that is closed before its act is done leaves the next one open', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Presets onDelete={() => promise} />);
  await press('Wedding');
  await press('Delete preset');
  await press('Cancel');
  await press('Minis');
  await act(async () => resolve());
  expect(dialog('Minis')).toBeVisible();
});
