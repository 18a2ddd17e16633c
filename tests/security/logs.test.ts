import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '../../lambdas/platform/log.ts';
import { signedUrl } from '../../lambdas/platform/signer.ts';
import { Injector } from '../support/faults/injector.ts';
import { bodies } from '../support/routes/bodies.ts';
import { appOf, pathOf, requests } from '../support/routes/requests.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson } from '../support/studio/api-world.ts';
import { leaksIn } from './log-leaks.ts';

/** Unexpected errors end in the log: it may contain what failed, never what people typed or hold. */

const typed = 'Words-that-somebody-typed-';
const secrets = {
  authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJl',
  cookie: 'CloudFront-Policy=cG9saWN5; CloudFront-Signature=c2lnbmF0dXJl; CloudFront-Key-Pair-Id=K1',
};

let studio: ApiStudio;
let logged = '';
beforeAll(async () => {
  studio = await startApiStudio();
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logged += String(chunk);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    logged += String(chunk);
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await studio?.close();
});

/** Replaces each text field of the body by a marker. */
const withText = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && /name|phone|address|notes?$|message/.test(name) ? `${typed}${name}` : value,
    ]),
  );

test('for every route, successful, refused, busy or failed, no log contains a token, a cookie, a link or typed text', async () => {
  const injector = new Injector(studio);
  const routes = Object.keys(requests);
  const outcomes = new Set<number>();
  for (const fault of [undefined, { error: 'ThrottlingException' }, { error: 'AccessDeniedException' }]) {
    const person = await newPerson();
    const objects = {
      ...person,
      photo: person.photos.visible,
      link: person.link.id,
      message: await newMessage(),
      email: await newFailedEmail(),
    };
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const good = bodies[route]?.(person);
      const as = path.startsWith('/api/admin')
        ? adminClaims()
        : path.startsWith('/api/client')
          ? person.login
          : undefined;
      const { query = '' } = requests[route]!;
      const { result } = await injector.under(
        () => fault,
        () =>
          call(appOf(path), method, `${pathOf(path, objects)}?${query}&cursor=${typed}`, {
            as,
            headers: { ...secrets, cookie: `${secrets.cookie}; ${person.link.cookie}` },
            ...(good && { body: withText(good) }),
          }),
      );
      outcomes.add(result.status);
    }
  }
  expect([...outcomes]).toEqual(expect.arrayContaining([200, 201, 400, 500, 503]));
  expect(logged.match(/"request_id"/g)?.length).toBeGreaterThan(routes.length);
  expect(leaksIn(logged, [typed])).toEqual([]);
});

test('secrets in an error’s message are redacted, too', async () => {
  logged = '';
  const link = await signedUrl('/originals/a/b/c.jpg', new Date(Date.now() + 60_000));
  log.error('Something failed.', {
    error: new Error(`GET ${link} with ${secrets.authorization}`),
    headers: secrets,
    body: typed,
    note: typed,
  });
  expect(logged).toContain('Something failed.');
  expect(leaksIn(logged, [typed])).toEqual([]);
});

test('the search finds each kind of leak', () => {
  const lines = [
    secrets.authorization,
    secrets.cookie,
    'https://s3/x?X-Amz-Signature=abc',
    '-----BEGIN PRIVATE KEY-----',
    '{"password":"x"}',
    '{"x-studio-edge":"local-edge-secret"}',
    typed,
  ];
  for (const line of lines) expect(leaksIn(line, [typed]), line).not.toEqual([]);
  expect(leaksIn('{"message":"An email was sent.","kind":"gallery-ready"}', [typed])).toEqual([]);
});
