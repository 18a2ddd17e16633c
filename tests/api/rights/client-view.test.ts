import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '../../../lambdas/platform/log.ts';
import { appOf } from '../../support/routes/requests.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { choose, linkValues, newPerson } from '../../support/studio/api-world.ts';

/** The studio's view of a client's gallery. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const send = (method: string, path: string, as: NonNullable<Parameters<typeof call>[3]>['as'], body?: unknown) =>
  call(appOf(path), method, path, { as, body, headers: {} });

test('an admin reads exactly what the client reads; another customer’s session is not found', async () => {
  const person = await newPerson();
  const other = await newPerson();
  const view = `/api/admin/customers/${person.customer}/view`;
  const logged = vi.spyOn(log, 'info');
  await choose(person.login, person, [person.photos.visible]);
  const session = `/sessions/${person.session}`;
  const paths = [
    '/sessions',
    '/favorites',
    `${session}/photos`,
    `${session}/attachments`,
    `${session}/guests`,
    `${session}/guest-picks`,
    `${session}/selections`,
    `${session}/selections/${person.selection}`,
  ];
  for (const path of paths) {
    const seen = await send('GET', `${view}${path}`, adminClaims());
    const own = await send('GET', `/api/client${path}`, person.login);
    expect(seen.status, path).toBe(200);
    expect(JSON.parse(seen.text)).toEqual(JSON.parse(own.text));
  }
  expect(logged).toHaveBeenCalledTimes(paths.length);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('as its client'), {
    admin: expect.any(String),
    customer_id: person.customer,
  });
  const photos = await send('GET', `${view}/sessions/${person.session}/photos`, adminClaims());
  expect(photos.text).not.toContain(person.photos.hidden);
  expect(photos.text).toContain(person.photos.visible);
  for (const path of paths.filter((one) => one.startsWith(session))) {
    const foreign = path.replace(person.session, other.session).replace(person.selection, other.selection);
    expect((await send('GET', `${view}${foreign}`, adminClaims())).status, path).toBe(404);
  }
  logged.mockRestore();
});

test('nothing can be written, and no media or download is given out, through the view', async () => {
  const person = await newPerson();
  const view = `/api/admin/customers/${person.customer}/view`;
  const photo = `${view}/sessions/${person.session}/photos/${person.photos.visible}`;
  const selection = `${view}/sessions/${person.session}/selections/${person.selection}`;
  const before = await send('GET', `${view}/sessions/${person.session}/photos`, adminClaims());
  for (const [method, path, body] of [
    ['PATCH', photo, { is_favorite: true }],
    ['PATCH', photo, { note: 'Mine', note_before: '' }],
    ['GET', `${photo}/download?size=original`, undefined],
    ['POST', `${view}/downloads`, { kind: 'session', session_id: person.session }],
    ['POST', `${view}/quotes`, { type: 'print', notes: '' }],
    ['POST', `${view}/media-access`, undefined],
    ['POST', `${view}/open`, undefined],
    ['PATCH', `${view}/me`, { name: 'Mine', email: 'mine@example.com', version: 0 }],
    ['POST', `${view}/me/close`, undefined],
    ['DELETE', photo, undefined],
    ['POST', `${selection}/choices`, { photo_ids: [person.photos.visible], is_chosen: true }],
    ['PATCH', `${selection}/choices/${person.photos.visible}`, { note: 'Mine', note_before: '' }],
    ['POST', `${selection}/submit`, { round: 1, revision: 1 }],
    ['POST', `${view}/quotes/${person.quote}/accept`, { version: 1, price_cents: 0 }],
    ['GET', `${view}/sessions/${person.session}/links`, undefined],
    ['POST', `${view}/sessions/${person.session}/links`, linkValues],
  ] as const) {
    const { status } = await send(method, path, adminClaims(), body);
    expect([path, status]).toEqual([path, 404]);
  }
  // Nor do the client's own routes answer an admin, whose login is of another pool.
  const own = `/api/client/sessions/${person.session}/photos/${person.photos.visible}`;
  expect((await send('PATCH', own, adminClaims(), { is_favorite: true })).status).toBe(401);
  expect((await send('GET', `${view}/sessions/${person.session}/photos`, adminClaims())).text).toBe(before.text);
});
