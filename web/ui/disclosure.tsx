import { type ReactNode, useState } from 'react';
import { ChevronRight } from './icons.tsx';

const looks = {
  link: 'inline-flex min-h-11 items-center gap-1.5',
  row: 'flex min-h-12 flex-wrap items-center gap-x-3 py-1.5',
};

/**
 * A line that opens and closes the content below it, which is rendered only while it is open.
 * @param className classes of the line
 * @param startsOpen whether it is open until its line is pressed
 */
export function Disclosure({
  summary,
  look = 'link',
  className = '',
  startsOpen = false,
  children,
}: {
  summary: ReactNode;
  look?: keyof typeof looks;
  className?: string;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details open={startsOpen} className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={`${looks[look]} ${className}`}>
        <ChevronRight className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {summary}
      </summary>
      {isOpen && children}
    </details>
  );
}
