import { type ReactNode, useRef } from 'react';
import { copyrightYear } from '#shared/studio.ts';
import type { FilledPage } from '#shared/website/website.ts';
import { useFilledPages, useStudio } from '../../ui/content.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Close, Facebook, Instagram, Menu, Star } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/contact', label: 'Contact' },
];
const signInPaths = ['/client-login', '/register', '/register-complete', '/admin-login'];
const menuId = 'site-menu';

/**
 * Returns the link's `aria-current`: 'page' for the current page, 'true' for 'Client Login' on the other sign-in pages.
 */
function currentAt(pathname: string, to: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return to === '/client-login' && signInPaths.includes(pathname) ? 'true' : undefined;
}

/** Skip link, header and phone menu of the public pages and of the sign-in pages. */
export function SiteHeader({ pathname }: { pathname: string }) {
  const menu = useRef<HTMLElement>(null);
  const login = currentAt(pathname, '/client-login');
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:m-3 focus:bg-ink focus:px-4 focus:py-3 focus:text-white"
      >
        Skip to content
      </a>
      {/* Header and footer follow the text's size, too: a window is narrow for text that its reader has enlarged. */}
      <header className="site-header @container sticky top-0 z-30 bg-paper px-gutter">
        <div className="flex h-16 items-center justify-between md:h-20">
          <a href="/" className="inline-flex min-h-11 items-center">
            <Logo className="text-2xl md:text-[1.75rem]" />
          </a>
          <nav aria-label="Main" className="hidden items-center gap-8 text-sm @2xl:flex">
            {links.map(({ to, label }) => (
              <a key={to} href={to} aria-current={currentAt(pathname, to)} className="site-link">
                {label}
              </a>
            ))}
            <a
              href="/client-login"
              aria-current={login}
              className="btn min-h-11 border border-ink px-5 py-2 hover:bg-ink hover:text-paper"
            >
              Client Login
            </a>
          </nav>
          <button
            type="button"
            popoverTarget={menuId}
            className="-mr-2.5 grid size-12 place-items-center @2xl:hidden print:hidden"
          >
            <Menu className="size-7" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </header>
      {/* A native popover: the browser opens and closes it and restores the focus. */}
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
            <a
              key={to}
              href={to}
              aria-current={currentAt(pathname, to)}
              className="py-2"
              onClick={() => menu.current?.hidePopover()}
            >
              {label}
            </a>
          ))}
        </div>
        <a href="/client-login" aria-current={login} className="btn shrink-0 bg-paper text-ink">
          Client Login
        </a>
      </nav>
    </>
  );
}

/** The pages that the footer has always, before and after the optional pages. */
const pagesToExplore = [
  { path: '/', name: 'Home' },
  { path: '/services', name: 'Sessions' },
  { path: '/gallery', name: 'Gallery' },
  { path: '/contact', name: 'Contact' },
];
const pagesOfClients = [
  { path: '/client-gallery', name: 'Client Gallery' },
  { path: '/login', name: 'Login' },
];

const isOfService = ({ path }: FilledPage) => path.startsWith('/services/');

const footerLink = 'inline-flex min-h-11 items-center gap-2.5 underline-offset-4 hover:underline md:min-h-9';

/** Footer of the public pages and of the sign-in pages. */
export function SiteFooter() {
  const studio = useStudio();
  const pages = useFilledPages();
  const [servicePages, otherPages] = [pages.filter(isOfService), pages.filter((page) => !isOfService(page))];
  const follow = [
    { href: studio.instagram, name: 'Instagram', Icon: Instagram },
    { href: studio.facebook, name: 'Facebook', Icon: Facebook },
    { href: studio.google_reviews, name: 'Google Reviews', Icon: Star },
  ].filter(({ href }) => href !== '');
  return (
    <footer className="on-dark @container bg-leaf-deep px-gutter pt-16 pb-8 text-paper md:pt-24">
      <div className="grid gap-x-8 gap-y-12 @2xl:grid-cols-2 @4xl:grid-cols-[2fr_1fr_1.3fr_1fr]">
        <div>
          <a href="/" className="inline-flex">
            <Logo className="text-head" />
          </a>
          <p className="mt-4 text-leaf-wash">
            {studio.trade} in {studio.city}
          </p>
        </div>
        <FooterColumn title="Explore">
          {[...pagesToExplore, ...otherPages, ...pagesOfClients].map((page) => (
            <PageLink key={page.path} {...page} />
          ))}
        </FooterColumn>
        <FooterColumn title="Say hello">
          <li>
            <a href={`mailto:${studio.email}`} className={footerLink}>
              <span>
                <EmailAddress address={studio.email} />
              </span>
            </a>
          </li>
          <li>
            <a href={`tel:${studio.phone_link}`} className={footerLink}>
              {studio.phone}
            </a>
          </li>
          <li className="flex min-h-11 items-center md:min-h-9">{studio.city}</li>
        </FooterColumn>
        {follow.length > 0 && (
          <FooterColumn title="Follow">
            {follow.map(({ href, name, Icon }) => (
              <li key={name}>
                <a href={href} className={footerLink}>
                  <Icon className="size-5" />
                  {name}
                </a>
              </li>
            ))}
          </FooterColumn>
        )}
      </div>
      {servicePages.length > 0 && (
        <nav aria-labelledby="footer-services" className="mt-12">
          <h2 id="footer-services" className="font-display text-lg text-leaf-wash">
            What we photograph
          </h2>
          <ul className="mt-3 flex flex-wrap gap-x-8 text-sm">
            {servicePages.map((page) => (
              <PageLink key={page.path} {...page} />
            ))}
          </ul>
        </nav>
      )}
      <p className="mt-16 flex flex-wrap items-center justify-between gap-x-8 border-t border-white/20 pt-6 text-sm text-leaf-wash">
        <span>
          © {copyrightYear(new Date())} {studio.name}
        </span>
        <Credit words={studio.credit} link={studio.credit_link} />
      </p>
    </footer>
  );
}

function PageLink({ path, name }: FilledPage) {
  return (
    <li>
      <a href={path} className={footerLink}>
        {name}
      </a>
    </li>
  );
}

/** The last text of the footer: a link if there is an address. */
function Credit({ words, link }: { words: string; link: string }) {
  if (!link) return <span dir="auto">{words}</span>;
  return (
    <a href={link} className="text-link">
      {words || link}
    </a>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-display text-lg text-leaf-wash">{title}</h2>
      <ul className="mt-3 text-sm">{children}</ul>
    </div>
  );
}
