import { tabStorage } from './storage.ts';

/**
 * Unsent form values in sessionStorage: kept when the screen is left, reloaded or signed in to again; deleted with the
 * tab and at sign-out.
 */

const key = (name: string) => `draft ${name}`;

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
