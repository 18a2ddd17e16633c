import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  SetUserMFAPreferenceCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handler as limitToken } from '../../lambdas/workers/limit-token/handler.ts';
import { credentials, region, userPools } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startHttpApi } from '../../local/lambda/http-api.ts';
import type { Functions } from '../../local/lambda/runtime.ts';
import type { Email } from '../../local/services/inbox.ts';
import type { RunningService } from '../../local/services/service.ts';
import { startSes } from '../../local/services/ses.ts';

/** What a client's access token may do with its own user in Cognito: nothing. Amplify's own code against the local pool. */

let dir: string;
let ses: RunningService;
let lambda: RunningService;
let cognito: RunningService;
let sdk: CognitoIdentityProviderClient;
let works = true;
const sources: string[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'own-account-'));
  ses = await startSes({ port: 0, dir: join(dir, 'ses') });
  const functions: Functions = {
    names: ['limit-token'],
    invoke: async (_, event) => {
      const requestId = randomUUID();
      if (!works) {
        const error = { errorType: 'Error', errorMessage: 'no memory', trace: [] };
        return { requestId, ok: false, error, timedOut: false };
      }
      const result = await limitToken(event as Parameters<typeof limitToken>[0]);
      sources.push(result.triggerSource);
      return { requestId, ok: true, payload: JSON.stringify(result) };
    },
    close: async () => {},
  };
  lambda = await startHttpApi({ port: 0, functions, routes: [], authorizers: {} });
  cognito = await startCognito({
    port: 0,
    dir: join(dir, 'cognito'),
    google: 'http://localhost:9',
    callbackUrls: [],
    logoutUrls: [],
    sesEndpoint: `http://127.0.0.1:${ses.port}`,
    lambdaEndpoint: `http://127.0.0.1:${lambda.port}`,
  });
  const endpoint = `http://localhost:${cognito.port}`;
  sdk = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
  const { id: userPoolId, clientId: userPoolClientId } = userPools.clients;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: `${endpoint}/`, loginWith: { email: true } } },
  });
});
afterEach(async () => {
  works = true;
  sources.length = 0;
  await signOut();
});
afterAll(async () => {
  sdk.destroy();
  await cognito.close();
  await lambda.close();
  await ses.close();
  await rm(dir, { recursive: true });
});

/** Signs a new user in with the code of an email. */
async function signInByCode(email: string) {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const user = { UserPoolId: userPools.clients.id, Username: email, UserAttributes };
  await sdk.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }));
  await signIn({ username: email, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } });
  const emails = await fetch(`http://127.0.0.1:${ses.port}/emails.json?to=${encodeURIComponent(email)}`);
  const [code] = (await emails.json()) as Email[];
  return await confirmSignIn({ challengeResponse: /\d{8}/.exec(code?.text ?? '')?.[0] ?? '' });
}

async function accessToken(forceRefresh = false) {
  const { tokens } = await fetchAuthSession({ forceRefresh });
  if (!tokens) throw new Error('not signed in');
  return tokens.accessToken;
}

test('after a sign-in by code and after each renewal, it can neither read nor change the account', async () => {
  await signInByCode('ada@example.com');
  for (const token of [await accessToken(), await accessToken(true), await accessToken(true)]) {
    expect(token.payload).not.toHaveProperty('scope');
    const AccessToken = token.toString();
    const attempts = [
      new GetUserCommand({ AccessToken }),
      new GlobalSignOutCommand({ AccessToken }),
      new ChangePasswordCommand({ AccessToken, PreviousPassword: 'x', ProposedPassword: 'Golden-Hour-77' }),
      new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
    ];
    for (const attempt of attempts) {
      await expect(sdk.send(attempt as GetUserCommand)).rejects.toThrow('Access Token does not have required scopes');
    }
  }
  expect(sources).toEqual([
    'TokenGeneration_Authentication',
    'TokenGeneration_RefreshTokens',
    'TokenGeneration_RefreshTokens',
  ]);
});

test('the sign-out still revokes the login', async () => {
  await signInByCode('ben@example.com');
  const { refreshToken } = (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()) ?? {};
  expect(refreshToken).toBeDefined();
  await signOut();
  const renewal = { ClientId: userPools.clients.clientId, RefreshToken: refreshToken };
  await expect(sdk.send(new GetTokensFromRefreshTokenCommand(renewal))).rejects.toThrow('Invalid Refresh Token');
});

test('without the function there are no tokens, and those of a signed-in client stay', async () => {
  works = false;
  await expect(signInByCode('cleo@example.com')).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  works = true;
  await signInByCode('dora@example.com');
  works = false;
  await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
  });
  works = true;
  expect((await accessToken(true)).payload).not.toHaveProperty('scope');
});
