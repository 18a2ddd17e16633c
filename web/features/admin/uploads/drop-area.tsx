import { type DragEvent, useEffect, useId, useState } from 'react';
import { pickerTypes, pickerTypesWithAttachments } from './acceptable.ts';

/**
 * Drop area for files and folders, with a file picker.
 * @param onUnreadable receives the names of dropped entries that could not be read.
 */
export function DropArea({
  onFiles,
  onUnreadable,
  attachments = false,
}: {
  onFiles: (files: File[]) => void;
  onUnreadable: (names: string[]) => void;
  /** Whether files can be chosen that are attached instead of shown. */
  attachments?: boolean;
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

  // A file dropped outside of the area would replace the page.
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
      className={`flex min-h-40 cursor-pointer flex-col items-center justify-center gap-3 rounded-md border-2 border-dashed px-6 py-8 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-leaf ${over ? 'border-leaf bg-leaf-wash' : 'border-edge bg-paper'}`}
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
          onFiles([...(event.target.files ?? [])]);
          // Clear, so that selecting the same files again fires a change event.
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

/** All files of a drop, including those in folders; hidden files (`.DS_Store`) are skipped. */
async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // Read both synchronously: a DataTransfer is emptied after the event handler.
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
      // `readEntries` returns at most 100 entries per call.
      const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (piece.length === 0) return;
      for (const child of piece) await collect(child, dropped);
    }
  } catch {
    dropped.unreadable.push(entry.name);
  }
}
