import { tabStorage } from './storage.ts';

/**
 * Stores unsent form values in sessionStorage. They survive leaving or reloading the screen and signing in again; they
 * are deleted with the tab, at sign-out, and when somebody else signs in.
 */

const key = (name: string) => `draft ${name}`;

/** The key of the email of the drafts' owner, who is signed in. `dropAllDrafts` removes it with the drafts. */
const owner = key('');

export const areDraftsOf = (email: string): boolean => tabStorage.get(owner)?.toLowerCase() === email.toLowerCase();

/**
 * Deletes the drafts of another person who was signed in in this tab before. Called whenever the signed-in person is
 * known.
 */
export function claimDrafts(email: string): void {
  if (tabStorage.get(owner) !== null && !areDraftsOf(email)) dropAllDrafts();
  tabStorage.set(owner, email);
}

export function keepDraft(name: string, values: object): void {
  tabStorage.set(key(name), JSON.stringify(values));
}

/** Returns the draft, or null. Its values are not validated. */
export function draftOf<Values extends object>(name: string): Partial<Values> | null {
  const stored = tabStorage.get(key(name));
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' ? (value as Partial<Values> | null) : null;
  } catch {
    return null;
  }
}

export function dropDraft(name: string): void {
  tabStorage.remove(key(name));
}

/** Deletes all drafts; called at sign-out, so that the next user of this tab doesn't see them. */
export function dropAllDrafts(): void {
  for (const stored of tabStorage.keys()) if (stored.startsWith(key(''))) tabStorage.remove(stored);
}
