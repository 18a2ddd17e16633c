import { PageTitle } from '../ui/page-title.tsx';
import { NotFound } from './not-found.tsx';
import { SiteFooter, SiteHeader } from './site-frame.tsx';

/** 'Page not found' for unknown paths of the private router, with the public pages' header and footer. */
export function Component() {
  return (
    <div className="site-frame">
      <PageTitle screen="Page not found" />
      <SiteHeader pathname="" />
      <main id="main" tabIndex={-1} className="outline-none">
        <NotFound />
      </main>
      <SiteFooter />
    </div>
  );
}
