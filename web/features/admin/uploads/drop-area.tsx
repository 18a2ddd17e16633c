import { type DragEvent, useEffect, useId, useState } from 'react';
import { pickerTypes, pickerTypesWithAttachments, typedByBytes } from './acceptable.ts';
import { besideKindOf, isFolderBeside } from './beside-photos.ts';
import { type Found, inNaturalOrder } from './natural-order.ts';

/**
 * Drop area for files and folders, with a file picker.
 * @param onFiles receives the files of one drop or pick in natural order, with their types by their bytes; not what
 * lies beside photos
 * @param onBeside receives the paths of the latter; of a dropped folder that is left out, once it is read
 * @param onUnreadable receives the names of dropped entries that could not be read.
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
  const [over, setOver] = useState(false);
  const input = useId();
  const take = async (found: Found[]) => {
    const beside = found.filter(({ path }) => besideKindOf(path));
    const chosen = inNaturalOrder(found.filter((one) => !beside.includes(one)));
    if (beside.length > 0) onBeside(beside.map(({ path }) => path));
    if (chosen.length > 0) onFiles(await Promise.all(chosen.map(({ file }) => typedByBytes(file))));
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { found, unreadable, foldersBeside } = await droppedFiles(event.dataTransfer);
    await take(found);
    if (unreadable.length > 0) onUnreadable(unreadable);
    // Last, because a catalog's previews are tens of thousands of files.
    for (const { folder, path } of foldersBeside) onBeside(await pathsIn(folder, path));
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
          const picked = [...(event.target.files ?? [])];
          void take(picked.map((file) => ({ file, path: file.webkitRelativePath || file.name })));
          // Clear, so that selecting the same files again fires a change event.
          event.target.value = '';
        }}
      />
    </label>
  );
}

interface Dropped {
  found: Found[];
  unreadable: string[];
  foldersBeside: { folder: FileSystemDirectoryEntry; path: string }[];
}

/** All files of a drop, including those in folders; without the content of folders that lie beside photos. */
async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // Read both synchronously: a DataTransfer is emptied after the event handler.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const files = [...transfer.files].map((file) => ({ file, path: file.name }));
  const dropped: Dropped = { found: [], unreadable: [], foldersBeside: [] };
  if (entries.length === 0) return { ...dropped, found: files };
  for (const entry of entries) await collect(entry, entry.name, dropped);
  return dropped;
}

async function collect(entry: FileSystemEntry, path: string, dropped: Dropped): Promise<void> {
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      dropped.found.push({ file, path });
      return;
    }
    const folder = entry as FileSystemDirectoryEntry;
    if (isFolderBeside(folder.name)) {
      dropped.foldersBeside.push({ folder, path });
      return;
    }
    for await (const child of entriesOf(folder)) await collect(child, `${path}/${child.name}`, dropped);
  } catch {
    dropped.unreadable.push(entry.name);
  }
}

/** The paths of all files in a folder; the folder's own where it can't be read. */
async function pathsIn(folder: FileSystemDirectoryEntry, path: string): Promise<string[]> {
  const paths: string[] = [];
  try {
    for await (const child of entriesOf(folder)) {
      const childPath = `${path}/${child.name}`;
      if (child.isFile) paths.push(childPath);
      else paths.push(...(await pathsIn(child as FileSystemDirectoryEntry, childPath)));
    }
    return paths;
  } catch {
    return [path];
  }
}

async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    // `readEntries` returns at most 100 entries per call.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return;
    yield* piece;
  }
}
