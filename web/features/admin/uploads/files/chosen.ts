import { useCallback, useSyncExternalStore } from 'react';
import { forgetLastUpload, keepLastUploadOf } from '../last-upload.ts';
import { uploads } from '../uploads.ts';

/** Form state of an upload screen. */
export interface Chosen {
  files: File[];
  /** Those of `files` that were added to the upload run. */
  sent: File[];
  /** The 'Session ID' field's text. */
  label: string;
  is_approved: boolean;
  downloadable: boolean;
}

const nothing: Chosen = { files: [], sent: [], label: '', is_approved: true, downloadable: true };

/** By the screen's path. In memory: kept when the screen unmounts and over a new sign-in, lost on a reload. */
const byScreen = new Map<string, Chosen>();
const listeners = new Set<() => void>();

function store(screen: string, chosen: Chosen): void {
  byScreen.set(screen, chosen);
  for (const listener of listeners) listener();
}

/** The form state of this screen, and a function that updates it. */
export function useChosen(screen: string) {
  const chosen = useSyncExternalStore(subscribe, () => byScreen.get(screen) ?? nothing);
  const choose = useCallback(
    (change: (before: Chosen) => Partial<Chosen>) => {
      const before = byScreen.get(screen) ?? nothing;
      store(screen, { ...before, ...change(before) });
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
  // The run has ended: remove uploaded files; cancelled ones stay selected.
  const cancelled = new Set(uploads.cancelledFiles());
  for (const [screen, chosen] of byScreen) {
    const { files, sent } = chosen;
    if (sent.length === 0) continue;
    const left = files.filter((file) => !sent.includes(file) || cancelled.has(file));
    store(screen, { ...chosen, files: left, sent: [], label: left.length > 0 ? chosen.label : '' });
  }
});

/**
 * Continues the upload of files that could not be read any more; selections have the new ones, too.
 * @returns the files whose names the upload doesn't wait for
 */
export function chooseAgain(files: File[]): File[] {
  const taken = uploads.chooseAgain(files);
  const swap = (file: File) => taken.get(file) ?? file;
  for (const [screen, chosen] of byScreen) {
    store(screen, { ...chosen, files: chosen.files.map(swap), sent: chosen.sent.map(swap) });
  }
  const used = new Set(taken.values());
  return files.filter((file) => !used.has(file));
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
