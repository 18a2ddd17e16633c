import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#shared/text/format-count.ts';
import { keepScroll } from './restore-scroll.ts';

export interface Section {
  /** The id of the section's element. */
  id: string;
  name: string;
  count: number;
}

/** Milliseconds in which lists above the section are expected to get their final height. */
const settling = 2_000;

/**
 * Scrolls to a section of the page and focuses it. Lists above it may still load and change their height, and the
 * section itself may still load: it stays at the top for a while, or until the person scrolls.
 */
export function jumpTo(id: string): void {
  const abort = new AbortController();
  let hasArrived = false;
  const go = () => {
    const section = document.getElementById(id);
    if (!section) return;
    if (!hasArrived) {
      hasArrived = true;
      section.focus({ preventScroll: true });
      setTimeout(stop, settling);
    }
    section.scrollIntoView();
  };
  // Calls back at once, and after every change of the page's height.
  const observer = new ResizeObserver(go);
  const stop = () => {
    observer.disconnect();
    abort.abort();
  };
  go();
  observer.observe(document.body);
  for (const act of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(act, stop, { passive: true, signal: abort.signal });
  }
}

/**
 * Links to the sections of a page, in one row that scrolls sideways; the row keeps the current link in view.
 * @param current id of the section in view
 * @param onJump called with the id of a pressed link, which only changes the address
 */
export function JumpList({
  label,
  sections,
  current,
  onJump,
}: {
  label: string;
  sections: Section[];
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
      {sections.map(({ id, name, count }) => (
        <Link
          key={id}
          to={{ search: '', hash: id }}
          replace
          state={keepScroll}
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
