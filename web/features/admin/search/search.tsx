import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepScroll } from '../../../ui/navigation/restore-scroll.ts';
import { listKeys } from '../keys/tables.ts';
import { useKeys } from '../keys/use-keys.ts';

/** Milliseconds without input before the search is written to the URL; each new URL re-renders all links of the page. */
const typingPause = 1_000;

/**
 * Returns the state of a list's search field. Input shows at once; the URL is updated after a pause in typing or on blur, so that
 * navigating back restores the search.
 */
export function useSearch() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const searchInUrl = query.get('search') ?? '';
  const [text, setText] = useState(searchInUrl);
  const lastWrittenSearch = useRef(searchInUrl);
  const field = useRef<HTMLInputElement>(null);

  /** Returns the query string with the current search and the change; a new search resets the page. */
  const queryWith = (change: Record<string, string | null>) => {
    const nextQuery = new URLSearchParams(query);
    const searchChange = text === searchInUrl ? {} : { search: text || null, page: null };
    for (const [name, value] of Object.entries({ ...searchChange, ...change })) {
      if (value === null) nextQuery.delete(name);
      else nextQuery.set(name, value);
    }
    return nextQuery;
  };
  const keep = (change: Record<string, string | null> = {}) => {
    lastWrittenSearch.current = text;
    setQuery(queryWith(change), { replace: true, state: change.page === undefined ? keepScroll : null });
  };

  useEffect(() => {
    // The router reports this component's update late, after more may have been typed: ignore it. Other values come from links or
    // the history.
    if (searchInUrl === lastWrittenSearch.current) return;
    lastWrittenSearch.current = searchInUrl;
    setText(searchInUrl);
  }, [searchInUrl]);

  const keepText = useEffectEvent(() => {
    // Only while focused: after blur the user may be navigating away, and the update would navigate back.
    if (document.activeElement === field.current) keep();
  });
  useEffect(() => {
    if (text === searchInUrl) return;
    const timer = setTimeout(keepText, typingPause);
    return () => clearTimeout(timer);
  }, [text, searchInUrl]);

  const isKept = text === searchInUrl;
  const queryString = `?${queryWith({})}`;
  return {
    text,
    query,
    keep,
    isKept,
    /** The URL of the list with the current search. */
    url: queryString === '?' ? pathname : pathname + queryString,
    clear: () => {
      setText('');
      field.current?.focus();
    },
    input: {
      ref: field,
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
      onBlur: () => isKept || keep(),
    },
  };
}

/**
 * The search field of a list; its key focuses it.
 * @param size classes of its height and padding
 */
export function SearchField({
  search,
  label,
  size = 'h-12 px-3.5',
}: {
  search: ReturnType<typeof useSearch>;
  label: string;
  size?: string;
}) {
  useKeys(listKeys, { search: () => search.input.ref.current?.focus() });
  return (
    <input
      {...search.input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="F"
      placeholder={`${label}...`}
      className={`w-full max-w-xl rounded-md border border-edge bg-white placeholder:text-mute ${size}`}
    />
  );
}
