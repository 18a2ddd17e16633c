import { createContext } from 'react';

/** Whether photos are shown to somebody who can't write on them: controls are disabled, and nothing is downloaded. */
export const ReadOnlyContext = createContext(false);
