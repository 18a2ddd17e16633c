import type { Arrival } from './amplify.ts';
import { type SignedIn, storedLogin } from './stored-login.ts';

/**
 * The current user, the access token and signing out. Amplify (amplify.ts) is loaded only when the stored tokens of a
 * client need to be renewed, and for sign-ins, sign-outs and admins: it is a sixth of the code of a visit.
 */

export type { Arrival } from './amplify.ts';
export type { SignedIn } from './stored-login.ts';

let loading: Promise<typeof import('./amplify.ts')> | undefined;
const endCallbacks = new Set<() => void>();

function amplify() {
  loading ??= import('./amplify.ts').then(
    (loaded) => {
      loaded.onExpired(() => {
        for (const callback of endCallbacks) callback();
      });
      return loaded;
    },
    (cause) => {
      loading = undefined;
      throw new Error('Network error.', { cause });
    },
  );
  return loading;
}

/**
 * Returns how the page was opened. After a redirect from Google, it waits until Amplify has exchanged the code for
 * tokens or has failed.
 */
export async function startAuth(): Promise<Arrival> {
  // Once loaded, Amplify stores how the page was opened, also after a later sign-in on the same page.
  if (loading || !storedLogin()) return (await (await amplify()).startAuth()).arrival;
  return { kind: 'opened' };
}

/** Returns the signed-in user, or null. Renews expired tokens. */
export const signedIn = async (): Promise<SignedIn | null> => storedLogin()?.user ?? (await amplify()).signedIn();

/** Returns the access token, or null when signed out. Renews it if it has expired or if `renew` is true. */
export async function accessToken(renew = false): Promise<string | null> {
  const stored = renew ? undefined : storedLogin();
  return stored ? stored.token : (await amplify()).accessToken(renew);
}

/**
 * Revokes the refresh token, deletes this browser's tokens and navigates to /client-login; after a Google sign-in
 * through Cognito's logout endpoint. Never resolves.
 */
export const endSession = async (): Promise<never> => (await amplify()).endSession();

/** Revokes the refresh token and deletes this browser's tokens without leaving the page. */
export const dropSession = async (): Promise<void> => (await amplify()).dropSession();

/**
 * Calls back when the session ends in another tab or its tokens expire. Signing out in this tab navigates away instead.
 * @returns a function that removes the listeners.
 */
export function onSignedOut(callback: () => void): () => void {
  endCallbacks.add(callback);
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || (event.key.endsWith('.accessToken') && event.newValue === null)) callback();
  };
  addEventListener('storage', onStorage);
  return () => {
    endCallbacks.delete(callback);
    removeEventListener('storage', onStorage);
  };
}
