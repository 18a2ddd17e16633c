import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { functions } from '../../infra/blueprint.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import type { Fault } from '../../local/faults.ts';
import { type Answer, type ApiStudio, adminClaims, call, newLogin, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newFailedLetter, newMessage, newPerson, type Person } from '../support/api-world.ts';
import { type Attempt, Injector } from '../support/injector.ts';
import { isLong, sized } from '../support/long.ts';
import { appOf, pathOf, requests } from '../support/requests.ts';

/**
 * Every route while the services that it calls are throttled, fail, or answer into nothing, at each of its calls: tried
 * again, or a clean 503; and what is stored is as before, or complete.
 */

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

let studio: ApiStudio;
let injector: Injector;
beforeAll(async () => {
  studio = await startApiStudio();
  injector = new Injector(studio);
  // The signing key is read once and kept; what happens where that fails has a test of its own.
  await (await sceneOf('POST /api/client/media-access')).send();
});
afterAll(() => studio?.close());

/** 'Not now', in each service's own words. */
const throttled: Record<Attempt['service'], Omit<Fault, 'operation'>> = {
  dynamodb: { error: 'ThrottlingException' },
  sqs: { error: 'RequestThrottled', status: 403 },
  cognito: { error: 'TooManyRequestsException' },
  secretsmanager: { error: 'ThrottlingException' },
};
const failing: Record<Attempt['service'], Omit<Fault, 'operation'>> = {
  dynamodb: { error: 'InternalServerError', status: 500 },
  sqs: { error: 'InternalFailure', status: 500 },
  cognito: { error: 'InternalErrorException', status: 500 },
  secretsmanager: { error: 'InternalServiceError', status: 500 },
};
const cut: Omit<Fault, 'operation'> = { kind: 'cut' };

interface Scene {
  /** Sends the route's request, the same each time. */
  send(): Promise<Answer>;
}

/** The other client, whom nothing is done to; and the one whom reads are about. */
const neighbor = sharedPerson();
const reader = sharedPerson();

function sharedPerson(): () => Promise<Person> {
  let person: Promise<Person> | undefined;
  return () => {
    person ??= newPerson();
    return person;
  };
}

async function sceneOf(route: string): Promise<Scene> {
  const [method = '', path = ''] = route.split(' ');
  const request = requests[route]!;
  const a = await (isRead(route) ? reader() : newPerson());
  const world = { a, b: await neighbor(), message: await newMessage(), letter: await newFailedLetter() };
  const { customer, session, quote, photos, login } = world.a;
  const objects = { customer, session, quote, photo: photos.visible, message: world.message, letter: world.letter };
  // Registering is for those who have no record yet.
  const isNew = route === 'POST /api/client/me';
  const client = isNew ? await newLogin(`${newId()}@example.com`) : login;
  const as = path.startsWith('/api/client') ? client : path.startsWith('/api/admin') ? adminClaims() : undefined;
  const body = request.body?.(objects, world);
  const viewer = newId();
  return {
    send: () =>
      call(appOf(path), method, `${pathOf(path, objects)}${request.query ? `?${request.query}` : ''}`, {
        as,
        body,
        headers: { 'x-viewer-ip': viewer },
      }),
  };
}

/** How many rows each table has: what a request adds and takes away, whatever its ids are. */
async function counts(): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await everyRow()).map(([name, rows]) => [name, rows.length]));
}

async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** Cookies, whose key is known by now. */
const asksNothing = new Set([
  'DELETE /api/client/media-access',
  'DELETE /api/admin/media-access',
  'POST /api/admin/media-access',
]);

/** What SQS was not told of, the daily sweep finds. */
const catchesUp = new Set([
  'DELETE /api/admin/sessions/:session',
  'DELETE /api/admin/sessions/:session/photos/:photo',
  'PATCH /api/admin/sessions/:session/photos',
  'POST /api/admin/sessions/:session/photos/bin',
  'DELETE /api/admin/customers/:customer',
]);

/** What a request does in several steps, each of which may be done again: what is left to do is done by the next one. */
const inSteps = new Set([
  'DELETE /api/admin/customers/:customer',
  'POST /api/admin/customers/:customer/restore',
  'POST /api/client/downloads',
]);

const lost = { dynamodb: cut, sqs: cut, cognito: cut, secretsmanager: cut };
const allFaults = { throttled, failing, lost };
type FaultName = keyof typeof allFaults;

/** Every kind of fault in a long run; in a short one each route meets one of them. */
const faultsFor = (index: number): FaultName[] => {
  const names = Object.keys(allFaults) as FaultName[];
  return isLong ? names : names.slice(index % names.length).slice(0, 1);
};

const served = Object.keys(requests).filter((route) => route !== 'GET /api/public/messages.css');
const statusOf = (route: string) => (route === 'POST /api/client/me' ? 201 : requests[route]?.ok);

const cases = served.map((route, index) => {
  const faults = faultsFor(index);
  // That the SDK tries again is the same for every route: a short run sees it at some.
  return { route, faults, passing: isLong || index % 4 === 0 ? faults : [] };
});

describe.each(cases)('$route', ({ route, faults, passing }) => {
  test.each(passing)('answers all the same where each call is %s at first', async (name) => {
    const plain = await sceneOf(route);
    const adding = isRead(route) ? async (work: () => Promise<unknown>) => void (await work()) : added;
    const wanted = await adding(async () => expect((await plain.send()).status).toBe(statusOf(route)));
    const { send } = await sceneOf(route);
    const real = await adding(async () => {
      const first = allFaults[name];
      const { result } = await injector.under(
        ({ attempt, service }) => (attempt === 1 ? first[service] : undefined),
        send,
      );
      expect(`${result.status} ${result.text}`).toMatch(new RegExp(`^${statusOf(route)} `));
    });
    expect(real).toEqual(wanted);
  });

  test.each(faults)('says that it is busy where a call stays %s, and leaves nothing half done', async (name) => {
    const fault = allFaults[name];
    const plain = await sceneOf(route);
    const { calls } = await injector.under(() => undefined, plain.send);
    expect(calls.length > 0).toBe(!asksNothing.has(route));
    let { send } = isRead(route) ? plain : await sceneOf(route);
    let before = isRead(route) ? undefined : await everyRow();
    for (const { call: broken, service, command } of calls) {
      const { result } = await injector.under((one) => (one.call >= broken ? fault[one.service] : undefined), send);
      const where = `${command} (${broken} of ${calls.length}): `;
      const isLeftToSweep = service === 'sqs' && catchesUp.has(route);
      expect(where + result.outcome).toBe(where + (isLeftToSweep ? statusOf(route) : '503 BUSY'));
      if (isRead(route)) continue;
      if (fault !== lost && !inSteps.has(route) && !isLeftToSweep) {
        expect(await everyRow()).toEqual(before);
        continue;
      }
      // Some of it or all is done by now: what is left to do is done by the next request, if there is anything left.
      const { status } = isLeftToSweep ? result : await send();
      // Where all of it is, who asks may be gone as well, or what they ask for.
      const isDone = fault === lost && [403, 404, 409].includes(status);
      expect(status < 300 || isDone, `${where} then ${status}`).toBe(true);
      ({ send } = await sceneOf(route));
      before = await everyRow();
    }
    expect((await send()).status).toBe(statusOf(route));
  });
});

/** One's own data are counted, which is a write. */
const isRead = (route: string) => route.startsWith('GET ') && route !== 'GET /api/client/me/data';

test('a signing key that is read anew meets the same: asked for again, then busy, then there', async () => {
  const { send } = await sceneOf('POST /api/client/media-access');
  const meeting = (times: number, fault: typeof throttled) =>
    injector.under(
      ({ service, attempt }) => (service === 'secretsmanager' && attempt <= times ? fault[service] : undefined),
      send,
    );
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const fault of Object.values(allFaults)) {
      // What was read is kept for ten minutes.
      vi.setSystemTime(Date.now() + 11 * 60_000);
      expect((await meeting(4, fault)).result.outcome).toBe('503 BUSY');
      const { result, calls } = await meeting(1, fault);
      expect(result.status).toBe(200);
      expect(calls.map(({ service }) => service)).toContain('secretsmanager');
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a table that never answers is given up within the time of each function that a browser waits for', {
  timeout: 60_000,
}, async () => {
  const waits = [
    { route: 'POST /api/client/quotes', command: 'TransactWriteItemsCommand' },
    { route: 'PATCH /api/client/sessions/:session/photos/:photo', command: 'GetItemCommand' },
  ];
  const hang = { delay: 20_000 };
  for (const { route, command } of waits.slice(0, sized(1, 2))) {
    const { send } = await sceneOf(route);
    const start = performance.now();
    const { result } = await injector.under((one) => (one.command === command ? hang : undefined), send);
    expect(result.outcome).toBe('503 BUSY');
    const patience = Math.min(functions.public.timeout, functions.client.timeout, functions.admin.timeout);
    expect((performance.now() - start) / 1_000, command).toBeLessThan(patience);
  }
});
