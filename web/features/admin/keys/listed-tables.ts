import { useEffect, useSyncExternalStore } from 'react';
import type { KeyTable } from './key-table.ts';

/** The tables of the parts that are on the screen, the last mounted first. */
let listed: readonly KeyTable[] = [];
const listeners = new Set<() => void>();

function change(next: readonly KeyTable[]): void {
  listed = next;
  for (const listener of listeners) listener();
}

/** Lists a table of keys while the component is mounted. */
export function useListed(table: KeyTable): void {
  useEffect(() => {
    change([table, ...listed]);
    return () => change(listed.toSpliced(listed.indexOf(table), 1));
  }, [table]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the tables of keys that work on the screen now. */
export const useListedTables = (): readonly KeyTable[] => [...new Set(useSyncExternalStore(subscribe, () => listed))];
