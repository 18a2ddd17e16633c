import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { UserPoolName } from '#shared/site-config.ts';
import { handler as adminHandler } from '../../lambdas/admin/handler.ts';
import { handler as clientHandler } from '../../lambdas/client/handler.ts';
import { userPools } from '../../local/addresses.ts';
import { edgeSecret } from '../../local/environment.ts';
import { startHttpApi } from '../../local/lambda/http-api.ts';
import type { Functions } from '../../local/lambda/runtime.ts';
import type { RunningService } from '../../local/services/service.ts';
import { addressOf, requests } from '../support/routes/requests.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type ApiStudio, newLogin, startApiStudio } from '../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson, type Person } from '../support/studio/api-world.ts';

/** Forged tokens, sent through the API's authorizer to every route that requires a token. */

let studio: ApiStudio;
let api: RunningService;
let keys: Server;
let origin: string;
let own: { publicKey: CryptoKey; privateKey: CryptoKey };
let other: { publicKey: CryptoKey; privateKey: CryptoKey };
let person: Person;
let message: string;
let email: string;

beforeAll(async () => {
  studio = await startApiStudio();
  own = await generateKeyPair('RS256', { extractable: true });
  other = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  keys = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`;
  const handlers: Record<string, (event: never) => Promise<unknown>> = { client: clientHandler, admin: adminHandler };
  const functions: Functions = {
    names: Object.keys(handlers),
    invoke: async (name, event) => {
      const requestId = randomUUID();
      const payload = JSON.stringify(await handlers[name]?.(event as never));
      return { requestId, ok: true, payload };
    },
    close: async () => {},
  };
  const authorizer = (pool: UserPoolName) => ({ issuer: issuerOf(pool), clientId: userPools[pool].clientId });
  const authorizers = { clients: authorizer('clients'), studio: authorizer('studio') };
  api = await startHttpApi({ port: 0, functions, authorizers });
  person = await newPerson();
  message = await newMessage();
  email = await newFailedEmail();
});
afterAll(async () => {
  await api?.close();
  keys?.close();
  await studio?.close();
});
afterEach(() => void vi.useRealTimers());

/** Both pools have the same keys here, so that only issuer and app client tell their tokens apart. */
const issuerOf = (pool: UserPoolName) => `${origin}/${userPools[pool].id}`;

const claims = (changes: JWTPayload = {}, pool: UserPoolName = 'clients'): JWTPayload => ({
  sub: String(person.login.sub),
  username: String(person.login.username),
  token_use: 'access',
  client_id: userPools[pool].clientId,
  iss: issuerOf(pool),
  ...changes,
});
const ofAdmin = (changes: JWTPayload = {}) =>
  claims({ sub: 'studio', 'cognito:groups': ['admins'], ...changes }, 'studio');

const signed = (payload: JWTPayload, key: CryptoKey | Uint8Array = own.privateKey, alg = 'RS256', expires = '30m') =>
  new SignJWT(payload).setProtectedHeader({ alg, kid: 'k' }).setIssuedAt().setExpirationTime(expires).sign(key);

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const inOtherPool = ({ iss }: JWTPayload) => {
  const pool = iss === issuerOf('clients') ? 'studio' : 'clients';
  return { iss: issuerOf(pool), client_id: userPools[pool].clientId };
};

/** Every kind of invalid token, made from valid claims. */
const forgeries: Record<string, (good: JWTPayload) => Promise<string> | string> = {
  'no token': () => '',
  'no Bearer': () => 'Basic YWRtaW46YWRtaW4=',
  nonsense: () => 'Bearer not.a.token',
  expired: async (good) => `Bearer ${await signed(good, own.privateKey, 'RS256', '-1s')}`,
  'of another pool': async (good) => `Bearer ${await signed({ ...good, iss: `${good.iss}X` })}`,
  'of the other audience’s pool': async (good) => `Bearer ${await signed({ ...good, ...inOtherPool(good) })}`,
  'of the other audience’s app client': async (good) =>
    `Bearer ${await signed({ ...good, client_id: inOtherPool(good).client_id })}`,
  'of the other audience’s issuer': async (good) => `Bearer ${await signed({ ...good, iss: inOtherPool(good).iss })}`,
  'of another client': async (good) => `Bearer ${await signed({ ...good, client_id: 'other' })}`,
  'an ID token': async (good) => `Bearer ${await signed({ ...good, token_use: 'id', aud: String(good.client_id) })}`,
  'without a use': async ({ token_use: _, ...good }) => `Bearer ${await signed(good)}`,
  'with another key': async (good) => `Bearer ${await signed(good, other.privateKey)}`,
  'with alg none': (good) =>
    `Bearer ${encoded({ alg: 'none', kid: 'k' })}.${encoded({ ...good, exp: Date.now() / 1_000 + 900 })}.`,
  'with the public key as a secret': async (good) =>
    `Bearer ${await signed(good, Buffer.from(await exportSPKI(own.publicKey)), 'HS256')}`,
  'with its claims exchanged': async (good) => {
    const [header, , signature] = (await signed({ ...good, sub: 'nobody' })).split('.');
    return `Bearer ${header}.${encoded({ ...good, exp: Date.now() / 1_000 + 900 })}.${signature}`;
  },
  'without a subject': async ({ sub: _, ...good }) => `Bearer ${await signed(good)}`,
};

async function send(route: string, authorization: string): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const objects = { ...person, photo: person.photos.visible, link: person.link.id, message, email };
  const request = requests[route]!;
  const body = request.body?.(objects, { a: person, b: person, message, email });
  const address = addressOf(path, request, objects);
  const response = await fetch(`http://127.0.0.1:${api.port}${address}`, {
    method,
    headers: {
      'x-studio-edge': edgeSecret,
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

const closed = Object.keys(requests).filter((route) => !/ \/(api\/(public|guest)|shared)\//.test(route));

describe.each(Object.entries(forgeries))('%s', (_, forge) => {
  test('is refused by every route, and changes nothing', async () => {
    const before = await everyRow();
    const tokens = { client: await forge(claims()), admin: await forge(ofAdmin()) };
    const answers: Record<string, number> = {};
    for (const route of closed) {
      answers[route] = await send(route, tokens[route.includes('/api/admin/') ? 'admin' : 'client']);
    }
    expect(answers).toEqual(Object.fromEntries(closed.map((route) => [route, 401])));
    expect(await everyRow()).toEqual(before);
  });
});

test('a valid token grants its own area, and nothing after its expiry', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const client = `Bearer ${await signed(claims())}`;
  const admin = `Bearer ${await signed(ofAdmin())}`;
  const opened = async () => [
    await send('GET /api/client/me', client),
    await send('GET /api/admin/customers', admin),
    await send('GET /api/admin/customers', client),
    await send('GET /api/client/me', admin),
  ];
  expect(await opened()).toEqual([200, 200, 401, 401]);
  vi.setSystemTime(Date.now() + 29 * 60_000);
  expect(await opened()).toEqual([200, 200, 401, 401]);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await opened()).toEqual([401, 401, 401, 401]);
});

test('group names similar to the admins group grant no admin access', async () => {
  const login = await newLogin('somebody@example.com');
  for (const groups of [
    ['admin'],
    ['Admins'],
    ['admins,other'],
    ['[admins]'],
    ['xadmins'],
    [' admins2'],
    [],
    'admins',
    { admins: true },
    ['us-east-1_Studio_Google'],
  ]) {
    const token = await signed(claims({ sub: String(login.sub), 'cognito:groups': groups as never }, 'studio'));
    expect(await send('GET /api/admin/customers', `Bearer ${token}`), JSON.stringify(groups)).toBe(403);
  }
});
