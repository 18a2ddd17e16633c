import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { type AuthSession, confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { vi } from 'vitest';
import { credentials, region, userPools } from '../addresses.ts';
import type { Email } from '../services/inbox.ts';
import type { RunningService } from '../services/service.ts';
import { startSes } from '../services/ses.ts';
import { startCognito } from './server.ts';
import { installNativeModularPower } from './srp/native-modular-power.ts';

/**
 * Amplify before the local pool, for tests of signing in with a password: `beforeAll(startUserPool)`,
 * `afterEach(endSignIn)` and `afterAll(stopUserPool)`.
 */

export const password = 'Golden-Hour-77';
let dir: string;
let ses: RunningService;
export let cognito: RunningService;
export let sdk: CognitoIdentityProviderClient;

/** Starts Cognito with what it has stored so far. */
export async function start(port = 0): Promise<void> {
  cognito = await startCognito({
    port,
    dir: join(dir, 'cognito'),
    google: 'http://localhost:9',
    callbackUrls: [],
    logoutUrls: [],
    sesEndpoint: `http://127.0.0.1:${ses.port}`,
  });
}

export async function startUserPool(): Promise<void> {
  await installNativeModularPower();
  dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  ses = await startSes({ port: 0, dir: join(dir, 'ses') });
  await start();
  const endpoint = `http://localhost:${cognito.port}`;
  sdk = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: userPools.studio.id,
        userPoolClientId: userPools.studio.clientId,
        userPoolEndpoint: `${endpoint}/`,
        loginWith: { email: true },
      },
    },
  });
  // Another test file of this process may still be signed in.
  await signOut();
}
export async function endSignIn(): Promise<void> {
  vi.useRealTimers();
  await signOut();
}
export async function stopUserPool(): Promise<void> {
  sdk.destroy();
  await cognito.close();
  await ses.close();
  await rm(dir, { recursive: true });
}

/**
 * Invites a user with this password.
 * @returns their sub
 */
export async function invite(email: string, TemporaryPassword = password): Promise<string> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const command = { UserPoolId: userPools.studio.id, Username: email, TemporaryPassword, UserAttributes };
  const { User } = await sdk.send(new AdminCreateUserCommand({ ...command, MessageAction: 'SUPPRESS' }));
  return User?.Username ?? '';
}

/** Creates a user who has already set this password, and signs out. */
export async function settle(email: string): Promise<string> {
  const sub = await invite(email, 'Temporary-Pass-1');
  await signIn({ username: email, password: 'Temporary-Pass-1' });
  await confirmSignIn({ challengeResponse: password });
  await signOut();
  return sub;
}

/** Returns the tokens of whoever is signed in. */
export async function tokens(): Promise<NonNullable<AuthSession['tokens']>> {
  const session = await fetchAuthSession();
  if (!session.tokens) throw new Error('not signed in');
  return session.tokens;
}

/** Returns the last email sent to this address. */
export async function emailTo(address: string): Promise<Email> {
  const emails = await fetch(`http://127.0.0.1:${ses.port}/emails.json?to=${encodeURIComponent(address)}`);
  const [email] = (await emails.json()) as Email[];
  if (!email) throw new Error(`no email to ${address}`);
  return email;
}
