import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import type { FoundFiles } from '#shared/contract/search.ts';
import type { SessionState } from '#shared/contract/sessions/session-state.ts';
import { directoryQuery } from '../customers/api.ts';
import { foundFilesQuery, sessionNamesQuery, sessionStatesQuery } from './api.ts';
import { customerSearch, type FoundOfKind, type SessionOfCustomer, sessionSearch } from './found.ts';
import { screensFound } from './screens-found.ts';

/** Milliseconds without input before the server is asked; customers and sessions are found in the browser at once. */
const typingPause = 150;
/** Fewer letters are in nearly every file name. */
const minFileName = 2;

export interface Results {
  /** The search that these are the results of. */
  text: string;
  customers: FoundOfKind<DirectoryEntry>;
  sessions: FoundOfKind<SessionOfCustomer>;
  states: ReadonlyMap<string, SessionState>;
  files: FoundFiles | undefined;
  screens: ReturnType<typeof screensFound>;
  /** Texts that name the lists that are still being loaded; `failed` has those that could not be. */
  loading: string[];
  failed: { text: string; retry: () => void }[];
}

const nothing = { shown: [], count: 0 };

/** Returns what a search of the admin area finds, and asks for what is needed for it. */
export function useResults(typed: string): Results {
  const text = useDeferredValue(typed.trim());
  const customers = useQuery(directoryQuery);
  const sessions = useQuery(sessionNamesQuery);
  const findCustomers = useMemo(() => customers.data && customerSearch(customers.data), [customers.data]);
  const findSessions = useMemo(
    () => sessions.data && sessionSearch(sessions.data.entries, customers.data ?? []),
    [sessions.data, customers.data],
  );
  const found = useMemo(
    () => ({
      customers: text === '' ? nothing : (findCustomers?.(text) ?? nothing),
      sessions: text === '' ? nothing : (findSessions?.(text) ?? nothing),
      screens: text === '' ? [] : screensFound(text),
    }),
    [text, findCustomers, findSessions],
  );
  const asked = usePaused(text);
  const states = useQuery(sessionStatesQuery(usePaused(found.sessions.shown).map(({ id }) => id)));
  const files = useQuery({ ...foundFilesQuery(asked), enabled: asked.length >= minFileName });
  const isFileSearch = text.length >= minFileName;
  return {
    text,
    ...found,
    states: states.data ?? new Map(),
    files: isFileSearch && asked === text ? files.data : undefined,
    loading: [
      ...(customers.isPending ? ['customers'] : []),
      ...(sessions.isPending ? ['sessions'] : []),
      ...(isFileSearch && (asked !== text || files.isLoading) ? ['files'] : []),
    ],
    failed: [
      ...(customers.isError ? [{ text: 'Customers could not be loaded.', retry: () => void customers.refetch() }] : []),
      ...(sessions.isError ? [{ text: 'Sessions could not be loaded.', retry: () => void sessions.refetch() }] : []),
      ...(files.isError ? [{ text: 'Files could not be searched.', retry: () => void files.refetch() }] : []),
    ],
  };
}

/** Returns the value as it was before the input of the last moment. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
