import { useState } from 'react';
import type { DownloadSize, GalleryPhoto } from '#shared/contract/photos.ts';
import { variantSize } from '#shared/media.ts';
import { useIsMounted } from '../../lib/is-mounted.ts';
import { saveLink } from '../../lib/save-file.ts';
import { canSharePhotos, fetchPhoto, sharePhotos } from '../../lib/share.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { downloadLink } from './queries.ts';

const inPixels = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`;

/** Asks in which size one photo should be saved, and where to. */
export function SavePhoto({ session, photo, onClose }: { session: string; photo: GalleryPhoto; onClose: () => void }) {
  const [busy, setBusy] = useState<'share' | DownloadSize>();
  const [trouble, setTrouble] = useState<string>();
  /** Ready to be shared: fetching it may have taken longer than a tap counts. */
  const [fetched, setFetched] = useState<File>();
  const isMounted = useIsMounted();

  const attempt = async (what: 'share' | DownloadSize, act: () => Promise<boolean>) => {
    setBusy(what);
    setTrouble(undefined);
    try {
      if (await act()) onClose();
    } catch (error) {
      console.warn('A photo was not saved.', error);
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setBusy(undefined);
  };
  const save = (size: DownloadSize) =>
    attempt(size, async () => {
      const { url, file_name } = await downloadLink(session, photo.id, size);
      if (!isMounted.current) return false;
      saveLink(url, file_name);
      return true;
    });
  const share = () =>
    attempt('share', async () => {
      let file = fetched;
      if (!file) {
        const { url, file_name } = await downloadLink(session, photo.id, 'web');
        file = await fetchPhoto(url, file_name);
        setFetched(file);
      }
      if (!isMounted.current) return false;
      try {
        return await sharePhotos([file]);
      } catch (error) {
        // The tap is too long ago: the button, which now has the file, asks for another one.
        if (error instanceof Error && (error.cause as Error | undefined)?.name === 'NotAllowedError') return false;
        throw error;
      }
    });

  return (
    <Dialog title="Save this photo" onClose={onClose}>
      <p className="text-sm text-mute [overflow-wrap:anywhere]">{photo.file_name}</p>
      <div className="mt-5 flex flex-col gap-3">
        {canSharePhotos() && (
          <Button busy={busy === 'share'} onClick={share}>
            {busy === 'share' ? 'Preparing...' : 'Save to Photos'}
          </Button>
        )}
        <Choice
          name="Web size"
          detail={`JPEG, ${inPixels(variantSize(photo, 'large'))}`}
          busy={busy === 'web'}
          onChoose={() => save('web')}
        />
        <Choice name="Original" detail={inPixels(photo)} busy={busy === 'original'} onChoose={() => save('original')} />
        {trouble && <Notice tone="error">The download did not start. {trouble}</Notice>}
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function Choice({
  name,
  detail,
  busy,
  onChoose,
}: {
  name: string;
  detail: string;
  busy: boolean;
  onChoose: () => void;
}) {
  return (
    <Button look="secondary" busy={busy} onClick={onChoose} className="justify-between!">
      {name} <span className="font-normal text-mute tabular-nums">{detail}</span>
    </Button>
  );
}
