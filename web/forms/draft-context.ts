import { createContext } from 'react';

/** The name of the draft of the surrounding form. */
export const DraftContext = createContext<string | undefined>(undefined);
