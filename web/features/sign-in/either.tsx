import type { ReactNode } from 'react';
import { Notice } from '../../ui/status/notice.tsx';
import { currentInAppBrowser, OpenInBrowser } from './open-in-browser.tsx';

/**
 * Two ways to sign in. In an in-app browser, where Google refuses sign-in, the code comes first.
 * @param google false while the studio has not set up Google; the page then says so
 */
export function Either({ google, code }: { google: ReactNode; code: ReactNode }) {
  if (!google) {
    return (
      code && (
        <>
          <Notice tone="info">The studio has not set up sign-in with Google. Use a code by email instead.</Notice>
          {code}
        </>
      )
    );
  }
  const divider = (
    <p className="flex items-center gap-4 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
  if (!currentInAppBrowser()) {
    return (
      <>
        {google}
        {divider}
        {code}
      </>
    );
  }
  return (
    <>
      {code}
      {divider}
      <OpenInBrowser />
      {google}
    </>
  );
}
