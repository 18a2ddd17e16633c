import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pageTitle } from '../../lib/page-title.ts';
import { ChevronLeft } from '../../ui/icons.tsx';

/** The frame of every screen in the admin area: title, what can be done here, content. */
export function Screen({
  title,
  back,
  actions,
  children,
}: {
  title: string;
  /** Where one comes from. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="px-4 pt-6 pb-16 md:px-8 md:pt-10">
      <title>{pageTitle(title)}</title>
      {back && (
        <Link
          to={back.to}
          className="-mt-3 mb-1 inline-flex min-h-11 items-center gap-1 text-sm text-mute hover:text-ink md:-mt-5"
        >
          <ChevronLeft className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
