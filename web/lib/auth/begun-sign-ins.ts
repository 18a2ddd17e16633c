import { browserStorage } from '../browser/storage.ts';

/**
 * Sign-ins with Google that this browser has begun, in localStorage by the `state` with which Google's answer comes
 * back. Amplify keeps one for all tabs: a second tab would overwrite it, and every page that opens meanwhile, also by
 * the Back button, would end it as failed.
 */

interface BegunSignIn {
  /** Epoch milliseconds. */
  at: number;
  /** Path and query of the page on which it began. */
  from: string;
  /** What Amplify stores until the answer, by key. */
  stored: [key: string, value: string][];
}

const prefix = 'sign-in ';
/** Milliseconds after which Google's page has long given up. */
const longest = 60 * 60_000;

const amplifyNames = /\.(inflightOAuth|inflightOAuthDeadline|oauthPKCE|oauthState)$/;

/** Takes what Amplify has stored for a sign-in that begins now out of the way of other pages. */
export function keepSignIn(state: string): void {
  const stored: BegunSignIn['stored'] = [];
  for (const key of browserStorage.keys()) {
    const value = browserStorage.get(key) ?? '';
    if (key.startsWith(prefix) && !(read(value).at > Date.now() - longest)) browserStorage.remove(key);
    if (!amplifyNames.test(key)) continue;
    stored.push([key, value]);
    browserStorage.remove(key);
  }
  const begun: BegunSignIn = { at: Date.now(), from: location.pathname + location.search, stored };
  browserStorage.set(prefix + state, JSON.stringify(begun));
}

/**
 * Takes the sign-in to which this `state` belongs: an answer comes once.
 * @returns undefined for a sign-in that this browser has not begun
 */
export function takeSignIn(state: string | null): BegunSignIn | undefined {
  const value = browserStorage.get(prefix + state);
  if (value === null) return undefined;
  browserStorage.remove(prefix + state);
  return read(value);
}

/** Gives back to Amplify what it needs for the answer. */
export function resumeSignIn({ stored }: BegunSignIn): void {
  for (const [key, value] of stored) browserStorage.set(key, value);
}

const read = (value: string) => JSON.parse(value) as BegunSignIn;
