import { endSession } from './auth.ts';
import { clearPendingProfile } from './pending-profile.ts';

/**
 * Ends the sign-in in this browser: media cookies, pending profile, refresh token, in that order, because clearing the
 * cookies still needs the token. It goes on when the cookies can't be cleared: they die by themselves within the hour.
 */
export async function signOut(clearMediaAccess: () => Promise<unknown>): Promise<never> {
  await clearMediaAccess().catch((error) => console.warn('The media cookies were not cleared.', error));
  clearPendingProfile();
  return endSession();
}
