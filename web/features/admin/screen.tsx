import type { ReactNode } from 'react';
import { pageTitle } from '../../lib/page-title.ts';

/** The frame of every screen in the admin area: title, what can be done here, content. */
export function Screen({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="px-4 pt-6 pb-16 md:px-8 md:pt-10">
      <title>{pageTitle(title)}</title>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
