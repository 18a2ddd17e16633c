import { queryOptions } from '@tanstack/react-query';
import { type Arrival, type SignedIn, signedIn, startAuth } from './auth.ts';

export interface Session {
  user: SignedIn | null;
  arrival: Arrival;
  googleEnabled: boolean;
}

/** Who is here and how they arrived; looked up once a page load, and again after signing in or out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session> => {
    const { arrival, config } = await startAuth();
    return { user: await signedIn(), arrival, googleEnabled: config.google_enabled };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
