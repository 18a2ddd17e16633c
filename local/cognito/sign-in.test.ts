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
import { credentials, region, userPools } from '../addresses.ts';
import type { Email } from '../services/inbox.ts';
import type { RunningService } from '../services/service.ts';
import { startSes } from '../services/ses.ts';
import { startCognito } from './server.ts';
import { useNativeModularPower } from './srp/native-modular-power.ts';
import { codeAt } from './totp.ts';

/** Runs Amplify's code against the local pool, as the site does with a password. */

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
  await useNativeModularPower();
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

/**
 * Invites a user with this password.
 * @returns their sub
 */
async function invite(email: string, TemporaryPassword = password): Promise<string> {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const command = { UserPoolId: userPools.studio.id, Username: email, TemporaryPassword, UserAttributes };
  const { User } = await sdk.send(new AdminCreateUserCommand({ ...command, MessageAction: 'SUPPRESS' }));
  return User?.Username ?? '';
}

/** Creates a user who has already set this password, and signs out. */
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

/** Returns the last email sent to this address. */
async function emailTo(address: string): Promise<Email> {
  const emails = await fetch(`http://127.0.0.1:${ses.port}/emails.json?to=${encodeURIComponent(address)}`);
  const [email] = (await emails.json()) as Email[];
  if (!email) throw new Error(`no email to ${address}`);
  return email;
}

describe('signing in with a password', () => {
  test('a new admin sets a password, and the tokens have Cognito’s claims', async () => {
    const email = 'first@example.com';
    const sub = await invite(email);
    await sdk.send(
      new AdminAddUserToGroupCommand({ UserPoolId: userPools.studio.id, Username: email, GroupName: 'admins' }),
    );

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
    const issuer = `http://localhost:${cognito.port}/${userPools.studio.id}`;
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
      client_id: userPools.studio.clientId,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      'cognito:groups': ['admins'],
    });
    expect((access.payload.exp ?? 0) - (access.payload.iat ?? 0)).toBe(1_800);
    const id = await jwtVerify(idToken?.toString() ?? '', keys, { issuer, audience: userPools.studio.clientId });
    expect(id.payload).toEqual({
      ...times,
      ...ids,
      iss: issuer,
      sub,
      aud: userPools.studio.clientId,
      token_use: 'id',
      'cognito:username': sub,
      'cognito:groups': ['admins'],
      email,
      email_verified: true,
    });
    expect(id.payload.origin_jti).toBe(access.payload.origin_jti);
  });

  test('a wrong password and an unknown user get the same error', async () => {
    await settle('alike@example.com');
    const refused = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn({ username: 'alike@example.com', password: 'Wrong-Hour-1234' })).rejects.toMatchObject(refused);
    await expect(signIn({ username: 'nobody@example.com', password })).rejects.toMatchObject(refused);
    expect((await signIn({ username: 'ALIKE@example.com', password })).isSignedIn).toBe(true);
  });

  test('after five wrong passwords the right one is refused for a while', async () => {
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

  test('a temporary password expires after three days, and an expired invitation is sent again', async () => {
    const email = 'late@example.com';
    await invite(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 3_600_000 + 1_000 });
    await expect(signIn({ username: email, password })).rejects.toThrow(
      'Temporary password has expired and must be reset by an administrator.',
    );
    await sdk.send(
      new AdminCreateUserCommand({ UserPoolId: userPools.studio.id, Username: email, MessageAction: 'RESEND' }),
    );
    const [, sent] = (await emailTo(email)).text?.match(/password, good for three days, is (\S+)$/) ?? [];
    const next = await signIn({ username: email, password: sent ?? '' });
    expect(next.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
  });

  test('passwords with spaces and non-ASCII characters must match exactly', async () => {
    const email = 'words@example.com';
    await settle(email);
    await signIn({ username: email, password });
    await updatePassword({ oldPassword: password, newPassword: 'Größe 12 – ein Wort' });
    await signOut();
    await expect(signIn({ username: email, password })).rejects.toThrow('Incorrect username or password.');
    expect((await signIn({ username: email, password: 'Größe 12 – ein Wort' })).isSignedIn).toBe(true);
  });

  test('every sign-in succeeds, with any random SRP values', async () => {
    await settle('often@example.com');
    for (let round = 0; round < 10; round += 1) {
      expect((await signIn({ username: 'often@example.com', password })).isSignedIn).toBe(true);
      await signOut();
    }
  });

  test('only the app client’s auth flows are allowed', async () => {
    const byPassword = new InitiateAuthCommand({
      ClientId: userPools.studio.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'alike@example.com', PASSWORD: password },
    });
    await expect(sdk.send(byPassword)).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'USER_PASSWORD_AUTH flow not enabled for this client',
    });
    const zero = new InitiateAuthCommand({
      ClientId: userPools.studio.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'alike@example.com', SRP_A: '0' },
    });
    await expect(sdk.send(zero)).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const otherClient = new InitiateAuthCommand({ ClientId: 'other', AuthFlow: 'USER_SRP_AUTH' });
    await expect(sdk.send(otherClient)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

describe('an authenticator app', () => {
  test('is set up, required, accepts a code once, and is turned off when lost', async () => {
    const email = 'careful@example.com';
    await settle(email);
    // Fake timers stop the clock, so that both sides use the same code.
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

    const signInStart = await signIn({ username: email, password });
    expect(signInStart.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
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
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId: userPools.studio.id,
        Username: email,
        SoftwareTokenMfaSettings,
      }),
    );
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true);
  });

  test('where the pool requires one, the sign-in sets it up, and it can’t be turned off', async () => {
    const email = 'required@example.com';
    await settle(email);
    const setMfa = (mfa: string) =>
      fetch(`http://localhost:${cognito.port}/_mfa`, { method: 'PUT', body: mfa }).then(({ status }) => status);
    expect([await setMfa('maybe'), await setMfa('ON')]).toEqual([400, 204]);
    try {
      const { nextStep } = await signIn({ username: email, password });
      if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep);
      const { sharedSecret } = nextStep.totpSetupDetails;
      await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toMatchObject({
        name: 'EnableSoftwareTokenMFAException',
      });
      const challengeResponse = codeAt(sharedSecret, Date.now());
      expect((await confirmSignIn({ challengeResponse })).isSignedIn).toBe(true);
      await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toThrow('Cannot turn MFA functionality OFF');
      await signOut();
      expect((await signIn({ username: email, password })).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
    } finally {
      await setMfa('OPTIONAL');
    }
  });
});

describe('a forgotten password', () => {
  test('is reset with a code sent by email', async () => {
    const email = 'forgetful@example.com';
    await settle(email);
    const { nextStep } = await resetPassword({ username: email });
    expect(nextStep.codeDeliveryDetails).toEqual({
      destination: 'f***@e***',
      deliveryMedium: 'EMAIL',
      attributeName: 'email',
    });
    const received = await emailTo(email);
    expect(received).toMatchObject({ subject: `Your code for ${studio.name}`, to: [email] });
    const [confirmationCode = ''] = received.text?.match(/\d{6}/) ?? [];

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

  test('a code is valid for an hour, and attempts and requests are limited', async () => {
    const email = 'slow@example.com';
    await settle(email);
    await resetPassword({ username: email });
    const [confirmationCode = ''] = (await emailTo(email)).text?.match(/\d{6}/) ?? [];
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

  test('an unknown user gets the same response and no email', async () => {
    const { nextStep } = await resetPassword({ username: 'stranger@example.com' });
    expect(nextStep.codeDeliveryDetails.destination).toBe('s***@e***');
    await expect(emailTo('stranger@example.com')).rejects.toThrow('no email');
  });
});

describe('a session', () => {
  test('is refreshed until sign-out, also after a restart', async () => {
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

  test('ends everywhere after a global sign-out by the user or an admin', async () => {
    const email = 'everywhere@example.com';
    await settle(email);
    await signIn({ username: email, password });
    await sdk.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPools.studio.id, Username: email }));
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();

    await signIn({ username: email, password });
    const AccessToken = (await tokens()).accessToken.toString();
    await signOut({ global: true });
    await expect(sdk.send(new GetUserCommand({ AccessToken }))).rejects.toThrow('Access Token has been revoked');
  });

  test('ends, and can’t start, while its user is disabled', async () => {
    const email = 'disabled@example.com';
    const Username = await settle(email);
    await signIn({ username: email, password });
    await sdk.send(new AdminDisableUserCommand({ UserPoolId: userPools.studio.id, Username }));
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
    await expect(signIn({ username: email, password })).rejects.toThrow('User is disabled.');
    await sdk.send(new AdminEnableUserCommand({ UserPoolId: userPools.studio.id, Username }));
    expect((await signIn({ username: email, password })).isSignedIn).toBe(true);
  });

  test('lasts thirty days; tests can shorten the lifetime of its tokens', async () => {
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
