/** The key of an uploaded picture in the landing bucket. No photo's key begins like it: those begin with an id. */

export const pictureLandingKey = (id: string): string => `website/${id}`;

/** Returns the id of the picture that a key of the landing bucket is of; undefined for any other key. */
export const pictureOfKey = (key: string): string | undefined => /^website\/([0-9a-z]{20})$/.exec(key)?.[1];
