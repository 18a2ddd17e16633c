import { useCallback, useSyncExternalStore } from 'react';
import { forgetLastUpload, keepLastUploadOf } from '../last-upload.ts';
import { uploads } from '../uploads.ts';

/** The form state of an upload screen. */
export interface Chosen {
  files: File[];
  /** The files of `files` that were added to the upload run. */
  sent: File[];
  /** The text of the field 'Session ID'. */
  label: string;
  is_approved: boolean;
  downloadable: boolean;
}

const emptyState: Chosen = { files: [], sent: [], label: '', is_approved: true, downloadable: true };

/** The form state by the screen's path. In memory: it outlives unmounting and a new sign-in, and is lost on a reload. */
const byScreen = new Map<string, Chosen>();
const listeners = new Set<() => void>();

function store(screen: string, chosen: Chosen): void {
  byScreen.set(screen, chosen);
  for (const listener of listeners) listener();
}

/** Returns the form state of this screen, and a function that updates it. */
export function useChosen(screen: string) {
  const chosen = useSyncExternalStore(subscribe, () => byScreen.get(screen) ?? emptyState);
  const choose = useCallback(
    (change: (stored: Chosen) => Partial<Chosen>) => {
      const stored = byScreen.get(screen) ?? emptyState;
      store(screen, { ...stored, ...change(stored) });
    },
    [screen],
  );
  return { chosen, choose };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

uploads.subscribe(() => {
  if (uploads.snapshot().running) return;
  // The run has ended: remove uploaded files; canceled files stay selected.
  const cancelled = new Set(uploads.cancelledFiles());
  for (const [screen, chosen] of byScreen) {
    const { files, sent } = chosen;
    if (sent.length === 0) continue;
    const remainingFiles = files.filter((file) => !sent.includes(file) || cancelled.has(file));
    store(screen, { ...chosen, files: remainingFiles, sent: [], label: remainingFiles.length > 0 ? chosen.label : '' });
  }
});

/**
 * Continues the upload of files that could no longer be read, with the newly chosen files; replaces them in the selected files,
 * too.
 * @returns the files whose names the upload does not wait for
 */
export function chooseAgain(files: File[]): File[] {
  const replacements = uploads.chooseAgain(files);
  const swap = (file: File) => replacements.get(file) ?? file;
  for (const [screen, chosen] of byScreen) {
    store(screen, { ...chosen, files: chosen.files.map(swap), sent: chosen.sent.map(swap) });
  }
  const usedFiles = new Set(replacements.values());
  return files.filter((file) => !usedFiles.has(file));
}

let owner: string | undefined;

/** Keeps the upload run and the selected files for this admin; clears them if another admin signs in. */
export function keepUploadsOf(email: string): void {
  if (owner !== undefined && owner !== email) {
    uploads.cancel();
    uploads.clear();
    forgetLastUpload();
    byScreen.clear();
    for (const listener of listeners) listener();
  }
  owner = email;
  keepLastUploadOf(email);
}

// A reload loses the selected files, so ask for confirmation.
addEventListener('beforeunload', (event) => {
  if ([...byScreen.values()].some(({ files }) => files.length > 0)) event.preventDefault();
});
