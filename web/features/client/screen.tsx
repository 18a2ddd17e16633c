import type { ReactNode } from 'react';
import { pageTitle } from '../../lib/page-title.ts';

/** The frame of the portal's screens: title and margins, the same on each. `tab` is what the browser's tab says instead. */
export function Screen({ title, tab = title, children }: { title: string; tab?: string; children: ReactNode }) {
  return (
    <div className="px-4 pt-8 pb-16 md:px-8 md:pt-12">
      <title>{pageTitle(tab)}</title>
      <h1 className="text-head">{title}</h1>
      {children}
    </div>
  );
}
