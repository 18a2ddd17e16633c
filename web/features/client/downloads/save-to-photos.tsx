import { useEffect, useRef, useState } from 'react';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { fetchPhoto, share } from '../../../lib/browser/share.ts';
import { Button } from '../../../ui/button.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { Progress } from '../../../ui/status/progress.tsx';
import { downloadLink } from './api.ts';

/** The most photos in one share. More at once fail in the share sheet of iOS and exceed the memory of phones. */
const batchSize = 25;
/** The most files fetched at the same time: while one is being made, others are read. */
const fetchedAtOnce = 4;

export interface PhotoToSave {
  session_id: string;
  id: string;
}

interface Props {
  /** Loads all photos of the scope. */
  load: () => Promise<PhotoToSave[]>;
  size: DownloadSize;
  caption: string;
  begin: boolean;
  /** Called when photos have been fetched, because fetching counts them against the allowance. */
  onCounted: () => void;
}

/**
 * Puts photos into the phone's photo library by its share sheet, in batches. The sheet opens only right after a tap,
 * so the files of a batch are fetched first, and the next tap hands them over.
 * @param begin fetch the first batch at once; otherwise at the first tap.
 */
export function SaveToPhotos({ load, size, caption, begin, onCounted }: Props) {
  const { total, start, batch, fetched, busy, trouble, isReady, isDone, act } = useBatches({
    load,
    size,
    begin,
    onCounted,
  });
  if (isDone) {
    return (
      <KeepFocus>
        <p role="status" className="py-3 text-center">
          {total === 1 ? 'The photo was' : `All ${total} photos were`} handed to your phone.
        </p>
      </KeepFocus>
    );
  }
  return (
    <KeepFocus>
      <Button busy={busy} onClick={act} className="min-h-13! w-full text-md!">
        {busy ? 'Preparing...' : isReady && total > 1 ? `Save ${countOf(batch)}` : 'Save to Photos'}
      </Button>
      {total > 1 && (busy || isReady) ? (
        <div className="mt-3 flex flex-col gap-2 text-sm text-mute">
          <p role="status" className="text-center tabular-nums">
            {isReady
              ? readyText(start + 1, start + batch, total)
              : `Preparing photo ${Math.min(start + fetched + 1, total)} of ${total}...`}
          </p>
          <Progress label="Photos prepared" value={start + fetched} max={total} />
        </div>
      ) : (
        <p dir="auto" className="mt-2 text-center text-sm text-mute">
          {caption}
        </p>
      )}
      {trouble && (
        <div className="mt-3">
          <Notice tone="error" onRetry={act}>
            {trouble}
          </Notice>
        </div>
      )}
    </KeepFocus>
  );
}

/** Returns the state of saving photos in batches, and what the button does next: fetch a batch, or hand it over. */
function useBatches({ load, size, begin, onCounted }: Omit<Props, 'caption'>) {
  const [photos, setPhotos] = useState<PhotoToSave[]>();
  const [start, setStart] = useState(0);
  const [files, setFiles] = useState<(File | undefined)[]>([]);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const abortRef = useRef<AbortController>(undefined);

  const total = photos?.length ?? 0;
  const batch = photos?.slice(start, start + batchSize) ?? [];
  const fetchedFiles = files.filter((file) => file !== undefined);
  const isReady = batch.length > 0 && fetchedFiles.length === batch.length;
  const isDone = photos !== undefined && start >= total;

  const prepare = async (firstIndex: number, fetchedBefore: (File | undefined)[]) => {
    const controller = new AbortController();
    abortRef.current = controller;
    const { signal } = controller;
    setBusy(true);
    setTrouble(undefined);
    try {
      const scopePhotos = photos ?? (await load());
      signal.throwIfAborted();
      setPhotos(scopePhotos);
      const batchPhotos = scopePhotos.slice(firstIndex, firstIndex + batchSize);
      const nextFiles = batchPhotos.map((_, index) => fetchedBefore[index]);
      const missingPhotos = batchPhotos
        .map((photo, index) => ({ photo, index }))
        .filter(({ index }) => !nextFiles[index]);
      const worker = async () => {
        for (let item = missingPhotos.shift(); item; item = missingPhotos.shift()) {
          const { url, file_name } = await downloadLink(item.photo.session_id, item.photo.id, size, signal);
          nextFiles[item.index] = await fetchPhoto(url, file_name, signal);
          if (!signal.aborted) setFiles([...nextFiles]);
        }
      };
      await Promise.all(Array.from({ length: fetchedAtOnce }, worker));
      onCounted();
    } catch (error) {
      if (signal.aborted) return;
      console.warn('Photos were not prepared for the share sheet.', error);
      setTrouble(`A photo could not be prepared. ${messageOf(error)}`);
      controller.abort();
    }
    setBusy(false);
  };

  const initialPrepare = useRef(prepare);
  useEffect(() => {
    if (begin) void initialPrepare.current(0, []);
    return () => abortRef.current?.abort();
  }, [begin]);

  const save = async () => {
    setTrouble(undefined);
    try {
      if (!(await share({ files: fetchedFiles }))) return;
      const nextStart = start + batch.length;
      setFiles([]);
      setStart(nextStart);
      if (nextStart < total) await prepare(nextStart, []);
    } catch (error) {
      setTrouble(`These photos were not saved. ${messageOf(error)}`);
    }
  };

  return {
    total,
    /** The index of the batch's first photo. */
    start,
    /** The numbers of photos in the batch, and of those that are fetched. */
    batch: batch.length,
    fetched: fetchedFiles.length,
    busy,
    trouble,
    isReady,
    isDone,
    act: isReady ? save : () => prepare(start, files),
  };
}

const countOf = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);

/** Returns 'Photo 26 of 26 is ready.' or 'Photos 1 to 25 of 26 are ready.' */
function readyText(first: number, last: number, total: number): string {
  if (first === last) return `Photo ${first} of ${total} is ready.`;
  return `Photos ${first} to ${last} of ${total} are ready.`;
}
