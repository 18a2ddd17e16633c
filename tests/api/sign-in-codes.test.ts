import { randomUUID } from 'node:crypto';
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { app as admin } from '../../lambdas/admin/app.ts';
import { log } from '../../lambdas/platform/log.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { userPools } from '../../local/addresses.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/api-studio.ts';

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

test('what is no address is refused', async () => {
  for (const body of [{}, { email: 'ada' }, { email: 7 }, { email: newAddress(), name: 'x'.repeat(500) }]) {
    expect((await ask(body)).outcome).toBe('400 INVALID');
  }
});
