import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '../../lambdas/platform/log.ts';
import { signedUrl } from '../../lambdas/platform/signer.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/api-studio.ts';
import { newFailedLetter, newMessage, newPerson } from '../support/api-world.ts';
import { bodies } from '../support/bodies.ts';
import { Injector } from '../support/injector.ts';
import { appOf, pathOf, requests } from '../support/requests.ts';
import { leaksIn } from './log-leaks.ts';

/** The log is where requests end that nobody foresaw: it may tell what failed, never what was said. */

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

/** The body with a word of ours in each field that takes text. */
const withWords = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && /name|phone|address|notes?$|message/.test(name) ? `${typed}${name}` : value,
    ]),
  );

test('of every route, answered, refused, busy or broken, no log holds a token, a cookie, a link or people’s words', async () => {
  const injector = new Injector(studio);
  const routes = Object.keys(requests);
  const outcomes = new Set<number>();
  for (const fault of [undefined, { error: 'ThrottlingException' }, { error: 'AccessDeniedException' }]) {
    const person = await newPerson();
    const objects = {
      ...person,
      photo: person.photos.visible,
      message: await newMessage(),
      letter: await newFailedLetter(),
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
            headers: secrets,
            ...(good && { body: withWords(good) }),
          }),
      );
      outcomes.add(result.status);
    }
  }
  expect([...outcomes]).toEqual(expect.arrayContaining([200, 201, 400, 500, 503]));
  expect(logged.match(/"request_id"/g)?.length).toBeGreaterThan(routes.length);
  expect(leaksIn(logged, [typed])).toEqual([]);
});

test('what stands in an error’s own text is taken out, too', async () => {
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

test('the search finds what it looks for', () => {
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
  expect(leaksIn('{"message":"A letter was sent.","kind":"gallery-ready"}', [typed])).toEqual([]);
});
