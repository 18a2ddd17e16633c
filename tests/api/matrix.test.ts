import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { type ApiStudio, adminClaims, type Claims, call, newLogin, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newFailedLetter, newMessage, newPerson, newSession, type Person } from '../support/api-world.ts';
import {
  allRoutes,
  appOf,
  type Objects,
  pathOf,
  type RouteRequest,
  requests,
  type World,
} from '../support/requests.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

test('every route stands in the matrix, and nothing else does', () => {
  expect(Object.keys(requests).toSorted()).toEqual(allRoutes.toSorted());
});

const actors = ['visitor', 'no customer', 'client A', 'client B', 'admin'] as const;
type ActorName = (typeof actors)[number];

interface Deleted {
  /** A client's session in the bin. */
  session: string;
  /** A customer in the bin, with whatever they had. */
  customer: Person;
}

/** What a request can speak of, by name, as client A sees it; for whom it is there stands in `thereFor`. */
function objectsOf({ a, b, message, letter }: World, deleted: Deleted, path: string, { inBody }: RouteRequest) {
  const of = (person: Person, photo: string): Objects => ({
    customer: person.customer,
    session: person.session,
    quote: person.quote,
    photo,
    message,
    letter,
  });
  const missing = {
    customer: newId(),
    session: newId(),
    photo: newId(),
    quote: newId(),
    message: newId(),
    letter: newId(),
  };
  const spokenOf = `${path} :${inBody}`;
  const has = (name: keyof Objects) => spokenOf.includes(`:${name}`);
  if (!Object.keys(missing).some((name) => has(name as keyof Objects))) return { none: missing };
  // Rows of other kinds lie in the same tables, under keys like these.
  const malformed = {
    customer: `login%23${a.login.sub}`,
    session: `label%23${a.customer}%23x`,
    photo: '..%2f..',
    quote: '%00',
    message: '__proto__',
    letter: '_',
  };
  const objects: Record<string, Objects> = { own: of(a, a.photos.visible), foreign: of(b, b.photos.visible), missing };
  // A body that names no id at all is not in order; tests/api/robustness.test.ts says what becomes of it.
  if (!inBody) objects.malformed = malformed;
  if (has('session')) objects['deleted session'] = { ...of(a, a.photos.visible), session: deleted.session };
  if (has('customer') || has('quote')) objects['deleted customer'] = of(deleted.customer, '');
  if (!has('photo')) return objects;
  return {
    ...objects,
    kept: of(a, a.photos.kept),
    hidden: of(a, a.photos.hidden),
    deleted: of(a, a.photos.deleted),
    pending: of(a, a.photos.pending),
    'own session, foreign photo': of(a, b.photos.visible),
    'foreign session, own photo': of(b, a.photos.visible),
    'own session, missing photo': of(a, newId()),
  };
}

const thereFor: Record<ActorName, string[]> = {
  visitor: [],
  'no customer': [],
  'client A': ['none', 'own', 'kept'],
  'client B': ['none', 'foreign'],
  admin: ['none', 'own', 'kept', 'foreign', 'hidden'],
};

/** What an actor gets from a route for an object. */
function expected(actor: ActorName, route: string, object: string, request: RouteRequest): string {
  const [, path = ''] = route.split(' ');
  if (path.startsWith('/api/public')) return String(request.ok);
  if (actor === 'visitor') return '401 SIGNED_OUT';
  if (path.startsWith('/api/client') ? actor === 'admin' : actor !== 'admin') return '403 FORBIDDEN';
  if (actor === 'no customer') {
    // Signing out works for everybody; registering is how one gets a record.
    if (route === 'DELETE /api/client/media-access') return '204';
    return route === 'POST /api/client/me' ? '201' : '404 NO_CUSTOMER';
  }
  const allowed = thereFor[actor].includes(object) ? String(request.ok) : '404 NOT_FOUND';
  return actor === 'client B' ? allowed : (request.but?.[object] ?? allowed);
}

async function newDeleted(a: Person): Promise<Deleted> {
  const studioOwner = { as: adminClaims() };
  const session = await newSession(a.customer);
  await call(admin, 'DELETE', `/api/admin/sessions/${session.id}?version=0`, studioOwner);
  const customer = await newPerson();
  await call(admin, 'DELETE', `/api/admin/customers/${customer.customer}`, studioOwner);
  return { session: session.id, customer };
}

interface Cell {
  name: string;
  wanted: string;
  as: Claims | undefined;
  objects: Objects;
}

describe.each(Object.entries(requests))('%s', (route, request) => {
  const [method = '', path = ''] = route.split(' ');

  test('answers everyone as the matrix says, alike for foreign and missing, and changes nothing when it refuses', async () => {
    const world = {
      a: await newPerson(),
      b: await newPerson(),
      message: await newMessage(),
      letter: await newFailedLetter(),
    };
    const deleted = await newDeleted(world.a);
    const claims: Record<ActorName, Claims | undefined> = {
      visitor: undefined,
      'no customer': await newLogin(`${newId()}@example.com`),
      admin: adminClaims(),
      'client A': world.a.login,
      'client B': world.b.login,
    };
    const answers: Record<string, string> = {};
    const send = async ({ name, as, objects }: Cell) => {
      const body = request.body?.(objects, world);
      const address = `${pathOf(path, objects)}${request.query ? `?${request.query}` : ''}`;
      const answer = await call(appOf(path), method, address, { as, body });
      answers[name] = answer.outcome;
      const isKept = route === 'GET /api/public/messages.css';
      expect(answer.response.headers.get('cache-control')).toBe(isKept ? 'public, max-age=3600' : 'no-store');
      return answer;
    };

    const cells = actors.map((actor) =>
      Object.entries(objectsOf(world, deleted, path, request)).map(([object, objects]) => ({
        name: `${actor}, ${object}`,
        wanted: expected(actor, route, object, request),
        as: claims[actor],
        objects,
      })),
    );
    const isRefused = ({ wanted }: Cell) => !wanted.startsWith('2');
    const before = await everyRow();
    for (const ofActor of cells) {
      // Whether something is missing, deleted, hidden or somebody else's can't be told from the answer.
      const refusals = new Set<string>();
      for (const cell of ofActor.filter(isRefused)) {
        const { status, text, error } = await send(cell);
        if (status !== 409) refusals.add(`${status} ${text.replace(error.request_id ?? '', '')}`);
      }
      expect([...refusals].slice(1)).toEqual([]);
    }
    expect(await everyRow()).toEqual(before);
    for (const cell of cells.flat()) if (!isRefused(cell)) await send(cell);
    expect(answers).toEqual(Object.fromEntries(cells.flat().map(({ name, wanted }) => [name, wanted])));
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
