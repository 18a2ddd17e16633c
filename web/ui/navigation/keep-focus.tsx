import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * The place of what comes and goes with a button in it: when the pressed button is gone, the focus stays here, where its
 * answer follows, or goes to the heading of a page that is in it. Browsers leave it nowhere, and screen readers begin at
 * the top of the page again.
 */
export function KeepFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    // React reports no blur of what it removes.
    if (!isInside || document.activeElement !== document.body) return;
    const heading = place.current?.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? place.current)?.focus({ preventScroll: true });
  });
  if (!children && !isInside) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
    <div
      ref={place}
      tabIndex={-1}
      onFocus={() => setInside(true)}
      onBlur={() => setInside(false)}
      className="outline-none empty:absolute"
    >
      {children}
    </div>
  );
}
