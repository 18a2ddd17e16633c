import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { claimDrafts } from '../browser/drafts.ts';
import { loadConfig } from '../site-config.ts';
import { type Arrival, type SignedIn, signedIn, startAuth } from './auth.ts';

export interface Login {
  user: SignedIn | null;
  arrival: Arrival;
  /** Email of the user whose session ended by itself (expired, or signed out in another tab). */
  ended?: string;
}

/** The signed-in user and how the page was opened; loaded once per page load and after signing in or out. */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  queryFn: async (): Promise<Login> => {
    const arrival = await startAuth();
    const user = await signedIn();
    if (user) claimDrafts(user.email);
    return { user, arrival };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether clients can sign in with Google. */
export const googleEnabledQuery = queryOptions({
  queryKey: ['google-enabled'],
  queryFn: async () => (await loadConfig()).google_enabled,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Location state after a failed Google sign-in. */
export const googleFailed = { googleFailed: true };

/**
 * Stores that the user is signed out, so that the guards redirect to the sign-in page, and removes all other cached
 * data.
 */
export function endLogin(queries: QueryClient): void {
  queries.setQueryData(
    loginQuery.queryKey,
    (login) => login && { ...login, user: null, ...(login.user && { ended: login.user.email }) },
  );
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== loginQuery.queryKey[0] });
}
