import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ChevronLeft } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/navigation/page-title.tsx';

/** Frame of the admin screens: title, actions, content. */
export function Screen({
  title,
  heading = title,
  back,
  actions,
  children,
}: {
  title: string;
  /** The heading, if it has more than the text of the title. */
  heading?: ReactNode;
  /** Link to the parent screen. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="px-4 pt-6 pb-16 md:px-8 md:pt-10">
      <PageTitle screen={title} />
      {back && (
        <Link
          to={back.to}
          className="-mt-3 mb-1 inline-flex min-h-11 items-center gap-1 text-sm text-mute hover:text-ink md:-mt-5 print:hidden"
        >
          <ChevronLeft className="size-4" />
          <bdi>{back.label}</bdi>
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 dir="auto" className="text-title">
          {heading}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
