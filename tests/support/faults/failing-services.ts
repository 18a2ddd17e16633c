import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../lambdas/platform/ids.ts';
import type { Fault } from '../../../local/services/faults.ts';
import { addressOf, appOf, isRead, requests } from '../routes/requests.ts';
import { everyRow } from '../rows/every-row.ts';
import { type Answer, type ApiStudio, adminClaims, call, newLogin, startApiStudio } from '../studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson, type Person } from '../studio/api-world.ts';
import { type Attempt, Injector } from './injector.ts';
import { isLong } from './long.ts';

/** The running studio's injector, made before the first test. */
export let injector: Injector;

/** Each service's throttling error. */
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
  /** Sends the route's request, with the same body each time. */
  send(): Promise<Answer>;
}

/** Client B, whose objects no request changes; and client A of all reads. */
const neighbor = sharedPerson();
const reader = sharedPerson();

function sharedPerson(): () => Promise<Person> {
  let person: Promise<Person> | undefined;
  return () => {
    person ??= newPerson();
    return person;
  };
}

export async function sceneOf(route: string): Promise<Scene> {
  const [method = '', path = ''] = route.split(' ');
  const request = requests[route]!;
  const a = await (isRead(route) ? reader() : newPerson());
  const world = {
    a,
    b: await neighbor(),
    message: path.includes(':message') ? await newMessage() : '',
    email: path.includes(':email') ? await newFailedEmail() : '',
  };
  await request.prepare?.(world);
  const { customer, session, quote, offer, photos, login, link, selection, download, attachment, preset } = world.a;
  const objects = {
    customer,
    session,
    quote,
    offer,
    photo: photos.visible,
    message: world.message,
    email: world.email,
    link: link.id,
    selection,
    download,
    attachment,
    preset,
  };
  // Only a login without a record can register.
  const isNew = route === 'POST /api/client/me';
  const client = isNew ? await newLogin(`${newId()}@example.com`) : login;
  const as = path.startsWith('/api/client') ? client : path.startsWith('/api/admin') ? adminClaims() : undefined;
  const body = request.body?.(objects, world);
  const viewer = newId();
  return {
    send: () =>
      call(appOf(path), method, addressOf(path, request, objects), {
        as,
        body,
        headers: { 'x-viewer-ip': viewer, cookie: link.cookie },
      }),
  };
}

/** The number of rows in each table: what a request adds and removes, independent of IDs. */
async function counts(): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await everyRow()).map(([name, rows]) => [name, rows.length]));
}

async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** Routes without service calls, once the signing key is cached. */
const withoutCalls = new Set([
  'DELETE /api/client/media-access',
  'DELETE /api/admin/media-access',
  'POST /api/admin/media-access',
]);

/** Routes that succeed when SQS fails: the daily sweep finds the missing messages' work, or the client's request does it. */
const completedBySweep = new Set([
  'DELETE /api/admin/sessions/:session',
  'DELETE /api/admin/sessions/:session/photos/:photo',
  'PATCH /api/admin/sessions/:session/photos',
  'POST /api/admin/sessions/:session/photos/trash',
  // The message withdraws archives, which the API refuses at once and the bucket's lifecycle rule deletes.
  'POST /api/admin/sessions/:session/attachments/trash',
  'POST /api/admin/sessions/:session/photos/:photo/put-back',
  'DELETE /api/admin/customers/:customer',
  'POST /api/admin/sessions/:session/announcement',
]);

/** Routes with several writes: the next request completes the rest, or makes another, and what is left is cleared. */
const inSteps = new Set([
  'DELETE /api/admin/customers/:customer',
  'POST /api/admin/customers/:customer/restore',
  'POST /api/client/downloads',
  'POST /api/guest/links/:link/downloads',
  'POST /api/client/me/close',
  'POST /api/admin/website/pictures/featured',
]);

/** Routes that answer also when they can't record that the client has opened a session, or seen an offer, for the first time. */
const opening = new Set([
  'POST /api/client/open',
  'GET /api/client/sessions/:session/photos',
  'GET /api/client/offers/:offer',
]);

/** A page, which sends the browser to another one when it can't be read. */
const page = 'GET /shared/:link';

/** Routes with more calls than requests that one client may send per hour: each fault gets a client of its own. */
const limited = new Set(['GET /api/client/me/data']);

const lost = { dynamodb: cut, sqs: cut, cognito: cut, secretsmanager: cut };
export const allFaults = { throttled, failing, lost };
type FaultName = keyof typeof allFaults;

/** What a short run draws: with another seed, each route meets another kind of fault, at other calls. */
const draw = Number(process.env.STUDIO_SEED);

/** All kinds of faults in a long run; one kind per route in a short run. */
const faultsFor = (index: number): FaultName[] => {
  const names = Object.keys(allFaults) as FaultName[];
  return isLong ? names : names.slice((index + draw) % names.length).slice(0, 1);
};

/** Where each fault begins: at each call in a long run; in a short run at every third call of a route that writes. */
function chosenCalls(calls: Attempt[], index: number, route: string): Attempt[] {
  if (isLong || isRead(route)) return calls;
  const every = Math.min(3, calls.length);
  // The kind of fault depends on the rest of the seed, so that each kind is met at each call.
  const first = (index + Math.floor(draw / 12)) % every;
  return calls.filter((_, at) => at % every === first);
}

const served = Object.keys(requests).filter((route) => route !== 'GET /api/public/messages.css');
const statusOf = (route: string) => (route === 'POST /api/client/me' ? 201 : requests[route]?.ok);

/**
 * Calls the chosen routes while the AWS services that they use throttle, fail, or lose their responses, at each of
 * their calls. A route retries or returns 503; the stored rows are unchanged or complete.
 */
export function testFailingServices(isChosen: (route: string) => boolean): void {
  let studio: ApiStudio;
  beforeAll(async () => {
    studio = await startApiStudio();
    injector = new Injector(studio);
    // The signing key is read once and cached; a separate test covers its failure.
    await (await sceneOf('POST /api/client/media-access')).send();
    // The settings are one row, which the first request makes.
    await (await sceneOf('PATCH /api/admin/settings')).send();
    // The pictures of the library are counted by the first that is added.
    await (await sceneOf('POST /api/admin/website/pictures')).send();
  });
  afterAll(() => studio?.close());

  const cases = served
    .map((route, index) => {
      const faults = faultsFor(index);
      // The SDK's retries are the same for every route: a short run tests every fourth.
      return { route, index, faults, passing: isLong || (index + draw) % 4 === 0 ? faults : [] };
    })
    .filter(({ route }) => isChosen(route));

  describe.each(cases)('$route', ({ route, index, faults, passing }) => {
    test.each(passing)('succeeds when the first attempt of each call is %s', async (name) => {
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

    test.each(faults)('returns 503 BUSY when a call stays %s, and leaves no partial write', async (name) => {
      const fault = allFaults[name];
      const plain = await sceneOf(route);
      const { calls } = await injector.under(() => undefined, plain.send);
      expect(calls.length > 0).toBe(!withoutCalls.has(route));
      let { send } = isRead(route) ? plain : await sceneOf(route);
      let before = isRead(route) ? undefined : await everyRow();
      for (const { call: broken, service, command } of chosenCalls(calls, index, route)) {
        const { result } = await injector.under((one) => (one.call >= broken ? fault[one.service] : undefined), send);
        const where = `${command} (${broken} of ${calls.length}): `;
        const isLeftToSweep = service === 'sqs' && completedBySweep.has(route);
        if (opening.has(route) && command === 'TransactWriteItemsCommand') {
          expect(where + result.status).toBe(where + statusOf(route));
          before = isRead(route) ? undefined : await everyRow();
          continue;
        }
        if (route === page) expect([result.status, result.response.headers.get('location')]).toEqual([302, '/shared']);
        else expect(where + result.outcome).toBe(where + (isLeftToSweep ? statusOf(route) : '503 BUSY'));
        if (isRead(route)) continue;
        if (fault !== lost && !inSteps.has(route) && !isLeftToSweep) {
          expect(await everyRow()).toEqual(before);
          if (limited.has(route)) {
            ({ send } = await sceneOf(route));
            before = await everyRow();
          }
          continue;
        }
        // The write is partly or wholly applied: the next request completes it, if anything is left.
        const { status } = isLeftToSweep ? result : await send();
        // After a wholly applied write, the object or the client's access may be gone.
        const isDone = fault === lost && [403, 404, 409].includes(status);
        expect(status < 300 || isDone, `${where} then ${status}`).toBe(true);
        ({ send } = await sceneOf(route));
        before = await everyRow();
      }
      expect((await send()).status).toBe(statusOf(route));
    });
  });
}
