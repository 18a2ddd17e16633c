import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminUserGlobalSignOutCommand,
  GetUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { userPools } from '../addresses.ts';
import {
  cognito,
  endSignIn,
  password,
  sdk,
  settle,
  start,
  startUserPool,
  stopUserPool,
  tokens,
} from './sign-in-testing.ts';

/** Runs Amplify's code against the local pool, as the site does with a password. */

beforeAll(startUserPool);
afterEach(endSignIn);
afterAll(stopUserPool);

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
