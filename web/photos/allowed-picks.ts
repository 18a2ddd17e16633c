import { createContext } from 'react';

/**
 * What the viewer may say of a photo: a link can allow its guests less than a client may do. `called`: what a photo with
 * their star is, 'favorite' of a client and 'pick' of a guest.
 */
export const AllowedPicksContext = createContext({ favorite: true, note: true, called: 'favorite' });
