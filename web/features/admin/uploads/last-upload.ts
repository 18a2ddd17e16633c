import { useSyncExternalStore } from 'react';
import { limits } from '#shared/limits.ts';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { folderOf } from './files/folder-of.ts';
import { type NamedFile, splitByOthers } from './files/kept-files.ts';
import { uploads } from './uploads.ts';

export interface KeptFile extends NamedFile {
  /** Whether it was uploaded, or the session had it already. */
  is_there: boolean;
}

/** The last incomplete upload of this browser, for one session; kept over a reload. */
export interface LastUpload {
  customer: string;
  session: string;
  /** Whether the files are finished versions of photos. */
  finished: boolean;
  /** False if it is false for any of the files. */
  is_approved: boolean;
  downloadable: boolean;
  /** Names of the outermost folders, as far as the browser told them. */
  folders: readonly string[];
  /** Number of files that are there, of `total`. */
  completed: number;
  total: number;
  /** At most `mostFiles`, those that are missing first. */
  files: readonly KeptFile[];
  /** Ids of photos that are pending in the session because their files were not uploaded. */
  unsent: readonly string[];
  /** Email of the admin whose upload it is. */
  owner: string;
}

const key = 'last upload';
/** Files and folders that are kept by name. */
const mostFiles = limits.filesPerBatch;
const mostFolders = 20;

let owner = '';
let last = stored();
/** What is left of an upload of which the page was closed; without the files that this page uploads again. */
let earlier = last;
const listeners = new Set<() => void>();

function stored(): LastUpload | null {
  try {
    const upload = JSON.parse(browserStorage.get(key) ?? 'null') as LastUpload | null;
    // A version before kept neither names nor settings: photos are hidden until the studio shows them.
    const before = {
      finished: false,
      is_approved: false,
      downloadable: false,
      folders: [],
      files: [],
      unsent: [],
      owner: '',
    };
    return withMissing(upload && { ...before, ...upload });
  } catch {
    return null;
  }
}

/** The upload, if files of it are missing. */
function withMissing(upload: LastUpload | null): LastUpload | null {
  return upload && upload.completed < upload.total ? upload : null;
}

function store(next: LastUpload | null): void {
  last = next;
  if (next) browserStorage.set(key, JSON.stringify(next));
  else browserStorage.remove(key);
  for (const listener of listeners) listener();
}

const missingFirst = (files: KeptFile[]) =>
  [...files.filter((file) => !file.is_there), ...files.filter((file) => file.is_there)].slice(0, mostFiles);

/** What is left of an upload without files that are uploaded again. */
function without(upload: LastUpload, files: NamedFile[]): LastUpload {
  const { found, rest } = splitByOthers(upload.files, files);
  return {
    ...upload,
    files: rest,
    completed: upload.completed - found.filter((file) => file.is_there).length,
    total: upload.total - found.length,
  };
}

/** The run and what is left of an upload before it to the same session, as one. */
function joined(run: LastUpload, before: LastUpload): LastUpload {
  return {
    ...run,
    is_approved: run.is_approved && before.is_approved,
    downloadable: run.downloadable && before.downloadable,
    folders: [...new Set([...run.folders, ...before.folders])].slice(0, mostFolders),
    completed: run.completed + before.completed,
    total: run.total + before.total,
    files: missingFirst([...run.files, ...before.files]),
    unsent: [...run.unsent, ...before.unsent],
  };
}

/** The run, as far as it is for the session of its last file that is not there yet. */
function current(): LastUpload | undefined {
  const part = uploads.lastPart();
  if (!part) return undefined;
  const { target, files } = part;
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

/** Told often, while bytes are sent: it is stored when one more file is there, or others are uploaded. */
let progress: string | undefined;
uploads.subscribe(() => {
  const { items, completed, total, unsent } = uploads.snapshot();
  const now = JSON.stringify([items.at(-1)?.id, completed, total, unsent]);
  if (now === progress || (progress === undefined && total === 0)) return;
  progress = now;
  const run = current();
  if (run && earlier && run.session === earlier.session && run.finished === earlier.finished) {
    earlier = withMissing(without(earlier, [...run.files]));
    if (earlier) return store(joined(run, earlier));
  }
  store(withMissing(run ?? null) ?? earlier);
});

/** Deletes the record of the incomplete upload. */
export function forgetLastUpload(): void {
  earlier = null;
  store(null);
}

/** Deletes the record of the incomplete upload if it is another admin's; what follows is this one's. */
export function keepLastUploadOf(email: string): void {
  owner = email;
  if (last && last.owner !== '' && last.owner !== email) forgetLastUpload();
}

/**
 * Counts missing files that a session has, of an upload of which the page was closed: their responses were lost. The
 * record stays until it is dismissed, also if nothing is missing any more.
 * @param photos of that session
 */
export function noteArrived(photos: readonly NamedFile[]): void {
  if (!last || last !== earlier) return;
  const there = last.files.filter((file) => file.is_there);
  const missing = last.files.filter((file) => !file.is_there);
  // Photos that are known to be there stand for no other file.
  const { found, rest } = splitByOthers(missing, splitByOthers(photos, there).rest);
  if (found.length === 0) return;
  earlier = {
    ...last,
    completed: last.completed + found.length,
    files: [...rest, ...there, ...found.map((file) => ({ ...file, is_there: true }))],
  };
  store(earlier);
}

export const useLastUpload = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
