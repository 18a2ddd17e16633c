import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#shared/text/format-count.ts';
import { samePlace } from './restore-scroll.ts';

export interface Part {
  /** Id of the part's element. */
  id: string;
  name: string;
  count: number;
}

/** Milliseconds in which lists above the part are expected to get their final height. */
const settling = 2_000;

/**
 * Scrolls to a part of the page, and moves the focus there. Lists above it may load only now and change their height,
 * and the part itself may be loading: it is kept at the top until then, or until the person scrolls.
 */
export function jumpTo(id: string): void {
  const over = new AbortController();
  let hasArrived = false;
  const go = () => {
    const part = document.getElementById(id);
    if (!part) return;
    if (!hasArrived) {
      hasArrived = true;
      part.focus({ preventScroll: true });
      setTimeout(stop, settling);
    }
    part.scrollIntoView();
  };
  // Calls back at once, and after every change of the page's height.
  const observer = new ResizeObserver(go);
  const stop = () => {
    observer.disconnect();
    over.abort();
  };
  go();
  observer.observe(document.body);
  for (const act of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(act, stop, { passive: true, signal: over.signal });
  }
}

/**
 * Links to the parts of a page, in one row that scrolls sideways; the row keeps the current one in sight.
 * @param current id of the part in sight.
 * @param onJump called with the id of a pressed link, which only changes the address.
 */
export function JumpList({
  label,
  parts,
  current,
  onJump,
}: {
  label: string;
  parts: Part[];
  current: string | undefined;
  onJump: (id: string) => void;
}) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !link) return;
    const middle = link.offsetLeft + link.offsetWidth / 2 - row.current.clientWidth / 2;
    row.current.scrollTo({ left: current === undefined ? 0 : middle });
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className="jump-list relative flex min-w-0 flex-1 basis-24 overflow-x-auto">
      {parts.map(({ id, name, count }) => (
        <Link
          key={id}
          to={{ search: '', hash: id }}
          replace
          state={samePlace}
          onClick={() => onJump(id)}
          aria-current={id === current ? 'location' : undefined}
          className="mr-7 flex min-h-14 shrink-0 items-center gap-2 border-b-2 border-transparent text-sm font-semibold text-mute last:mr-0 hover:text-ink focus-visible:-outline-offset-3 aria-[current=location]:border-leaf aria-[current=location]:text-ink"
        >
          <span dir="auto" className="max-w-64 truncate">
            {name}
          </span>{' '}
          <span className="font-normal tabular-nums">{formatCount(count)}</span>
        </Link>
      ))}
    </nav>
  );
}
