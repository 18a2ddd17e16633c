import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, resetPassword, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { credentials, region, userPools } from '../addresses.ts';
import type { Email } from '../services/inbox.ts';
import type { RunningService } from '../services/service.ts';
import { startSes } from '../services/ses.ts';
import { startCognito } from './server.ts';

/** Runs Amplify's code against the clients' pool, as the site does with the code of an email. */

let dir: string;
let ses: RunningService;
let cognito: RunningService;
let sdk: CognitoIdentityProviderClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  ses = await startSes({ port: 0, dir: join(dir, 'ses') });
  cognito = await startCognito({
    port: 0,
    dir: join(dir, 'cognito'),
    google: 'http://localhost:9',
    callbackUrls: [],
    logoutUrls: [],
    sesEndpoint: `http://127.0.0.1:${ses.port}`,
  });
  const endpoint = `http://localhost:${cognito.port}`;
  sdk = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
  const { id: userPoolId, clientId: userPoolClientId } = userPools.clients;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: `${endpoint}/`, loginWith: { email: true } } },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await signOut();
});
afterAll(async () => {
  sdk.destroy();
  await cognito.close();
  await ses.close();
  await rm(dir, { recursive: true });
});

const create = (email: string) =>
  sdk.send(
    new AdminCreateUserCommand({
      UserPoolId: userPools.clients.id,
      Username: email,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      MessageAction: 'SUPPRESS',
    }),
  );

const requestCode = async (username: string) =>
  (await signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } })).nextStep;

/** Returns the codes emailed to this address, newest first. */
async function codesTo(address: string): Promise<string[]> {
  const emails = await fetch(`http://127.0.0.1:${ses.port}/emails.json?to=${encodeURIComponent(address)}`);
  return ((await emails.json()) as Email[]).map(({ text }) => /\d{8}/.exec(text ?? '')?.[0] ?? '');
}

test('a user without a password signs in with eight digits from an email, once', async () => {
  const { User } = await create('ada@example.com');
  expect(User?.UserStatus).toBe('CONFIRMED');
  const step = await requestCode('ada@example.com');
  expect(step).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'a***@e***' },
  });
  const [code = ''] = await codesTo('ada@example.com');
  const wrong = code === '00000000' ? '00000001' : '00000000';
  await expect(confirmSignIn({ challengeResponse: wrong })).rejects.toMatchObject({ name: 'CodeMismatchException' });
  expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  const { tokens } = await fetchAuthSession();
  expect(tokens?.accessToken.payload).toMatchObject({ sub: User?.Username, client_id: userPools.clients.clientId });
  expect(tokens?.accessToken.payload).not.toHaveProperty('cognito:groups');
  await signOut();
  // The used code differs from the next one.
  await requestCode('ada@example.com');
  await expect(confirmSignIn({ challengeResponse: code })).rejects.toMatchObject({ name: 'CodeMismatchException' });
});

test('five wrong codes, or ten minutes, end the sign-in', async () => {
  await create('slow@example.com');
  await requestCode('slow@example.com');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect(confirmSignIn({ challengeResponse: 'x' })).rejects.toMatchObject({ name: 'CodeMismatchException' });
  }
  const [first = ''] = await codesTo('slow@example.com');
  await expect(confirmSignIn({ challengeResponse: first })).rejects.toMatchObject({ name: 'NotAuthorizedException' });

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await requestCode('slow@example.com');
  vi.setSystemTime(Date.now() + 10 * 60_000 + 1_000);
  const [second = ''] = await codesTo('slow@example.com');
  await expect(confirmSignIn({ challengeResponse: second })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('an unknown user gets a random challenge, no email and never a token', async () => {
  const steps = new Set<string>();
  await vi.waitFor(async () => {
    steps.add((await requestCode('nobody@example.com')).signInStep);
    expect(steps.size).toBe(3);
  }, 30_000);
  expect([...steps].toSorted()).toEqual([
    'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    'CONFIRM_SIGN_IN_WITH_PASSWORD',
    'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  ]);
  expect(await codesTo('nobody@example.com')).toEqual([]);
});

test('the pools do not know each other’s users, and no client can set a password by email', async () => {
  await create('apart@example.com');
  const lookUp = { UserPoolId: userPools.studio.id, Username: 'apart@example.com' };
  await expect(sdk.send(new AdminCreateUserCommand({ ...lookUp, MessageAction: 'SUPPRESS' }))).resolves.toBeDefined();
  await resetPassword({ username: 'apart@example.com' }).catch(() => undefined);
  expect(await codesTo('apart@example.com')).toEqual([]);
});
