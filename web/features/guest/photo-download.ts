import { useCallback, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { saveLink } from '../../lib/browser/save-file.ts';
import { downloadLink } from './api.ts';

/** Downloads single photos of a link, and says why the last one was not downloaded. */
export function usePhotoDownload(link: string) {
  const [trouble, setTrouble] = useState<string>();
  const onDownload = useCallback(
    async (photo: string) => {
      setTrouble(undefined);
      try {
        const { url, file_name } = await downloadLink(link, photo);
        saveLink(url, file_name);
      } catch (error) {
        setTrouble(`The photo was not downloaded. ${messageOf(error)}`);
      }
    },
    [link],
  );
  return { trouble, onDownload };
}
