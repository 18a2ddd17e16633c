import { useState } from 'react';
import { ApiError } from './api.ts';

/**
 * Form state for a record with optimistic locking. A save sends the version last loaded; if another edit was saved
 * first, `stored` is the stored record and the next save overwrites it.
 */
export function useVersioned<Row extends { version: number }>(current: Row) {
  const [start, setStart] = useState(current);
  const [version, setVersion] = useState(current.version);
  const [stored, setStored] = useState<Row>();
  return {
    /** The form's initial values; `version` is the form's key. Later responses don't replace them. */
    start,
    /** The version that the next save is based on. */
    version,
    stored,
    /** Rethrows errors of `send`. */
    async save<Saved extends Row>(send: (version: number) => Promise<Saved>): Promise<Saved> {
      try {
        const saved = await send(stored?.version ?? version);
        setVersion(saved.version);
        setStored(undefined);
        return saved;
      } catch (error) {
        const isConflict = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
        setStored(isConflict ? (error.details.current as Row | undefined) : undefined);
        throw error;
      }
    },
    /** Resets the form to the stored record. */
    keepStored(): void {
      if (!stored) return;
      setStart(stored);
      setVersion(stored.version);
      setStored(undefined);
    },
  };
}
