import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { MediaAccess } from '#shared/contract/photos.ts';
import { mediaPathFor } from '../domain/photos/access.ts';
import type { Actor } from '../platform/auth.ts';
import { StudioError } from '../platform/errors.ts';
import { signedCookies } from '../platform/signer.ts';

/** How long a cookie opens pictures; the browser asks for the next one after half of it. */
const lifetimeSeconds = 60 * 60;
const names = ['CloudFront-Policy', 'CloudFront-Signature', 'CloudFront-Key-Pair-Id'];
const attributes = { path: '/media/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;

/** Sets CloudFront's cookies for the pictures that this actor may see. */
export async function openMedia(c: Context, actor: Actor): Promise<MediaAccess> {
  const prefix = mediaPathFor(actor);
  if (!prefix) throw new StudioError('FORBIDDEN');
  const expires = new Date(Date.now() + lifetimeSeconds * 1_000);
  const cookies = await signedCookies(prefix, expires);
  for (const name of names) setCookie(c, name, cookies[name] ?? '', { ...attributes, maxAge: lifetimeSeconds });
  return { expires_at: expires.toISOString() };
}

/** At sign-out. */
export function closeMedia(c: Context): void {
  for (const name of names) deleteCookie(c, name, attributes);
}
