import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { startHttpApi } from './http-api.ts';
import { type Functions, functionsOf, LambdaFunction } from './runtime.ts';

/** Responds with the event it received, or as its query requests. */
const source = `
export async function handler(event) {
  const ask = event.queryStringParameters ?? {};
  if (ask.do === 'throw') throw new Error('inside');
  if (ask.do === 'hang') await new Promise(() => {});
  if (ask.do === 'binary') return { statusCode: 200, headers: { 'Content-Type': 'image/png' }, body: 'AAEC/w==', isBase64Encoded: true };
  if (ask.do === 'cookies') return { statusCode: 201, cookies: ['a=1; Path=/', 'b=2'], body: 'set' };
  if (ask.do === 'nonsense') return { statusCode: 'fine' };
  if (ask.do === 'nothing') return { statusCode: 204 };
  if (ask.do === 'large') return { statusCode: 200, body: 'x'.repeat(7 * 1024 * 1024) };
  return event;
}`;

let dir: string;
let functions: Functions;
let api: RunningService;
let keys: Server;
let issuer: string;
let privateKey: CryptoKey;
let otherKey: CryptoKey;
const faults = new Faults();
const clientId = 'studio-web';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'http-api-'));
  await writeFile(join(dir, 'index.mjs'), source);
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  otherKey = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  keys = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/us-east-1_Studio`;
  const echo = new LambdaFunction({
    name: 'echo',
    bundle: join(dir, 'index.mjs'),
    environment: {},
    memory: 256,
    timeout: 2,
    logs: join(dir, 'logs'),
  });
  functions = functionsOf(new Map([['echo', echo]]));
  api = await startHttpApi({
    port: 0,
    functions,
    authorizers: { clients: { issuer, clientId } },
    faults,
    routes: [
      { path: '/api/public/{proxy+}', authorizer: 'none', function: 'echo' },
      { path: '/api/client/{proxy+}', authorizer: 'clients', function: 'echo' },
    ],
  });
});
afterAll(async () => {
  await api.close();
  await functions.close();
  keys.close();
  await rm(dir, { recursive: true });
});

const request = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${api.port}${path}`, init);
const eventOf = async (path: string, init?: RequestInit) => (await request(path, init)).json();

describe('events', () => {
  test('have a decoded path, the query as sent and joined by commas, separate cookies, and the peer’s address', async () => {
    const event = await eventOf('/api/public/portfolio/a%20b%C3%BC?tag=x%20y&tag=z&flag=', {
      headers: { cookie: 'one=1; two=2', 'X-Many': 'a', 'user-agent': 'test' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /api/public/{proxy+}',
      rawPath: '/api/public/portfolio/a bü',
      rawQueryString: 'tag=x%20y&tag=z&flag=',
      queryStringParameters: { tag: 'x y,z', flag: '' },
      cookies: ['one=1', 'two=2'],
      headers: { 'x-many': 'a', 'x-forwarded-for': '127.0.0.1' },
      pathParameters: { proxy: 'portfolio/a bü' },
      requestContext: {
        http: { method: 'GET', path: '/api/public/portfolio/a bü', sourceIp: '127.0.0.1', userAgent: 'test' },
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      },
      isBase64Encoded: false,
    });
    expect(event.headers.cookie).toBeUndefined();
    expect(event.requestContext.authorizer).toBeUndefined();
    expect('body' in event).toBe(false);
  });

  test.each([
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', true],
    ['application/jsonlines', true],
    ['image/png', true],
    ['', true],
  ])('a body of type "%s": base64 %s', async (type, isBase64Encoded) => {
    const body = Buffer.from('a=ü');
    const event = await eventOf('/api/public/x', { method: 'POST', headers: { 'content-type': type }, body });
    expect(event).toMatchObject({ isBase64Encoded, body: body.toString(isBase64Encoded ? 'base64' : 'utf8') });
  });
});

describe('responses', () => {
  test('base64 bodies become bytes, cookies become headers', async () => {
    const binary = await request('/api/public/x?do=binary');
    expect(binary.headers.get('content-type')).toBe('image/png');
    expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([0, 1, 2, 255]);
    const cookies = await request('/api/public/x?do=cookies');
    expect(cookies.status).toBe(201);
    expect(cookies.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
    expect(cookies.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await request('/api/public/x?do=nothing')).status).toBe(204);
  });

  test.each([
    ['/api/public/x?do=throw', 500, 'Internal Server Error'],
    ['/api/public/x?do=nonsense', 500, 'Internal Server Error'],
    ['/api/public/x?do=large', 500, 'Internal Server Error'],
    ['/api/public/x?do=hang', 503, 'Service Unavailable'],
    ['/api/public/%E0%A4%A', 400, 'Bad Request'],
    ['/api/public/', 404, 'Not Found'],
    ['/api/nothing', 404, 'Not Found'],
  ])('%s is %i %s', async (path, status, message) => {
    const response = await request(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message });
  });

  test('a too large body is rejected: above 10 MB by API Gateway, above 6 MB of event by Lambda', async () => {
    for (const megabytes of [11, 7]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, 'x');
      const response = await request('/api/public/x', { method: 'POST', body });
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
    }
  });

  test('a fault replaces the function’s response', async () => {
    faults.set([{ operation: 'Invoke', resource: 'echo', error: 'Too Many Requests', status: 429, times: 1 }]);
    expect((await request('/api/public/x')).status).toBe(429);
    expect((await request('/api/public/x')).status).toBe(200);
  });
});

describe('the JWT authorizer', () => {
  interface TokenOptions {
    key?: CryptoKey;
    claims?: Record<string, unknown>;
    issuer?: string;
    expires?: string;
  }
  const token = ({
    key = privateKey,
    claims = { client_id: clientId },
    issuer: by = issuer,
    expires = '5m',
  }: TokenOptions) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(by)
      .setSubject('u-1')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  const withToken = (value: string) => request('/api/client/me', { headers: { authorization: value } });

  test('claims are passed as text, lists in brackets', async () => {
    const claims = { client_id: clientId, 'cognito:groups': ['admins', 'other'], email_verified: true, auth_time: 17 };
    const event = await (await withToken(`Bearer ${await token({ claims })}`)).json();
    expect(event.requestContext.authorizer).toEqual({
      jwt: {
        claims: {
          client_id: clientId,
          'cognito:groups': '[admins other]',
          email_verified: 'true',
          auth_time: '17',
          iss: issuer,
          sub: 'u-1',
          iat: expect.stringMatching(/^\d+$/),
          exp: expect.stringMatching(/^\d+$/),
        },
        scopes: null,
      },
    });
  });

  test('accepts an ID token with the client as audience, and a token without the word Bearer', async () => {
    expect((await withToken(`Bearer ${await token({ claims: { aud: clientId, token_use: 'id' } })}`)).status).toBe(200);
    expect((await withToken(await token({}))).status).toBe(200);
  });

  test('any other token is 401 with AWS’s message', async () => {
    const [header, payload, signature] = (await token({})).split('.') as [string, string, string];
    const refused = [
      '',
      'Bearer ',
      'Bearer nonsense',
      `Bearer ${await token({ key: otherKey })}`,
      `Bearer ${await token({ claims: { client_id: 'another' } })}`,
      `Bearer ${await token({ claims: { aud: 'another', client_id: clientId } })}`,
      `Bearer ${await token({ issuer: 'https://elsewhere.test' })}`,
      `Bearer ${await token({ expires: '-1m' })}`,
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      `Bearer ${header}.${Buffer.from('{"client_id":"studio-web","exp":9999999999}').toString('base64url')}.${signature}`,
    ];
    for (const value of refused) {
      const response = await withToken(value);
      expect(response.status, value).toBe(401);
      expect(await response.json()).toEqual({ message: 'Unauthorized' });
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });
});

describe('the Invoke API', () => {
  const invoke = (name: string, body: string, type = 'RequestResponse') =>
    request(`/2015-03-31/functions/${name}/invocations`, {
      method: 'POST',
      body,
      headers: { 'x-amz-invocation-type': type },
    });

  test('passes the event and returns the result or the error', async () => {
    const response = await invoke('echo', '{"a":[1]}');
    expect(response.status).toBe(200);
    expect(response.headers.get('x-amz-function-error')).toBeNull();
    expect(await response.json()).toEqual({ a: [1] });
    const failed = await invoke(
      'arn:aws:lambda:us-east-1:000000000000:function:echo',
      '{"queryStringParameters":{"do":"throw"}}',
    );
    expect(failed.status).toBe(200);
    expect(failed.headers.get('x-amz-function-error')).toBe('Unhandled');
    expect(await failed.json()).toMatchObject({ errorType: 'Error', errorMessage: 'inside' });
  });

  test('accepts asynchronous events, and rejects unknown operations', async () => {
    expect((await invoke('echo', '{}', 'Event')).status).toBe(202);
    expect((await invoke('echo', '{}', 'DryRun')).status).toBe(204);
    const unknown = await invoke('nobody', '{}');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('x-amzn-errortype')).toBe('ResourceNotFoundException');
    expect((await invoke('echo', '{')).status).toBe(400);
  });
});
