import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NameDialog } from './name-dialog.tsx';

/** The dialog that asks for a guest's name. */

test('without a name nothing is saved, and the field for it says why and has the focus', () => {
  const onName = vi.fn();
  render(<NameDialog link="link" sharedBy="Maya" onName={onName} onClose={() => undefined} />);
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  fireEvent.click(save);
  const field = screen.getByLabelText('Your name');
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Please enter your name.');
  expect(onName).not.toHaveBeenCalled();
});
