import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GuestMediaAccess } from '#shared/contract/links.ts';
import { onReturn } from '../../lib/browser/on-return.ts';
import type { PictureAccess } from '../../photos/picture/picture-access.ts';
import { renewMedia } from './api.ts';

/** Keeps the signed query of the pictures valid while the page is open. */
export function useGuestMedia(link: string, first: GuestMediaAccess): PictureAccess {
  const [access, setAccess] = useState(first);
  const renew = useCallback(async () => setAccess(await renewMedia(link)), [link]);
  useEffect(() => {
    const left = Date.parse(access.expires_at) - Date.now();
    // A failed renewal is repeated by the pictures that do not load.
    const tryToRenew = () => void renew().catch(() => undefined);
    const timer = setTimeout(tryToRenew, Math.max(0, left / 2));
    const stop = onReturn(() => {
      if (Date.parse(access.expires_at) - Date.now() < left / 2) tryToRenew();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [access, renew]);
  return useMemo(() => ({ state: 'open', renew, query: access.query }), [renew, access.query]);
}
