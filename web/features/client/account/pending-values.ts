import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Profile } from '#shared/contract/customers.ts';
import { composed } from '#shared/text/composed.ts';
import { clearPendingProfile, loadPendingProfile } from '../../../lib/auth/pending-profile.ts';
import { profileQuery } from '../../../lib/query/client-api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { editProfile } from './api.ts';

/**
 * Fills empty fields of the client's record from the pending profile, because a client can register although the
 * studio has already created the record. Existing values stay.
 */
export function useFillFromPending(profile: Profile | null | undefined): void {
  const queries = useQueryClient();
  const hasTried = useRef(false);
  useEffect(() => {
    const pending = profile && !hasTried.current ? loadPendingProfile() : null;
    if (!profile || !pending) return;
    hasTried.current = true;
    const { email, version } = profile;
    const filledValues = {
      name: profile.name || composed(pending.name),
      phone: profile.phone || composed(pending.phone),
      address: profile.address || composed(pending.address),
    };
    const hasNewValues = (['name', 'phone', 'address'] as const).some(
      (field) => filledValues[field] !== profile[field],
    );
    if (!hasNewValues) {
      clearPendingProfile();
      return;
    }
    editProfile({ ...filledValues, email, version })
      .then((saved) => {
        overwrite(queries, profileQuery.queryKey, saved);
        clearPendingProfile();
      })
      // The pending profile stays stored; the next visit tries again.
      .catch((error) => console.warn('The pending profile was not saved; retrying at the next visit.', error));
  }, [profile, queries]);
}
