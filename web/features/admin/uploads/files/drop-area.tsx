import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Notice } from '../../../../ui/status/notice.tsx';
import { pickerTypes, pickerTypesWithAttachments, typedByBytes } from './acceptable.ts';
import { besideKindOf } from './beside-photos.ts';
import { droppedFiles, pathsIn } from './dropped-files.ts';
import { inFolder } from './folder-of.ts';
import { type Found, inNaturalOrder } from './natural-order.ts';

/**
 * Drop area for files and folders, with a file picker; also accepts files that are pasted on its screen. Says if a drop has no
 * file, or a folder of it no photo.
 * @param onFiles receives the files of one drop or pick in natural order, with their types by their bytes, without files beside
 * photos
 * @param onBeside receives the paths of files beside photos; those in a skipped folder follow once the folder is read
 * @param onUnreadable receives the names of dropped entries that could not be read
 */
export function DropArea({
  onFiles,
  onBeside,
  onUnreadable,
  attachments = false,
}: {
  onFiles: (files: File[]) => void;
  onBeside: (paths: string[]) => void;
  onUnreadable: (names: string[]) => void;
  /** Whether files can be chosen that are attached instead of shown. */
  attachments?: boolean;
}) {
  const [isOver, setIsOver] = useState(false);
  const [refusal, setRefusal] = useState('');
  const input = useId();
  const addFiles = async (entries: Found[]) => {
    const beside = entries.filter(({ path }) => besideKindOf(path));
    const chosen = inNaturalOrder(entries.filter((file) => !beside.includes(file)));
    if (beside.length > 0) onBeside(beside.map(({ path }) => path));
    if (chosen.length === 0) return;
    onFiles(await Promise.all(chosen.map(async ({ file, path }) => inFolder(await typedByBytes(file), path))));
  };
  const receive = async (transfer: DataTransfer) => {
    setRefusal('');
    const { files, unreadable, foldersBeside, refusal } = await droppedFiles(transfer);
    setRefusal(refusal);
    await addFiles(files);
    if (unreadable.length > 0) onUnreadable(unreadable);
    // Last, because a catalog's previews are tens of thousands of files.
    for (const { folder, path } of foldersBeside) onBeside(await pathsIn(folder, path));
  };

  usePastedFiles((files) => void receive(files));
  usePreventedDrops();

  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={input}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void receive(event.dataTransfer);
        }}
        className={`flex min-h-40 cursor-pointer flex-col items-center justify-center gap-3 rounded-md border-2 border-dashed px-6 py-8 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-leaf ${isOver ? 'border-leaf bg-leaf-wash' : 'border-edge bg-paper'}`}
      >
        <span className="text-lg pointer-coarse:hidden">Drag and drop photos here</span>
        <span className="hidden text-lg pointer-coarse:inline">Photos from this device</span>
        <span className="inline-flex min-h-11 items-center rounded-full border border-edge bg-white px-5 text-sm font-semibold">
          Select Files
        </span>
        <input
          id={input}
          type="file"
          multiple
          accept={attachments ? pickerTypesWithAttachments : pickerTypes}
          aria-label="Select Files"
          className="sr-only"
          onChange={(event) => {
            setRefusal('');
            const picked = [...(event.target.files ?? [])];
            void addFiles(picked.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
            // Clear, so that selecting the same files again fires a change event.
            event.target.value = '';
          }}
        />
      </label>
      {refusal && <Notice tone="error">{refusal}</Notice>}
    </div>
  );
}

/** Calls `onFiles` with data that is pasted anywhere on the screen, except into a field. */
function usePastedFiles(onFiles: (files: DataTransfer) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input:not([type=file]), textarea');
    if (event.clipboardData && !isTyping) onFiles(event.clipboardData);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}

/** Prevents that a file dropped outside of the area replaces the page. */
function usePreventedDrops() {
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}
