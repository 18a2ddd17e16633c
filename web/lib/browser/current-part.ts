import { useEffect, useState } from 'react';

/** Pixels below the page's sticky bars at which a part counts as reached. */
const line = 200;

/**
 * The part of the page in sight: the last of these elements whose top has been scrolled past the sticky bars.
 * @param ids of the elements, from top to bottom; joined by spaces, so that equal lists are equal.
 */
export function useCurrentPart(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const parts = ids === '' ? [] : ids.split(' ');
    let frame = 0;
    const look = () => {
      frame = 0;
      const isPassed = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      setCurrent(isAtEnd ? parts.at(-1) : (parts.findLast(isPassed) ?? parts[0]));
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [ids]);
  return current;
}
