import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * A container for content that appears and disappears with a button in it. When the pressed button disappears, the
 * focus moves to this container, where the result of the press follows, or to the heading of a page in it. Browsers
 * would leave the focus on no element, and screen readers would begin at the top of the page again.
 */
export function KeepFocus({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    // React reports no blur of removed elements.
    if (!isInside || document.activeElement !== document.body) return;
    const heading = container.current?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? container.current)?.focus({ preventScroll: true });
  });
  if (!children && !isInside) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only records where the focus is
    <div
      ref={container}
      tabIndex={-1}
      data-keeps-focus=""
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
      className="outline-none empty:absolute"
    >
      {children}
    </div>
  );
}
