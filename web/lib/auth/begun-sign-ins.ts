import { browserStorage } from '../browser/storage.ts';

/**
 * The sign-ins with Google that this browser has begun, in localStorage by the `state` that Google's redirect returns.
 * Amplify stores only one for all tabs: a second tab would overwrite it, and every page that opens in the meantime,
 * also by the Back button, would end it as failed.
 */

interface BegunSignIn {
  /** Epoch milliseconds. */
  at: number;
  /** Path and query of the page on which the sign-in began. */
  from: string;
  /** The keys and values that Amplify needs when Google redirects back. */
  stored: [key: string, value: string][];
}

const prefix = 'sign-in ';
/** Milliseconds after which a sign-in on Google's page has expired. */
const longestSignIn = 60 * 60_000;

const amplifyNames = /\.(inflightOAuth|inflightOAuthDeadline|oauthPKCE|oauthState)$/;

/**
 * Moves the values that Amplify has stored for a sign-in that begins now to a key of their own, where other pages can't
 * end it.
 */
export function keepSignIn(state: string): void {
  const stored: BegunSignIn['stored'] = [];
  for (const key of browserStorage.keys()) {
    const value = browserStorage.get(key) ?? '';
    if (key.startsWith(prefix) && !(read(value).at > Date.now() - longestSignIn)) browserStorage.remove(key);
    if (!amplifyNames.test(key)) continue;
    stored.push([key, value]);
    browserStorage.remove(key);
  }
  const begun: BegunSignIn = { at: Date.now(), from: location.pathname + location.search, stored };
  browserStorage.set(prefix + state, JSON.stringify(begun));
}

/**
 * Removes and returns the sign-in with this `state`: a redirect counts once.
 * @returns undefined for a sign-in that this browser has not begun
 */
export function takeSignIn(state: string | null): BegunSignIn | undefined {
  const value = browserStorage.get(prefix + state);
  if (value === null) return undefined;
  browserStorage.remove(prefix + state);
  return read(value);
}

/** Restores the values that Amplify needs to complete the sign-in. */
export function resumeSignIn({ stored }: BegunSignIn): void {
  for (const [key, value] of stored) browserStorage.set(key, value);
}

const read = (value: string) => JSON.parse(value) as BegunSignIn;
