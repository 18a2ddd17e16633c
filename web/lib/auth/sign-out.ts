import { dropAllDrafts } from '../browser/drafts.ts';
import { dropAllPositions } from '../browser/kept-position.ts';
import { authorizedFetch } from '../query/api.ts';
import { withoutRenewals } from '../query/media-access.ts';
import { requestAccountChooser } from './account-chooser.ts';
import { dropSession, endSession, signedIn } from './auth.ts';
import { clearPendingProfile } from './pending-profile.ts';
import { forgetEmail } from './remembered-email.ts';

/**
 * Signs out of this browser and navigates to /client-login. Removes the pending profile and drafts first, then the
 * media cookies and cached photos, and revokes the refresh token last, because the request that clears the cookies
 * needs it.
 */
export async function signOut(): Promise<never> {
  return withoutRenewals(async () => {
    await deletePersonalData();
    requestAccountChooser();
    return endSession();
  });
}

/**
 * Signs out without leaving the page, so that another sign-in can start.
 * @param isSamePerson keeps drafts, for a new sign-in after the session expired.
 */
export async function signOutInPlace(isSamePerson = false): Promise<void> {
  await withoutRenewals(async () => {
    await deletePersonalData(isSamePerson);
    await dropSession();
  });
}

/**
 * Deletes personal data from this browser. Continues if the media cookies can't be cleared: they expire within the
 * hour.
 */
async function deletePersonalData(isSamePerson = false): Promise<void> {
  clearPendingProfile();
  if (!isSamePerson) {
    dropAllDrafts();
    dropAllPositions();
    forgetEmail();
  }
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
