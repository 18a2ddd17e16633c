import { type DragEvent, useId, useState } from 'react';
import { pickerTypes } from './acceptable.ts';

/** Files and whole folders dropped here, or chosen in the browser's picker (images only). */
export function DropArea({ onFiles, hint }: { onFiles: (files: File[]) => void; hint?: string }) {
  const [over, setOver] = useState(false);
  const input = useId();
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles(await droppedFiles(event.dataTransfer));
  };
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
      {hint && <span className="text-xs text-mute">{hint}</span>}
    </label>
  );
}

/** All files of a drop, those inside of folders too; hidden files of the system (`.DS_Store`) are left out. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) if (entry) await collect(entry, files);
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (entry.name.startsWith('.')) return;
  if (entry.isFile) {
    files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader hands out a folder in pieces of up to 100.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return;
    for (const child of piece) await collect(child, files);
  }
}
