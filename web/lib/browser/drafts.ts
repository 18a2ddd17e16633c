import { tabStorage } from './storage.ts';

/**
 * Unsent form values in sessionStorage: kept when the screen is left, reloaded or signed in to again; deleted with the
 * tab, at sign-out, and when somebody else is signed in.
 */

const key = (name: string) => `draft ${name}`;

/** Whose drafts they are: the email of who is signed in. `dropAllDrafts` removes it with them. */
const owner = key('');

export const areDraftsOf = (email: string): boolean => tabStorage.get(owner)?.toLowerCase() === email.toLowerCase();

/** Called whenever it is known who is signed in: deletes the drafts of somebody else, who was in this tab before. */
export function claimDrafts(email: string): void {
  if (tabStorage.get(owner) !== null && !areDraftsOf(email)) dropAllDrafts();
  tabStorage.set(owner, email);
}

export function keepDraft(name: string, values: object): void {
  tabStorage.set(key(name), JSON.stringify(values));
}

/** The draft, or null. Its values are not validated. */
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

/** Called at sign-out, so that the next user of this tab doesn't see them. */
export function dropAllDrafts(): void {
  for (const stored of tabStorage.keys()) if (stored.startsWith(key(''))) tabStorage.remove(stored);
}
