import { useState } from 'react';
import { androidBrowserLink, inAppBrowser } from '../../lib/browser/in-app-browser.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Returns the in-app browser in which this page is open, or null. A site on the iPhone's home screen has a web view's
 * user agent, but Google accepts it.
 */
export const currentInAppBrowser = () =>
  'standalone' in navigator && navigator.standalone === true ? null : inAppBrowser(navigator.userAgent);

/**
 * Explains in an in-app browser, where Google refuses sign-in, how to open a regular browser. Renders nothing
 * elsewhere.
 */
export function OpenInBrowser() {
  const [copied, setCopied] = useState(false);
  const inApp = currentInAppBrowser();
  if (!inApp) return null;
  const { app, system } = inApp;
  const address = location.href;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <section aria-labelledby="open-in-browser" className="rounded-md border border-line bg-white p-5">
      <h2 id="open-in-browser" className="font-sans text-base font-semibold tracking-normal">
        {app ? `You are inside the ${app} app` : 'You are inside another app'}
      </h2>
      <p className="mt-2 text-sm">
        Google does not let you sign in here. To sign in with Google, please open this page in your browser:
      </p>
      <ol className="mt-3 flex list-decimal flex-col gap-1 pl-5 text-sm">
        <li>Tap the menu (••• or ⋮) at the edge of this window.</li>
        <li>
          Choose <b className="font-semibold">{system === 'ios' ? 'Open in Safari' : 'Open in browser'}</b>
          {system === 'ios' ? ' or “Open in browser”.' : '.'}
        </li>
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        {system === 'android' && (
          <a
            href={androidBrowserLink(address)}
            className="inline-flex min-h-11 items-center rounded-full border border-transparent bg-leaf px-5 text-sm font-semibold text-white"
          >
            Open in browser
          </a>
        )}
        <Button look="secondary" onClick={() => void copy().catch(() => setCopied(false))}>
          {copied ? 'Link copied' : 'Copy the link'}
        </Button>
      </div>
      <label className="mt-4 block text-xs text-mute">
        The address of this page
        <input
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className="mt-1 h-11 w-full rounded-md border border-line bg-petal px-3 text-base text-ink"
        />
      </label>
    </section>
  );
}
