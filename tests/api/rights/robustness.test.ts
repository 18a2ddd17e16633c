import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { drawn, randomOfTest } from '../../support/faults/sample.ts';
import { bodies } from '../../support/routes/bodies.ts';
import { allRoutes, appOf, pathOf } from '../../support/routes/requests.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson, type Person } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
let person: Person;
let message: string;
let email: string;
beforeAll(async () => {
  studio = await startApiStudio();
  person = await newPerson();
  message = await newMessage();
  email = await newFailedEmail();
});
afterAll(() => studio?.close());

function send(route: string, body: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = route.split(' ');
  const as = path.startsWith('/api/client') ? person.login : path.startsWith('/api/admin') ? adminClaims() : undefined;
  const { customer, session, quote, offer, photos, link, selection, download, attachment, preset } = person;
  const ids = {
    ...{ customer, session, quote, offer, message, email, photo: photos.visible, link: link.id },
    ...{ selection, download, attachment, preset },
  };
  const address = pathOf(path, ids);
  return call(appOf(path), method, address, {
    as,
    body,
    headers: { 'x-viewer-ip': newId(), cookie: link.cookie, ...headers },
  });
}

test('every route with a body is covered', () => {
  const withBody = allRoutes.filter(
    (route) =>
      /^(POST|PATCH|PUT) /.test(route) &&
      !/\/(media-access|close|contact-code|reopen|resend|revoke|seen|own-picks\/(move|decline)|picks\/send|client\/open|:(session|customer|selection)\/restore)$/.test(
        route,
      ),
  );
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
});

/** How many values of each list a short run sends for a field. With another seed, the field gets others. */
const valuesDrawn = 4;
/** Values that no field accepts, except `true` and `null` for some. */
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
/** Fields that accept null. */
const nullable = [
  'price_cents',
  'pin',
  'category',
  'announced_at',
  'chapter_id',
  'place',
  'payment_link',
  'extra_cents',
  'ends_on',
  'drawing',
];
/** Values that a field may accept: they must then be stored and returned without harm. */
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
  test('refuses a body that is not JSON of the right shape, and changes nothing', async () => {
    const good = bodies[route]!(person);
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

  test('names each field of a wrong type, and stores unusual values without harm', async () => {
    const good = bodies[route]!(person);
    const random = randomOfTest();
    for (const field of Object.keys(good)) {
      const taken = [
        ...odd,
        ...(typeof good[field] === 'boolean' ? [true] : []),
        ...(nullable.includes(field) ? [null] : []),
      ];
      for (const value of [...drawn(wrong, valuesDrawn, random), ...drawn(odd, valuesDrawn, random)]) {
        const answer = await send(route, { ...bodies[route]!(person), [field]: value });
        const said = `${field} = ${JSON.stringify(value)?.slice(0, 60)}`;
        if (taken.includes(value)) expect(answer.status, said).toBeLessThan(500);
        else expect(answer.outcome, said).toBe('400 INVALID');
        // For a body that may also be empty (a union), zod names the body instead of the field.
        if (answer.status === 400)
          expect([field, 'body']).toContain(Object.keys(answer.error.fields ?? {})[0]?.split('.')[0]);
      }
    }
    const read = await call(admin, 'GET', `/api/admin/customers/${person.customer}`, { as: adminClaims() });
    expect(read.status).toBe(200);
  });

  test('ignores keys with a special meaning in JavaScript, such as __proto__', async () => {
    const text = JSON.stringify(bodies[route]!(person)).replace(
      '{',
      '{"__proto__":{"polluted":true,"is_admin":true},"constructor":{"prototype":{"polluted":true}},',
    );
    expect((await send(route, text)).status).toBeLessThan(500);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(await everyRow())).not.toContain('polluted');
  });
});

test('invalid paths and queries are refused or 404', async () => {
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
