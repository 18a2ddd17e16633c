import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { copyrightYear, studio } from '#shared/studio.ts';
import { Close, Facebook, Instagram, Menu, Star } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { useRestoredScroll } from '../ui/restore-scroll.ts';
import { pageAt } from './page-head.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/contact', label: 'Contact' },
];
const menuId = 'site-menu';

/** Header, phone menu and footer around a public page. What lies behind a sign-in is a document of its own, hence `<a>`. */
export function SiteShell() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useRestoredScroll();

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
      <header className="site-header sticky top-0 z-30 bg-paper px-gutter">
        <div className="flex h-16 items-center justify-between md:h-20">
          <Link to="/" className="inline-flex min-h-11 items-center">
            <Logo className="text-2xl md:text-[1.75rem]" />
          </Link>
          <nav aria-label="Main" className="hidden items-center gap-8 text-sm md:flex lg:gap-10">
            {links.map(({ to, label }) => (
              <NavLink key={to} to={to} end className="site-link">
                {label}
              </NavLink>
            ))}
            <a href="/client-login" className="btn min-h-11 border border-ink px-5 py-2 hover:bg-ink hover:text-paper">
              Client Login
            </a>
          </nav>
          <button type="button" popoverTarget={menuId} className="-mr-2.5 grid size-12 place-items-center md:hidden">
            <Menu className="size-7" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </header>
      {/* A native popover: it opens, closes and gives the focus back before any script of ours, or without. */}
      <nav ref={menu} id={menuId} popover="auto" aria-label="Menu" className="site-menu on-dark">
        <div className="flex h-16 shrink-0 items-center justify-between">
          <Logo className="text-2xl" />
          <button
            type="button"
            popoverTarget={menuId}
            popoverTargetAction="hide"
            className="-mr-2.5 grid size-12 place-items-center"
          >
            <Close className="size-7" />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
        <div className="my-auto grid gap-2 py-6 font-display text-hero">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end className="py-2" onClick={() => menu.current?.hidePopover()}>
              {label}
            </NavLink>
          ))}
        </div>
        <a href="/client-login" className="btn shrink-0 bg-paper text-ink">
          Client Login
        </a>
      </nav>
      <main ref={main} id="main" tabIndex={-1} className="outline-none">
        <ScreenBoundary place={pathname} frame="div">
          <Outlet />
        </ScreenBoundary>
      </main>
      <Footer />
    </>
  );
}

const footerLink = 'inline-flex min-h-11 items-center gap-2.5 underline-offset-4 hover:underline md:min-h-9';

function Footer() {
  return (
    <footer className="on-dark bg-leaf-deep px-gutter pt-16 pb-8 text-paper md:pt-24">
      <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1.3fr_1fr]">
        <div>
          <Link to="/" className="inline-flex">
            <Logo className="text-head" />
          </Link>
          <p className="mt-4 text-leaf-wash">
            {studio.trade} in {studio.city}
          </p>
        </div>
        <FooterColumn title="Explore">
          <li>
            <Link to="/" className={footerLink}>
              Home
            </Link>
          </li>
          <li>
            <Link to="/services" className={footerLink}>
              Sessions
            </Link>
          </li>
          <li>
            <Link to="/contact" className={footerLink}>
              Contact
            </Link>
          </li>
          <li>
            <a href="/client-gallery" className={footerLink}>
              Client Gallery
            </a>
          </li>
          <li>
            <Link to="/login" className={footerLink}>
              Login
            </Link>
          </li>
        </FooterColumn>
        <FooterColumn title="Say hello">
          <li>
            <a href={`mailto:${studio.email}`} className={`${footerLink} [overflow-wrap:anywhere]`}>
              {studio.email}
            </a>
          </li>
          <li>
            <a href={`tel:${studio.phoneLink}`} className={footerLink}>
              {studio.phone}
            </a>
          </li>
          <li className="flex min-h-11 items-center md:min-h-9">{studio.city}</li>
        </FooterColumn>
        <FooterColumn title="Follow">
          <li>
            <a href={studio.links.instagram} className={footerLink}>
              <Instagram className="size-5" />
              Instagram
            </a>
          </li>
          <li>
            <a href={studio.links.facebook} className={footerLink}>
              <Facebook className="size-5" />
              Facebook
            </a>
          </li>
          <li>
            <a href={studio.links.googleReviews} className={footerLink}>
              <Star className="size-5" />
              Google Reviews
            </a>
          </li>
        </FooterColumn>
      </div>
      <p className="mt-16 flex flex-wrap items-center justify-between gap-x-8 border-t border-white/20 pt-6 text-sm text-leaf-wash">
        <span>
          © {copyrightYear(new Date())} {studio.name}
        </span>
        <a href={studio.credit.url} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {studio.credit.text}
        </a>
      </p>
    </footer>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-display text-lg text-leaf-wash italic">{title}</h2>
      <ul className="mt-3 text-sm">{children}</ul>
    </div>
  );
}
