import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { MediaAccess } from '#shared/contract/photos.ts';
import { signedCookies } from '../platform/signer.ts';

/** How long a cookie opens pictures; the browser asks for the next one after half of it. */
const lifetimeSeconds = 60 * 60;
const names = ['CloudFront-Policy', 'CloudFront-Signature', 'CloudFront-Key-Pair-Id'];
const attributes = { path: '/media/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

/**
 * Sets CloudFront's cookies for everything below a path of ours.
 * @param prefix which pictures the caller may see: `/media/` or `/media/{customerId}/`.
 */
export async function openMedia(c: Context, prefix: string): Promise<MediaAccess> {
  const expires = new Date(Date.now() + lifetimeSeconds * 1_000);
  const cookies = await signedCookies(prefix, expires);
  for (const name of names) setCookie(c, name, cookies[name] ?? '', { ...attributes, maxAge: lifetimeSeconds });
  return { expires_at: expires.toISOString() };
}

/** At sign-out. */
export function closeMedia(c: Context): void {
  for (const name of names) deleteCookie(c, name, attributes);
}
