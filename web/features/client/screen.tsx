import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/navigation/page-title.tsx';

/**
 * The frame of a client screen: title and margins.
 * @param tab the document's title, if it is not the screen's title
 */
export function Screen({
  title,
  tab = title as string,
  children,
}: {
  title: ReactNode;
  tab?: string;
  children: ReactNode;
}) {
  return (
    <div className="px-4 pt-5 pb-16 md:px-8 md:pt-12 low:pt-3">
      <PageTitle screen={tab} />
      <h1 dir="auto" className="text-head low:text-title">
        {title}
      </h1>
      {children}
    </div>
  );
}
