import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';

/** The width of the list, and its distance from the window's edge, in pixels. */
const width = 240;
const margin = 16;

/**
 * The button 'More' and the list of less frequent actions that it opens. The list is a native popover: the browser
 * closes it by Escape and by a click elsewhere, and restores the focus. A click on an action closes it, too.
 * @param label describes the actions for screen readers: 'More for this session'
 * @param children buttons and links
 */
export function More({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The list is in the top layer, so its position must be computed from the button's.
  const positionList = () => {
    if (!button.current || !list.current) return;
    const { right, bottom } = button.current.getBoundingClientRect();
    list.current.style.top = `${bottom + scrollY + 4}px`;
    list.current.style.left = `${Math.max(margin, Math.min(right, innerWidth - margin) - width)}px`;
  };
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        className="max-sm:px-0!"
        aria-label={label}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        More
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it closes behind the action that was chosen in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button or a link clicks it */}
      <div
        ref={list}
        id={id}
        popover="auto"
        onBeforeToggle={positionList}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        style={{ width }}
        onClick={() => list.current?.hidePopover()}
        className="absolute inset-auto m-0 flex-col rounded-md bg-white py-2 text-ink shadow-menu open:flex"
      >
        {children}
      </div>
    </>
  );
}

/** The classes of a button or a link in the list. */
export const inMore =
  'flex min-h-11 w-full cursor-pointer items-center px-4 text-left text-sm hover:bg-leaf-wash focus-visible:-outline-offset-2';
