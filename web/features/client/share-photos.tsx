import { useEffect, useRef, useState } from 'react';
import type { FavoritePhoto } from '#shared/contract/photos.ts';
import { fetchPhoto, sharePhotos } from '../../lib/share.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { downloadLink } from './queries.ts';

/** Share sheets give up on more at once, and phones on holding more in memory. */
const batchSize = 20;

/**
 * Hands photos in web size to the phone's share sheet, batch by batch: each is fetched first, because the sheet only opens
 * on a tap, and then one tap saves it.
 */
export function SharePhotos({ photos, onClose }: { photos: FavoritePhoto[]; onClose: () => void }) {
  const [start, setStart] = useState(0);
  const [files, setFiles] = useState<File[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const batch = useRef(photos).current.slice(start, start + batchSize);
  const total = useRef(photos.length).current;
  const isDone = start >= total;
  const isReady = !isDone && files.length === batch.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a batch is known by where it begins; `attempt` tries it again
  useEffect(() => {
    const leaving = new AbortController();
    (async () => {
      const fetched = attempt > 0 ? files : [];
      setFiles(fetched);
      for (const photo of batch.slice(fetched.length)) {
        const { url, file_name } = await downloadLink(photo.session_id, photo.id, 'web');
        const file = await fetchPhoto(url, file_name, leaving.signal);
        if (leaving.signal.aborted) return;
        fetched.push(file);
        setFiles([...fetched]);
      }
    })().catch((error) => {
      if (!leaving.signal.aborted) setTrouble(error instanceof Error ? error.message : String(error));
    });
    return () => leaving.abort();
  }, [start, attempt]);

  const save = async () => {
    setTrouble(undefined);
    try {
      if (!(await sharePhotos(files))) return;
      setFiles([]);
      setAttempt(0);
      setStart(start + batch.length);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };

  const prepareAgain = () => {
    setTrouble(undefined);
    setAttempt(attempt + 1);
  };

  return (
    <Dialog title="Save to Photos" onClose={onClose}>
      <div className="flex flex-col gap-5">
        {isDone ? (
          <p role="status">{total === 1 ? 'The photo was' : `All ${total} photos were`} handed to your phone.</p>
        ) : (
          <>
            <p role="status" className="tabular-nums">
              {isReady
                ? `Photos ${start + 1} to ${start + batch.length} of ${total} are ready.`
                : `Preparing photo ${start + files.length + 1} of ${total}...`}
            </p>
            <Progress label="Photos prepared" value={start + files.length} max={total} />
          </>
        )}
        {trouble && (
          <Notice tone="error" onRetry={isReady ? save : prepareAgain}>
            {isReady ? 'These photos were not saved.' : 'A photo could not be prepared.'} {trouble}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            {isDone ? 'Done' : 'Cancel'}
          </Button>
          {isReady && (
            <Button onClick={save}>{batch.length === 1 ? 'Save 1 photo' : `Save ${batch.length} photos`}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
