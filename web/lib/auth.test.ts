import { Hub } from 'aws-amplify/utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSignedOut, ownPath, startAuth } from './auth.ts';

test.each(['/', '/dashboard', '/dashboard/gallery?page=2#top', '/%2F%2Fevil.example', '/a//b'])(
  '%s leads to our own pages',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/x/%2e%2e//evil.example',
  'https://evil.example/',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  ' /dashboard',
  '@evil.example',
  'null',
  '',
  null,
  undefined,
])('%j leads nowhere', (path) => {
  expect(ownPath(path)).toBeNull();
});

test('what stays on our origin can’t leave it when the browser resolves it again', () => {
  for (const path of ['/%2F%2Fevil.example', '/%5Cevil.example', '/a//b', '/?to=//evil.example']) {
    expect(new URL(ownPath(path) ?? '', location.href).origin).toBe(location.origin);
  }
});

// Amplify warns whoever speaks on its channel; here that is the test.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const tokenKey = 'CognitoIdentityServiceProvider.studio-web.rosa.accessToken';
const stored = (key: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
const refreshFailed = (name: string) =>
  Hub.dispatch('auth', { event: 'tokenRefresh_failure', data: { error: Object.assign(new Error(), { name }) } });

test('the end of a sign-in is noticed: in another tab, by clearing the browser’s data, or because it ran out', () => {
  const callback = vi.fn();
  const stop = onSignedOut(callback);
  stored(tokenKey, null);
  stored(null, null);
  refreshFailed('NotAuthorizedException');
  refreshFailed('RefreshTokenReuseException');
  expect(callback).toHaveBeenCalledTimes(4);
  stop();
  stored(tokenKey, null);
  refreshFailed('NotAuthorizedException');
  expect(callback).toHaveBeenCalledTimes(4);
});

test('a renewed token and a missing network are no end', () => {
  const callback = vi.fn();
  const stop = onSignedOut(callback);
  stored(tokenKey, 'renewed');
  stored('pending-profile', null);
  refreshFailed('NetworkError');
  refreshFailed('TooManyRequestsException');
  // Signing out in this tab leaves the page by itself.
  Hub.dispatch('auth', { event: 'signedOut' });
  expect(callback).not.toHaveBeenCalled();
  stop();
});

test('a site’s configuration that can’t be fetched is called that in our words, and asked for anew', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(startAuth()).rejects.toThrow('Network error.');
  await expect(startAuth()).rejects.toThrow('Network error.');
  expect(network).toHaveBeenCalledTimes(2);
});
