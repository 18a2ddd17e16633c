import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminAct, adminActs, sayAdminsOnly } from '#shared/admin-acts.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { adminOnly, type Prohibited } from '../../support/routes/admin-only.ts';
import { allRoutes, type Objects, pathOf } from '../../support/routes/requests.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson } from '../../support/studio/api-world.ts';

let studio: ApiStudio;

beforeAll(async () => {
  studio = await startApiStudio();
});

afterAll(() => studio?.close());

test('each route of the studio says what it can bring about that only admins may, and each act has a route', () => {
  const ofStudio = allRoutes.filter((route) => route.split(' ')[1]?.startsWith('/api/admin/'));
  expect(Object.keys(adminOnly).toSorted()).toEqual(ofStudio.toSorted());
  const acts = Object.values(adminOnly).flatMap((entry): AdminAct[] => {
    if (entry === 'nothing') return [];
    return Array.isArray(entry) ? entry.map(({ act }) => act) : [entry.always];
  });
  expect([...new Set(acts)].toSorted()).toEqual(Object.keys(adminActs).toSorted());
});

describe('what only admins may bring about', () => {
  /** Each route with the requests that bring it about in some states, or with some fields. */
  const prohibited = Object.entries(adminOnly).flatMap(([route, entry]) =>
    Array.isArray(entry) ? entry.map((one, index): [string, Prohibited] => [`${route}, ${index + 1}`, one]) : [],
  );
  const made = new Map<string, { path: string; body: unknown }>();
  let before: Awaited<ReturnType<typeof everyRow>>;
  beforeAll(async () => {
    for (const [name, { prepare, body }] of prohibited) {
      const person = await newPerson();
      const prepared = (await prepare?.(person)) ?? {};
      const { customer, session, quote, selection } = person;
      const path = pathOf(name.split(/[ ,]/)[1]!, {
        customer,
        session,
        quote,
        selection,
        link: person.link.id,
        preset: person.preset,
      } as Objects);
      made.set(name, { path, body: body(prepared, person) });
    }
    before = await everyRow();
  }, 300_000);
  const send = (name: string, as: Claims) => {
    const { path, body } = made.get(name)!;
    return call(admin, name.split(' ')[0]!, path, { as, body });
  };

  test.each(prohibited)('%s: staff can’t, and read who can', async (name, { act }) => {
    const { outcome, error } = await send(name, adminClaims('[staff]'));
    expect([outcome, error.message]).toEqual(['403 FORBIDDEN', `${sayAdminsOnly(act)} Please ask one.`]);
  });

  test('none of these refusals has changed a row', async () => {
    expect(await everyRow()).toEqual(before);
  });

  test.each(prohibited)('%s: admins can', async (name) => {
    expect((await send(name, adminClaims())).outcome).toBe(name.startsWith('POST') ? '201' : '200');
  });
});
