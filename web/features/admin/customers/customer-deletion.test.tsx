import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing, showScreen } from '../../../lib/testing.ts';
import { customerQuery, directoryQuery } from './api.ts';
import { Component } from './customer.tsx';
import { answerCustomer, answers, field, forgetCustomer, id, open, rosa } from './customer-testing.ts';
import { Component as DeletedCustomers } from './deleted-customers.tsx';
import { Component as AllCustomers } from './directory.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerCustomer);
afterEach(forgetCustomer);

test('a customer is deleted after typing the name; Undo restores them', async () => {
  answers[`DELETE /api/admin/customers/${id}`] = new Response(null, { status: 204 });
  const { place, location } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Rosa Delgado?' }));
  const confirm = dialog.getByRole('button', { name: 'Delete customer' });
  await userEvent.type(dialog.getByLabelText('Type “Rosa Delgado” to confirm'), 'Rosa');
  expect(confirm).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type “Rosa Delgado” to confirm'), ' delgado ');
  await userEvent.click(confirm);
  await waitFor(() => expect(place()).toBe('/admin/customers'));
  expect(location().state).toEqual({ deleted: { id, name: 'Rosa Delgado' } });
});

test('the typed name counts without accents, however the stored one is composed', async () => {
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, name: 'Sinéad O’Brien'.normalize('NFD') };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog', { name: /^Delete / }));
  await userEvent.type(dialog.getByLabelText(/^Type /), "sinead o'brien");
  expect(dialog.getByRole('button', { name: 'Delete customer' })).toBeEnabled();
});

test('after Undo, navigating back does not show the customer as deleted', async () => {
  answers['GET /api/admin/customers'] = { items: [], next_cursor: null };
  answers[`DELETE /api/admin/customers/${id}`] = new Response(null, { status: 204 });
  answers[`POST /api/admin/customers/${id}/restore`] = { ...rosa, version: 6 };
  const { place, navigate } = showScreen(
    [
      { path: '/admin/customer/:id/edit', Component },
      { path: '/admin/customers', Component: AllCustomers },
    ],
    `/admin/customer/${id}/edit`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Type/ }), 'Rosa Delgado{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await field('Name')).toHaveValue('Rosa Delgado');
  await navigate(-1);
  expect(place()).toBe(`/admin/customer/${id}/edit`);
  expect(screen.queryByText(/was deleted/)).toBeNull();
});

test('a deleted customer without a name is shown by customer ID', async () => {
  const nameless = { ...rosa, name: '', status: 'deleted', deleted_at: new Date().toISOString() };
  answers['GET /api/admin/deleted-customers'] = { items: [nameless] };
  answers[`POST /api/admin/customers/${id}/restore`] = () => {
    answers['GET /api/admin/deleted-customers'] = { items: [] };
    return { ...nameless, status: 'active', deleted_at: null };
  };
  showScreen([{ path: '/admin/customers/deleted', Component: DeletedCustomers }], '/admin/customers/deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Unknown (C-7K3M-2QXD)' }));
  expect(await screen.findByText('was restored.')).toHaveTextContent('Unknown (C-7K3M-2QXD) was restored.');
  expect(await screen.findByText('Nobody was deleted in the last 30 days.')).toBeInTheDocument();
});

test('does not navigate if the screen was left during the deletion', async () => {
  const deleted = Promise.withResolvers<unknown>();
  answers[`DELETE /api/admin/customers/${id}`] = () => deleted.promise;
  const { place, navigate, queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Type/ }), 'Rosa Delgado{Enter}');
  await navigate('/admin/messages');
  deleted.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(queries.getQueryState(customerQuery(id).queryKey)?.isInvalidated).toBe(true));
  expect(place()).toBe('/admin/messages');
});

test('does not navigate if the screen was left during the restore', async () => {
  answers['GET /api/admin/customers'] = { items: [], next_cursor: null };
  const restored = Promise.withResolvers<unknown>();
  answers[`POST /api/admin/customers/${id}/restore`] = () => restored.promise;
  const state = { deleted: { id, name: rosa.name } };
  const { place, navigate, queries } = showScreen(
    [
      { path: '/admin/customers', Component: AllCustomers },
      { path: '/', element: <Navigate to="/admin/customers" state={state} /> },
    ],
    '/',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await navigate('/admin/messages');
  restored.resolve(rosa);
  await waitFor(() => expect(queries.getQueryState(directoryQuery.queryKey)?.isInvalidated).toBe(true));
  await act(async () => {});
  expect(place()).toBe('/admin/messages');
});

test('a failed deletion shows an error and changes nothing', async () => {
  answers[`DELETE /api/admin/customers/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'Rosa Delgado{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('The customer was not deleted. The studio is busy.');
});

test.each([
  ['closed', 'Reopen account', 'reopen', 'The account is open again.'],
  ['deleted', 'Restore', 'restore', 'The customer was restored.'],
])('a %s customer is shown as such and can be restored', async (status, action, route, message) => {
  const deleted_at = status === 'deleted' ? '2026-05-04T12:00:00.000Z' : null;
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, status, deleted_at };
  answers[`POST /api/admin/customers/${id}/${route}`] = { ...rosa, version: 5 };
  open();
  const undo = await screen.findByRole('button', { name: action });
  expect(screen.queryByLabelText('Name') === null).toBe(status === 'deleted');
  await userEvent.click(undo);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await field('Name')).toHaveValue('Rosa Delgado');
});
