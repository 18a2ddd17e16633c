import { getSignedCookies } from '@aws-sdk/cloudfront-signer';
import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { env } from './env.ts';
import { readSecret } from './secret.ts';

const Secret = z.object({ privateKey: z.string() });

/**
 * Encodes a key as a path. Also encodes `*`, which is a wildcard in a policy and which encodeURIComponent leaves
 * unchanged.
 */
const encodePath = (path: string) =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');

/**
 * Returns the cookies of CloudFront's custom policy for one resource. The policy names the site's origin: with a
 * wildcard instead, `…/media/somebody-else?/media/mine/` would match, because wildcards match slashes and the query.
 */
async function sign(resource: string, expires: Date) {
  const { privateKey } = Secret.parse(await readSecret('SIGNING_KEY_SECRET'));
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `${env('SITE_ORIGIN')}${resource}`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(expires.getTime() / 1_000) } },
      },
    ],
  });
  return getSignedCookies({ policy, privateKey, keyPairId: env('SIGNING_KEY_ID') });
}

/**
 * Returns the cookies, by name, that grant access to everything below a path until `expires`.
 * @param prefix starts and ends with a slash, e.g. `/media/` or `/media/{customerId}/`
 */
export const signedCookies = (prefix: string, expires: Date) => sign(`${encodePath(prefix)}*`, expires);

/**
 * Returns the query string that grants access to everything below a path until `expires`; append it to any path there.
 * @param prefix starts and ends with a slash
 */
export const signedQuery = async (prefix: string, expires: Date): Promise<string> =>
  queryOf(await sign(`${encodePath(prefix)}*`, expires));

const queryOf = (cookies: Awaited<ReturnType<typeof sign>>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name.replace('CloudFront-', '')}=${value}`)
    .join('&');

/**
 * Returns a path on the site's origin that grants access to one object until `expires`. It does not use the SDK's
 * getSignedUrl, which encodes the path differently from the policy, so that CloudFront does not match them.
 * @param path the object's key with a leading slash, not encoded
 */
export async function signedUrl(path: string, expires: Date): Promise<string> {
  const encodedPath = encodePath(path);
  return `${encodedPath}?${queryOf(await sign(encodedPath, expires))}`;
}

/** Returns a signed path of an object of the photos bucket, valid for `limits.downloadLinkMinutes`. */
export const downloadPath = (key: string): Promise<string> =>
  signedUrl(`/${key}`, new Date(Date.now() + limits.downloadLinkMinutes * 60_000));
