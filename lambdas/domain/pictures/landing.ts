/**
 * The keys of uploaded pictures in the landing bucket. No photo's key begins like them, because photos' keys begin with
 * an id.
 */

export const pictureLandingKey = (id: string): string => `website/${id}`;

/** Returns the id of the picture with this landing key; undefined for any other key. */
export const pictureOfKey = (key: string): string | undefined => /^website\/([0-9a-z]{20})$/.exec(key)?.[1];
