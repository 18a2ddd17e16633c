import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  newLogin,
  routesOf,
  startApiStudio,
} from '../support/api-studio.ts';
import { everyRow, newMessage, newPerson, type Person } from '../support/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

interface World {
  a: Person;
  b: Person;
  /** A message from the contact form: nobody's own. */
  message: string;
}

/** What a path speaks of: ids for `:customer`, `:session` and so on. */
interface Objects {
  customer: string;
  session: string;
  photo: string;
  quote: string;
  message: string;
}

interface Row {
  /** The answer's status where the request is allowed. */
  ok: number;
  body?: (world: World) => unknown;
  query?: string;
  /** Objects, by name in `objectsOf`, for which it is allowed beside those that the actor may see. */
  alsoFor?: string[];
  /** Objects that exist for this actor, but not for this route. */
  notFor?: string[];
}

const message = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'Hello' };
const settings = { name: 'Ada', phone: '', email: 'ada@example.com', address: '', version: 0 };

/** Every route of the API; a new one without a row here fails. */
const rows: Record<string, Row> = {
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
  'POST /api/client/downloads': { ok: 200, body: ({ a }) => ({ kind: 'session', session_id: a.session }) },
  'GET /api/client/sessions/:session/photos': { ok: 200 },
  'PATCH /api/client/sessions/:session/photos/:photo': { ok: 200, body: () => ({ is_favorite: true }) },
  'GET /api/client/sessions/:session/photos/:photo/download': { ok: 200, query: 'size=web', notFor: ['kept'] },
  'GET /api/client/quotes': { ok: 200 },
  'POST /api/client/quotes': { ok: 201, body: () => ({ request_id: randomUUID(), type: 'print', notes: 'Matte' }) },

  'GET /api/admin/customers': { ok: 200 },
  'POST /api/admin/customers': { ok: 201, body: () => ({ name: 'New', email: `${newId()}@example.com` }) },
  'GET /api/admin/customers/:customer': { ok: 200 },
  'PATCH /api/admin/customers/:customer': {
    ok: 200,
    body: () => ({ name: 'New', email: `${newId()}@example.com`, profile_complete: false, version: 0 }),
  },
  'DELETE /api/admin/customers/:customer': { ok: 204 },
  'POST /api/admin/customers/:customer/restore': { ok: 200 },
  'POST /api/admin/customers/:customer/reopen': { ok: 200 },
  'GET /api/admin/customers/:customer/marks': { ok: 200 },
  'GET /api/admin/deleted-customers': { ok: 200 },
  'GET /api/admin/customers/:customer/sessions': { ok: 200 },
  'GET /api/admin/sessions': { ok: 200 },
  'POST /api/admin/sessions': {
    ok: 201,
    body: ({ a }) => ({ customer_id: a.customer, session_name: 'New', session_date: '2025-06-01' }),
  },
  'POST /api/admin/sessions/open': {
    ok: 201,
    body: ({ a }) => ({ customer_id: a.customer, session_label: newId() }),
  },
  'GET /api/admin/sessions/deleted': { ok: 200 },
  'GET /api/admin/sessions/:session': { ok: 200 },
  'PATCH /api/admin/sessions/:session': { ok: 200, body: () => ({ session_name: 'New', version: 0 }) },
  'DELETE /api/admin/sessions/:session': { ok: 204, query: 'version=0' },
  // What is not in the bin stays where it is.
  'POST /api/admin/sessions/:session/restore': { ok: 200 },
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
    body: ({ a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible], is_approved: false }),
  },
  'GET /api/admin/sessions/:session/photos/bin': { ok: 200 },
  'POST /api/admin/sessions/:session/photos/bin': {
    ok: 200,
    body: ({ a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible] }),
  },
  'POST /api/admin/sessions/:session/photos/restore': {
    ok: 200,
    body: ({ a, b }) => ({ photo_ids: [a.photos.deleted, b.photos.deleted] }),
  },
  // Into the bin goes what is on its way, too; what lies there already lies there.
  'DELETE /api/admin/sessions/:session/photos/:photo': { ok: 204, alsoFor: ['pending', 'deleted'] },
  'GET /api/admin/sessions/:session/photos/:photo/download': { ok: 200, query: 'size=original' },
  'POST /api/admin/media-access': { ok: 200 },
  'DELETE /api/admin/media-access': { ok: 204 },
  'GET /api/admin/attention': { ok: 200 },
  'GET /api/admin/quotes': { ok: 200 },
  'PATCH /api/admin/quotes/:quote': { ok: 200, body: () => ({ status: 'approved', price_cents: 12_500, version: 0 }) },
  'GET /api/admin/messages': { ok: 200 },
  'PATCH /api/admin/messages/:message': { ok: 200, body: () => ({ is_answered: true }) },
};

const allRoutes = [open, client, admin].flatMap((app) => routesOf(app));

test('every route stands in the matrix, and nothing else does', () => {
  expect(Object.keys(rows).toSorted()).toEqual(allRoutes.toSorted());
});

const appOf = (path: string) =>
  path.startsWith('/api/client') ? client : path.startsWith('/api/admin') ? admin : open;

/** What a path can speak of, by name; for whom it is there stands in `isThere`. */
function objectsOf({ a, b, message }: World, path: string): Record<string, Objects> {
  const of = (person: Person, photo: string): Objects => ({
    customer: person.customer,
    session: person.session,
    quote: person.quote,
    photo,
    message,
  });
  const missing = { customer: newId(), session: newId(), photo: newId(), quote: newId(), message: newId() };
  if (!path.includes(':')) return { none: missing };
  const whole = { own: of(a, a.photos.visible), foreign: of(b, b.photos.visible), missing };
  // Rows of other kinds lie in the same tables, under keys like these.
  const malformed = {
    customer: `login%23${a.login.sub}`,
    session: `label%23${a.customer}%23x`,
    photo: '..%2f..',
    quote: '%00',
    message: '__proto__',
  };
  if (!path.includes(':photo')) return { ...whole, malformed };
  return {
    ...whole,
    malformed,
    kept: of(a, a.photos.kept),
    hidden: of(a, a.photos.hidden),
    deleted: of(a, a.photos.deleted),
    pending: of(a, a.photos.pending),
    'own session, foreign photo': of(a, b.photos.visible),
    'foreign session, own photo': of(b, a.photos.visible),
    'own session, missing photo': of(a, newId()),
  };
}

const isThere: Record<'client' | 'studio', string[]> = {
  client: ['none', 'own', 'kept'],
  studio: ['none', 'own', 'kept', 'foreign', 'hidden'],
};

/** What an actor gets from a route for an object. */
function expected(actor: string, path: string, object: string, row: Row): string {
  if (path.startsWith('/api/public')) return String(row.ok);
  if (actor === 'visitor') return '401 SIGNED_OUT';
  const isClients = path.startsWith('/api/client');
  if (isClients ? actor === 'admin' : actor !== 'admin') return '403 FORBIDDEN';
  if (actor === 'no customer') {
    // Signing out works for everybody; registering is how one gets a record.
    if (path === '/api/client/media-access' && row.ok === 204) return '204';
    return path === '/api/client/me' && row.body?.({} as World) && row.ok === 200 && !('version' in settingsOf(row))
      ? '201'
      : '404 NO_CUSTOMER';
  }
  const there = [...isThere[isClients ? 'client' : 'studio'], ...(row.alsoFor ?? [])];
  return there.includes(object) && !row.notFor?.includes(object) ? String(row.ok) : '404 NOT_FOUND';
}

const settingsOf = (row: Row) => (row.body?.({} as World) ?? {}) as object;

describe.each(Object.entries(rows))('%s', (route, row) => {
  const [method = '', path = ''] = route.split(' ');

  test('answers everyone as the matrix says, alike for foreign and missing, and changes nothing when it refuses', async () => {
    const world = { a: await newPerson(), b: await newPerson(), message: await newMessage() };
    const actors: Record<string, Claims | undefined> = {
      visitor: undefined,
      'no customer': await newLogin(`${newId()}@example.com`),
      admin: adminClaims(),
      client: world.a.login,
    };
    const answers: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [actor, as] of Object.entries(actors)) {
      const refusals = new Set<string>();
      for (const [object, ids] of Object.entries(objectsOf(world, path))) {
        const cell = `${actor}, ${object}`;
        wanted[cell] = expected(actor, path, object, row);
        const isRefused = !wanted[cell].startsWith('2');
        const before = isRefused && method !== 'GET' ? await everyRow() : undefined;
        const address = path.replace(/:(customer|session|photo|quote|message)/g, (_, name: keyof Objects) => ids[name]);
        const answer = await call(appOf(path), method, `${address}${row.query ? `?${row.query}` : ''}`, {
          as,
          body: row.body?.(world),
        });
        answers[cell] = answer.outcome;
        expect(answer.response.headers.get('cache-control')).toMatch(/no-store|public/);
        if (before) expect(await everyRow()).toEqual(before);
        if (isRefused) refusals.add(JSON.stringify({ ...answer.error, request_id: '' }));
      }
      // Whether something is missing or somebody else's can't be told from the answer.
      expect(refusals.size).toBeLessThanOrEqual(1);
    }
    expect(answers).toEqual(wanted);
  });
});

describe('tokens', () => {
  const paths: [typeof client | typeof admin, string][] = [
    [client, '/api/client/me'],
    [admin, '/api/admin/customers'],
  ];

  test.each(paths)('%# only an access token with a subject and a name counts', async (app, path) => {
    const good = adminClaims();
    for (const claims of [
      { ...good, token_use: 'id' },
      { ...good, token_use: undefined },
      { ...good, sub: undefined },
      { ...good, sub: '' },
      { ...good, username: undefined },
      { ...good, sub: ['x'] },
      {},
    ]) {
      expect((await call(app, 'GET', path, { as: claims })).outcome).toBe('401 SIGNED_OUT');
    }
  });

  const groupsWithAdmins: unknown[] = ['[admins]', '[admins other]', '[other admins]', ['admins'], ['other', 'admins']];
  test.each(groupsWithAdmins.map((groups) => ({ groups })))('$groups hold the studio', async ({ groups }) => {
    expect((await call(admin, 'GET', '/api/admin/customers', { as: adminClaims(groups) })).outcome).toBe('200');
    expect((await call(client, 'GET', '/api/client/me', { as: adminClaims(groups) })).outcome).toBe('403 FORBIDDEN');
  });

  const otherGroups: unknown[] = [
    null,
    '',
    'admins',
    '[Admins]',
    '[admins2]',
    '[xadmins]',
    '[admins,other]',
    '[admins',
    'admins]',
    '[[admins]]',
    '[other [admins]',
    '[]',
    [['admins']],
    ['admins', 1],
    { admins: true },
    true,
  ];
  test.each(otherGroups.map((groups) => ({ groups })))('$groups do not', async ({ groups }) => {
    expect((await call(admin, 'GET', '/api/admin/customers', { as: adminClaims(groups) })).outcome).toBe(
      '403 FORBIDDEN',
    );
  });
});

test('whoever did not come through the edge is refused, whatever they hold', async () => {
  for (const secret of ['', 'local-edge-secre', 'local-edge-secret2']) {
    for (const [app, path] of [
      [open, '/api/public/portfolio'],
      [client, '/api/client/me'],
      [admin, '/api/admin/customers'],
      [admin, '/api/admin/nothing'],
    ] as const) {
      const answer = await call(app, 'GET', path, { as: adminClaims(), headers: { 'x-studio-edge': secret } });
      expect(answer.outcome).toBe('403 FORBIDDEN');
    }
  }
});

test('an unknown path or method is 404 in JSON', async () => {
  for (const [app, method, path] of [
    [open, 'GET', '/api/public/nothing'],
    [open, 'DELETE', '/api/public/messages'],
    [client, 'PUT', '/api/client/me'],
    [admin, 'GET', '/api/admin/customers/'],
    [admin, 'OPTIONS', '/api/admin/customers'],
  ] as const) {
    const as = app === client ? await newLogin(`${newId()}@example.com`) : adminClaims();
    expect((await call(app, method, path, { as })).outcome).toBe('404 NOT_FOUND');
  }
});
