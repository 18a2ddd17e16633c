import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { Email, optional, required } from '#shared/contract/fields.ts';
import { CheckboxField, Form, SelectField, SubmitButton, TextArea, TextField } from './form.tsx';

const Booking = z.object({
  name: required('A name', 20),
  email: Email,
  place: z.string().min(1, 'Please choose a place.'),
  wishes: optional('Wishes', 10),
  outdoors: z.boolean(),
});

function show(props: Partial<Parameters<typeof Form<typeof Booking>>[0]> = {}) {
  const onSubmit = vi.fn(async () => {});
  render(
    <Form
      schema={Booking}
      defaultValues={{ name: '', email: '', place: '', wishes: '', outdoors: false }}
      onSubmit={onSubmit}
      {...props}
    >
      <TextField name="name" label="Name" />
      <TextField name="email" label="Email" type="email" hint="We answer there." />
      <SelectField name="place" label="Place">
        <option value="">Select a place</option>
        <option value="park">Park</option>
      </SelectField>
      <TextArea name="wishes" label="Wishes" />
      <CheckboxField name="outdoors" label="Outdoors" />
      <SubmitButton busyText="Saving...">Save</SubmitButton>
    </Form>,
  );
  const field = (label: string) => screen.getByLabelText(label);
  const fill = async () => {
    await userEvent.type(field('Name'), '  Rosa ');
    await userEvent.type(field('Email'), 'Rosa@Example.com');
    await userEvent.selectOptions(field('Place'), 'park');
    await userEvent.click(field('Outdoors'));
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return { onSubmit, field, fill, save };
}

test('valid values are submitted as parsed by the schema', async () => {
  const { onSubmit, fill, save } = show();
  await fill();
  await save();
  expect(onSubmit).toHaveBeenCalledOnce();
  const values = { name: 'Rosa', email: 'rosa@example.com', place: 'park', wishes: '', outdoors: true };
  expect(onSubmit).toHaveBeenCalledWith(values, expect.anything());
});

test('a name that nobody sees is refused before it is sent', async () => {
  const { onSubmit, field, fill, save } = show();
  await fill();
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), '\u3164\u200b\u2800');
  await save();
  expect(screen.getByText('Please enter a name.')).toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('invalid fields show their messages, the first gets the focus, nothing is submitted', async () => {
  const { onSubmit, field, save } = show();
  await userEvent.type(field('Name'), 'Rosa');
  await userEvent.type(field('Email'), 'nobody');
  await save();
  expect(field('Email')).toHaveAccessibleDescription('We answer there. Please enter a valid email address.');
  expect(field('Email')).toBeInvalid();
  expect(field('Email')).toHaveFocus();
  expect(field('Place')).toHaveAccessibleDescription('Please choose a place.');
  expect(field('Name')).toBeValid();
  expect(onSubmit).not.toHaveBeenCalled();

  await userEvent.type(field('Email'), '@example.com');
  expect(field('Email')).toHaveAccessibleDescription('We answer there.');
});

test('describeInvalid adds a message for invalid fields', async () => {
  const { field, save } = show({ describeInvalid: ({ name }) => (name ? undefined : 'A name is required.') });
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('A name is required.');
  await userEvent.type(field('Name'), 'Rosa');
  await save();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('Place')).toBeInvalid();
});

test('the message for invalid fields ends when the last one is corrected', async () => {
  const { field, fill, save } = show({ describeInvalid: () => 'Some fields need another look.' });
  await fill();
  await userEvent.clear(field('Name'));
  await userEvent.selectOptions(field('Place'), '');
  await save();
  await userEvent.type(field('Name'), 'Rosa');
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields need another look.');
  await userEvent.selectOptions(field('Place'), 'park');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a failed submit shows its message and keeps the input; the next submit clears the message', async () => {
  const onSubmit = vi.fn().mockRejectedValueOnce(new Error('The studio is busy.')).mockResolvedValue(undefined);
  const { field, fill, save } = show({ onSubmit });
  await fill();
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('The studio is busy.');
  expect(field('Name')).toHaveValue('  Rosa ');
  expect(field('Place')).toHaveValue('park');
  expect(field('Outdoors')).toBeChecked();
  await save();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('a field error of the API is shown at its field, which gets the focus', async () => {
  const refusal = Object.assign(new Error('Some fields need another look.'), {
    fields: { email: 'That one is taken.' },
  });
  const { field, fill, save } = show({
    onSubmit: vi.fn().mockRejectedValue(refusal),
    describe: () => 'Failed to save.',
  });
  await fill();
  await save();
  expect(field('Email')).toHaveAccessibleDescription('We answer there. That one is taken.');
  expect(field('Email')).toHaveFocus();
  expect(field('Email')).toHaveValue('Rosa@Example.com');
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to save.');
});

test('a double click submits once; the button shows its busy text and keeps the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSubmit = vi.fn(() => promise);
  const { fill, field, save } = show({ onSubmit });
  await fill();
  await save();
  const busy = screen.getByRole('button', { name: 'Saving...' });
  expect(busy).toHaveFocus();
  await userEvent.click(busy);
  await userEvent.type(field('Name'), '{Enter}{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeInTheDocument();
  resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument());
  await save();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test('two synchronous submits send once', async () => {
  const { onSubmit, fill } = show();
  await fill();
  const form = screen.getByRole('button', { name: 'Save' }).closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('text near the limit of its schema is counted, and longer text is refused with every word kept', async () => {
  const { onSubmit, field, fill, save } = show();
  await fill();
  await userEvent.clear(field('Name'));
  await userEvent.type(field('Name'), 'Rosa Maria Delgad');
  expect(screen.queryByText(/characters? (left|too many) of 20/)).toBeNull();
  await userEvent.type(field('Name'), 'o Ruiz');
  expect(screen.getByText('3 characters too many of 20')).toBeInTheDocument();
  await userEvent.type(field('Wishes'), 'By the sea');
  expect(screen.getByText('0 characters left of 10')).toBeInTheDocument();
  await userEvent.type(field('Wishes'), 's');
  expect(screen.getByText('1 character too many of 10')).toBeInTheDocument();
  await save();
  expect(screen.getByText('A name can have at most 20 characters.')).toBeInTheDocument();
  expect(screen.getByText('Wishes can have at most 10 characters.')).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Rosa Maria Delgado Ruiz');
  expect(field('Wishes')).toHaveValue('By the seas');
  expect(onSubmit).not.toHaveBeenCalled();
});
