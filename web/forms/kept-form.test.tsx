import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { draftOf } from '../lib/browser/drafts.ts';
import { SubmitButton, TextField } from '../ui/fields/form.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { KeptForm } from './kept-form.tsx';

afterEach(() => sessionStorage.clear());

const Schema = z.object({ name: z.string(), pin: z.string() });
const show = (onSubmit = async () => {}) =>
  render(
    <KeptForm
      schema={Schema}
      defaultValues={{ name: '', pin: '' }}
      draft="new"
      secrets={{ pin: 'PIN' }}
      onSubmit={onSubmit}
    >
      <TextField name="name" label="Name" />
      <TextField name="pin" label="PIN" />
      <SubmitButton busyText="Saving...">Save</SubmitButton>
    </KeptForm>,
  );
const name = () => screen.getByLabelText('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const restored = () => screen.queryByText('Your unsaved changes are still here.');
const pinAgain = () => screen.queryByText('The PIN that you typed is not kept in the browser. Please type it again.');

test('what was typed is there again, is said, and can be discarded; a PIN is never kept', async () => {
  const { unmount } = show();
  expect(restored()).toBeNull();
  await userEvent.type(screen.getByLabelText('PIN'), '482913');
  expect(draftOf('new')).toEqual({ name: '', pin: null });
  await userEvent.type(name(), 'Rosa');
  expect(Object.values(sessionStorage).join()).not.toContain('482913');
  unmount();
  show();
  expect(name()).toHaveValue('Rosa');
  expect(screen.getByLabelText('PIN')).toHaveValue('');
  expect(restored()).toBeInTheDocument();
  expect(pinAgain()).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(name()).toHaveValue('');
  expect(restored()).toBeNull();
  expect(draftOf('new')).toBeNull();
});

test('changes that are discarded leave the focus on the heading above the form', async () => {
  const form = () =>
    render(
      <section>
        <h2>New link</h2>
        <KeptForm schema={Schema} defaultValues={{ name: '', pin: '' }} draft="new" onSubmit={async () => {}}>
          <TextField name="name" label="Name" />
        </KeptForm>
      </section>,
    );
  const { unmount } = form();
  await userEvent.type(name(), 'Rosa');
  unmount();
  form();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'New link' })).toHaveFocus());
  await userEvent.tab();
  expect(name()).toHaveFocus();
});

test('a PIN that was typed alone is missed where the form is opened again, and not once it is taken back', async () => {
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText('PIN'), '482913');
  unmount();
  const secondView = show();
  expect(restored()).toBeNull();
  expect(pinAgain()).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('PIN'), '1');
  await userEvent.clear(screen.getByLabelText('PIN'));
  secondView.unmount();
  show();
  expect(pinAgain()).toBeNull();
  expect(Object.values(sessionStorage).join()).not.toMatch(/482913|pin/);
});

test('what was sent is no draft, and what was refused still is', async () => {
  const onSubmit = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The studio is busy.'));
  show(onSubmit);
  await userEvent.type(name(), 'Rosa');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  expect(draftOf('new')).toEqual({ name: 'Rosa' });
  await save();
  await waitFor(() => expect(draftOf('new')).toBeNull());
});

test('Cancel closes when nothing was typed, and asks before it discards what was', async () => {
  const onClose = vi.fn();
  const dialog = () =>
    render(
      <KeptForm schema={Schema} defaultValues={{ name: '', pin: '' }} draft="new" onSubmit={async () => {}}>
        <TextField name="name" label="Name" />
        <DialogActions onClose={onClose}>Save</DialogActions>
      </KeptForm>,
    );
  const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));
  const { unmount } = dialog();
  await userEvent.type(name(), 'Rosa');
  await userEvent.clear(name());
  await press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);

  await userEvent.type(name(), 'Rosa');
  await press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert')).toHaveTextContent('Discard what you typed?');
  expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press('Keep editing');
  expect(name()).toHaveValue('Rosa');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();

  // Discards the text that was typed before, too.
  unmount();
  dialog();
  await press('Cancel');
  await press('Discard');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(draftOf('new')).toBeNull();
});
