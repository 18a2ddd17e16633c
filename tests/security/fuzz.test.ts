import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { sized } from '../support/faults/long.ts';
import { Random } from '../support/faults/random.ts';
import { bodies } from '../support/routes/bodies.ts';
import { appOf, type Objects, pathOf, requests, type World } from '../support/routes/requests.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson } from '../support/studio/api-world.ts';
import { bodyText, mutateId, mutateObject } from './mutations.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

const count = sized(600, 50_000);
/** Requests per pair of clients, because some limits apply per client and hour. */
const perWorld = 250;
/** A fixed seed, so that a failure can be repeated; the test's name contains it. `STUDIO_FUZZ_SEED` sets another. */
const seed = Number(process.env.STUDIO_FUZZ_SEED ?? 1);

let studio: ApiStudio;
/** Tables written to since the last clear. */
const written = new Set<string>();
beforeAll(async () => {
  studio = await startApiStudio();
  dynamodb().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        if (/^(Put|Update|Delete|TransactWrite)/.test(commandName)) note(args.input);
        return result;
      },
    { step: 'initialize', name: 'writes' },
  );
});
afterAll(() => studio?.close());

/** Ignores the guards table, which also counts refused requests. */
function note(input: object): void {
  for (const [, name] of JSON.stringify(input).matchAll(/"TableName":"([a-z]+)"/g)) {
    if (name && name !== 'guards') written.add(name);
  }
}

function makeRequest(world: World, random: Random) {
  const route = random.of(Object.keys(requests));
  const [method = '', path = ''] = route.split(' ');
  const person = random.chance(0.9) ? world.a : world.b;
  const objects: Objects = {
    customer: person.customer,
    session: person.session,
    quote: person.quote,
    offer: person.offer,
    photo: random.of(Object.values(person.photos)),
    message: world.message,
    email: world.email,
    link: person.link.id,
    selection: person.selection,
    download: person.download,
    attachment: person.attachment,
    preset: person.preset,
  };
  if (random.chance(0.2)) {
    const name = random.of(Object.keys(objects)) as keyof Objects;
    objects[name] = mutateId(objects[name], random);
  }
  const { query = '' } = requests[route]!;
  const search = random.chance(0.3)
    ? `${random.of(['cursor', 'size', 'version', 'show'])}=${mutateId('1', random)}`
    : query;
  const good = bodies[route]?.(person);
  const body = good && bodyText(random.chance(0.9) ? mutateObject(good, random) : good, random);
  const isSwapped = random.chance(0.03);
  const as = path.startsWith('/api/client')
    ? isSwapped
      ? adminClaims()
      : world.a.login
    : path.startsWith('/api/admin')
      ? isSwapped
        ? world.a.login
        : adminClaims()
      : undefined;
  return {
    route,
    path: `${pathOf(path, objects)}${search ? `?${search}` : ''}`,
    method: random.chance(0.02) ? random.of(['PUT', 'DELETE', 'POST', 'PATCH']) : method,
    as,
    ...(body !== undefined && { body }),
    headers: {
      'x-viewer-ip': newId(),
      cookie: person.link.cookie,
      ...(random.chance(0.03) && { 'content-type': random.of(['text/plain', 'application/json;charset=utf-16', '']) }),
      ...(random.chance(0.05) && { 'x-request-id': random.of(['x'.repeat(500), '<script>', '']) }),
      ...(random.chance(0.05) && { 'if-none-match': random.of(['*', '"', 'W/"x", "y"']) }),
    },
  };
}

/** Routes that delete what the other requests use. */
const isEnd = (route: string) => /me\/close$|^DELETE \/api\/admin\/(customers|sessions\/:session$)/.test(route);

test(`of ${count} malformed requests none is answered with 5xx, and no refused one writes anything (seed ${seed})`, {
  timeout: count * 100,
}, async () => {
  const random = new Random(seed);
  const outcomes: Record<string, number> = {};
  let changes = 0;
  let comparisons = 0;
  for (let made = 0; made < count; ) {
    const world = {
      a: await newPerson(),
      b: await newPerson(),
      message: await newMessage(),
      email: await newFailedEmail(),
    };
    let isCompared = false;
    for (let inWorld = 0; inWorld < perWorld && made < count; inWorld += 1) {
      const request = makeRequest(world, random);
      if (isEnd(request.route) && inWorld < perWorld * 0.9) continue;
      made += 1;
      written.clear();
      // Once per pair of clients, compare the rows themselves.
      const before = isCompared || inWorld < perWorld / 2 ? undefined : await everyRow();
      const { method, path, route, ...rest } = request;
      const answer = await call(appOf(route.split(' ')[1] ?? ''), method, path, rest);
      outcomes[answer.status] = (outcomes[answer.status] ?? 0) + 1;
      const said = `${method} ${path} ${String(rest.body).slice(0, 500)}: ${answer.status} ${answer.text.slice(0, 300)}`;
      expect(answer.status, said).toBeLessThan(500);
      if (written.size > 0) changes += 1;
      if (answer.status < 400) continue;
      expect([...written], said).toEqual([]);
      if (!before) continue;
      expect(await everyRow(), said).toEqual(before);
      isCompared = true;
      comparisons += 1;
    }
  }
  // Most changed requests are refused, but not all; otherwise the test would not reach the writes.
  const refused = Object.entries(outcomes).reduce((sum, [status, n]) => sum + (Number(status) >= 400 ? n : 0), 0);
  expect(refused / count).toBeGreaterThan(0.3);
  expect(refused / count).toBeLessThan(0.95);
  expect(changes).toBeGreaterThan(0);
  expect(comparisons).toBeGreaterThan(0);
  expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined();
});
