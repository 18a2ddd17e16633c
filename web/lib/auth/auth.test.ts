import { Hub } from 'aws-amplify/utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSignedOut, startAuth } from './auth.ts';

// Amplify logs a warning when anything but Amplify dispatches on its 'auth' channel, as these tests do.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const tokenKey = 'CognitoIdentityServiceProvider.studio-web.rosa.accessToken';
const stored = (key: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
const refreshFailed = (name: string) =>
  Hub.dispatch('auth', { event: 'tokenRefresh_failure', data: { error: Object.assign(new Error(), { name }) } });

/** Amplify is loaded when it is needed; here its configuration fails to load. */
async function loadAmplify() {
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(startAuth()).rejects.toThrow('Network error.');
}

test('the callback runs on sign-out in another tab, on cleared browser data and on expiry', async () => {
  await loadAmplify();
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

test('the callback does not run for a renewed token or a network error', async () => {
  await loadAmplify();
  const callback = vi.fn();
  const stop = onSignedOut(callback);
  stored(tokenKey, 'renewed');
  stored('pending-profile', null);
  refreshFailed('NetworkError');
  refreshFailed('TooManyRequestsException');
  // Signing out in this tab navigates away by itself, so the callback must not run.
  Hub.dispatch('auth', { event: 'signedOut' });
  expect(callback).not.toHaveBeenCalled();
  stop();
});

test('a failed request for config.json is a network error, and the next call retries', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(startAuth()).rejects.toThrow('Network error.');
  await expect(startAuth()).rejects.toThrow('Network error.');
  expect(network).toHaveBeenCalledTimes(2);
});
