import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Profile } from '#shared/contract/customers.ts';
import { composed } from '#shared/text/composed.ts';
import { clearPendingProfile, loadPendingProfile } from '../../../lib/auth/pending-profile.ts';
import { profileQuery } from '../../../lib/query/client-api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { editProfile } from './api.ts';

/**
 * Fills empty fields of the client's record from the pending profile: a client can register although the studio has
 * already created the record. Existing values are kept.
 */
export function useFillFromPending(profile: Profile | null | undefined): void {
  const queries = useQueryClient();
  const tried = useRef(false);
  useEffect(() => {
    const pending = profile && !tried.current ? loadPendingProfile() : null;
    if (!profile || !pending) return;
    tried.current = true;
    const { email, version } = profile;
    const filled = {
      name: profile.name || composed(pending.name),
      phone: profile.phone || composed(pending.phone),
      address: profile.address || composed(pending.address),
    };
    const isMore = (['name', 'phone', 'address'] as const).some((field) => filled[field] !== profile[field]);
    if (!isMore) {
      clearPendingProfile();
      return;
    }
    editProfile({ ...filled, email, version })
      .then((saved) => {
        overwrite(queries, profileQuery.queryKey, saved);
        clearPendingProfile();
      })
      // The pending profile is kept and tried again at the next visit.
      .catch((error) => console.warn('The pending profile was not saved; retrying at the next visit.', error));
  }, [profile, queries]);
}
