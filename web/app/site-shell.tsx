import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { copyrightYear, studio } from '#shared/studio.ts';
import { Close, Facebook, Instagram, Menu } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { pageAt } from './page-head.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/contact', label: 'Contact' },
];
const menuId = 'site-menu';

/** Header, phone menu and footer around a public page. */
export function SiteShell() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    menu.current?.hidePopover();
    document.title = pageAt(pathname).title;
    // A new page begins at its top for the keyboard and the screen reader too.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:m-3 focus:bg-ink focus:px-4 focus:py-3 focus:text-white"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 bg-paper px-gutter">
        <div className="flex h-16 items-center justify-between md:h-20">
          <Link to="/">
            <Logo className="text-[1.6rem]" />
          </Link>
          <nav aria-label="Main" className="hidden items-center gap-9 text-sm md:flex">
            {links.map(({ to, label }) => (
              <NavLink key={to} to={to} end className="site-link">
                {label}
              </NavLink>
            ))}
            <a href="/client-login" className="btn min-h-11 border border-ink px-5 hover:bg-ink hover:text-paper">
              Client Login
            </a>
          </nav>
          <button type="button" popoverTarget={menuId} className="-mr-2.5 grid size-12 place-items-center md:hidden">
            <Menu className="size-7" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </header>
      <div ref={menu} id={menuId} popover="auto" className="site-menu on-dark">
        <button
          type="button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          className="ml-auto grid size-12 place-items-center"
        >
          <Close className="size-7" />
          <span className="sr-only">Close menu</span>
        </button>
        <nav aria-label="Menu" className="mt-8 grid gap-3 font-display text-5xl">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end className="py-2">
              {label}
            </NavLink>
          ))}
        </nav>
        <a href="/client-login" className="btn mt-auto bg-paper text-ink">
          Client Login
        </a>
      </div>
      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <footer className="on-dark bg-leaf-deep px-gutter py-16 text-paper">
        <Link to="/">
          <Logo className="text-title" />
        </Link>
        <p>
          © {copyrightYear(new Date())} {studio.name}. <a href={studio.credit.url}>{studio.credit.text}</a>
        </p>
        <a href={studio.links.instagram}>
          <Instagram className="size-6" /> Instagram
        </a>
        <a href={studio.links.facebook}>
          <Facebook className="size-6" /> Facebook
        </a>
      </footer>
      <ScrollRestoration />
    </>
  );
}
