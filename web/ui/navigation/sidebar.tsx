import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Close, Menu } from '../icons.tsx';

export interface SidebarLink {
  to: string;
  label: string;
  /** Current only at this exact path, not below it. */
  exact?: boolean;
  /** Other path prefixes at which this link is current. */
  alsoAt?: string[];
  /** An indicator behind the label, with text for screen readers. */
  badge?: ReactNode;
}

function isCurrent(link: SidebarLink, pathname: string): boolean {
  if (pathname === link.to) return true;
  if (link.exact) return false;
  return [`${link.to}/`, ...(link.alsoAt ?? [])].some((beginning) => pathname.startsWith(beginning));
}

interface Props {
  title: string;
  brand: ReactNode;
  links: SidebarLink[];
  footer: ReactNode;
  /** The name of the main content for screen readers, for a page whose frame contains another page. */
  main?: string;
  children: ReactNode;
}

/**
 * The layout of the client and admin areas: a fixed sidebar, or on phones a drawer. The drawer is a native popover,
 * so the browser opens and closes it and restores the focus.
 */
export function SidebarLayout({ title, brand, links, footer, main, children }: Props) {
  const drawer = useRef<HTMLDialogElement>(null);
  const drawerId = useId();
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: close the drawer on navigation
  useEffect(() => drawer.current?.hidePopover(), [pathname]);

  const navigation = <Navigation title={title} links={links} pathname={pathname} />;

  return (
    <div className="min-h-dvh bg-white lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:z-50 focus:bg-white focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a banner, and not the only one beside the preview of the website */}
      <header
        aria-label={title}
        className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-white px-4 lg:hidden print:hidden"
      >
        {brand}
        <button
          type="button"
          popoverTarget={drawerId}
          aria-label="Open menu"
          className="relative grid size-11 cursor-pointer place-items-center rounded-full"
        >
          <Menu className="size-6" />
          {/* Shown if any link has an indicator; the indicator's text is beside its link. */}
          {links.some((link) => link.badge) && (
            <span
              aria-hidden="true"
              className="absolute top-2 right-1.5 size-2.5 rounded-full bg-alert ring-2 ring-white forced-colors:bg-[CanvasText]"
            />
          )}
        </button>
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 border-r border-line px-4 py-6 lg:flex print:hidden">
        {brand}
        <p className="px-3 text-xs font-semibold text-mute">{title}</p>
        {navigation}
        {footer}
      </aside>
      <dialog
        ref={drawer}
        aria-label={title}
        id={drawerId}
        popover="auto"
        className="fixed inset-y-0 left-auto right-0 m-0 h-dvh max-h-none w-[min(20rem,88vw)] flex-col gap-5 bg-white p-5 shadow-menu backdrop:bg-night/50 open:flex lg:hidden"
      >
        <div className="flex items-center justify-between">
          <p className="px-3 font-display text-lg">{title}</p>
          <button
            type="button"
            popoverTarget={drawerId}
            popoverTargetAction="hide"
            aria-label="Close menu"
            className="grid size-11 cursor-pointer place-items-center rounded-full"
          >
            <Close className="size-6" />
          </button>
        </div>
        {navigation}
        {footer}
      </dialog>
      <main id="main" tabIndex={-1} aria-label={main} className="min-w-0 outline-none">
        {children}
      </main>
    </div>
  );
}

function Navigation({ title, links, pathname }: Pick<Props, 'title' | 'links'> & { pathname: string }) {
  return (
    <nav aria-label={title} className="flex flex-1 flex-col gap-1">
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
          className="flex min-h-11 items-center justify-between rounded-md px-3 text-sm font-semibold text-mute hover:text-ink aria-[current=page]:bg-leaf-wash aria-[current=page]:text-leaf-deep"
        >
          {link.label} {link.badge}
        </Link>
      ))}
    </nav>
  );
}
