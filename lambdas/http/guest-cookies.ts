import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { Id } from '#shared/contract/fields.ts';
import type { GuestCredential } from '../domain/links/guests.ts';
import { daySeconds } from '../platform/time.ts';

/** Functions for guests' cookies, one for each link that the browser has opened. Scripts can't read them. */

const namePrefix = 'guest-';
/** The longest lifetime that browsers give a cookie. */
const longestDays = 400;

/** Returns the value of the browser's cookie of a link; undefined when it has none. */
export const guestCookieOf = (c: Context, linkId: string): string | undefined => getCookie(c, `${namePrefix}${linkId}`);

/** Returns the browser's cookies of all links, by link. */
export function allGuestCookies(c: Context): Map<string, string> {
  const guestCookies = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(namePrefix));
  const byLink = guestCookies.map(([name, value]) => [name.slice(namePrefix.length), value] as const);
  return new Map(byLink.filter(([id]) => Id.safeParse(id).success));
}

/** Sets the cookie until the link ends. `Strict`: the browser sends it only with requests of the site's own pages. */
export function setGuestCookie(c: Context, { link_id, value, ends_at }: GuestCredential): void {
  const seconds = Math.ceil((Date.parse(ends_at) - Date.now()) / 1_000);
  setCookie(c, `${namePrefix}${link_id}`, value, {
    path: '/api/',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: Math.min(Math.max(1, seconds), longestDays * daySeconds),
  });
}
