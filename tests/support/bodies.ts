import { randomUUID } from 'node:crypto';
import { newId } from '../../lambdas/platform/ids.ts';
import type { Person } from './api-world.ts';

/** A body that each route takes, to be spoilt in one place at a time. */
export const bodies: Record<string, (person: Pick<Person, 'customer' | 'session'>) => Record<string, unknown>> = {
  'POST /api/public/messages': () => ({ name: 'A', phone: '1', email: 'a@example.com', message: 'Hello' }),
  'POST /api/client/me': () => ({ name: 'A', phone: '1', email: 'a@example.com', address: 'B' }),
  'PATCH /api/client/me': () => ({ name: 'A', phone: '', email: 'a@example.com', address: '', version: 9_999 }),
  'PATCH /api/client/sessions/:session/photos/:photo': () => ({ note: 'Lovely', note_before: 'Lovely' }),
  'POST /api/client/downloads': ({ session }) => ({ kind: 'session', session_id: session }),
  'POST /api/client/quotes': () => ({
    request_id: randomUUID(),
    type: 'print',
    quantity: 2,
    notes: 'Matte',
    with_favorites: true,
  }),
  'PATCH /api/admin/quotes/:quote': () => ({ status: 'approved', price_cents: 100, message: 'Yes', version: 9_999 }),
  'PATCH /api/admin/messages/:message': () => ({ is_read: true }),
  'POST /api/admin/customers': () => ({ name: 'A', email: `${newId()}@example.com`, phone: '1' }),
  'PATCH /api/admin/customers/:customer': () => ({
    name: 'A',
    email: `${newId()}@example.com`,
    phone: '1',
    profile_complete: true,
    version: 9_999,
  }),
  'POST /api/admin/sessions': ({ customer }) => ({
    customer_id: customer,
    session_name: 'A',
    session_date: '2025-05-04',
    session_label: newId(),
    notes: '',
  }),
  'POST /api/admin/sessions/open': ({ customer }) => ({ customer_id: customer, session_label: newId() }),
  'PATCH /api/admin/sessions/:session': () => ({
    session_name: 'A',
    session_date: '2025-05-04',
    session_label: newId(),
    notes: 'By the river',
    photo_order: 'name',
    version: 9_999,
  }),
  'POST /api/admin/sessions/:session/announcement': () => ({ told_at: '2025-05-04T10:00:00.000Z' }),
  'POST /api/admin/sessions/:session/photos/bin': () => ({ photo_ids: [newId()] }),
  'POST /api/admin/sessions/:session/photos/restore': () => ({ photo_ids: [newId()] }),
  'POST /api/admin/sessions/:session/uploads': () => ({
    is_approved: true,
    downloadable: true,
    files: [{ file_name: 'a.jpg', content_type: 'image/jpeg', size: 1, sha256: `${'A'.repeat(43)}=` }],
  }),
  'PATCH /api/admin/sessions/:session/photos': () => ({ photo_ids: [newId()], is_approved: true, category: 'family' }),
};
