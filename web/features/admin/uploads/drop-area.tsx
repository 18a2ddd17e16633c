import { type DragEvent, useEffect, useId, useState } from 'react';
import { pickerTypes } from './acceptable.ts';

/**
 * Files and whole folders dropped here, or chosen in the browser's picker (images only). `onUnreadable` is told of what
 * was dropped but could not be read.
 */
export function DropArea({
  onFiles,
  onUnreadable,
}: {
  onFiles: (files: File[]) => void;
  onUnreadable: (names: string[]) => void;
}) {
  const [over, setOver] = useState(false);
  const input = useId();
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files, unreadable } = await droppedFiles(event.dataTransfer);
    if (files.length > 0) onFiles(files);
    if (unreadable.length > 0) onUnreadable(unreadable);
  };

  // A photo dropped beside the area would be opened by the browser, in the place of this page.
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);

  return (
    <label
      htmlFor={input}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex min-h-40 cursor-pointer flex-col items-center justify-center gap-3 rounded-md border-2 border-dashed px-6 py-8 text-center focus-within:border-leaf ${over ? 'border-leaf bg-leaf-wash' : 'border-edge bg-paper'}`}
    >
      <span className="text-lg">Drag and drop photos here</span>
      <span className="inline-flex min-h-11 items-center rounded-full border border-edge bg-white px-5 text-sm font-semibold">
        Select Files
      </span>
      <input
        id={input}
        type="file"
        multiple
        accept={pickerTypes}
        aria-label="Select Files"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same files may be chosen again after this.
          event.target.value = '';
        }}
      />
    </label>
  );
}

interface Dropped {
  files: File[];
  unreadable: string[];
}

/** All files of a drop, those inside of folders too; hidden files of the system (`.DS_Store`) are left out. */
async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // Both must be read at once: a drop's data is gone after the first pause.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const dropped: Dropped = { files: [], unreadable: [] };
  if (entries.length === 0) return { ...dropped, files: [...transfer.files] };
  for (const entry of entries) await collect(entry, dropped);
  return dropped;
}

async function collect(entry: FileSystemEntry, dropped: Dropped): Promise<void> {
  if (entry.name.startsWith('.')) return;
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      dropped.files.push(file);
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // A reader hands out a folder in pieces of up to 100.
      const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (piece.length === 0) return;
      for (const child of piece) await collect(child, dropped);
    }
  } catch {
    dropped.unreadable.push(entry.name);
  }
}
