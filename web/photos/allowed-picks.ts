import { createContext } from 'react';

/** What the viewer may say of a photo: a link can allow its guests less than a client may do. */
export const AllowedPicksContext = createContext({ favorite: true, note: true });
