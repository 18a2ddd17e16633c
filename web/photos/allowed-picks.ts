import { createContext } from 'react';

/**
 * The reactions that the viewer may give to a photo: a link can allow its guests less than a client may do. `called`
 * is the word for a photo with a star: 'favorite' for a client, 'pick' for a guest. `star` is the star's name for screen
 * readers, before the name of the file.
 */
export const AllowedPicksContext = createContext({ favorite: true, note: true, called: 'favorite', star: 'Favorite' });
