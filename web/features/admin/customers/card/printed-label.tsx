import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

/** While this is rendered, a page that is printed has these lines alone. The screen shows nothing of it. */
export function PrintedLabel({ lines, onPrinted }: { lines: string[]; onPrinted: () => void }) {
  const label = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onPrinted);
  useLayoutEffect(() => {
    const others = [...document.body.children].filter((element) => element !== label.current);
    const stop = new AbortController();
    for (const element of others) element.classList.add('print:hidden');
    addEventListener('afterprint', () => end(), stop);
    return () => {
      stop.abort();
      for (const element of others) element.classList.remove('print:hidden');
    };
  }, []);
  return createPortal(
    <div ref={label} dir="auto" className="hidden text-xl print:block">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <p key={index}>{line}</p>
      ))}
    </div>,
    document.body,
  );
}
