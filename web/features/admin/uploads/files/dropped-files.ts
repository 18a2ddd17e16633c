import { isolated } from '#shared/text/isolated.ts';
import { besideKindOf, isFolderBeside } from './beside-photos.ts';
import type { Found } from './natural-order.ts';

export interface Dropped {
  found: Found[];
  unreadable: string[];
  foldersBeside: { folder: FileSystemDirectoryEntry; path: string }[];
  /** Why nothing was taken, of the whole drop or of a folder in it; '' where something was. */
  said: string;
}

/**
 * Returns all files of a drop or paste, including those in folders; without the content of folders that lie beside
 * photos.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // Read all synchronously: a DataTransfer is emptied after the event handler.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const files = [...transfer.files].map((file) => ({ file, path: file.name }));
  const dropped: Dropped = { found: files, unreadable: [], foldersBeside: [], said: '' };
  if (entries.length === 0) return files.length > 0 ? dropped : { ...dropped, said: withoutFiles(transfer) };
  dropped.found = [];
  for (const entry of entries) {
    const one: Dropped = { found: [], unreadable: [], foldersBeside: [], said: '' };
    await collect(entry, entry.name, one);
    dropped.found.push(...one.found);
    dropped.unreadable.push(...one.unreadable);
    dropped.foldersBeside.push(...one.foldersBeside);
    if (!entry.isFile && one.unreadable.length === 0)
      dropped.said = [dropped.said, ofFolder(entry.name, one)].join(' ');
  }
  return { ...dropped, said: dropped.said.trim() };
}

const instead = 'Drop the files of photos here, or choose them with ‘Select Files’.';

/** What is said of a drop that has no file: usually something that was dragged out of a web page. */
function withoutFiles(transfer: DataTransfer): string {
  const text = transfer.getData('text/plain').trim();
  const address = transfer.getData('text/uri-list').trim() || (/^[a-z][a-z\d+.-]*:\S+$/i.test(text) ? text : '');
  if (/^file:/i.test(address)) return 'This is the address of a file, without the file. Choose it with ‘Select Files’.';
  if (address) return 'This is a web address. Save the picture first, then drop its file here.';
  return text || transfer.getData('text/html') ? `This is text. ${instead}` : `There is no file in this. ${instead}`;
}

/** What is said of a dropped folder in which nothing is a photo; '' for another one. */
function ofFolder(name: string, { found, foldersBeside }: Dropped): string {
  if (found.length === 0 && foldersBeside.length === 0) return `The folder ‘${isolated(name)}’ is empty.`;
  return found.every(({ path }) => besideKindOf(path)) ? `The folder ‘${isolated(name)}’ has no photos.` : '';
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
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return;
    yield* piece;
  }
}
