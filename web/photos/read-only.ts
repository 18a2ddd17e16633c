import { createContext } from 'react';

/**
 * Whether the viewer can't write on photos, such as the studio: controls are disabled, and nothing can be downloaded.
 */
export const ReadOnlyContext = createContext(false);
