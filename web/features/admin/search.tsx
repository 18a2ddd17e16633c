import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

/** Milliseconds without a letter before the address takes a search on: each new address draws all links of a page anew. */
const rest = 1_000;

/**
 * The search of a list. What is typed stands there at once; the address has it as soon as typing rests or the field is
 * left, so that coming back shows what was left.
 */
export function useSearch() {
  const [query, setQuery] = useSearchParams();
  const searched = query.get('search') ?? '';
  const [text, setText] = useState(searched);
  const written = useRef(searched);

  /** Changes what the address says, and has it say what is searched for. Another search begins at its first page. */
  const keep = (change: Record<string, string | null> = {}, atOnce = false) => {
    written.current = text;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        const fresh = text === searched ? {} : { search: text || null, page: null };
        for (const [name, value] of Object.entries({ ...fresh, ...change })) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: change.page === undefined, flushSync: atOnce },
    );
  };

  useEffect(() => {
    // Its own words come back from the router late, when more may have been typed; others are a link's, or the history's.
    if (searched === written.current) return;
    written.current = searched;
    setText(searched);
  }, [searched]);

  const { state } = useNavigation();
  // On the way to another screen this would lead back here.
  const keepText = useEffectEvent(() => state === 'idle' && keep());
  useEffect(() => {
    if (text === searched) return;
    const timer = setTimeout(keepText, rest);
    return () => clearTimeout(timer);
  }, [text, searched]);

  return { text, setText, query, keep, isKept: text === searched };
}

/** Reached from anywhere on the screen with '/'. */
export function SearchField({ search, label }: { search: ReturnType<typeof useSearch>; label: string }) {
  const { text, setText, keep, isKept } = search;
  const field = useRef<HTMLInputElement>(null);
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
  }, []);
  return (
    <input
      ref={field}
      type="search"
      value={text}
      aria-label={label}
      aria-keyshortcuts="/"
      onChange={(event) => setText(event.target.value)}
      // Before the press of a link, which takes along what the address says then.
      onBlur={isKept ? undefined : () => keep({}, true)}
      placeholder={`${label}...`}
      className="h-12 w-full max-w-xl rounded-md border border-edge bg-white px-3.5 placeholder:text-mute"
    />
  );
}
