import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { samePlace } from '../../../ui/navigation/restore-scroll.ts';

/**
 * Milliseconds without input before the search is written to the URL; each new URL re-renders all links of the page.
 */
const rest = 1_000;

/**
 * State of a list's search field. Input shows at once; the URL is updated after a pause in typing or on blur, so that
 * navigating back restores the search.
 */
export function useSearch() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const searched = query.get('search') ?? '';
  const [text, setText] = useState(searched);
  const written = useRef(searched);
  const field = useRef<HTMLInputElement>(null);

  /** The query string with the current search and the change; a new search resets the page. */
  const queryWith = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    const fresh = text === searched ? {} : { search: text || null, page: null };
    for (const [name, value] of Object.entries({ ...fresh, ...change })) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  const keep = (change: Record<string, string | null> = {}) => {
    written.current = text;
    setQuery(queryWith(change), { replace: true, state: change.page === undefined ? samePlace : null });
  };

  useEffect(() => {
    // The router reports our own update late, when more may have been typed: ignore it. Other values come from links or
    // the history.
    if (searched === written.current) return;
    written.current = searched;
    setText(searched);
  }, [searched]);

  const keepText = useEffectEvent(() => {
    // Only while focused: after blur the user may be navigating away, and the update would navigate back.
    if (document.activeElement === field.current) keep();
  });
  useEffect(() => {
    if (text === searched) return;
    const timer = setTimeout(keepText, rest);
    return () => clearTimeout(timer);
  }, [text, searched]);

  const isKept = text === searched;
  const place = `?${queryWith({})}`;
  return {
    text,
    query,
    keep,
    isKept,
    /** URL of the list with the current search. */
    place: place === '?' ? pathname : pathname + place,
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

/** A search field; '/' focuses it. */
export function SearchField({ search, label }: { search: ReturnType<typeof useSearch>; label: string }) {
  const field = search.input.ref;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof HTMLElement && target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [field]);
  return (
    <input
      {...search.input}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={`${label}...`}
      className="h-12 w-full max-w-xl rounded-md border border-edge bg-white px-3.5 placeholder:text-mute"
    />
  );
}
