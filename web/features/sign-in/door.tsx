import type { ReactNode } from 'react';
import { pageTitle } from '../../lib/page-title.ts';
import { Logo } from '../../ui/logo.tsx';

/** The frame of every sign-in screen: one narrow column, the studio's name above it leading home. */
export function Door({
  title,
  tab = pageTitle(title),
  children,
}: {
  title: string;
  /** What the browser's tab says, where that is not the title and the studio's name. */
  tab?: string;
  children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh grid-cols-1 place-items-center bg-paper px-gutter py-12 outline-none"
    >
      <title>{tab}</title>
      <div className="w-full max-w-md">
        <a href="/" className="inline-flex min-h-11 items-center text-lg">
          <Logo />
        </a>
        <h1 className="mt-4 text-head">{title}</h1>
        <div className="mt-8 flex flex-col gap-6">{children}</div>
      </div>
    </main>
  );
}
