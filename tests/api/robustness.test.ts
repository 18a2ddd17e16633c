import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { type ApiStudio, adminClaims, call, routesOf, startApiStudio } from '../support/api-studio.ts';
import { everyRow, newMessage, newPerson, type Person } from '../support/api-world.ts';

let studio: ApiStudio;
let person: Person;
let message: string;
beforeAll(async () => {
  studio = await startApiStudio();
  person = await newPerson();
  message = await newMessage();
});
afterAll(() => studio?.close());

/** A body that each route takes, to be spoilt in one place at a time. */
const bodies: Record<string, () => Record<string, unknown>> = {
  'POST /api/public/messages': () => ({ name: 'A', phone: '1', email: 'a@example.com', message: 'Hello' }),
  'POST /api/client/me': () => ({ name: 'A', phone: '1', email: 'a@example.com', address: 'B' }),
  'PATCH /api/client/me': () => ({ name: 'A', phone: '', email: 'a@example.com', address: '', version: 9_999 }),
  'PATCH /api/client/sessions/:session/photos/:photo': () => ({ note: 'Lovely', note_before: 'Lovely' }),
  'POST /api/client/downloads': () => ({ kind: 'session', session_id: person.session }),
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
  'POST /api/admin/sessions': () => ({
    customer_id: person.customer,
    session_name: 'A',
    session_date: '2025-05-04',
    session_label: newId(),
    notes: '',
  }),
  'POST /api/admin/sessions/open': () => ({ customer_id: person.customer, session_label: newId() }),
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

const appOf = (path: string) =>
  path.startsWith('/api/client') ? client : path.startsWith('/api/admin') ? admin : open;

function send(route: string, body: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = route.split(' ');
  const as = path.startsWith('/api/client') ? person.login : path.startsWith('/api/admin') ? adminClaims() : undefined;
  const address = path
    .replace(':customer', person.customer)
    .replace(':session', person.session)
    .replace(':photo', person.photos.visible)
    .replace(':quote', person.quote)
    .replace(':message', message);
  return call(appOf(path), method, address, { as, body, headers: { 'x-viewer-ip': newId(), ...headers } });
}

test('every route with a body is here', () => {
  const withBody = [open, client, admin]
    .flatMap((app) => routesOf(app))
    .filter(
      (route) =>
        /^(POST|PATCH) /.test(route) && !/\/(media-access|close|reopen|:(session|customer)\/restore)$/.test(route),
    );
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
});

/** Values that no field of ours takes. */
const wrong: unknown[] = [
  { x: 1 },
  [[]],
  [null],
  -1,
  1.5,
  1e308,
  true,
  null,
  'x'.repeat(100_000),
  `${'x'.repeat(60_000)}@example.com`,
  { toString: 'x', length: -1 },
];
/** Values that may be taken: then they must be stored and given back without harm. */
const odd: unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(30),
  'constructor',
  '__proto__',
  "'; DROP TABLE customers; --",
  '<img src=x onerror=alert(1)>',
  '2025-02-30',
  '9999-12-31',
  '../../etc/passwd',
  'a'.repeat(60),
];

describe.each(Object.keys(bodies))('%s', (route) => {
  test('takes no body that is not JSON of its shape, and changes nothing', async () => {
    const good = bodies[route]!();
    const before = await everyRow();
    const json = JSON.stringify(good);
    const refused: [unknown, Record<string, string>?][] = [
      ['null'],
      ['[]'],
      ['"text"'],
      ['17'],
      ['{'],
      [''],
      [`${json},`],
      ['['.repeat(100_000)],
      [`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
      [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      [json, { 'content-type': 'text/plain' }],
      [json, { 'content-type': 'application/jsonx' }],
      [json, { 'content-type': 'multipart/form-data; boundary=x' }],
      [json, { 'content-type': '' }],
    ];
    for (const [body, headers] of refused) {
      const answer = await send(route, body, headers);
      expect(answer.outcome).toBe('400 INVALID');
      expect(answer.error.request_id).toBeTruthy();
    }
    const tooLarge = { ...good, filler: 'x'.repeat(limits.requestBytes) };
    expect((await send(route, tooLarge)).outcome).toBe('413 TOO_LARGE');
    expect(await everyRow()).toEqual(before);
  });

  test('refuses each field of a wrong type by name, and stores odd ones without harm', async () => {
    const good = bodies[route]!();
    for (const field of Object.keys(good)) {
      for (const value of [...wrong, ...odd]) {
        const answer = await send(route, { ...bodies[route]!(), [field]: value });
        expect(answer.status, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`).toBeLessThan(500);
        // Of a body that may also be empty, zod tells only that it is neither.
        if (answer.status === 400)
          expect([field, 'body']).toContain(Object.keys(answer.error.fields ?? {})[0]?.split('.')[0]);
      }
    }
    const read = await call(admin, 'GET', `/api/admin/customers/${person.customer}`, { as: adminClaims() });
    expect(read.status).toBe(200);
  });

  test('lets nothing in through names that JavaScript treats specially', async () => {
    const text = JSON.stringify(bodies[route]!()).replace(
      '{',
      '{"__proto__":{"polluted":true,"is_admin":true},"constructor":{"prototype":{"polluted":true}},',
    );
    expect((await send(route, text)).status).toBeLessThan(500);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(await everyRow())).not.toContain('polluted');
  });
});

test('paths and queries that are nonsense are refused or found to be nothing', async () => {
  const nonsense = [
    '%00',
    '%ff',
    '%E0%A4%A',
    '..%2f..%2f',
    '__proto__',
    'x'.repeat(5_000),
    '%F0%9F%98%80',
    '*',
    '%2525',
  ];
  for (const text of nonsense) {
    for (const path of [
      `/api/admin/customers/${text}`,
      `/api/admin/sessions/${text}/photos`,
      `/api/admin/sessions?cursor=${text}`,
      `/api/admin/sessions/${person.session}/photos/${text}/download?size=web`,
      `/api/admin/sessions/${person.session}/photos/${person.photos.visible}/download?size=${text}`,
    ]) {
      const answer = await call(admin, 'GET', path, { as: adminClaims() });
      expect([400, 404], `${path.slice(0, 80)}: ${answer.status}`).toContain(answer.status);
    }
  }
});
