import { useCallback, useRef, useState } from 'react';
import type { Guest, NameGuest, SharedSession } from '#shared/contract/links.ts';
import { rememberNamedGuest } from '../../lib/auth/named-guest.ts';
import { nameGuest } from './api.ts';

/** Holds the guest's name, which is asked for once, before their first pick or note. */
export function useGuestName({ link_id, guest: known }: SharedSession) {
  const [guest, setGuest] = useState(known);
  const latest = useRef(known);
  const [asking, setAsking] = useState<(guest: Guest | undefined) => void>();
  const waiting = useRef<Promise<Guest | undefined>>(undefined);
  const askName = useCallback(async () => {
    if (latest.current) return latest.current;
    // A note and a pick at once ask one question.
    waiting.current ??= new Promise((resolve) => setAsking(() => resolve));
    return waiting.current;
  }, []);
  const answer = (named: Guest | undefined) => {
    waiting.current = undefined;
    setAsking(undefined);
    if (named) {
      latest.current = named;
      setGuest(named);
    }
    asking?.(named);
  };
  return {
    guest,
    /** Resolves to the guest's name, or undefined when they do not want to say it. */
    askName,
    isAsking: asking !== undefined,
    saveName: async (values: NameGuest) => {
      const named = await nameGuest(link_id, values);
      rememberNamedGuest();
      answer(named);
    },
    declineName: () => answer(undefined),
  };
}
