import { createContext } from 'react';
import type { SessionClocks } from '#shared/time/capture-clock.ts';

/** How the session reads its cameras' clocks. */
export const ClocksContext = createContext<SessionClocks>({});
