import { Notice } from './notice.tsx';

/** Returns whether this browser refuses this site's cookies. */
export const areCookiesBlocked = () => navigator.cookieEnabled === false;

/** Says that this browser refuses cookies, which photos require, and how to allow them. */
export function CookiesNeeded() {
  return (
    <Notice tone="error">
      This browser blocks cookies and site data, and private photos open only with them. Allow them for {location.host}{' '}
      in the browser’s settings, under Privacy or Site settings, then load this page again.
    </Notice>
  );
}
