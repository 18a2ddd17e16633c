/**
 * What is typed into a form and not sent yet, kept for this tab: leaving the screen, a reload or signing in again brings
 * it back. It ends with the tab, or by signing out.
 */

const key = (name: string) => `draft ${name}`;

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(values));
  } catch {
    // No room: the form itself still has it.
  }
}

/** The draft; what it holds is only as good as the form that wrote it. */
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

/** For signing out: the next person in this tab must not find them. */
export function dropAllDrafts(): void {
  for (const stored of Object.keys(sessionStorage)) if (stored.startsWith(key(''))) sessionStorage.removeItem(stored);
}
