import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { MessageForm } from './message-form.tsx';

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <MessageForm />
    </MemoryRouter>,
  );
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message');

test("a package's 'Book' begins the message", () => {
  open('/contact?package=full-session');
  expect(message().value).toContain('Full Session');
  expect(message().value).toContain('$125');
});

test('an unknown package begins nothing', () => {
  open('/contact?package=moon-landing');
  expect(message().value).toBe('');
});

test('every field asks to be filled, and only the trap for robots is out of reach', () => {
  open('/contact');
  for (const label of ['Name', 'Phone', 'Email', 'Message']) expect(screen.getByLabelText(label)).toBeRequired();
  const trap = screen.getByLabelText('Leave this empty');
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(trap.closest('[aria-hidden="true"]')).not.toBeNull();
});

test('where nothing answers, the form says so and keeps every word', async () => {
  // No server listens behind jsdom's page, so sending fails as it does without a network.
  const user = userEvent.setup();
  open('/contact');
  await user.type(screen.getByLabelText('Name'), 'Ada Reed');
  await user.type(screen.getByLabelText('Phone'), '713-555-0199');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(message(), 'A Saturday in May?');
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your message was not sent.');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Reed');
  expect(message()).toHaveValue('A Saturday in May?');
  expect(screen.getByRole('button', { name: 'Send Message' })).not.toHaveAttribute('aria-disabled');
});
