/**
 * Unsent form values in sessionStorage: kept when the screen is left, reloaded or signed in to again; deleted with the
 * tab and at sign-out.
 */

const key = (name: string) => `draft ${name}`;

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(values));
  } catch {
    // Storage is full; the form keeps the values.
  }
}

/** The draft, or null. Its values are not validated. */
export function draftOf<Values extends object>(name: string): Partial<Values> | null {
  const stored = sessionStorage.getItem(key(name));
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' ? (value as Partial<Values> | null) : null;
  } catch {
    return null;
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(key(name));
}

/** Called at sign-out, so that the next user of this tab doesn't see them. */
export function dropAllDrafts(): void {
  for (const stored of Object.keys(sessionStorage)) if (stored.startsWith(key(''))) sessionStorage.removeItem(stored);
}
