import { useEffect, useRef, useState } from 'react';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { fetchPhoto, share } from '../../../lib/browser/share.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { Progress } from '../../../ui/status/progress.tsx';
import { downloadLink } from './api.ts';

/** More files at once fail in the share sheet of iOS and exceed the memory of phones. */
const batchSize = 25;
/** Files that are fetched at the same time: while one is being made, others are read. */
const fetchedAtOnce = 4;

export interface PhotoToSave {
  session_id: string;
  id: string;
}

/**
 * Puts photos into the phone's photo library by its share sheet, in batches. The sheet opens only right after a tap, so
 * that the files of a batch are fetched first, and the tap hands them over.
 * @param begin fetch the first batch at once; otherwise at the first tap.
 */
export function SaveToPhotos({
  load,
  size,
  caption,
  begin,
  onCounted,
}: {
  /** Loads all photos of the scope. */
  load: () => Promise<PhotoToSave[]>;
  size: DownloadSize;
  caption: string;
  begin: boolean;
  /** Called when photos were fetched, which counts them. */
  onCounted: () => void;
}) {
  const [photos, setPhotos] = useState<PhotoToSave[]>();
  const [start, setStart] = useState(0);
  const [files, setFiles] = useState<(File | undefined)[]>([]);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const leaving = useRef<AbortController>(undefined);

  const total = photos?.length ?? 0;
  const batch = photos?.slice(start, start + batchSize) ?? [];
  const fetched = files.filter((file) => file !== undefined);
  const isReady = batch.length > 0 && fetched.length === batch.length;
  const isDone = photos !== undefined && start >= total;

  const prepare = async (from: number, kept: (File | undefined)[]) => {
    const aborted = new AbortController();
    leaving.current = aborted;
    const { signal } = aborted;
    setBusy(true);
    setTrouble(undefined);
    try {
      const all = photos ?? (await load());
      signal.throwIfAborted();
      setPhotos(all);
      const wanted = all.slice(from, from + batchSize);
      const next = wanted.map((_, index) => kept[index]);
      const open = wanted.map((photo, index) => ({ photo, index })).filter(({ index }) => !next[index]);
      const worker = async () => {
        for (let item = open.shift(); item; item = open.shift()) {
          const { url, file_name } = await downloadLink(item.photo.session_id, item.photo.id, size, signal);
          next[item.index] = await fetchPhoto(url, file_name, signal);
          if (!signal.aborted) setFiles([...next]);
        }
      };
      await Promise.all(Array.from({ length: fetchedAtOnce }, worker));
      onCounted();
    } catch (error) {
      if (signal.aborted) return;
      console.warn('Photos were not prepared for the share sheet.', error);
      setTrouble(`A photo could not be prepared. ${messageOf(error)}`);
      aborted.abort();
    }
    setBusy(false);
  };

  const first = useRef(prepare);
  useEffect(() => {
    if (begin) void first.current(0, []);
    return () => leaving.current?.abort();
  }, [begin]);

  const save = async () => {
    setTrouble(undefined);
    try {
      if (!(await share({ files: fetched }))) return;
      const next = start + batch.length;
      setFiles([]);
      setStart(next);
      if (next < total) await prepare(next, []);
    } catch (error) {
      setTrouble(`These photos were not saved. ${messageOf(error)}`);
    }
  };

  if (isDone) {
    return (
      <p role="status" className="py-3 text-center">
        {total === 1 ? 'The photo was' : `All ${total} photos were`} handed to your phone.
      </p>
    );
  }
  return (
    <div>
      <Button busy={busy} onClick={isReady ? save : () => prepare(start, files)} className="min-h-13! w-full text-md!">
        {busy ? 'Preparing...' : isReady && total > 1 ? `Save ${countOf(batch.length)}` : 'Save to Photos'}
      </Button>
      {total > 1 && (busy || isReady) ? (
        <div className="mt-3 flex flex-col gap-2 text-sm text-mute">
          <p role="status" className="text-center tabular-nums">
            {isReady
              ? readyText(start + 1, start + batch.length, total)
              : `Preparing photo ${Math.min(start + fetched.length + 1, total)} of ${total}...`}
          </p>
          <Progress label="Photos prepared" value={start + fetched.length} max={total} />
        </div>
      ) : (
        <p dir="auto" className="mt-2 text-center text-sm text-mute">
          {caption}
        </p>
      )}
      {trouble && (
        <div className="mt-3">
          <Notice tone="error" onRetry={isReady ? save : () => prepare(start, files)}>
            {trouble}
          </Notice>
        </div>
      )}
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);

/** 'Photo 26 of 26 is ready.', 'Photos 1 to 25 of 26 are ready.' */
function readyText(first: number, last: number, total: number): string {
  if (first === last) return `Photo ${first} of ${total} is ready.`;
  return `Photos ${first} to ${last} of ${total} are ready.`;
}
