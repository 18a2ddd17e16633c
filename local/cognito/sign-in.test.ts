import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserMFAPreferenceCommand,
  GetUserCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  confirmSignIn,
  getCurrentUser,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { userPools } from '../addresses.ts';
import {
  cognito,
  emailTo,
  endSignIn,
  invite,
  password,
  sdk,
  settle,
  startUserPool,
  stopUserPool,
  tokens,
} from './sign-in-testing.ts';
import { codeAt } from './totp.ts';

/** Runs Amplify's code against the local pool, as the site does with a password. */

beforeAll(startUserPool);
afterEach(endSignIn);
afterAll(stopUserPool);

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
