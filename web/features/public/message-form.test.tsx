import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { ContentProvider } from '../../ui/content.tsx';
import { ContactForm } from './message-form.tsx';

const openPage = (address: string) =>
  render(
    <ContentProvider value={defaultWebsite}>
      <MemoryRouter initialEntries={[address]}>
        <ContactForm />
      </MemoryRouter>
    </ContentProvider>,
  );
afterEach(() => sessionStorage.clear());
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message');

test("a package's 'Book' link prefills the message", () => {
  openPage('/contact?package=full-session');
  expect(message().value).toContain('Full Session');
  expect(message().value).toContain('$125');
});

test('an unknown package prefills nothing', () => {
  openPage('/contact?package=moon-landing');
  expect(message().value).toBe('');
});

test('every field is required; the honeypot field is hidden and not focusable', () => {
  openPage('/contact');
  for (const label of ['Name', 'Phone', 'Email', 'Message']) expect(screen.getByLabelText(label)).toBeRequired();
  const trap = screen.getByLabelText('Leave this empty');
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(trap.closest('[aria-hidden="true"]')).not.toBeNull();
});

test('on a network error the form shows it and keeps the input', async () => {
  // No server listens at jsdom's origin, so the request fails like a network error.
  const user = userEvent.setup();
  openPage('/contact');
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

test('what was typed is there again after the page was left, also when a package’s link leads back', async () => {
  openPage('/contact');
  await userEvent.type(screen.getByLabelText('Name'), 'Ada Reed');
  await userEvent.type(message(), 'A Saturday in May?');
  cleanup();
  openPage('/contact?package=full-session');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada Reed');
  expect(screen.getByLabelText('Phone')).toHaveValue('');
  expect(message()).toHaveValue('A Saturday in May?');
});

test('a message near the limit is counted, and one beyond it is kept whole', async () => {
  const user = userEvent.setup();
  openPage('/contact');
  const long = 'A Saturday in May? '.repeat(270).trim();
  await user.click(message());
  await user.paste(long);
  expect(screen.getByText(`${long.length - limits.message} characters too many of 5,000`)).toBeInTheDocument();
  expect(message()).toHaveValue(long);
  await user.click(screen.getByLabelText('Name'));
  await user.paste('a'.repeat(limits.name - 1));
  expect(screen.getByText('1 character left of 120')).toBeInTheDocument();
});
