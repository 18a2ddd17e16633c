import { Outlet, useLocation } from 'react-router-dom';
import { useRestoredScroll } from '../../ui/navigation/restore-scroll.ts';
import { ScreenBoundary } from '../routes/screen-boundary.tsx';
import { SiteFooter, SiteHeader } from './site-frame.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

/** Header, phone menu and footer around a public page. */
export function SiteShell() {
  const { pathname } = useLocation();
  useRestoredScroll();
  return (
    <>
      <SiteHeader pathname={pathname} />
      <main id="main" tabIndex={-1} className="outline-none">
        <ScreenBoundary place={pathname} frame="div">
          <Outlet />
        </ScreenBoundary>
      </main>
      <SiteFooter />
      <WaitingNotice />
    </>
  );
}
