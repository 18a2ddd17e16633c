import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { studio } from '#shared/studio.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './directory.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const entry = (number: number, name: string, email: string): DirectoryEntry => ({
  id: `id-${number}`,
  customer_id: `C-0000-000${number}`,
  name,
  email,
  phone: '',
  status: 'active',
  created_at: '2026-05-01T12:00:00.000Z',
});
const rosa = entry(1, 'Rosa Delgado', 'rosa@example.com');
const ben = entry(2, 'Ben Okafor', 'b.okafor@example.org');
const page = (items: DirectoryEntry[], next_cursor: string | null = null) => ({ items, next_cursor });

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { 'GET /api/admin/customers': page([rosa, ben]) };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = (path = '/admin/dashboard') => showScreen([{ path: '/admin/dashboard', Component }], path);
const rows = async () => {
  const [, ...body] = within(await screen.findByRole('table')).getAllByRole('row');
  return body.map((row) => within(row).getAllByRole('cell')[1]?.textContent);
};
const searchBox = () => screen.getByPlaceholderText('Search by name or email...');

test('corrupt customers are named with the command that repairs them', async () => {
  answers['GET /api/admin/customers'] = { ...page([rosa]), damaged: ['id-7'] };
  open();
  expect(await rows()).toEqual(['Rosa Delgado']);
  expect(screen.getByText(/1 customer is damaged/)).toBeInTheDocument();
  expect(screen.getByText('npm run studio:repair -- customers id-7')).toBeInTheDocument();
});

test('the directory has its columns and links to manage and to upload', async () => {
  open();
  expect(screen.getByText('Loading customers...')).toHaveAttribute('role', 'status');
  expect(await rows()).toEqual(['Rosa Delgado', 'Ben Okafor']);
  expect(document.title).toBe(`Customer Directory | ${studio.name}`);
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Customer ID',
    'Name',
    'Email',
    'Phone',
    'Created',
    'Actions',
  ]);
  expect(screen.getByRole('cell', { name: 'C-0000-0001' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Manage Rosa Delgado' })).toHaveAttribute(
    'href',
    '/admin/customer/id-1/edit',
  );
  expect(screen.getByRole('link', { name: 'Upload photos for Rosa Delgado' })).toHaveAttribute(
    'href',
    '/admin/customer/id-1',
  );
});

test('all pages are loaded, because the search covers all customers', async () => {
  answers['GET /api/admin/customers'] = page([rosa], 'two');
  answers['GET /api/admin/customers?cursor=two'] = page([ben]);
  open();
  expect(await rows()).toEqual(['Rosa Delgado', 'Ben Okafor']);
});

test('a search filters the list and is restored on navigating back', async () => {
  const { place, navigate } = open();
  await rows();
  await userEvent.type(searchBox(), 'Okafor', { delay: null });
  expect(searchBox()).toHaveValue('Okafor');
  await waitFor(async () => expect(await rows()).toEqual(['Ben Okafor']));
  expect(screen.getByText('1 of 2 customers')).toBeInTheDocument();
  // Blur writes the search to the URL at once.
  await userEvent.tab();
  await waitFor(() => expect(place()).toBe('/admin/dashboard?search=Okafor'));

  await navigate('/elsewhere');
  await navigate(-1);
  await waitFor(() => expect(searchBox()).toHaveValue('Okafor'));

  await userEvent.type(searchBox(), '!');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }));
  expect(searchBox()).toHaveValue('');
  expect(await rows()).toEqual(['Rosa Delgado', 'Ben Okafor']);
});

test('the URL is updated after a pause in typing; a changed URL updates the search', async () => {
  const { place, navigate } = open();
  await rows();
  await userEvent.type(searchBox(), 'oka');
  expect(place()).toBe('/admin/dashboard');
  await waitFor(() => expect(place()).toBe('/admin/dashboard?search=oka'));
  expect(searchBox()).toHaveFocus();
  await navigate('/admin/dashboard');
  await waitFor(() => expect(searchBox()).toHaveValue(''));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('leaving right after typing keeps the search', async () => {
  const { navigate, location } = open();
  await rows();
  await userEvent.type(searchBox(), 'rosa');
  await userEvent.click(screen.getByRole('link', { name: 'Manage Rosa Delgado' }));
  expect(await screen.findByText('At /admin/customer/id-1/edit')).toBeInTheDocument();
  expect(location().state).toEqual({ from: '/admin/dashboard?search=rosa' });
  await navigate(-1);
  await waitFor(() => expect(searchBox()).toHaveValue('rosa'));
});

test('a new search starts at the first page', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ ...rosa, id: `id-${index}`, name: `Nr. ${index}` }));
  answers['GET /api/admin/customers'] = page(many);
  const { place } = open('/admin/dashboard?page=2');
  expect((await rows())[0]).toBe('Nr. 25');
  await userEvent.type(searchBox(), 'nr');
  await waitFor(async () => expect((await rows())[0]).toBe('Nr. 0'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect((await rows())[0]).toBe('Nr. 25'));
  expect(place()).toBe('/admin/dashboard?search=nr&page=2');
});

test('more than 25 customers are shown in pages', async () => {
  answers['GET /api/admin/customers'] = page(
    Array.from({ length: 26 }, (_, index) => ({ ...rosa, id: `id-${index}`, name: `Nr. ${index}` })),
  );
  open('/admin/dashboard?page=99');
  expect(await rows()).toEqual(['Nr. 25']);
  expect(screen.getByText('Page 2 of 2')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(async () => expect(await rows()).toHaveLength(25));
});

test('an empty directory and a failed request show different messages', async () => {
  answers['GET /api/admin/customers'] = failing(403, 'FORBIDDEN');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load customers');
  expect(screen.queryByText('No customers yet.')).toBeNull();
  answers['GET /api/admin/customers'] = page([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No customers yet.')).toBeInTheDocument();
});

async function openForm() {
  const { place } = open();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: '+ New Customer' }));
  const form = within(
    (await screen.findByRole('heading', { name: 'Create New Customer' })).closest('section') as HTMLElement,
  );
  expect(form.getByLabelText('Full Name')).toHaveFocus();
  return { form, place, save: () => userEvent.click(form.getByRole('button', { name: 'Save Customer' })) };
}

test('a new customer is shown first, with a success message after the response', async () => {
  const dana = { ...entry(3, 'Dana Lee', 'dana@example.com'), address: '', version: 1 };
  answers['POST /api/admin/customers'] = Response.json(dana, { status: 201 });
  const { form, save, place } = await openForm();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-expanded', 'true');
  await userEvent.type(form.getByLabelText('Full Name'), ' Dana Lee');
  await userEvent.type(form.getByLabelText('Email'), 'Dana@example.com');
  await save();
  expect(await screen.findByText(/was added\.$/)).toHaveTextContent('Dana Lee was added.');
  expect(requests.at(-1)).toBe(
    `POST /api/admin/customers ${JSON.stringify({ name: 'Dana Lee', email: 'dana@example.com', phone: '' })}`,
  );
  expect(await rows()).toEqual(['Dana Lee', 'Rosa Delgado', 'Ben Okafor']);
  expect(screen.getByRole('button', { name: '+ New Customer' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Create session' })).toHaveAttribute(
    'href',
    '/admin/session/create?customer_id=id-3',
  );
  // Names must not be in URLs, because these are kept in browser history and logs.
  expect(place()).toBe('/admin/dashboard');
});

test('name and email are required; an invalid email shows an error', async () => {
  const { form, save } = await openForm();
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('Name and email are required.');
  await userEvent.type(form.getByLabelText('Full Name'), 'Dana');
  await userEvent.type(form.getByLabelText('Email'), 'dana');
  await save();
  expect(form.getByLabelText('Email')).toHaveAccessibleDescription('Please enter a valid email address.');
  expect(screen.queryByText('Name and email are required.')).toBeNull();
});

test.each([
  [
    failing(409, 'EMAIL_TAKEN', 'A customer with this email already exists.'),
    'A customer with this email already exists.',
  ],
  [failing(503, 'BUSY', 'The studio is busy.'), 'Failed to create customer. The studio is busy.'],
])('a failed creation keeps the input', async (answer, message) => {
  answers['POST /api/admin/customers'] = answer;
  const { form, save } = await openForm();
  await userEvent.type(form.getByLabelText('Full Name'), 'Rosa');
  await userEvent.type(form.getByLabelText('Email'), rosa.email);
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(form.getByLabelText('Full Name')).toHaveValue('Rosa');
  expect(await rows()).toEqual(['Rosa Delgado', 'Ben Okafor']);
});

test('columns sort the whole list, both ways, and a reload keeps the order', async () => {
  answers['GET /api/admin/customers'] = page([
    entry(1, 'ben', 'c@example.com'),
    entry(2, 'Zoë', 'a@example.com'),
    entry(3, 'Ána', 'b@example.com'),
  ]);
  open();
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(async () => expect(await rows()).toEqual(['Ána', 'ben', 'Zoë']));
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(async () => expect(await rows()).toEqual(['Zoë', 'ben', 'Ána']));
  await userEvent.click(screen.getByRole('button', { name: 'Email' }));
  await waitFor(async () => expect(await rows()).toEqual(['Zoë', 'Ána', 'ben']));
});
