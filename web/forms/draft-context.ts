import { createContext } from 'react';

/** The name by which the form around keeps what is typed. */
export const DraftContext = createContext<string | undefined>(undefined);
