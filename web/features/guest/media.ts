import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GuestMediaAccess } from '#shared/contract/links.ts';
import { onReturn } from '../../lib/browser/on-return.ts';
import type { ImageAccess } from '../../photos/image/image-access.ts';
import { renewMedia } from './api.ts';

/** Keeps the signed query of the photos' URLs valid while the page is open. */
export function useGuestMedia(link: string, initialAccess: GuestMediaAccess): ImageAccess {
  const [access, setAccess] = useState(initialAccess);
  const renew = useCallback(async () => setAccess(await renewMedia(link)), [link]);
  useEffect(() => {
    const validFor = Date.parse(access.expires_at) - Date.now();
    // If a renewal fails, photos that fail to load renew the query.
    const tryToRenew = () => void renew().catch(() => undefined);
    const timer = setTimeout(tryToRenew, Math.max(0, validFor / 2));
    const stop = onReturn(() => {
      if (Date.parse(access.expires_at) - Date.now() < validFor / 2) tryToRenew();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [access, renew]);
  return useMemo(() => ({ state: 'open', renew, query: access.query }), [renew, access.query]);
}
