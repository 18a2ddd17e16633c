import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  GetUserCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import {
  type AuthSession,
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  getCurrentUser,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import { credentials, region, userPoolClientId, userPoolId } from '../addresses.ts';
import type { RunningService } from '../service.ts';
import { type Letter, startSes } from '../ses.ts';
import { startCognito } from './server.ts';
import { codeAt } from './totp.ts';

/** Amplify's real code against the local pool: what the site does with a password. */

const password = 'Golden-Hour-77';
let dir: string;
let ses: RunningService;
let cognito: RunningService;
let sdk: CognitoIdentityProviderClient;

async function start(port = 0): Promise<void> {
  cognito = await startCognito({
    port,
    dir: join(dir, 'cognito'),
    google: 'http://localhost:9',
    callbackUrls: [],
    logoutUrls: [],
    sesEndpoint: `http://127.0.0.1:${ses.port}`,
  });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cognito-'));
  ses = await startSes({ port: 0, dir: join(dir, 'ses') });
  await start();
  const endpoint = `http://localhost:${cognito.port}`;
  sdk = new CognitoIdentityProviderClient({ region, endpoint, credentials, maxAttempts: 1 });
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

/** Somebody invited with this password. @returns their sub */
async function invite(email: string, TemporaryPassword = password): Promise<string> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const command = { UserPoolId: userPoolId, Username: email, TemporaryPassword, UserAttributes };
  const { User } = await sdk.send(new AdminCreateUserCommand({ ...command, MessageAction: 'SUPPRESS' }));
  return User?.Username ?? '';
}

/** Somebody who has already chosen this password, and is signed out. */
async function settle(email: string): Promise<string> {
  const sub = await invite(email, 'Temporary-Pass-1');
  await signIn({ username: email, password: 'Temporary-Pass-1' });
  await confirmSignIn({ challengeResponse: password });
  await signOut();
  return sub;
}

async function tokens(): Promise<NonNullable<AuthSession['tokens']>> {
  const session = await fetchAuthSession();
  if (!session.tokens) throw new Error('not signed in');
  return session.tokens;
}

/** The last letter somebody got. */
async function letterTo(email: string): Promise<Letter> {
  const letters = await fetch(`http://127.0.0.1:${ses.port}/letters.json?to=${encodeURIComponent(email)}`);
  const [letter] = (await letters.json()) as Letter[];
  if (!letter) throw new Error(`no letter to ${email}`);
  return letter;
}

describe('signing in with a password', () => {
  test('a new admin chooses a password, and the tokens say what Cognito says', async () => {
    const email = 'first@example.com';
    const sub = await invite(email);
    await sdk.send(new AdminAddUserToGroupCommand({ UserPoolId: userPoolId, Username: email, GroupName: 'admins' }));

    const first = await signIn({ username: email, password });
    expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
    const weak = confirmSignIn({ challengeResponse: 'too-short-1A' });
    await expect(weak).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
    const second = await confirmSignIn({ challengeResponse: 'Another-Golden-Hour-1' });
    expect(second.nextStep.signInStep).toBe('DONE');
    expect(await getCurrentUser()).toMatchObject({ username: sub, userId: sub });

    const { accessToken, idToken } = await tokens();
    const issuer = `http://localhost:${cognito.port}/${userPoolId}`;
    const configuration = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
      issuer: string;
      jwks_uri: string;
    };
    expect(configuration.issuer).toBe(issuer);
    const keys = createRemoteJWKSet(new URL(configuration.jwks_uri));
    const access = await jwtVerify(accessToken.toString(), keys, { issuer });
    expect(access.protectedHeader).toEqual({ alg: 'RS256', kid: expect.any(String) });
    const times = { auth_time: expect.any(Number), iat: expect.any(Number), exp: expect.any(Number) };
    const ids = { jti: expect.any(String), origin_jti: expect.any(String), event_id: expect.any(String) };
    expect(access.payload).toEqual({
      ...times,
      ...ids,
      iss: issuer,
      sub,
      username: sub,
      client_id: userPoolClientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      'cognito:groups': ['admins'],
    });
    expect((access.payload.exp ?? 0) - (access.payload.iat ?? 0)).toBe(1_800);
    const id = await jwtVerify(idToken?.toString() ?? '', keys, { issuer, audience: userPoolClientId });
    expect(id.payload).toEqual({
      ...times,
      ...ids,
      iss: issuer,
      sub,
      aud: userPoolClientId,
      token_use: 'id',
      'cognito:username': sub,
      'cognito:groups': ['admins'],
      email,
      email_verified: true,
    });
    expect(id.payload.origin_jti).toBe(access.payload.origin_jti);
  });

  test('a wrong password and nobody are told alike', async () => {
    await settle('alike@example.com');
    const refused = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn({ username: 'alike@example.com', password: 'Wrong-Hour-1234' })).rejects.toMatchObject(refused);
    await expect(signIn({ username: 'nobody@example.com', password })).rejects.toMatchObject(refused);
    expect((await signIn({ username: 'ALIKE@example.com', password })).isSignedIn).toBe(true);
  });

  test('after five wrong passwords even the right one has to wait', async () => {
    await settle('guessed@example.com');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const guess = (word: string) => signIn({ username: 'guessed@example.com', password: word });
    for (const attempt of [1, 2, 3, 4, 5]) {
      await expect(guess(`Wrong-Hour-123${attempt}`)).rejects.toThrow('Incorrect username or password.');
    }
    await expect(guess(password)).rejects.toThrow('Password attempts exceeded');
    vi.setSystemTime(Date.now() + 1_001);
    expect((await guess(password)).isSignedIn).toBe(true);
  });

  test('a temporary password runs out after three days and an expired invitation is sent again', async () => {
    const email = 'late@example.com';
    await invite(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 3_600_000 + 1_000 });
    await expect(signIn({ username: email, password })).rejects.toThrow(
      'Temporary password has expired and must be reset by an administrator.',
    );
    await sdk.send(new AdminCreateUserCommand({ UserPoolId: userPoolId, Username: email, MessageAction: 'RESEND' }));
    const [, sent] = (await letterTo(email)).text?.match(/password, good for three days, is (\S+)$/) ?? [];
    const next = await signIn({ username: email, password: sent ?? '' });
    expect(next.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
  });

  test('passwords beyond ASCII and with spaces are right only letter for letter', async () => {
    const email = 'words@example.com';
    await settle(email);
    await signIn({ username: email, password });
    await updatePassword({ oldPassword: password, newPassword: 'Größe 12 – ein Wort' });
    await signOut();
    await expect(signIn({ username: email, password })).rejects.toThrow('Incorrect username or password.');
    expect((await signIn({ username: email, password: 'Größe 12 – ein Wort' })).isSignedIn).toBe(true);
  });

  test('every sign-in works, whatever the random numbers', async () => {
    await settle('often@example.com');
    for (let round = 0; round < 10; round += 1) {
      expect((await signIn({ username: 'often@example.com', password })).isSignedIn).toBe(true);
      await signOut();
    }
  });

  test('only the flows that the app client has are open', async () => {
    const byPassword = new InitiateAuthCommand({
      ClientId: userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'alike@example.com', PASSWORD: password },
    });
    await expect(sdk.send(byPassword)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
    const zero = new InitiateAuthCommand({
      ClientId: userPoolClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'alike@example.com', SRP_A: '0' },
    });
    await expect(sdk.send(zero)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const otherClient = new InitiateAuthCommand({ ClientId: 'other', AuthFlow: 'USER_SRP_AUTH' });
    await expect(sdk.send(otherClient)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('an authenticator app', () => {
  test('is set up, asked for, takes a code once, and is taken off when lost', async () => {
    const email = 'careful@example.com';
    await settle(email);
    // The clock stands still, so that 'now' and 'the next code' mean the same to both sides.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await signIn({ username: email, password });
    const { sharedSecret } = await setUpTOTP();
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    await verifyTOTPSetup({ code: codeAt(sharedSecret, Date.now()) });
    await updateMFAPreference({ totp: 'PREFERRED' });
    const AccessToken = (await tokens()).accessToken.toString();
    expect(await sdk.send(new GetUserCommand({ AccessToken }))).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    });
    await signOut();

    const asked = await signIn({ username: email, password });
    expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    const stale = codeAt(sharedSecret, Date.now() - 300_000);
    await expect(confirmSignIn({ challengeResponse: stale })).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(confirmSignIn({ challengeResponse: codeAt(sharedSecret, Date.now()) })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    });
    const next = codeAt(sharedSecret, Date.now() + 30_000);
    expect((await confirmSignIn({ challengeResponse: next })).isSignedIn).toBe(true);
    await signOut();

    const SoftwareTokenMfaSettings = { Enabled: false };
    await sdk.send(
      new AdminSetUserMFAPreferenceCommand({ UserPoolId: userPoolId, Username: email, SoftwareTokenMfaSettings }),
    );
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a code that came by e-mail', async () => {
    const email = 'forgetful@example.com';
    await settle(email);
    const { nextStep } = await resetPassword({ username: email });
    expect(nextStep.codeDeliveryDetails).toEqual({
      destination: 'f***@e***',
      deliveryMedium: 'EMAIL',
      attributeName: 'email',
    });
    const letter = await letterTo(email);
    expect(letter).toMatchObject({ subject: `Your code for ${studio.name}`, to: [email] });
    const [confirmationCode = ''] = letter.text?.match(/\d{6}/) ?? [];

    const confirm = (code: string, newPassword: string) =>
      confirmResetPassword({ username: email, confirmationCode: code, newPassword });
    const wrong = confirmationCode === '123456' ? '654321' : '123456';
    await expect(confirm(wrong, 'New-Golden-Hour-1')).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
    await expect(confirm(confirmationCode, 'golden-hour-without')).rejects.toThrow(
      'Password must have uppercase characters',
    );
    await confirm(confirmationCode, 'New-Golden-Hour-1');
    await expect(confirm(confirmationCode, 'New-Golden-Hour-2')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    expect((await signIn({ username: email, password: 'New-Golden-Hour-1' })).isSignedIn).toBe(true);
  });

  test('a code is good for an hour, and guessing and asking have an end', async () => {
    const email = 'slow@example.com';
    await settle(email);
    await resetPassword({ username: email });
    const [confirmationCode = ''] = (await letterTo(email)).text?.match(/\d{6}/) ?? [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_001 });
    await expect(
      confirmResetPassword({ username: email, confirmationCode, newPassword: password }),
    ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    for (let request = 0; request < 10; request += 1) await resetPassword({ username: email });
    await expect(resetPassword({ username: email })).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
  });

  test('nobody gets the same answer and no letter', async () => {
    const { nextStep } = await resetPassword({ username: 'stranger@example.com' });
    expect(nextStep.codeDeliveryDetails.destination).toBe('s***@e***');
    await expect(letterTo('stranger@example.com')).rejects.toThrow('no letter');
  });
});

describe('a session', () => {
  test('is refreshed until it is signed out, and a restart ends nothing', async () => {
    const email = 'stays@example.com';
    await settle(email);
    await signIn({ username: email, password });
    const before = await tokens();

    await cognito.close();
    await start(cognito.port);
    const after = await fetchAuthSession({ forceRefresh: true });
    expect(after.tokens?.accessToken.payload.jti).not.toBe(before.accessToken.payload.jti);
    expect(after.tokens?.accessToken.payload.origin_jti).toBe(before.accessToken.payload.origin_jti);
    expect(after.tokens?.accessToken.payload.auth_time).toBe(before.accessToken.payload.auth_time);
    const AccessToken = before.accessToken.toString();
    expect(await sdk.send(new GetUserCommand({ AccessToken }))).toMatchObject({
      UserAttributes: expect.arrayContaining([{ Name: 'email', Value: email }]),
    });

    await signOut();
    await expect(sdk.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    });
  });

  test('ends everywhere by a global sign-out, the user’s own or an admin’s', async () => {
    const email = 'everywhere@example.com';
    await settle(email);
    await signIn({ username: email, password });
    await sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: email }));
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();

    await signIn({ username: email, password });
    const AccessToken = (await tokens()).accessToken.toString();
    await signOut({ global: true });
    await expect(sdk.send(new GetUserCommand({ AccessToken }))).rejects.toThrow('Access Token has been revoked');
  });

  test('ends and cannot begin while its user is disabled', async () => {
    const email = 'disabled@example.com';
    const Username = await settle(email);
    await signIn({ username: email, password });
    await sdk.send(new AdminDisableUserCommand({ UserPoolId: userPoolId, Username }));
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
    await expect(signIn({ username: email, password })).rejects.toThrow('User is disabled.');
    await sdk.send(new AdminEnableUserCommand({ UserPoolId: userPoolId, Username }));
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true);
  });

  test('lasts thirty days, its tokens as long as a test wants', async () => {
    const email = 'lasting@example.com';
    await settle(email);
    const setLifetime = (body: string) =>
      fetch(`http://localhost:${cognito.port}/_token-lifetime`, { method: 'PUT', body });
    expect((await setLifetime('soon')).status).toBe(400);
    expect((await setLifetime('5')).status).toBe(204);
    await signIn({ username: email, password });
    const { accessToken } = await tokens();
    expect((accessToken.payload.exp ?? 0) - (accessToken.payload.iat ?? 0)).toBe(5);
    await setLifetime('1800');

    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 6_000 });
    await expect(sdk.send(new GetUserCommand({ AccessToken: accessToken.toString() }))).rejects.toThrow(
      'Access Token has expired',
    );
    vi.setSystemTime(now + 30 * 24 * 3_600_000 - 10_000);
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
    vi.setSystemTime(now + 30 * 24 * 3_600_000 + 10_000);
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  });
});
