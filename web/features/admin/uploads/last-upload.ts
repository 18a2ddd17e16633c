import { useSyncExternalStore } from 'react';
import { limits } from '#shared/limits.ts';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { folderOf } from './files/folder-of.ts';
import { type NamedFile, splitByOthers } from './files/kept-files.ts';
import { uploads } from './uploads.ts';

export interface KeptFile extends NamedFile {
  /** Whether the file was uploaded, or the session had it already. */
  is_there: boolean;
}

/** The last incomplete upload of this browser, to one session; stored, so that it outlives a reload. */
export interface LastUpload {
  customer: string;
  session: string;
  /** Whether the files are finished versions of photos. */
  finished: boolean;
  /** False if it is false for any of the files. */
  is_approved: boolean;
  downloadable: boolean;
  /** Names of the outermost folders, if the browser reported them. */
  folders: readonly string[];
  /** Number of files that the session has, of `total`. */
  completed: number;
  total: number;
  /** At most `mostFiles` files, missing ones first. */
  files: readonly KeptFile[];
  /** Ids of photos that are pending in the session because their files were not uploaded. */
  unsent: readonly string[];
  /** Email of the admin who began the upload. */
  owner: string;
}

const key = 'last upload';
/** Largest numbers of files and folders whose names are stored. */
const mostFiles = limits.filesPerBatch;
const mostFolders = 20;

let owner = '';
let lastUpload = readStored();
/** The stored upload of a page that was closed, without the files that this page uploads again. */
let earlierUpload = lastUpload;
const listeners = new Set<() => void>();

function readStored(): LastUpload | null {
  try {
    const upload = JSON.parse(browserStorage.get(key) ?? 'null') as LastUpload | null;
    // An earlier version stored neither names nor settings: such photos stay hidden until the studio shows them.
    const defaults = {
      finished: false,
      is_approved: false,
      downloadable: false,
      folders: [],
      files: [],
      unsent: [],
      owner: '',
    };
    return withMissing(upload && { ...defaults, ...upload });
  } catch {
    return null;
  }
}

/** Returns the upload if files of it are missing; else null. */
function withMissing(upload: LastUpload | null): LastUpload | null {
  return upload && upload.completed < upload.total ? upload : null;
}

function store(next: LastUpload | null): void {
  lastUpload = next;
  if (next) browserStorage.set(key, JSON.stringify(next));
  else browserStorage.remove(key);
  for (const listener of listeners) listener();
}

const missingFirst = (files: KeptFile[]) =>
  [...files.filter((file) => !file.is_there), ...files.filter((file) => file.is_there)].slice(0, mostFiles);

/** Returns an upload without files that are uploaded again. */
function without(upload: LastUpload, files: NamedFile[]): LastUpload {
  const { matching: matchingFiles, remaining: remainingFiles } = splitByOthers(upload.files, files);
  return {
    ...upload,
    files: remainingFiles,
    completed: upload.completed - matchingFiles.filter((file) => file.is_there).length,
    total: upload.total - matchingFiles.length,
  };
}

/** Returns one record of this page's run and an earlier upload to the same session. */
function joinedWith(run: LastUpload, earlier: LastUpload): LastUpload {
  return {
    ...run,
    is_approved: run.is_approved && earlier.is_approved,
    downloadable: run.downloadable && earlier.downloadable,
    folders: [...new Set([...run.folders, ...earlier.folders])].slice(0, mostFolders),
    completed: run.completed + earlier.completed,
    total: run.total + earlier.total,
    files: missingFirst([...run.files, ...earlier.files]),
    unsent: [...run.unsent, ...earlier.unsent],
  };
}

/** Returns a record of the run's files for the session of its last missing file; undefined without any file. */
function current(): LastUpload | undefined {
  const lastFiles = uploads.lastTargetFiles();
  if (!lastFiles) return undefined;
  const { target, files } = lastFiles;
  return {
    customer: target.customer,
    session: target.session,
    finished: target.stage === 'finished',
    is_approved: target.is_approved,
    downloadable: target.downloadable,
    folders: [...new Set(files.flatMap(({ file }) => folderOf(file) ?? []))].slice(0, mostFolders),
    completed: files.filter(({ is_there }) => is_there).length,
    total: files.length,
    files: missingFirst(files.map(({ file: { name, size }, is_there }) => ({ name, size, is_there }))),
    unsent: uploads.snapshot().unsent,
    owner,
  };
}

/**
 * The last stored progress, as text. The run notifies often while bytes are sent; the record is stored only when the session has
 * another file, or other files are uploaded.
 */
let storedProgress: string | undefined;
uploads.subscribe(() => {
  const { items, completed, total, unsent } = uploads.snapshot();
  const currentProgress = JSON.stringify([items.at(-1)?.id, completed, total, unsent]);
  if (currentProgress === storedProgress || (storedProgress === undefined && total === 0)) return;
  storedProgress = currentProgress;
  const run = current();
  if (run && earlierUpload && run.session === earlierUpload.session && run.finished === earlierUpload.finished) {
    earlierUpload = withMissing(without(earlierUpload, [...run.files]));
    if (earlierUpload) return store(joinedWith(run, earlierUpload));
  }
  store(withMissing(run ?? null) ?? earlierUpload);
});

/** Deletes the record of the incomplete upload. */
export function forgetLastUpload(): void {
  earlierUpload = null;
  store(null);
}

/** Deletes the record of the incomplete upload if it is another admin's; further records are of this admin. */
export function keepLastUploadOf(email: string): void {
  owner = email;
  if (lastUpload && lastUpload.owner !== '' && lastUpload.owner !== email) forgetLastUpload();
}

/**
 * Counts missing files that a session has as uploaded: the page was closed before it got their responses. The record stays until
 * it is dismissed, also if nothing is missing.
 * @param photos names and sizes of that session's photos
 */
export function noteArrived(photos: readonly NamedFile[]): void {
  if (!lastUpload || lastUpload !== earlierUpload) return;
  const presentFiles = lastUpload.files.filter((file) => file.is_there);
  const missing = lastUpload.files.filter((file) => !file.is_there);
  // A photo that matches a file which the session is known to have matches no missing file.
  const { matching: arrivedFiles, remaining: missingFiles } = splitByOthers(
    missing,
    splitByOthers(photos, presentFiles).remaining,
  );
  if (arrivedFiles.length === 0) return;
  earlierUpload = {
    ...lastUpload,
    completed: lastUpload.completed + arrivedFiles.length,
    files: [...missingFiles, ...presentFiles, ...arrivedFiles.map((file) => ({ ...file, is_there: true }))],
  };
  store(earlierUpload);
}

export const useLastUpload = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lastUpload,
  );
