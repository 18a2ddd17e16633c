import { Amplify } from 'aws-amplify';
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, signOut as signOutOfPool } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import type { SiteConfig } from '#shared/site-config.ts';

/**
 * The door to Amplify: who is signed in, the token for the API, and the sign-in's end. Its beginning is in sign-in.ts:
 * whoever is signed in need not load that.
 */

export interface SignedIn {
  email: string;
  name: string;
  phone: string;
  isAdmin: boolean;
}

/** What the address told us when the page was opened: a return from Google, well or not, or nothing of the kind. */
export type Arrival =
  | { kind: 'opened' }
  | { kind: 'returned'; wanted: string | null }
  | { kind: 'failed'; reason: string };

export interface AuthStart {
  config: SiteConfig;
  arrival: Arrival;
}

let started: Promise<AuthStart> | undefined;

/** Reads config.json, sets Amplify up and, on the way back from Google, waits until it has the tokens or has failed. */
export function startAuth(): Promise<AuthStart> {
  started ??= start().catch((error) => {
    // The next try begins anew: a failed fetch of config.json must not last until the page is reloaded.
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<AuthStart> {
  const answer = await fetch('/config.json').catch((cause) => {
    throw new Error('Network error.', { cause });
  });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`);
  const config = (await answer.json()) as SiteConfig;
  const query = new URLSearchParams(location.search);
  // Amplify's own mark that this browser left for the sign-in; without it no event would ever come.
  const inFlight = localStorage.getItem(`${storagePrefix(config)}.inflightOAuth`);
  const arrival = inFlight === 'true' ? returned() : Promise.resolve(refused(query));
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.user_pool_id,
        userPoolClientId: config.user_pool_client_id,
        ...(config.user_pool_endpoint ? { userPoolEndpoint: config.user_pool_endpoint } : {}),
        loginWith: {
          email: true,
          oauth: {
            domain: config.auth_domain,
            scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
            // Amplify takes the one that this page's path begins, else the first.
            redirectSignIn: [`${location.origin}/dashboard`, `${location.origin}/client-login`],
            redirectSignOut: [`${location.origin}/client-login`],
            responseType: 'code',
          },
        },
      },
    },
  });
  return { config, arrival: await arrival };
}

/** Cognito may answer with an error although this browser has forgotten that it asked. */
function refused(query: URLSearchParams): Arrival {
  const error = query.get('error_description') ?? query.get('error');
  return error ? { kind: 'failed', reason: error } : { kind: 'opened' };
}

function returned(): Promise<Arrival> {
  return new Promise((resolve) => {
    let wanted: string | null = null;
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'customOAuthState') wanted = ownPath(String(payload.data));
      if (payload.event === 'signedIn') settle({ kind: 'returned', wanted });
      if (payload.event === 'signInWithRedirect_failure') {
        settle({ kind: 'failed', reason: payload.data?.error?.message ?? 'sign-in failed' });
      }
    });
    function settle(arrival: Arrival) {
      stop();
      resolve(arrival);
    }
  });
}

/** A path on our own origin, or null: what a link or a state says never leads anywhere else. */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null;
  try {
    const url = new URL(path, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith('//')
      ? `${url.pathname}${url.search}${url.hash}`
      : null;
  } catch {
    return null;
  }
}

/** Who is signed in here, or null. Renews expired tokens silently. */
export async function signedIn(): Promise<SignedIn | null> {
  await startAuth();
  const { tokens } = await fetchAuthSession();
  if (!tokens) return null;
  const { payload } = tokens.accessToken;
  const groups = payload['cognito:groups'];
  const told = (claim: string) => {
    const value = tokens.idToken?.payload[claim];
    return typeof value === 'string' ? value : '';
  };
  return {
    email: told('email'),
    name: told('name'),
    phone: told('phone_number'),
    isAdmin: Array.isArray(groups) && groups.includes('admins'),
  };
}

/** The access token, renewed when it has expired or when `renew` asks for a new one; null when nobody is signed in. */
export async function accessToken(renew = false): Promise<string | null> {
  await startAuth();
  const { tokens } = await fetchAuthSession({ forceRefresh: renew });
  return tokens?.accessToken.toString() ?? null;
}

/**
 * Revokes the refresh token and forgets this browser's tokens, then goes to /client-login: by way of Cognito's own logout
 * where the sign-in was Google's. Never returns; the page is left.
 */
export async function endSession(): Promise<never> {
  const { config } = await startAuth();
  const byGoogle = localStorage.getItem(`${storagePrefix(config)}.oauthSignIn`)?.startsWith('true');
  await signOutOfPool();
  // Amplify itself leaves the page after a Google sign-in; leaving it here as well would cancel that.
  if (!byGoogle) location.replace('/client-login');
  return new Promise(() => {});
}

/** Revokes the refresh token and forgets this browser's tokens, and stays on the page, whoever's sign-in it was. */
export async function dropSession(): Promise<void> {
  const { config } = await startAuth();
  // By these marks Amplify would leave the page for Cognito's logout after a Google sign-in.
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`${storagePrefix(config)}.`) && /\.(oauthSignIn|oauthMetadata)$/.test(key)) {
      localStorage.removeItem(key);
    }
  }
  await signOutOfPool();
}

/** Where Amplify keeps its tokens and marks in this browser. */
const storagePrefix = (config: SiteConfig) => `CognitoIdentityServiceProvider.${config.user_pool_client_id}`;

/** Amplify has thrown the tokens away after one of these. */
const ranOut = /^(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)/;

/** Calls back when the sign-in ends by itself: in another tab, or because it ran out. Signing out here leaves the page. */
export function onSignedOut(callback: () => void): () => void {
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'tokenRefresh_failure' && ranOut.test(payload.data?.error?.name ?? '')) callback();
  });
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || (event.key.endsWith('.accessToken') && event.newValue === null)) callback();
  };
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}
