import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { MediaAccess } from '#shared/contract/photos/photos.ts';
import { mediaPathFor } from '../domain/photos/access/access.ts';
import type { Actor } from '../platform/auth.ts';
import { signedCookies } from '../platform/signer.ts';
import { hourSeconds } from '../platform/time.ts';

/** Seconds for which a media cookie is valid; the browser renews it after half of them. */
const lifetimeSeconds = hourSeconds;
const names = ['CloudFront-Policy', 'CloudFront-Signature', 'CloudFront-Key-Pair-Id'] as const;
const attributes = { path: '/media/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

/**
 * Sets CloudFront's signed cookies for the photos that this actor may see, or deletes them where that is none.
 * @param sessions the sessions that a client sees, also ended ones
 * @returns when they expire, or should be asked for again
 */
export async function setMediaCookies(
  c: Context,
  actor: Actor,
  sessions?: Parameters<typeof mediaPathFor>[1],
): Promise<MediaAccess> {
  const expires = new Date(Date.now() + lifetimeSeconds * 1_000);
  const prefix = mediaPathFor(actor, sessions);
  const cookies = prefix === undefined ? undefined : await signedCookies(prefix, expires);
  for (const name of names) {
    if (cookies) setCookie(c, name, cookies[name] ?? '', { ...attributes, maxAge: lifetimeSeconds });
    else deleteCookie(c, name, attributes);
  }
  return { expires_at: expires.toISOString() };
}

/** Deletes the cookies at sign-out, and clears the photos that the browser has cached from this origin. */
export function clearMediaCookies(c: Context): void {
  c.header('clear-site-data', '"cache"');
  for (const name of names) deleteCookie(c, name, attributes);
}
