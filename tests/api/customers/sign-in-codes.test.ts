import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreateMe } from '#shared/contract/customers.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { createMe, findMe } from '../../../lambdas/domain/customers/sign-in.ts';
import { removeUnusedLogins } from '../../../lambdas/domain/customers/unused-logins.ts';
import { countCall } from '../../../lambdas/platform/guards.ts';
import { log } from '../../../lambdas/platform/log.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { handler as createLogin } from '../../../lambdas/workers/create-login/handler.ts';
import { userPools } from '../../../local/addresses.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';

/** Asking for a code by email: for whom a login is created, and that answers reveal nothing. */

let studio: ApiStudio;
let pool: CognitoIdentityProviderClient;
beforeAll(async () => {
  studio = await startApiStudio({ runsWorkers: true });
  pool = new CognitoIdentityProviderClient();
});
afterAll(async () => {
  pool?.destroy();
  await studio?.close();
});

const newAddress = () => `${randomUUID()}@example.com`;
const ask = (body: object, viewer: string = randomUUID()) =>
  call(open, 'POST', '/api/public/sign-in-code', { body, headers: { 'x-viewer-ip': viewer } });
const userOf = (name: 'clients' | 'studio', email: string) =>
  pool.send(new AdminGetUserCommand({ UserPoolId: userPools[name].id, Username: email })).catch(() => undefined);

/** Counts that many calls of today, as if many viewers had made them. */
async function countTo(key: string, times: number): Promise<void> {
  for (let from = 0; from < times; from += 50)
    await Promise.all(Array.from({ length: 50 }, () => countCall(key, 86_400)));
}

async function newCustomer(): Promise<string> {
  const email = newAddress();
  const answer = await call(admin, 'POST', '/api/admin/customers', { as: adminClaims(), body: { name: 'Ada', email } });
  expect(answer.status).toBe(201);
  return email;
}

test('an address of the studio’s records gets a login without a password, verified, in the clients’ pool only', async () => {
  const email = await newCustomer();
  const answer = await ask({ email: ` ${email.toUpperCase()} ` });
  expect([answer.status, answer.text]).toEqual([204, '']);
  const user = await userOf('clients', email);
  expect(user?.UserStatus).toBe('CONFIRMED');
  expect(user?.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' });
  expect(await userOf('studio', email)).toBeUndefined();
  // A second request keeps the login.
  await ask({ email });
  const later = await newCustomer();
  await ask({ email: later });
  expect(await userOf('clients', later)).toBeDefined();
  expect((await userOf('clients', email))?.Username).toBe(user?.Username);
});

test('an unknown address gets the same answer and no login, unless it registers', async () => {
  const [unknown, registering, known] = [newAddress(), newAddress(), await newCustomer()];
  const answers = [
    await ask({ email: unknown }),
    await ask({ email: known }),
    await ask({ email: registering, name: 'Rosa' }),
  ];
  const seen = answers.map(({ status, text, response }) => {
    const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers);
    return { status, text, headers };
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(await userOf('clients', registering)).toBeDefined();
  expect(await userOf('clients', known)).toBeDefined();
  expect(await userOf('clients', unknown)).toBeUndefined();
});

test('a login that can’t be created is logged; the answer is the same', async () => {
  const email = await newCustomer();
  await studio.setFaults('cognito', [{ operation: 'AdminCreateUser', error: 'InternalErrorException' }]);
  const logged = vi.spyOn(log, 'error');
  const answer = await ask({ email });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(logged).toHaveBeenCalledExactlyOnceWith('The login for a code could not be created.', expect.anything());
  logged.mockRestore();
  await studio.setFaults('cognito', []);
  expect(await userOf('clients', email)).toBeUndefined();
});

test('an address that was asked for too often creates no login, and is answered the same', async () => {
  const email = await newCustomer();
  await studio.setFaults('cognito', [{ operation: 'AdminCreateUser', error: 'InternalErrorException' }]);
  await Promise.all(Array.from({ length: 10 }, () => ask({ email })));
  await studio.setFaults('cognito', []);
  expect((await ask({ email })).outcome).toBe('204');
  expect(await userOf('clients', email)).toBeUndefined();
});

test('requests are limited by viewer and by IPv6 network', async () => {
  const outcomes = async (count: number, send: (index: number) => ReturnType<typeof ask>) =>
    (await Promise.all(Array.from({ length: count }, (_, index) => send(index)))).map(({ outcome }) => outcome).sort();
  const allowed = (count: number) => [...Array<string>(count).fill('204'), '429 TOO_MANY'];
  expect(await outcomes(21, () => ask({ email: newAddress() }, '203.0.113.77'))).toEqual(allowed(20));
  const inNetwork = (index: number) => ask({ email: newAddress() }, `2001:db8:7:${index.toString(16)}::1`);
  expect(await outcomes(41, inNetwork)).toEqual(allowed(40));
});

test('registrations from one network end for the day with a way round, and nobody else’s', async () => {
  const viewer = '203.0.113.99';
  const register = (from: string, email = newAddress()) => ask({ email, name: 'Rosa' }, from);
  const outcomes = (await Promise.all(Array.from({ length: 12 }, () => register(viewer)))).map(
    ({ outcome }) => outcome,
  );
  expect(outcomes.sort()).toEqual([...Array(10).fill('204'), '429 TOO_MANY', '429 TOO_MANY']);
  const customer = await newCustomer();
  const refused = await register(viewer, customer);
  expect(refused.error.message).toMatch(/sign in with it instead.*Google.*tomorrow/);
  // Whoever the studio knows gets the login that signing in needs, and signs in from there.
  expect(await userOf('clients', customer)).toBeDefined();
  expect((await ask({ email: customer }, viewer)).outcome).toBe('204');
  expect((await register('198.51.100.99')).outcome).toBe('204');
  const inSmall = await Promise.all(
    Array.from({ length: 21 }, (_, index) => register(`2001:db8:8:${index.toString(16)}::1`)),
  );
  expect(inSmall.filter(({ outcome }) => outcome === '204')).toHaveLength(20);
});

test('a day’s registrations from very many networks end for all who are new; known people sign in, and the studio hears', async () => {
  let number = 0;
  const somewhere = () => {
    number += 1;
    return `2001:db9:${number.toString(16)}::1`;
  };
  const unknown = newAddress();
  const register = (email: string) => ask({ email, name: 'Rosa' }, somewhere());
  await countTo('registrations by code', 1_000);
  expect((await register(unknown)).outcome).toBe('429 TOO_MANY');
  expect(await userOf('clients', unknown)).toBeUndefined();
  const customer = await newCustomer();
  expect((await register(customer)).outcome).toBe('429 TOO_MANY');
  expect((await ask({ email: customer }, somewhere())).outcome).toBe('204');
  expect(await userOf('clients', customer)).toBeDefined();
  const waiting = (await call(admin, 'GET', '/api/admin/waiting', { as: adminClaims() })).json<Waiting>();
  expect(waiting.limits).toMatchObject({ count: 1, items: [{ kind: 'registrations' }] });
});

describe('a login that no record names', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const sweep = (days: number) => removeUnusedLogins(inDays(days), () => false);
  const register = async () => {
    const email = newAddress();
    await createLogin({ email, is_registering: true });
    const user = await userOf('clients', email);
    return { email, login: { kind: 'login' as const, sub: user!.Username!, username: user!.Username! } };
  };

  test('is removed after 30 days, and a later code creates another one; a record’s login and Google’s stay', async () => {
    const [unused, used] = [await register(), await register()];
    await createMe(used.login, {} as CreateMe);
    // More than Cognito lists at a time.
    const many = Array.from({ length: 65 }, () => newAddress());
    for (const Username of many) {
      const UserAttributes = [{ Name: 'email', Value: Username }];
      await pool.send(new AdminCreateUserCommand({ UserPoolId: userPools.clients.id, Username, UserAttributes }));
    }
    expect(await sweep(29)).toMatchObject({ removed: 0 });
    expect(await userOf('clients', unused.email)).toBeDefined();
    expect(await removeUnusedLogins(inDays(31), () => true)).toEqual({ removed: 0, failed: 0, isDone: false });
    const { removed, failed } = await sweep(31);
    expect([removed >= 66, failed]).toEqual([true, 0]);
    expect(await userOf('clients', unused.email)).toBeUndefined();
    expect(await userOf('clients', many.at(-1)!)).toBeUndefined();
    expect(await userOf('clients', used.email)).toBeDefined();
    expect((await findMe(used.login)).email).toBe(used.email);
    await createLogin({ email: unused.email, is_registering: true });
    expect(await userOf('clients', unused.email)).toBeDefined();
  });

  test('either registers or is removed when both happen at the same time', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { email, login } = await register();
      const [made] = await Promise.allSettled([createMe(login, {} as CreateMe), sweep(31)]);
      const isThere = (await userOf('clients', email)) !== undefined;
      expect(isThere).toBe(made.status === 'fulfilled');
      if (made.status === 'rejected') expect(made.reason).toMatchObject({ code: 'SIGNED_OUT' });
      else expect((await findMe(login)).email).toBe(email);
    }
  });

  test('stays when Cognito is busy, and goes with the next run, also one that ended in between', async () => {
    const { email } = await register();
    await studio.setFaults('cognito', [{ operation: 'AdminDeleteUser', error: 'TooManyRequestsException' }]);
    expect((await sweep(31)).failed).toBeGreaterThan(0);
    await studio.setFaults('cognito', []);
    expect(await userOf('clients', email)).toBeDefined();
    expect((await sweep(31)).failed).toBe(0);
    expect(await userOf('clients', email)).toBeUndefined();
  });
});

test('what is no address is refused', async () => {
  for (const body of [{}, { email: 'ada' }, { email: 7 }, { email: newAddress(), name: 'x'.repeat(500) }]) {
    expect((await ask(body)).outcome).toBe('400 INVALID');
  }
});
