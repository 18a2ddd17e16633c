import { type ReactNode, useEffect } from 'react';

/**
 * A bar that stays at the bottom edge, with space for it below the page. While the studio views the page as its
 * client, the bar is above the studio's own bar.
 * @param share the chosen share of the included photos, 0 to 1
 */
export function BottomBar({ label, share, children }: { label: string; share?: number; children: ReactNode }) {
  useEffect(() => {
    // An element with the keyboard's focus must not be behind the bar.
    document.documentElement.style.scrollPaddingBottom = '8rem';
    return () => {
      document.documentElement.style.scrollPaddingBottom = '';
    };
  }, []);
  return (
    <>
      <div aria-hidden="true" className="h-24" />
      {/* In front of the page's sticky bar, which overlaps it while a low window is scrolled. */}
      <section
        aria-label={label}
        style={{ bottom: 'var(--below-bars, 0px)' }}
        className="fixed inset-x-0 z-45 border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:left-60 print:hidden"
      >
        {share !== undefined && (
          <div
            aria-hidden="true"
            className="absolute inset-x-0 -top-px h-0.5 origin-left bg-leaf transition-transform motion-reduce:transition-none"
            style={{ transform: `scaleX(${Math.min(1, share)})` }}
          />
        )}
        {children}
      </section>
    </>
  );
}
