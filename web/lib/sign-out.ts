import { authorizedFetch } from './api.ts';
import { dropSession, endSession, signedIn } from './auth.ts';
import { dropAllDrafts } from './drafts.ts';
import { clearPendingProfile } from './pending-profile.ts';

/**
 * Ends the sign-in in this browser and leaves for /client-login: media cookies, pending profile and drafts, refresh token, in that
 * order, because clearing the cookies still needs the token.
 */
export async function signOut(): Promise<never> {
  await forget();
  return endSession();
}

/** Ends whatever sign-in there is without leaving the page, so that another one may begin on it. */
export async function makeRoomForSignIn(): Promise<void> {
  await forget();
  await dropSession();
}

/** It goes on when the cookies can't be cleared: they die by themselves within the hour. */
async function forget(): Promise<void> {
  clearPendingProfile();
  dropAllDrafts();
  try {
    const user = await signedIn();
    if (!user) return;
    const audience = user.isAdmin ? 'admin' : 'client';
    const answer = await authorizedFetch(`/api/${audience}/media-access`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(5_000),
    });
    if (!answer.ok) throw new Error(`The API answered ${answer.status}.`);
  } catch (error) {
    console.warn('The media cookies were not cleared.', error);
  }
}
