import { isolated } from '#shared/text/isolated.ts';
import { besideKindOf, isFolderBeside } from './beside-photos.ts';
import type { Found } from './natural-order.ts';

export interface Dropped {
  files: Found[];
  unreadable: string[];
  foldersBeside: { folder: FileSystemDirectoryEntry; path: string }[];
  /** Why the drop has no file, or which of its folders have no photo; '' otherwise. */
  refusal: string;
}

/** Returns all files of a drop or paste, also those in folders, except in folders that lie beside photos. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // Read all synchronously: a DataTransfer is emptied after the event handler.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const plainFiles = [...transfer.files].map((file) => ({ file, path: file.name }));
  const dropped: Dropped = { files: plainFiles, unreadable: [], foldersBeside: [], refusal: '' };
  if (entries.length === 0)
    return plainFiles.length > 0 ? dropped : { ...dropped, refusal: refusalWithoutFiles(transfer) };
  dropped.files = [];
  for (const entry of entries) {
    const droppedEntry: Dropped = { files: [], unreadable: [], foldersBeside: [], refusal: '' };
    await collect(entry, entry.name, droppedEntry);
    dropped.files.push(...droppedEntry.files);
    dropped.unreadable.push(...droppedEntry.unreadable);
    dropped.foldersBeside.push(...droppedEntry.foldersBeside);
    if (!entry.isFile && droppedEntry.unreadable.length === 0)
      dropped.refusal = [dropped.refusal, refusalOfFolder(entry.name, droppedEntry)].join(' ');
  }
  return { ...dropped, refusal: dropped.refusal.trim() };
}

const insteadText = 'Drop the files of photos here, or choose them with ‘Select Files’.';

/** Returns why a drop has no file: usually it was dragged out of a web page. */
function refusalWithoutFiles(transfer: DataTransfer): string {
  const text = transfer.getData('text/plain').trim();
  const address = transfer.getData('text/uri-list').trim() || (/^[a-z][a-z\d+.-]*:\S+$/i.test(text) ? text : '');
  if (/^file:/i.test(address)) return 'This is the address of a file, without the file. Choose it with ‘Select Files’.';
  if (address) return 'This is a web address. Save the picture first, then drop its file here.';
  return text || transfer.getData('text/html')
    ? `This is text. ${insteadText}`
    : `There is no file in this. ${insteadText}`;
}

/** Returns why a dropped folder has no photo; '' if it has one. */
function refusalOfFolder(name: string, { files, foldersBeside }: Dropped): string {
  if (files.length === 0 && foldersBeside.length === 0) return `The folder ‘${isolated(name)}’ is empty.`;
  return files.every(({ path }) => besideKindOf(path)) ? `The folder ‘${isolated(name)}’ has no photos.` : '';
}

async function collect(entry: FileSystemEntry, path: string, dropped: Dropped): Promise<void> {
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      dropped.files.push({ file, path });
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

/** Returns the paths of all files in a folder; the folder's path if it can't be read. */
export async function pathsIn(folder: FileSystemDirectoryEntry, path: string): Promise<string[]> {
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
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    yield* batch;
  }
}
