import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { samePlace } from '../../ui/restore-scroll.ts';

/** Milliseconds without a letter before the address takes a search on: each new address draws all links of a page anew. */
const rest = 1_000;

/**
 * The search of a list. What is typed stands there at once; the address has it as soon as typing rests or the field is
 * left, so that coming back shows what was left.
 */
export function useSearch() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const searched = query.get('search') ?? '';
  const [text, setText] = useState(searched);
  const written = useRef(searched);
  const field = useRef<HTMLInputElement>(null);

  /** What the address should say. Another search begins at its first page. */
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
    // Its own words come back from the router late, when more may have been typed; others are a link's, or the history's.
    if (searched === written.current) return;
    written.current = searched;
    setText(searched);
  }, [searched]);

  const keepText = useEffectEvent(() => {
    // Whoever has left the field may be on the way to another screen, and would be led back.
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
    /** Where coming back leads. */
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

/** Reached from anywhere on the screen with '/'. */
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
