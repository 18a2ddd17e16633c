import { useSyncExternalStore } from 'react';
import { browserStorage } from '../../../lib/storage.ts';
import { uploads } from './uploads.ts';

/** The last incomplete upload of this browser; kept over a reload. */
interface LastUpload {
  customer: string;
  session: string;
  completed: number;
  total: number;
  /** Ids of photos that are pending in the session because their files were not uploaded. */
  unsent: readonly string[];
}

const key = 'last upload';

let last = stored();
const listeners = new Set<() => void>();

function stored(): LastUpload | null {
  try {
    const upload = JSON.parse(browserStorage.get(key) ?? 'null') as LastUpload | null;
    return upload && { ...upload, unsent: upload.unsent ?? [] };
  } catch {
    return null;
  }
}

function store(next: LastUpload | null): void {
  last = next;
  if (next) browserStorage.set(key, JSON.stringify(next));
  else browserStorage.remove(key);
  for (const listener of listeners) listener();
}

let had = 0;
uploads.subscribe(() => {
  const { customer, session, completed, total, unsent } = uploads.snapshot();
  const isCleared = total === 0 && had > 0;
  had = total;
  if (isCleared || (total > 0 && completed === total)) return store(null);
  if (!customer || !session) return;
  const next = { customer, session, completed, total, unsent };
  if (JSON.stringify(next) !== JSON.stringify(last)) store(next);
});

/** Deletes the record of the incomplete upload. */
export const forgetLastUpload = () => store(null);

export const useLastUpload = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
  );
