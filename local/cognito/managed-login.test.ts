import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  ListUsersInGroupCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { credentials, region, userPools } from '../addresses.ts';
import { demoPeople } from '../data/demo-people.ts';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { startGoogle } from './google/google.ts';
import { startCognito } from './server.ts';

const [maya, , , , tom] = demoPeople;
const home = 'http://localhost:4600/dashboard';
const out = 'http://localhost:4600/client-login';
const verifier = randomBytes(64).toString('base64url');
const faults = new Faults();
const warned = vi.spyOn(console, 'warn');
const informed = vi.spyOn(console, 'info');
let dir: string;
let google: RunningService;
let cognito: RunningService;
let sdk: CognitoIdentityProviderClient;
let origin: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  // The two services need each other's port before either starts.
  const port = await freePort();
  origin = `http://localhost:${port}`;
  google = await startGoogle({
    port: 0,
    dir: join(dir, 'google'),
    redirectUri: `${origin}/oauth2/idpresponse`,
    people: demoPeople,
  });
  cognito = await startCognito({
    port,
    dir: join(dir, 'cognito'),
    google: `http://localhost:${google.port}`,
    callbackUrls: [home, out],
    logoutUrls: [out],
    faults,
  });
  sdk = new CognitoIdentityProviderClient({ region, endpoint: origin, credentials, maxAttempts: 1 });
});
afterAll(async () => {
  sdk.destroy();
  await cognito.close();
  await google.close();
  await rm(dir, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Follows redirects with cookies like a browser, which shares cookies among the ports of localhost. */
class Browser {
  /** Redirects below this address are not followed, because these tests need no site. */
  stopsAt = 'http://localhost:4600/';
  readonly #cookies = new Map<string, string>();

  /** Follows redirects until a page responds, or until one leads below `stopsAt`. */
  async open(address: string, init: RequestInit = {}): Promise<{ url: URL; status: number; page: string }> {
    const headers = { ...init.headers, cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) return { url: new URL(address), status: response.status, page: await response.text() };
    const next = new URL(location, address);
    if (next.href.startsWith(this.stopsAt)) return { url: next, status: response.status, page: '' };
    return this.open(next.href);
  }

  submit(url: URL, fields: Record<string, string>) {
    return this.open(url.href, { method: 'POST', body: new URLSearchParams(fields) });
  }
}

const challenge = (of: string) => createHash('sha256').update(of).digest('base64url');

function authorizeUrl(changes: Record<string, string | undefined> = {}): string {
  const query = {
    client_id: userPools.clients.clientId,
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid email profile',
    identity_provider: 'Google',
    state: 'from-the-site',
    code_challenge: challenge(verifier),
    code_challenge_method: 'S256',
    ...changes,
  };
  const definedPairs = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${origin}/oauth2/authorize?${new URLSearchParams(definedPairs)}`;
}

/** Signs in at Google and returns the tokens that the site gets. */
async function signIn(fields: Record<string, string>, browser = new Browser(), address = authorizeUrl()) {
  const chooser = await browser.open(address);
  expect(chooser.url.port).toBe(String(google.port));
  return browser.submit(chooser.url, fields);
}

async function exchange(changes: Record<string, string>) {
  const body = {
    grant_type: 'authorization_code',
    client_id: userPools.clients.clientId,
    redirect_uri: home,
    code_verifier: verifier,
  };
  const response = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...body, ...changes }),
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const answer = (await response.json()) as Record<'id_token' | 'access_token' | 'refresh_token' | 'error', string>;
  return { status: response.status, ...answer };
}

const codeIn = (url: URL) => url.searchParams.get('code') ?? '';

describe('sign-in with Google', () => {
  test('returns the tokens of a federated user', async () => {
    const browser = new Browser();
    const { page } = await browser.open(authorizeUrl());
    for (const { name, email } of demoPeople) expect(page).toContain(`${name}<span>${email}`);
    expect(page).toContain('local stand-in for Google');

    const { url } = await signIn({ account: maya.sub }, new Browser(), authorizeUrl({ nonce: 'once' }));
    expect(url.origin + url.pathname).toBe(home);
    expect(url.searchParams.get('state')).toBe('from-the-site');
    const tokens = await exchange({ code: codeIn(url) });
    expect(tokens.status).toBe(200);
    expect(tokens).toMatchObject({ expires_in: 1_800, token_type: 'Bearer', refresh_token: expect.any(String) });

    const issuer = `${origin}/${userPools.clients.id}`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload: id } = await jwtVerify(tokens.id_token, keys, { issuer, audience: userPools.clients.clientId });
    expect(id).toMatchObject({
      token_use: 'id',
      nonce: 'once',
      'cognito:username': `Google_${maya.sub}`,
      'cognito:groups': [`${userPools.clients.id}_Google`],
      email: maya.email,
      email_verified: true,
      name: maya.name,
      identities: [
        {
          userId: maya.sub,
          providerName: 'Google',
          providerType: 'Google',
          issuer: null,
          primary: 'true',
          dateCreated: expect.stringMatching(/^\d+$/),
        },
      ],
    });
    const { payload: access } = await jwtVerify(tokens.access_token, keys, { issuer });
    expect(access).toMatchObject({
      token_use: 'access',
      sub: id.sub,
      username: `Google_${maya.sub}`,
      client_id: userPools.clients.clientId,
      scope: 'openid email profile',
      'cognito:groups': [`${userPools.clients.id}_Google`],
      origin_jti: id.origin_jti,
    });
    expect(access).not.toHaveProperty('email');

    for (const Username of [`Google_${maya.sub}`, `google_${maya.sub}`, String(id.sub)]) {
      const user = await sdk.send(new AdminGetUserCommand({ UserPoolId: userPools.clients.id, Username }));
      expect(user).toMatchObject({ Username: `Google_${maya.sub}`, UserStatus: 'EXTERNAL_PROVIDER' });
      expect(user.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
    }
    const members = new ListUsersInGroupCommand({
      UserPoolId: userPools.clients.id,
      GroupName: `${userPools.clients.id}_Google`,
    });
    expect((await sdk.send(members)).Users).toHaveLength(1);
    const ownAccount = sdk.send(new GetUserCommand({ AccessToken: tokens.access_token }));
    await expect(ownAccount).rejects.toThrow('Access Token does not have required scopes');
  });

  test('passes on whether Google has verified the address', async () => {
    const { url } = await signIn({ account: tom.sub });
    const claims = decodeJwt((await exchange({ code: codeIn(url) })).id_token);
    expect(claims).toMatchObject({ email: tom.email, email_verified: false });
  });

  test('accepts a typed account, with a stable sub and the latest attributes', async () => {
    const typed = { name: 'Zoë <b>Quinn</b>', email: 'Zoe@example.com' };
    const first = await signIn({ ...typed, unverified: 'on' });
    const before = decodeJwt((await exchange({ code: codeIn(first.url) })).id_token);
    expect(before).toMatchObject({ name: typed.name, email: 'zoe@example.com', email_verified: false });
    const second = await signIn({ ...typed, name: 'Zoë Quinn' });
    const after = decodeJwt((await exchange({ code: codeIn(second.url) })).id_token);
    expect(after).toMatchObject({ sub: before.sub, name: 'Zoë Quinn', email_verified: true });
    expect((await new Browser().open(authorizeUrl())).page).toContain('Zoë Quinn<span>zoe@example.com');

    const offered = await signIn({ name: 'Not Maya', email: maya.email.toUpperCase() });
    expect(decodeJwt((await exchange({ code: codeIn(offered.url) })).id_token)).toMatchObject({
      'cognito:username': `Google_${maya.sub}`,
      name: maya.name,
    });
  });

  test('shows a form with invalid input again, and escapes it', async () => {
    const { status, page } = await signIn({ name: '"><script>alert(1)</script>', email: 'nowhere' });
    expect(status).toBe(400);
    expect(page).toContain('Type an email address');
    expect(page).not.toContain('<script>');
  });

  test('returns a cancelled sign-in as an error', async () => {
    const { url } = await signIn({ cancel: 'yes' });
    expect(url.origin + url.pathname).toBe(home);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user cancelled the sign-in at Google.',
      state: 'from-the-site',
    });
  });

  test('refuses a disabled user', async () => {
    const typed = { name: 'Barred', email: 'barred@example.com' };
    const first = decodeJwt((await exchange({ code: codeIn((await signIn(typed)).url) })).id_token);
    const Username = String(first['cognito:username']);
    await sdk.send(new AdminDisableUserCommand({ UserPoolId: userPools.clients.id, Username }));
    const { url } = await signIn(typed);
    expect(url.searchParams.get('error_description')).toBe('User is disabled.');
  });

  test('starts with a page that offers only Google', async () => {
    const browser = new Browser();
    const { status, page } = await browser.open(authorizeUrl({ identity_provider: undefined, state: '"&<x>' }));
    expect(status).toBe(200);
    const [, link = ''] = page.match(/<a class="button" href="([^"]+)">Continue with Google<\/a>/) ?? [];
    const href = link.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const { url } = await signIn({ account: maya.sub }, browser, `${origin}${href}`);
    expect(url.searchParams.get('state')).toBe('"&<x>');
  });

  test('requires the browser that started it, and accepts its response once', async () => {
    const browser = new Browser();
    const chooser = await browser.open(authorizeUrl());
    const stolen = await new Browser().open(chooser.url.href);
    expect(stolen).toMatchObject({ status: 400, page: expect.stringContaining('Sign-in is over') });
    const refused = { status: 400, page: expect.stringContaining('Invalid state') };
    expect(await browser.open(`${origin}/oauth2/idpresponse?code=x&state=made-up`)).toMatchObject(refused);

    const { stopsAt } = browser;
    browser.stopsAt = `${origin}/oauth2/idpresponse`;
    const { url: answer } = await signIn({ account: maya.sub }, browser);
    browser.stopsAt = stopsAt;
    expect(await new Browser().open(answer.href)).toMatchObject(refused);
    const { url } = await browser.open(answer.href);
    expect(url.origin + url.pathname).toBe(home);
    expect(codeIn(url)).not.toBe('');
    expect(await browser.open(answer.href)).toMatchObject(refused);
  });

  test('returns a failure of Google as an error', async () => {
    const rules = JSON.stringify([{ operation: 'token', error: 'server_error', status: 500, times: 1 }]);
    await fetch(`http://localhost:${google.port}/_faults`, { method: 'PUT', body: rules });
    const { url } = await signIn({ account: maya.sub });
    expect(url.searchParams.get('error_description')).toBe('Google could not be asked: server_error');
  });

  test('logs nothing to the console', () => {
    expect(warned).not.toHaveBeenCalled();
    expect(informed).not.toHaveBeenCalled();
  });
});

describe('an authorization request', () => {
  test.each([
    ['another client', { client_id: 'other' }],
    ['an address nobody registered', { redirect_uri: 'http://localhost:4600/elsewhere' }],
    ['an address with a query', { redirect_uri: `${home}?x=1` }],
  ])('with %s is answered with an error page, without a redirect', async (_, changes) => {
    expect(await new Browser().open(authorizeUrl(changes))).toMatchObject({ status: 400 });
  });

  test.each([
    ['no code', { response_type: 'token' }, 'unauthorized_client'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an unknown scope', { scope: 'openid everything' }, 'invalid_request'],
    ['an unknown provider', { identity_provider: 'Facebook' }, 'invalid_request'],
    ['no question while nobody is signed in', { prompt: 'none' }, 'login_required'],
  ])('with %s redirects with an error', async (_, changes, error) => {
    const { url } = await new Browser().open(authorizeUrl(changes));
    expect(url.origin + url.pathname).toBe(home);
    expect(url.searchParams.get('error')).toBe(error);
    expect(url.searchParams.get('state')).toBe('from-the-site');
  });
});

describe('an authorization code', () => {
  let code: string;
  beforeEach(async () => {
    code = codeIn((await signIn({ account: maya.sub })).url);
  });

  test('is valid once', async () => {
    expect((await exchange({ code })).status).toBe(200);
    expect(await exchange({ code })).toEqual({ status: 400, error: 'invalid_grant' });
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(64) }, 'invalid_grant'],
    ['another address', { redirect_uri: out }, 'invalid_grant'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is refused with %s', async (_, changes, error) => {
    expect(await exchange({ code, ...changes })).toEqual({ status: 400, error });
  });

  test('expires after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_001 });
    expect(await exchange({ code })).toEqual({ status: 400, error: 'invalid_grant' });
    vi.useRealTimers();
  });
});

describe('a session', () => {
  test('has rotating refresh tokens, which are revoked together', async () => {
    const first = await exchange({ code: codeIn((await signIn({ account: maya.sub })).url) });
    const refresh = (refresh_token: string) => exchange({ grant_type: 'refresh_token', refresh_token });
    const second = await refresh(first.refresh_token);
    expect(decodeJwt(second.access_token).origin_jti).toBe(decodeJwt(first.access_token).origin_jti);
    expect(second.refresh_token).not.toBe(first.refresh_token);

    // A second tab, or a retry after a lost response, uses the same token again within the grace period.
    expect((await refresh(first.refresh_token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
    const refused = { status: 400, error: 'invalid_grant' };
    expect(await refresh(first.refresh_token)).toEqual(refused);
    const third = await refresh(second.refresh_token);
    expect(third.status).toBe(200);
    vi.useRealTimers();

    await sdk.send(new RevokeTokenCommand({ ClientId: userPools.clients.clientId, Token: third.refresh_token }));
    for (const token of [second.refresh_token, third.refresh_token]) expect(await refresh(token)).toEqual(refused);
  });

  test('is remembered by the browser until sign-out', async () => {
    const browser = new Browser();
    await signIn({ account: maya.sub }, browser);
    const secondVisit = await browser.open(authorizeUrl({ prompt: 'none' }));
    expect((await exchange({ code: codeIn(secondVisit.url) })).status).toBe(200);
    // With prompt=select_account the chooser is shown despite the remembered account.
    const chooser = await browser.open(authorizeUrl({ prompt: 'select_account', identity_provider: 'Google' }));
    expect(chooser.page).toContain('Choose an account');

    const leave = (to: string) =>
      `${origin}/logout?${new URLSearchParams({ client_id: userPools.clients.clientId, logout_uri: to })}`;
    expect(await browser.open(leave('http://localhost:4600/elsewhere'))).toMatchObject({ status: 400 });
    expect((await browser.open(leave(out))).url.href).toBe(out);
    await signIn({ account: tom.sub }, browser);
  });

  test('fails with injected faults', async () => {
    faults.set([{ operation: 'token', error: 'temporarily_unavailable', status: 503, times: 1 }]);
    expect(await exchange({ code: 'any' })).toMatchObject({ status: 503, error: 'temporarily_unavailable' });
  });
});
