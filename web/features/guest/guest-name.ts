import { useCallback, useRef, useState } from 'react';
import type { Guest, NameGuest, SharedSession } from '#shared/contract/links.ts';
import { rememberNamedGuest } from '../../lib/auth/named-guest.ts';
import { nameGuest } from './api.ts';

/** Returns the guest's name and functions that ask for it once, before the first pick or note. */
export function useGuestName({ link_id, guest: savedGuest }: SharedSession) {
  const [guest, setGuest] = useState(savedGuest);
  const latest = useRef(savedGuest);
  const [resolveName, setResolveName] = useState<(guest: Guest | undefined) => void>();
  const pendingName = useRef<Promise<Guest | undefined>>(undefined);
  const askName = useCallback(async () => {
    if (latest.current) return latest.current;
    // A pick and a note at the same time open one dialog.
    pendingName.current ??= new Promise((resolve) => setResolveName(() => resolve));
    return pendingName.current;
  }, []);
  const answer = (namedGuest: Guest | undefined) => {
    pendingName.current = undefined;
    setResolveName(undefined);
    if (namedGuest) {
      latest.current = namedGuest;
      setGuest(namedGuest);
    }
    resolveName?.(namedGuest);
  };
  return {
    guest,
    /** Resolves to the guest, or to undefined if they decline to give a name. */
    askName,
    isAsking: resolveName !== undefined,
    saveName: async (values: NameGuest) => {
      const namedGuest = await nameGuest(link_id, values);
      rememberNamedGuest();
      answer(namedGuest);
    },
    declineName: () => answer(undefined),
  };
}
