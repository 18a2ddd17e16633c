import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { draftOf } from '../lib/drafts.ts';
import { SubmitButton, TextField } from '../ui/form.tsx';
import { KeptForm } from './kept-form.tsx';

afterEach(() => sessionStorage.clear());

const Schema = z.object({ name: z.string(), pin: z.string() });
const show = (onSubmit = async () => {}) =>
  render(
    <KeptForm schema={Schema} defaultValues={{ name: '', pin: '' }} draft="new" secrets={['pin']} onSubmit={onSubmit}>
      <TextField name="name" label="Name" />
      <TextField name="pin" label="PIN" />
      <SubmitButton busyText="Saving...">Save</SubmitButton>
    </KeptForm>,
  );
const name = () => screen.getByLabelText('Name');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const restored = () => screen.queryByText('Your unsaved changes are still here.');

test('what was typed is there again, is said, and can be discarded; a PIN is never kept', async () => {
  const { unmount } = show();
  expect(restored()).toBeNull();
  await userEvent.type(screen.getByLabelText('PIN'), '482913');
  expect(draftOf('new')).toBeNull();
  await userEvent.type(name(), 'Rosa');
  expect(Object.values(sessionStorage).join()).not.toContain('482913');
  unmount();
  show();
  expect(name()).toHaveValue('Rosa');
  expect(screen.getByLabelText('PIN')).toHaveValue('');
  expect(restored()).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(name()).toHaveValue('');
  expect(restored()).toBeNull();
  expect(draftOf('new')).toBeNull();
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
