import { useEffect, useState } from 'react';

/** Pixels below the top of the window, under the page's sticky bars, at which a section counts as reached. */
const reachedLine = 200;

/**
 * Returns the section of the page in sight: the last of these elements whose top has been scrolled past the sticky
 * bars.
 * @param ids ids of the elements, from top to bottom; joined by spaces, so that equal lists are equal.
 */
export function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const sections = ids === '' ? [] : ids.split(' ');
    let frame = 0;
    const update = () => {
      frame = 0;
      const isPassed = (id: string) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < reachedLine;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      setCurrent(isAtEnd ? sections.at(-1) : (sections.findLast(isPassed) ?? sections[0]));
    };
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', scheduleUpdate, { passive: true });
    addEventListener('resize', scheduleUpdate);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scheduleUpdate);
      removeEventListener('resize', scheduleUpdate);
    };
  }, [ids]);
  return current;
}
