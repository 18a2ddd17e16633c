import { randomUUID } from 'node:crypto';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { routesOf } from './api-studio.ts';
import type { Person } from './api-world.ts';

/** Two clients with everything that they can have, and what is nobody's own: a message from the contact form, a failed letter. */
export interface World {
  a: Person;
  b: Person;
  message: string;
  letter: string;
}

/** What a path speaks of: ids for `:customer`, `:session` and so on. */
export interface Objects {
  customer: string;
  session: string;
  photo: string;
  quote: string;
  message: string;
  letter: string;
}

/** A request that is in order, by whoever may make it. */
export interface RouteRequest {
  /** The answer's status where the request is allowed. */
  ok: number;
  body?: (objects: Objects, world: World) => unknown;
  query?: string;
  /** Names an object in its body, as others do in their paths. */
  inBody?: 'customer' | 'session';
  /** Where the state of an object that the actor may see makes another answer. */
  but?: Record<string, string>;
}

const message = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'Hello' };
const settings = { name: 'Ada', phone: '', email: 'ada@example.com', address: '', version: 0 };

/** Every route of the API; a new one without a request here fails the matrix. */
export const requests: Record<string, RouteRequest> = {
  'POST /api/public/messages': { ok: 201, body: () => message },
  'GET /api/public/messages.css': { ok: 200 },
  'GET /api/public/portfolio': { ok: 200 },

  'GET /api/client/me': { ok: 200 },
  'POST /api/client/me': { ok: 200, body: () => ({}) },
  'PATCH /api/client/me': { ok: 200, body: () => settings },
  'GET /api/client/me/data': { ok: 200 },
  'POST /api/client/me/close': { ok: 204 },
  'POST /api/client/media-access': { ok: 200 },
  'DELETE /api/client/media-access': { ok: 204 },
  'GET /api/client/sessions': { ok: 200 },
  'GET /api/client/favorites': { ok: 200 },
  'GET /api/client/downloads': { ok: 200 },
  'POST /api/client/downloads': {
    ok: 200,
    body: ({ session }) => ({ kind: 'session', session_id: session }),
    inBody: 'session',
  },
  'GET /api/client/sessions/newest/photos': { ok: 200 },
  'GET /api/client/sessions/:session/photos': { ok: 200 },
  'PATCH /api/client/sessions/:session/photos/:photo': { ok: 200, body: () => ({ is_favorite: true }) },
  'GET /api/client/sessions/:session/photos/:photo/download': {
    ok: 200,
    query: 'size=web',
    but: { kept: '404 NOT_FOUND' },
  },
  'GET /api/client/quotes': { ok: 200 },
  'POST /api/client/quotes': { ok: 201, body: () => ({ request_id: randomUUID(), type: 'print', notes: 'Matte' }) },

  'GET /api/admin/customers': { ok: 200 },
  'POST /api/admin/customers': { ok: 201, body: () => ({ name: 'New', email: `${newId()}@example.com` }) },
  // The studio sees, edits and restores whoever is in the bin; what lies there is not put there twice.
  'GET /api/admin/customers/:customer': { ok: 200, but: { 'deleted customer': '200' } },
  'PATCH /api/admin/customers/:customer': {
    ok: 200,
    body: () => ({ name: 'New', email: `${newId()}@example.com`, profile_complete: false, version: 0 }),
    but: { 'deleted customer': '409 CHANGED_MEANWHILE' },
  },
  'DELETE /api/admin/customers/:customer': { ok: 204, but: { 'deleted customer': '204' } },
  'POST /api/admin/customers/:customer/restore': { ok: 200, but: { 'deleted customer': '200' } },
  'POST /api/admin/customers/:customer/reopen': { ok: 200 },
  'GET /api/admin/customers/:customer/marks': { ok: 200 },
  'GET /api/admin/deleted-customers': { ok: 200 },
  'GET /api/admin/customers/:customer/sessions': { ok: 200 },
  'GET /api/admin/sessions': { ok: 200 },
  'POST /api/admin/sessions': {
    ok: 201,
    body: ({ customer }) => ({ customer_id: customer, session_name: 'New', session_date: '2025-06-01' }),
    inBody: 'customer',
  },
  'POST /api/admin/sessions/open': {
    ok: 201,
    body: ({ customer }) => ({ customer_id: customer, session_label: newId() }),
    inBody: 'customer',
  },
  'GET /api/admin/sessions/deleted': { ok: 200 },
  'GET /api/admin/sessions/:session': { ok: 200 },
  'PATCH /api/admin/sessions/:session': { ok: 200, body: () => ({ session_name: 'New', version: 0 }) },
  'DELETE /api/admin/sessions/:session': { ok: 204, query: 'version=0' },
  // What is not in the bin stays where it is.
  'POST /api/admin/sessions/:session/restore': { ok: 200, but: { 'deleted session': '200' } },
  'POST /api/admin/sessions/:session/announcement': { ok: 200, body: () => ({ told_at: null }) },
  'GET /api/admin/sessions/:session/photos': { ok: 200 },
  'GET /api/admin/sessions/:session/photos/unsettled': { ok: 200 },
  'POST /api/admin/sessions/:session/uploads': {
    ok: 200,
    body: () => ({
      is_approved: true,
      downloadable: true,
      files: [{ file_name: 'a.jpg', content_type: 'image/jpeg', size: 1, sha256: `${'A'.repeat(43)}=` }],
    }),
  },
  'PATCH /api/admin/sessions/:session/photos': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible], is_approved: false }),
  },
  'GET /api/admin/sessions/:session/photos/bin': { ok: 200 },
  'POST /api/admin/sessions/:session/photos/bin': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible] }),
  },
  'POST /api/admin/sessions/:session/photos/restore': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.deleted, b.photos.deleted] }),
  },
  // Into the bin goes what is on its way, too; what lies there already lies there.
  'DELETE /api/admin/sessions/:session/photos/:photo': { ok: 204, but: { pending: '204', deleted: '204' } },
  'GET /api/admin/sessions/:session/photos/:photo/download': { ok: 200, query: 'size=original' },
  'POST /api/admin/media-access': { ok: 200 },
  'DELETE /api/admin/media-access': { ok: 204 },
  'GET /api/admin/attention': { ok: 200 },
  'GET /api/admin/quotes': { ok: 200 },
  'PATCH /api/admin/quotes/:quote': { ok: 200, body: () => ({ status: 'approved', price_cents: 12_500, version: 0 }) },
  'GET /api/admin/messages': { ok: 200 },
  'PATCH /api/admin/messages/:message': { ok: 200, body: () => ({ is_answered: true }) },
  'GET /api/admin/letters': { ok: 200 },
  'POST /api/admin/letters/:letter/resend': { ok: 200 },
};

/** All routes of the three audiences, as the apps themselves list them. */
export const allRoutes = [open, client, admin].flatMap((app) => routesOf(app));

export const appOf = (path: string) =>
  path.startsWith('/api/client') ? client : path.startsWith('/api/admin') ? admin : open;

/** A route's path with the ids of what it speaks of. */
export const pathOf = (path: string, objects: Objects): string =>
  path.replace(/:(customer|session|photo|quote|message|letter)/g, (_, name: keyof Objects) => objects[name]);
