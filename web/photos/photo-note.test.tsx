import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft } from '../lib/browser/drafts.ts';
import { newPhoto, note, type Props, photo, restoreSpies, show } from './photo-card-testing.tsx';

beforeEach(newPhoto);
afterEach(restoreSpies);

const write = async (text: string) => {
  await userEvent.clear(note());
  await userEvent.type(note(), text);
};
const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

test('the note field has a placeholder and shows the stored note', () => {
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(note()).toHaveAttribute('placeholder', 'Add a note (optional)...');
});

test('a note is trimmed and saved on blur; Saved is shown until the next edit', async () => {
  const { onNote } = show();
  await write('  Crop both sides ');
  expect(onNote).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await userEvent.type(note(), '!');
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a note that equals the stored one after trimming is not saved', async () => {
  const { onNote } = show();
  await write(' Crop the left side  ');
  await userEvent.tab();
  await userEvent.click(note());
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('a cleared note is saved as empty', async () => {
  const { onNote } = show();
  await userEvent.clear(note());
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, '', 'Crop the left side');
});

test('a note that the API refuses says why', async () => {
  const refusal = Object.assign(new Error('Invalid'), { fields: { note: 'All notes together are too long.' } });
  show({ onNote: vi.fn<Props['onNote']>().mockRejectedValue(refusal) });
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'All notes together are too long. Your note was not saved; it is still here.',
  );
});

test('a note that was not saved stays in the field, and Try again saves it', async () => {
  const onNote = vi
    .fn<Props['onNote']>()
    .mockRejectedValueOnce(new Error('Network error.'))
    .mockResolvedValue(undefined);
  show({ onNote });
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Your note was not saved; it is still here.');
  expect(note()).toHaveValue('Crop both sides');
  // React listens in an effect, which may run after the alert is in the document.
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onNote).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).toBeNull();
  // Neither in the field, because a phone would open its keyboard, nor at the page's beginning.
  expect(note().parentElement).toHaveFocus();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

/** Returns whether the page asks before it is left. */
function asksBeforeLeaving(): boolean {
  const leaveEvent = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaveEvent);
  return leaveEvent.defaultPrevented;
}

test('a conflicting note is shown; Save mine replaces it', async () => {
  const overtaken = Object.assign(new Error('Changed.'), { code: 'CHANGED_MEANWHILE' });
  const onNote = vi.fn<Props['onNote']>().mockRejectedValueOnce(overtaken).mockResolvedValue(undefined);
  const { update } = show({ onNote });
  await write('Mine');
  await userEvent.tab();
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('Mine');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Meanwhile another note was saved: “From the phone” Your note was not saved; it is still here.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(onNote.mock.calls.map(([, ...note]) => note)).toEqual([
    ['Mine', 'Crop the left side'],
    ['Mine', 'From the phone'],
  ]);
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('text typed during a save is saved afterwards and not shown as saved before', async () => {
  const firstAnswer = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => firstAnswer.promise)
    .mockResolvedValue(undefined);
  const { update } = show({ onNote });
  await write('One');
  await userEvent.tab();
  expect(screen.getByText('Saving...')).toBeInTheDocument();
  await userEvent.type(note(), ' two');
  await act(async () => firstAnswer.resolve());
  update({ note: 'One' });
  expect(screen.queryByText('Saved')).toBeNull();
  expect(note()).toHaveValue('One two');
  await userEvent.tab();
  expect(onNote).toHaveBeenLastCalledWith(photo.id, 'One two', 'One');
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('undoing an edit during its save is saved as well', async () => {
  const firstAnswer = Promise.withResolvers<void>();
  const onNote = vi
    .fn<Props['onNote']>()
    .mockImplementationOnce(() => firstAnswer.promise)
    .mockResolvedValue(undefined);
  show({ onNote });
  await write('Oops');
  await userEvent.tab();
  await write('Crop the left side');
  await userEvent.tab();
  await act(async () => firstAnswer.resolve());
  expect(onNote.mock.calls.map(([, text]) => text)).toEqual(['Oops', 'Crop the left side']);
  expect(note()).toHaveValue('Crop the left side');
});

test('a note from another device is shown in an unedited field', async () => {
  const { update, onNote } = show();
  await userEvent.click(note());
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('From the phone');
  await userEvent.tab();
  expect(onNote).not.toHaveBeenCalled();
});

test('a note from another device does not replace an edit in progress', async () => {
  const { update, onNote } = show();
  await write('From here');
  update({ note: 'From the phone' });
  expect(note()).toHaveValue('From here');
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'From here', 'Crop the left side');
});

test('a saved note stays shown before and after the list is updated', async () => {
  const { update } = show();
  await write('Crop both sides');
  await userEvent.tab();
  expect(screen.getByText('Saved')).toBeInTheDocument();
  update({});
  expect(note()).toHaveValue('Crop both sides');
  update({ note: 'Crop both sides' });
  expect(note()).toHaveValue('Crop both sides');
});

test('closing or hiding the page saves the note', async () => {
  const { onNote } = show();
  await write('Crop both sides');
  hide();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
});

test('unmounting the card saves the note', async () => {
  const { onNote, unmount, again } = show();
  await write('Crop both sides');
  await act(async () => unmount());
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'Crop both sides', 'Crop the left side');
  again();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an unsaved note is restored when the card is mounted again', async () => {
  const onNote = vi.fn<Props['onNote']>().mockRejectedValue(new Error('Network error.'));
  const { unmount, again } = show({ onNote });
  await write('Crop both sides');
  await act(async () => unmount());
  again();
  expect(note()).toHaveValue('Crop both sides');
  expect(screen.getByRole('alert')).toHaveTextContent('it is still here');
  await userEvent.clear(note());
  await userEvent.type(note(), 'Crop the left side');
  await userEvent.tab();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a draft that equals the stored note is not shown as unsaved', () => {
  keepDraft(`note ${photo.id}`, { text: 'Crop the left side ', seen: '' });
  show();
  expect(note()).toHaveValue('Crop the left side');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a note near its limit shows a count; over the limit it is kept but not sent, and saved once shortened', async () => {
  const { onNote } = show();
  const paste = async (length: number) => {
    await userEvent.clear(note());
    await userEvent.click(note());
    await userEvent.paste('x'.repeat(length));
  };
  await paste(899);
  expect(screen.queryByText(/characters? (left|too many)/)).toBeNull();
  await paste(1_005);
  expect(screen.getByText('5 characters too many of 1,000')).toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Please shorten your note to save it.');
  expect(note()).toHaveValue('x'.repeat(1_005));
  expect(onNote).not.toHaveBeenCalled();
  await userEvent.click(note());
  await userEvent.keyboard('{Backspace>6/}');
  expect(screen.getByText('1 character left of 1,000')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(onNote).toHaveBeenCalledExactlyOnceWith(photo.id, 'x'.repeat(999), 'Crop the left side');
});

test('a note of spaces clears the field and is not saved', async () => {
  const { onNote } = show({ photo: { ...photo, note: '' } });
  await userEvent.type(note(), '   ');
  await userEvent.tab();
  expect(note()).toHaveValue('');
  expect(onNote).not.toHaveBeenCalled();
});
