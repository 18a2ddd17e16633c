import { useState } from 'react';

/** Returns the id of the photo whose favorite was not saved, and the function that changes a photo's favorite. */
export function useFavorite(onFavorite: (photo: string) => Promise<unknown>) {
  const [unsavedId, setUnsaved] = useState<string>();
  const toggle = async (photo: string) => {
    setUnsaved(undefined);
    try {
      await onFavorite(photo);
      // After two quick clicks only the last result counts; the first may have failed in the meantime.
      setUnsaved(undefined);
    } catch (error) {
      console.warn('The favorite was not saved.', error);
      setUnsaved(photo);
    }
  };
  return [unsavedId, toggle] as const;
}
