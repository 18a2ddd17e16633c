import { queryOptions } from '@tanstack/react-query';
import { type Arrival, type SignedIn, signedIn, startAuth } from './auth.ts';

export interface Login {
  user: SignedIn | null;
  arrival: Arrival;
  googleEnabled: boolean;
  /** The sign-in that was here has ended by itself, in the middle of something. */
  ended?: boolean;
}

/** Who is here and how they arrived; looked up once a page load, and again after signing in or out. */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  queryFn: async (): Promise<Login> => {
    const { arrival, config } = await startAuth();
    return { user: await signedIn(), arrival, googleEnabled: config.google_enabled };
  },
  staleTime: Number.POSITIVE_INFINITY,
});
