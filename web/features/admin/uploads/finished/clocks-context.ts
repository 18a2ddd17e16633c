import { createContext } from 'react';
import type { SessionClocks } from '#shared/time/capture-clock.ts';

/** The context that provides how the session reads its cameras' clocks. */
export const ClocksContext = createContext<SessionClocks>({});
