import { useCallback, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { saveLink } from '../../lib/browser/save-file.ts';
import { downloadLink } from './api.ts';

/** Returns a function that downloads single photos of a link, and the reason if the last download failed. */
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
