import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useWatch } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { draftOf } from '../lib/browser/drafts.ts';
import { ApiError } from '../lib/query/api.ts';
import { CheckboxField, SubmitButton, TextArea, TextField } from '../ui/fields/form.tsx';
import { SegmentedField } from '../ui/fields/segmented-field.tsx';
import { EditForm } from './edit-form.tsx';

const Schema = z
  .object({
    name: z.string().min(1, 'Name is required.'),
    notes: z.string(),
    on: z.string(),
    kind: z.enum(['Text', 'Logo']),
    size: z.string(),
    is_open: z.boolean(),
    pin: z.string(),
  })
  .refine(({ pin, is_open }) => pin === '' || !is_open, { path: ['is_open'], error: 'An open one needs no PIN.' });
type Values = z.infer<typeof Schema>;
type Row = Values & { version: number };

const row: Row = {
  name: 'River',
  notes: '',
  on: '2026-10-20',
  kind: 'Text',
  size: 'web',
  is_open: false,
  pin: '',
  version: 1,
};
const labels = {
  name: 'Name',
  notes: 'Notes (optional)',
  on: 'Day',
  kind: 'Kind',
  size: 'Size',
  is_open: 'Open',
  pin: 'PIN',
};

/** The record on the server; a save over another version is refused. */
let stored: Row;
let sentRows: Row[];
beforeEach(() => {
  stored = row;
  sentRows = [];
});
afterEach(() => sessionStorage.clear());

const overtaken = () =>
  new ApiError('CHANGED_MEANWHILE', 409, 'Changed.', {
    code: 'CHANGED_MEANWHILE',
    message: 'Changed.',
    details: { current: stored },
  } as never);

async function send(values: Values, version: number): Promise<Row> {
  sentRows.push({ ...values, version });
  if (version !== stored.version) throw overtaken();
  stored = { ...stored, ...values, version: version + 1 };
  return stored;
}

function Size() {
  return useWatch({ name: 'kind' }) === 'Text' ? <TextField name="size" label="Size" /> : null;
}

const onSaved = vi.fn();
const show = (loaded = stored, save: typeof send = send) =>
  render(
    <EditForm<Row, typeof Schema>
      schema={Schema}
      row={loaded}
      valuesOf={({ version: _, ...values }) => values}
      labels={labels}
      draft="river"
      secrets={{ pin: 'PIN' }}
      send={save}
      onSaved={onSaved}
      describe={(error) => (error as Error).message}
      actions={(isSaved) => (
        <>
          {isSaved && <p>Done</p>}
          <SubmitButton busyText="Saving...">Save</SubmitButton>
        </>
      )}
    >
      <TextField name="name" label="Name" />
      <TextArea name="notes" label="Notes (optional)" />
      <TextField name="on" label="Day" type="date" />
      <SegmentedField name="kind" label="Kind" options={['Text', 'Logo']} />
      <Size />
      <CheckboxField name="is_open" label="Open" />
      <TextField name="pin" label="PIN" />
    </EditForm>,
  );
/** Another tab saves. */
const theySave = (change: Partial<Values>) => {
  stored = { ...stored, ...change, version: stored.version + 1 };
};
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const conflicts = () => screen.queryAllByRole('group', { name: 'Changed by two people' });

test('a save keeps what another tab has saved of other fields, shows it, and says so', async () => {
  show();
  await type('Name', 'River, at dawn');
  theySave({ notes: 'By the bayou.', is_open: true });
  await save();
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(stored).toEqual({ ...row, name: 'River, at dawn', notes: 'By the bayou.', is_open: true, version: 3 });
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('By the bayou.');
  expect(screen.getByLabelText('Open')).toBeChecked();
  expect(screen.getByText(/^Saved, together with/)).toHaveTextContent(
    'Saved, together with what was changed elsewhere in the meantime: “Notes” and “Open”.',
  );
  expect(onSaved).toHaveBeenLastCalledWith(stored, true);
  // Saving again is based on what is stored now.
  theySave({ notes: '' });
  await type('Name', 'River');
  await save();
  await waitFor(() => expect(stored).toEqual({ ...row, is_open: true, version: 5 }));
  expect(onSaved).toHaveBeenLastCalledWith(stored, true);
});

test('equal changes are no conflict, nor is a record that was saved again without a change of the form’s fields', async () => {
  show();
  await type('Name', 'Bayou');
  theySave({ name: ' Bayou' });
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(stored, false));
  expect(screen.queryByText(/in the meantime/)).toBeNull();
});

test('a record that is changed before each attempt is merged each time, and not for ever', async () => {
  show(stored, async (values, version) => {
    if (sentRows.length < 3) theySave({ notes: `Note ${sentRows.length + 1}` });
    return send(values, version);
  });
  await type('Name', 'Bayou');
  await save();
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(stored).toMatchObject({ name: 'Bayou', notes: 'Note 3' });
  expect(sentRows).toHaveLength(4);
  cleanup();
  show(stored, async (values, version) => {
    theySave({});
    return send(values, version);
  });
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Changed.');
});

test('only fields that both have changed are conflicts: shown below the field, focused, and saved as chosen', async () => {
  show();
  await type('Name', '');
  await userEvent.type(screen.getByLabelText('Name'), 'Mine');
  await type('Notes (optional)', 'My notes');
  await type('Day', '2026-10-21');
  theySave({ name: 'Theirs', notes: '', on: '2026-10-22', is_open: true });
  await save();
  await waitFor(() => expect(conflicts()).toHaveLength(2));
  const [name, day] = conflicts();
  expect(name).toHaveFocus();
  expect(name).toHaveTextContent('Stored now: TheirsYours: Mine');
  expect(day).toHaveTextContent('Stored now: Oct 22, 2026Yours: Oct 21, 2026');
  expect(screen.getByLabelText('Name').parentElement).toContainElement(name!);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Somebody else changed “Name” and “Day” in the meantime, too. Nothing is saved until you choose which to keep.',
  );
  expect(screen.getByText('Somebody else changed “Open” in the meantime. You see it here.')).toBeInTheDocument();
  // Nothing is sent while a conflict is undecided.
  day!.focus();
  await save();
  expect(name).toHaveFocus();
  expect(sentRows).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine: Name' }));
  expect(day).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Keep what is stored: Day' }));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await save();
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(stored).toEqual({
    ...row,
    name: 'Mine',
    notes: 'My notes',
    on: '2026-10-22',
    is_open: true,
    version: 3,
  });
});

test('a field that one has cleared and the other one changed is a conflict', async () => {
  theySave({ notes: 'Old notes' });
  show();
  await type('Notes (optional)', '');
  theySave({ notes: 'New notes' });
  await save();
  await waitFor(() => expect(conflicts()[0]).toHaveTextContent('Stored now: New notesYours: empty'));
});

test('a conflict of a field that is not shown is above the buttons', async () => {
  show();
  await type('Size', 'print');
  await userEvent.click(screen.getByLabelText('Logo'));
  theySave({ size: 'original' });
  await save();
  await waitFor(() => expect(conflicts()).toHaveLength(1));
  expect(conflicts()[0]).toHaveFocus();
  await userEvent.click(screen.getByLabelText('Text'));
  expect(conflicts()).toHaveLength(1);
  expect(screen.getByLabelText('Size').parentElement).toContainElement(conflicts()[0]!);
});

test('what is valid only apart is not saved together', async () => {
  show();
  await userEvent.click(screen.getByLabelText('Open'));
  theySave({ pin: '123456' });
  await save();
  expect(await screen.findByText('An open one needs no PIN.')).toBeInTheDocument();
  expect(screen.getByText('Somebody else changed “PIN” in the meantime. You see it here.')).toBeInTheDocument();
  expect(sentRows).toHaveLength(1);
});

test('what was typed outlives the form and is merged with what was saved since; a PIN is not kept', async () => {
  const firstView = show();
  await type('Name', 'River, at dawn');
  await type('PIN', '123456');
  firstView.unmount();
  expect(Object.values(sessionStorage).join()).toContain('River, at dawn');
  expect(Object.values(sessionStorage).join()).not.toContain('123456');
  theySave({ notes: 'By the bayou.', pin: '654321' });
  const second = show();
  expect(screen.getByText('Your unsaved changes are still here.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('River, at dawn');
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('By the bayou.');
  expect(screen.getByLabelText('PIN')).toHaveValue('654321');
  await save();
  await screen.findByText('Done');
  expect(sentRows).toHaveLength(1);
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
  expect(draftOf('river')).toBeNull();
  second.unmount();
  show();
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
});

test('that a typed PIN is gone is said, also where it was typed alone, until the form is saved', async () => {
  const secretNotice = () =>
    screen.queryByText('The PIN that you typed is not kept in the browser. Please type it again.');
  const firstView = show();
  await type('PIN', '123456');
  firstView.unmount();
  const second = show();
  expect(secretNotice()).toBeInTheDocument();
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
  await type('PIN', '123456');
  await save();
  await screen.findByText('Done');
  expect(stored.pin).toBe('123456');
  expect(secretNotice()).toBeNull();
  second.unmount();
  show();
  expect(secretNotice()).toBeNull();
});

test('a conflict that was not decided is one again after a reload', async () => {
  const firstView = show();
  await type('Name', 'Mine');
  theySave({ name: 'Theirs' });
  await save();
  await waitFor(() => expect(conflicts()).toHaveLength(1));
  await type('Notes (optional)', 'More');
  firstView.unmount();
  const second = show();
  expect(conflicts()[0]).toHaveTextContent('Stored now: TheirsYours: Mine');
  expect(conflicts()[0]).toHaveFocus();
  await save();
  expect(sentRows).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine: Name' }));
  second.unmount();
  show();
  expect(conflicts()).toEqual([]);
  expect(screen.getByLabelText('Name')).toHaveValue('Mine');
});

test('discarding shows the newest record that is known', async () => {
  const { rerender: _ } = show();
  await type('Name', 'Mine');
  theySave({ name: 'Theirs' });
  await save();
  await waitFor(() => expect(conflicts()).toHaveLength(1));
  cleanup();
  show(row);
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByLabelText('Name')).toHaveValue('River');
  expect(conflicts()).toEqual([]);
  expect(draftOf('river')).toBeNull();
});

test('changes that are discarded leave the focus on the heading above the form', async () => {
  const form = () =>
    render(
      <section>
        <h2>Edit</h2>
        <EditForm<Row, typeof Schema>
          schema={Schema}
          row={row}
          valuesOf={({ version: _, ...values }) => values}
          labels={labels}
          draft="river"
          describe={() => 'It was not saved.'}
          send={send}
          onSaved={onSaved}
          actions={() => null}
        >
          <TextField name="name" label="Name" />
        </EditForm>
      </section>,
    );
  const { unmount } = form();
  await type('Name', 'Mine');
  unmount();
  form();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Edit' })).toHaveFocus());
});

test('text typed during the request stays, and is not taken for saved', async () => {
  const heldAnswer = Promise.withResolvers<void>();
  show(stored, async (values, version) => {
    await heldAnswer.promise;
    return send(values, version);
  });
  await type('Name', 'Mine');
  await save();
  await userEvent.type(screen.getByLabelText('Notes (optional)'), 'More');
  await act(async () => heldAnswer.resolve());
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('More');
  expect(draftOf('river')).toMatchObject({ values: { name: 'Mine', notes: 'More' } });
});
