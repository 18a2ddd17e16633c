import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { isAdminOnly } from '../../support/routes/admin-only.ts';
import {
  addressOf,
  allRoutes,
  appOf,
  isRead,
  type Objects,
  type RouteRequest,
  requests,
  type World,
} from '../../support/routes/requests.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import {
  type Answer,
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import {
  type ClosedLinks,
  type MarkedSession,
  newClosedLinks,
  newFailedEmail,
  newMarkedSession,
  newMessage,
  newPerson,
  newSession,
  type Person,
} from '../../support/studio/api-world.ts';

let studio: ApiStudio;

beforeAll(async () => {
  studio = await startApiStudio();
});

afterAll(() => studio?.close());

test('the matrix contains exactly the deployed routes', () => {
  expect(Object.keys(requests).toSorted()).toEqual(allRoutes.toSorted());
});

/** Two have a group or an area that their user pool does not open; guests have the cookie of a link, and no login. */
const actors = [
  'visitor',
  'no customer',
  'client A',
  'client B',
  'admin',
  'staff',
  'admins of the clients’ pool',
  'studio login',
  'guest of A',
  'guest of B',
] as const;

type ActorName = (typeof actors)[number];

/** Further objects of client A, made for the routes that name such an object. */
interface Further {
  deletedSession?: string;
  /** With all their objects. */
  deletedCustomer?: Person;
  marked?: MarkedSession;
  closed?: ClosedLinks;
}

/** Whether a route names an object of a kind, in its path or in its body. */
const namedBy =
  (path: string, { inBody }: RouteRequest) =>
  (kind: keyof Objects) =>
    `${path} :${inBody}`.includes(`:${kind}`);

/** The objects that a request can name, from client A's point of view; `visibleTo` lists who may access each. */
function objectsOf({ a, b, message, email }: World, further: Further, path: string, request: RouteRequest) {
  const of = (person: Person, photo: string): Objects => ({
    customer: person.customer,
    session: person.session,
    quote: person.quote,
    offer: person.offer,
    photo,
    message,
    email,
    link: person.link.id,
    selection: person.selection,
    download: person.download,
    attachment: person.attachment,
    preset: person.preset,
  });
  const missing = {
    customer: newId(),
    session: newId(),
    photo: newId(),
    quote: newId(),
    offer: newId(),
    message: newId(),
    email: newId(),
    link: newId(),
    selection: newId(),
    download: newId(),
    attachment: newId(),
    preset: newId(),
  };
  const has = namedBy(path, request);
  if (!Object.keys(missing).some((name) => has(name as keyof Objects))) return { none: missing };
  // Keys of other kinds of rows in the same tables.
  const malformed = {
    customer: `login%23${a.login.sub}`,
    session: `label%23${a.customer}%23x`,
    photo: '..%2f..',
    quote: '%00',
    offer: 'numbers',
    message: '__proto__',
    email: '_',
    link: `guest%23${a.login.sub}`,
    selection: `choice%23${a.selection}`,
    download: `link%23${a.link.id}`,
    attachment: `attachments%23${a.session}`,
    preset: `preset%23${a.preset}`,
  };
  const objects: Record<string, Objects> = { own: of(a, a.photos.visible), foreign: of(b, b.photos.visible), missing };
  // A malformed ID in the body is a validation error: tests/api/rights/robustness.test.ts covers it.
  if (!request.inBody) objects.malformed = malformed;
  const { deletedSession, deletedCustomer, marked, closed } = further;
  if (deletedSession) objects['deleted session'] = { ...of(a, a.photos.visible), session: deletedSession };
  if (deletedCustomer) objects['deleted customer'] = of(deletedCustomer, '');
  if (closed) {
    objects['revoked link'] = { ...of(a, a.photos.visible), link: closed.revoked.id };
    objects['ended link'] = { ...of(a, a.photos.visible), link: closed.ended.id };
  }
  if (marked) objects.marked = { ...of({ ...a, ...marked, photos: a.photos }, marked.photos.marked) };
  if (!has('photo')) return objects;
  return {
    ...objects,
    ...(marked && {
      'without its mark': { ...objects.marked!, photo: marked.photos.unmarked },
      finished: { ...objects.marked!, photo: marked.photos.finished },
    }),
    kept: of(a, a.photos.kept),
    hidden: of(a, a.photos.hidden),
    deleted: of(a, a.photos.deleted),
    pending: of(a, a.photos.pending),
    'own session, foreign photo': of(a, b.photos.visible),
    'foreign session, own photo': of(b, a.photos.visible),
    'own session, missing photo': of(a, newId()),
  };
}

const visibleTo: Record<ActorName, string[]> = {
  visitor: [],
  'no customer': [],
  'client A': ['none', 'own', 'kept', 'marked', 'finished', 'revoked link', 'ended link'],
  'client B': ['none', 'foreign'],
  admin: ['none', 'own', 'kept', 'foreign', 'hidden'],
  staff: ['none', 'own', 'kept', 'foreign', 'hidden'],
  'admins of the clients’ pool': [],
  'studio login': [],
  'guest of A': ['none', 'own', 'kept', 'marked', 'finished'],
  'guest of B': ['none', 'foreign'],
};

/** The audience whose user pool an actor belongs to. */
const isOfStudio = (actor: ActorName) => actor === 'admin' || actor === 'staff' || actor === 'studio login';

/** The expected outcome for an actor, a route and an object. */
function expected(actor: ActorName, route: string, object: string, request: RouteRequest): string {
  const [, path = ''] = route.split(' ');
  if (path.startsWith('/api/public') || path === '/api/guest/open') return String(request.ok);
  // Links without a preview, and those that never were, get the same page.
  if (path === '/shared/:link') return '200';
  // Both links show their covers, to anyone.
  if (path.startsWith('/shared/')) return object === 'own' || object === 'foreign' ? '200' : '404 NOT_FOUND';
  const isGuest = actor === 'guest of A' || actor === 'guest of B';
  if (path.startsWith('/api/guest')) {
    const allowed = isGuest && visibleTo[actor].includes(object);
    return allowed ? (actor === 'guest of A' && request.but?.[object]) || String(request.ok) : '404 NOT_FOUND';
  }
  if (actor === 'visitor' || isGuest) return '401 SIGNED_OUT';
  if (path.startsWith('/api/admin') !== isOfStudio(actor)) return '401 SIGNED_OUT';
  if (actor === 'admins of the clients’ pool' || actor === 'studio login') return '403 FORBIDDEN';
  // What can't be an id is refused before anything else.
  if (actor === 'staff' && isAdminOnly(route) && object !== 'malformed') return '403 FORBIDDEN';
  if (actor === 'no customer') {
    // Signing out works for every login; registering creates the missing record.
    if (route === 'DELETE /api/client/media-access') return '204';
    return route === 'POST /api/client/me' ? '201' : '404 NO_CUSTOMER';
  }
  const allowed = visibleTo[actor].includes(object) ? String(request.ok) : '404 NOT_FOUND';
  return actor === 'client B' ? allowed : (request.but?.[object] ?? allowed);
}

async function newWorld(): Promise<World> {
  return { a: await newPerson(), b: await newPerson(), message: await newMessage(), email: await newFailedEmail() };
}

let unchanged: Promise<{ world: World; further: Required<Further> }> | undefined;

/** The objects of all routes that change nothing. */
function unchangedWorld() {
  unchanged ??= newWorld().then(async (world) => ({
    world,
    further: {
      deletedSession: await newDeletedSession(world.a),
      deletedCustomer: await newDeletedCustomer(),
      marked: await newMarkedSession(world.a),
      closed: await newClosedLinks(world.a),
    },
  }));
  return unchanged;
}

/** The objects of a route. */
async function worldOf(
  route: string,
  path: string,
  request: RouteRequest,
): Promise<{ world: World; further: Further }> {
  const has = namedBy(path, request);
  const kept = isRead(route) ? await unchangedWorld() : undefined;
  const world = kept?.world ?? (await newWorld());
  const further: Further = {};
  if (has('session')) further.deletedSession = kept?.further.deletedSession ?? (await newDeletedSession(world.a));
  if (has('customer') || has('quote') || has('offer'))
    further.deletedCustomer = kept?.further.deletedCustomer ?? (await newDeletedCustomer());
  // The studio's routes are the same for these.
  if (path.startsWith('/api/admin')) return { world, further };
  if (has('link')) further.closed = kept?.further.closed ?? (await newClosedLinks(world.a));
  const isOfSession = (has('session') || has('link')) && !has('selection') && !path.startsWith('/shared');
  if (isOfSession) further.marked = kept?.further.marked ?? (await newMarkedSession(world.a));
  return { world, further };
}

async function newDeletedSession(of: Person): Promise<string> {
  const { id } = await newSession(of.customer);
  await call(admin, 'DELETE', `/api/admin/sessions/${id}?version=0`, { as: adminClaims() });
  return id;
}

async function newDeletedCustomer(): Promise<Person> {
  const person = await newPerson();
  await call(admin, 'DELETE', `/api/admin/customers/${person.customer}`, { as: adminClaims() });
  return person;
}

interface Cell {
  name: string;
  wanted: string;
  as: Claims | undefined;
  /** Of a guest. */
  cookies: string[];
  objects: Objects;
}

/** A guest's own cookies, and the first under the name of the link that is addressed where they have none. */
function withOther(cookies: string[], { link }: Objects): Record<string, string> {
  const [first = ''] = cookies;
  if (first === '') return {};
  const isOther = !link.includes('%') && !cookies.some((cookie) => cookie.startsWith(`guest-${link}=`));
  return { cookie: [...cookies, ...(isOther ? [`guest-${link}=${first.split('=')[1]}`] : [])].join('; ') };
}

/** A route with its requests, and the objects that they name: those of a route that writes are its own. */
interface Scene {
  /** By actor. */
  cells: Cell[][];
  /** Ids that the rows of its objects contain. */
  ids: string[];
  send: (cell: Cell) => Promise<Answer>;
}

async function sceneOf(route: string, request: RouteRequest): Promise<Scene> {
  const [method = '', path = ''] = route.split(' ');
  const { world, further } = await worldOf(route, path, request);
  const stranger = await newLogin(`${newId()}@example.com`);
  // What admins change, staff can't change again.
  const ofStaff =
    !isRead(route) && path.startsWith('/api/admin') ? await worldOf(route, path, request) : { world, further };
  const worlds = [...new Set([world, ofStaff.world])];
  for (const one of worlds) await request.prepare?.(one);
  const claims: Record<ActorName, Claims | undefined> = {
    visitor: undefined,
    'no customer': stranger,
    admin: adminClaims(),
    staff: adminClaims('[staff]'),
    'admins of the clients’ pool': adminClaims('[admins]', 'clients'),
    'studio login': adminClaims('[]'),
    'client A': world.a.login,
    'client B': world.b.login,
    'guest of A': undefined,
    'guest of B': undefined,
  };
  const { marked, closed } = further;
  // Also of the links that guests opened before they were closed.
  const links = [world.a.link, ...(closed ? Object.values(closed) : []), ...(marked ? [marked.link] : [])];
  const cookiesOfA = links.map(({ cookie }) => cookie);
  const cookiesOf = (actor: ActorName, object: string) => {
    // Each actor has the right cookie of the link, which opens it to the session's client alone.
    if (request.withGuestCookie) return object === 'foreign' ? [world.b.link.cookie] : cookiesOfA;
    return actor === 'guest of A' ? cookiesOfA : actor === 'guest of B' ? [world.b.link.cookie] : [];
  };
  const cells = actors.map((actor) => {
    const mine = actor === 'staff' ? ofStaff : { world, further };
    return Object.entries(objectsOf(mine.world, mine.further, path, request)).map(([object, objects]) => ({
      name: `${actor}, ${object}`,
      wanted: expected(actor, route, object, request),
      as: claims[actor],
      cookies: cookiesOf(actor, object),
      objects,
    }));
  });
  const send = async ({ name, as, cookies, objects }: Cell) => {
    const body = request.body?.(objects, name.startsWith('staff,') ? ofStaff.world : world);
    const address = addressOf(path, request, objects);
    const answer = await call(appOf(path), method, address, {
      as,
      body,
      headers: withOther(cookies, objects),
    });
    expect(answer.response.headers.get('cache-control')).toBe(cachingOf(route, answer.status));
    return answer;
  };
  const ids = worlds.flatMap(({ a, b }) =>
    [a, b].flatMap(({ customer, session, link }) => [customer, session, link.id]),
  );
  return { cells, ids, send };
}

describe('every route', () => {
  const routes = Object.entries(requests);
  const scenes = new Map<string, Scene>();
  let before: Awaited<ReturnType<typeof everyRow>>;
  // All rows are read once before the first refusal and once after the last: reading them takes long.
  beforeAll(async () => {
    for (const [route, request] of routes) scenes.set(route, await sceneOf(route, request));
    before = await everyRow();
  }, 600_000);

  const isRefused = ({ wanted }: Cell) => !wanted.startsWith('2');
  const wantedOf = (cells: Cell[]) => Object.fromEntries(cells.map(({ name, wanted }) => [name, wanted]));

  test.each(routes)('%s refuses whom the matrix says, equally for foreign and missing objects', async (route) => {
    const { cells, send } = scenes.get(route)!;
    const answers: Record<string, string> = {};
    for (const ofActor of cells) {
      // The response must not reveal whether an object is missing, deleted, hidden or somebody else's.
      const refusals = new Set<string>();
      for (const cell of ofActor.filter(isRefused)) {
        const { status, text, error, outcome } = await send(cell);
        answers[cell.name] = outcome;
        const isNoId = isAdminOnly(route) && cell.name === 'staff, malformed';
        if (status !== 409 && !isNoId) refusals.add(`${status} ${text.replace(error.request_id ?? '', '')}`);
      }
      expect([...refusals].slice(1)).toEqual([]);
    }
    expect(answers).toEqual(wantedOf(cells.flat().filter(isRefused)));
  });

  test('no refusal has changed a row', async () => {
    const after = await everyRow();
    const changed = Object.entries(after).flatMap(([table, rows]) => {
      const [was, is] = [before[table]!, rows].map((some) => some.map((row) => JSON.stringify(row)));
      const [known, still] = [new Set(was), new Set(is)];
      return [...was!.filter((row) => !still.has(row)), ...is!.filter((row) => !known.has(row))];
    });
    const isChanged = ([route]: [string, unknown]) => scenes.get(route)!.ids.some((id) => changed.join().includes(id));
    expect({ changed, by: changed.length > 0 ? routes.filter(isChanged).map(([route]) => route) : [] }).toEqual({
      changed: [],
      by: [],
    });
  });

  test.each(routes)('%s answers whom the matrix says', async (route) => {
    const { cells, send } = scenes.get(route)!;
    const answers: Record<string, string> = {};
    const admitted = cells.flat().filter((cell) => !isRefused(cell));
    for (const cell of admitted) answers[cell.name] = (await send(cell)).outcome;
    expect(answers).toEqual(wantedOf(admitted));
  });
});

/** Nothing is cached but a style sheet, and previews of links for seconds at the edge. */
function cachingOf(route: string, status: number): string {
  if (route === 'GET /api/public/messages.css') return 'public, max-age=3600';
  const seconds = { 'GET /shared/:link': 600, 'GET /shared/:link/cover.jpg': 0 }[route];
  if (seconds === undefined || status !== 200) return 'no-store';
  return `public, max-age=0, s-maxage=2, stale-if-error=${seconds}`;
}
