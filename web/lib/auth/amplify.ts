import { Amplify } from 'aws-amplify';
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, signOut as signOutOfPool } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hub } from 'aws-amplify/utils';
import type { SiteConfig, UserPoolName } from '#shared/site-config.ts';
import { browserStorage } from '../browser/storage.ts';
import { loadConfig } from '../site-config.ts';
import { clearAccountChooserRequest } from './account-chooser.ts';
import { resumeSignIn, takeSignIn } from './begun-sign-ins.ts';
import { ownPath } from './own-path.ts';
import { isAnswer } from './sign-in-answer.ts';
import type { SignedIn } from './stored-login.ts';

/**
 * The current user, the access token and signing out with Amplify; auth.ts loads this module when it is needed. Signing
 * in is a separate module (sign-in.ts).
 * Amplify holds one user pool at a time: the pool whose session this browser has, or the pool of the sign-in in
 * progress.
 */

/**
 * How the page was opened. `returned`, `cancelled`, `failed`: by a redirect from Google. `late`: by the address of an
 * earlier redirect, from the history or a restored tab, which signs nobody in anymore. `opened`: in any other way.
 * `from`: path and query of the page on which the cancelled sign-in began.
 */
export type Arrival =
  | { kind: 'opened' }
  | { kind: 'late' }
  | { kind: 'returned'; wanted: string | null }
  | { kind: 'cancelled'; from: string }
  | { kind: 'failed'; reason: string };

export interface AuthStart {
  config: SiteConfig;
  arrival: Arrival;
}

let started: Promise<AuthStart> | undefined;

/**
 * Loads config.json and configures Amplify. After a redirect from Google, it also waits until Amplify has exchanged the
 * code for tokens or has failed.
 */
export function startAuth(): Promise<AuthStart> {
  started ??= start().catch((error) => {
    // Lets the next call retry; without this a failed request for config.json would persist until a reload.
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<AuthStart> {
  const config = await loadConfig();
  const answer = new URLSearchParams(location.search);
  if (!isAnswer(answer)) {
    configure(config, poolOfSession(config));
    return { config, arrival: { kind: 'opened' } };
  }
  const begunSignIn = takeSignIn(answer.get('state'));
  if (begunSignIn && !answer.has('error')) {
    resumeSignIn(begunSignIn);
    const arrival = arrivalOfReturn(config);
    // Amplify exchanges the code as soon as it is configured.
    configure(config, 'clients');
    return { config, arrival: await arrival };
  }
  configure(config, poolOfSession(config));
  return { config, arrival: arrivalOfRefusal(answer, begunSignIn?.from) };
}

let configured: UserPoolName | undefined;

function configure(config: SiteConfig, pool: UserPoolName): void {
  if (configured === pool) return;
  configured = pool;
  const { user_pool_id, user_pool_client_id } = config.user_pools[pool];
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: user_pool_id,
        userPoolClientId: user_pool_client_id,
        ...(config.user_pool_endpoint ? { userPoolEndpoint: config.user_pool_endpoint } : {}),
        loginWith: {
          email: true,
          ...(pool === 'clients' && {
            oauth: {
              domain: config.auth_domain,
              scopes: ['openid', 'email', 'profile'],
              // Amplify uses the first address whose path the current path starts with, else the first address.
              redirectSignIn: [`${location.origin}/dashboard`, `${location.origin}/client-login`],
              redirectSignOut: [`${location.origin}/client-login`],
              responseType: 'code',
            },
          }),
        },
      },
    },
  });
  // Each call of `configure` resets Amplify's storage to its own, whose fallback in memory no other code can read.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokenStorage);
}

const tokenStorage = {
  getItem: async (key: string) => browserStorage.get(key),
  setItem: async (key: string, value: string) => browserStorage.set(key, value),
  removeItem: async (key: string) => browserStorage.remove(key),
  clear: async () => browserStorage.keys().forEach(browserStorage.remove),
};

/** Returns the pool whose session this browser has; the clients' pool when there is none. */
const poolOfSession = (config: SiteConfig): UserPoolName =>
  browserStorage.get(`${storagePrefix(config, 'studio')}.LastAuthUser`) === null ? 'clients' : 'studio';

/** Makes the following calls of Amplify use this pool; call it before each step of a sign-in. */
export async function selectPool(pool: UserPoolName): Promise<void> {
  const { config } = await startAuth();
  configure(config, pool);
}

/** Returns the arrival of a refused sign-in. Google's Cancel (OAuth's `access_denied`) is no failure. */
function arrivalOfRefusal(answer: URLSearchParams, startPath = '/client-login'): Arrival {
  if (answer.get('error') === 'access_denied') return { kind: 'cancelled', from: startPath };
  const reason = answer.get('error_description') ?? answer.get('error');
  // Without an error, the code belongs to a sign-in that this browser has not begun or has already completed.
  return reason === null ? { kind: 'late' } : { kind: 'failed', reason };
}

function arrivalOfReturn(config: SiteConfig): Promise<Arrival> {
  return new Promise((resolve) => {
    let requestedPath: string | null = null;
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'customOAuthState') requestedPath = ownPath(String(payload.data));
      if (payload.event === 'signedIn') {
        clearAccountChooserRequest();
        // An admin may have signed in in another tab in the meantime; the newer sign-in wins.
        forgetTokens(config, 'studio');
        settle({ kind: 'returned', wanted: requestedPath });
      }
      if (payload.event === 'signInWithRedirect_failure') {
        const reason = payload.data?.error?.message ?? 'sign-in failed';
        // OAuth's error for a code that was used before or is older than a few minutes.
        settle(reason === 'invalid_grant' ? { kind: 'late' } : { kind: 'failed', reason });
      }
    });
    function settle(arrival: Arrival) {
      stop();
      resolve(arrival);
    }
  });
}

/** Returns the signed-in user, or null. Renews expired tokens. */
export async function signedIn(): Promise<SignedIn | null> {
  const { config } = await startAuth();
  configure(config, poolOfSession(config));
  const { tokens } = await fetchAuthSession();
  if (!tokens) return null;
  const { payload } = tokens.accessToken;
  const groups = configured === 'studio' ? payload['cognito:groups'] : undefined;
  const isIn = (group: string) => Array.isArray(groups) && groups.includes(group);
  const claimOf = (claim: string) => {
    const value = tokens.idToken?.payload[claim];
    return typeof value === 'string' ? value : '';
  };
  return {
    email: claimOf('email'),
    name: claimOf('name'),
    phone: claimOf('phone_number'),
    isAdmin: isIn('admins') || isIn('staff'),
    isStaff: isIn('staff') && !isIn('admins'),
  };
}

/** Returns the access token, or null when signed out. Renews it if it has expired or if `renew` is true. */
export async function accessToken(renew = false): Promise<string | null> {
  await startAuth();
  const { tokens } = await fetchAuthSession({ forceRefresh: renew });
  return tokens?.accessToken.toString() ?? null;
}

/**
 * Revokes the refresh token, deletes this browser's tokens and navigates to /client-login; after a Google sign-in
 * through Cognito's logout endpoint. Never resolves.
 */
export async function endSession(): Promise<never> {
  const { config } = await startAuth();
  const byGoogle =
    configured === 'clients' &&
    browserStorage.get(`${storagePrefix(config, 'clients')}.oauthSignIn`)?.startsWith('true');
  await signOutOfPool();
  // After a Google sign-in Amplify itself navigates to the logout endpoint; a second navigation would cancel that.
  if (!byGoogle) location.replace('/client-login');
  return new Promise(() => {});
}

/** Revokes the refresh token and deletes this browser's tokens without leaving the page. */
export async function dropSession(): Promise<void> {
  const { config } = await startAuth();
  // While these keys exist, Amplify navigates to Cognito's logout endpoint after a Google sign-in.
  forgetTokens(config, 'clients', /\.(oauthSignIn|oauthMetadata)$/);
  await signOutOfPool();
}

/** Removes Amplify's stored keys of a pool: all, or the keys that match. */
function forgetTokens(config: SiteConfig, pool: UserPoolName, matching = /./): void {
  for (const key of browserStorage.keys()) {
    if (key.startsWith(`${storagePrefix(config, pool)}.`) && matching.test(key)) browserStorage.remove(key);
  }
}

/** Returns the prefix of Amplify's localStorage keys. */
const storagePrefix = (config: SiteConfig, pool: UserPoolName) =>
  `CognitoIdentityServiceProvider.${config.user_pools[pool].user_pool_client_id}`;

/** Token refresh errors after which Amplify has deleted the tokens. */
const expired = /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)/;

/**
 * Calls back when the tokens can't be renewed, because the session has ended.
 * @returns a function that removes the listener.
 */
export const onExpired = (callback: () => void): (() => void) =>
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'tokenRefresh_failure' && expired.test(payload.data?.error?.name ?? '')) callback();
  });
