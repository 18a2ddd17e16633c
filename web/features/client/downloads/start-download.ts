import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DownloadScope } from '#shared/contract/downloads.ts';
import type { DownloadSize, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { useIsMounted } from '../../../ui/is-mounted.ts';
import { downloadLink, downloadsQuery, requestDownload } from './api.ts';

interface Download {
  scope: DownloadScope;
  single: GalleryPhoto | undefined;
  onClose: () => void;
}

/**
 * Starts the download of one photo's file, or of a ZIP. A ZIP that is ready is saved at once; otherwise 'Downloads'
 * shows its progress.
 */
export function useStart({ scope, single, onClose }: Download) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState<DownloadSize>();
  const [trouble, setTrouble] = useState<string>();
  const downloadFile = async (session: string, photo: string, size: DownloadSize) => {
    const { url, file_name } = await downloadLink(session, photo, size);
    if (!isMounted.current) return;
    saveLink(url, file_name);
    onClose();
  };
  const downloadArchive = async (size: DownloadSize) => {
    const { state, parts } = await requestDownload({ ...scope, photo_size: size });
    void queries.invalidateQueries({ queryKey: downloadsQuery.queryKey });
    if (!isMounted.current) return;
    const [part] = parts;
    if (state === 'ready' && part && parts.length === 1) {
      saveLink(part.url, part.file_name);
      onClose();
    } else navigate('/dashboard/downloads');
  };
  const begin = async (size: DownloadSize) => {
    setBusy(size);
    setTrouble(undefined);
    try {
      if (single && scope.kind === 'photos') await downloadFile(scope.session_id, single.id, size);
      else await downloadArchive(size);
    } catch (error) {
      console.warn('The download did not start.', error);
      setTrouble(messageOf(error));
    }
    setBusy(undefined);
  };
  return { busy, trouble, begin };
}
