import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import { Component } from './customer.tsx';

/**
 * A customer's screen for its tests: `beforeEach(answerCustomer)` and `afterEach(forgetCustomer)`. Each file mocks
 * lib/auth/auth.ts itself.
 */

export const id = 'c'.repeat(20);
export const rosa = {
  id,
  customer_id: 'C-7K3M-2QXD',
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  login_email: 'rosa.d@gmail.example',
  contact_email: null,
  contact_confirmed: false,
  emails_to: 'rosa.d@gmail.example',
  joined_to: null,
  phone: '713-555-0119',
  address: '',
  notes: '',
  status: 'active',
  profile_complete: false,
  has_login: true,
  created_at: '2026-05-01T12:00:00.000Z',
  deleted_at: null,
  version: 4,
};
export const contents = {
  logins: [],
  unconfirmed_google_at: null,
  sessions_count: 0,
  photos_count: 0,
  quotes_count: 0,
  sums: {
    accepted: { quotes_count: 0, cents: 0, unpriced_count: 0 },
    open: { quotes_count: 0, cents: 0, unpriced_count: 0 },
  },
  damaged_quotes_count: 0,
};
export const session = {
  id: 's'.repeat(20),
  customer_id: id,
  session_label: 'may2025-family',
  session_name: 'Family',
  session_date: '2025-05-04',
  photos_count: 1,
  state: 'to_announce',
  next_date: null,
};

export let answers: Answers;
export let requests: string[];
export function answerCustomer() {
  answers = {
    [`GET /api/admin/customers/${id}`]: rosa,
    [`GET /api/admin/customers/${id}/sessions`]: { items: [] },
    [`GET /api/admin/customers/${id}/favorites-and-notes`]: { items: [] },
    [`GET /api/admin/customers/${id}/links`]: { items: [] },
    [`GET /api/admin/customers/${id}/emails`]: { items: [], next_cursor: null },
    [`GET /api/admin/customers/${id}/offers`]: { items: [], next_cursor: null },
    [`GET /api/admin/customers/${id}/contents`]: contents,
    'GET /api/admin/customers': { items: [], next_cursor: null },
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
}
export function forgetCustomer() {
  vi.unstubAllGlobals();
  sessionStorage.clear();
}

export const open = () => showScreen([{ path: '/admin/customer/:id/edit', Component }], `/admin/customer/${id}/edit`);
export const field = (label: string) => screen.findByLabelText(label);
