import { createSign } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { secrets } from './aws.ts';
import { env } from './env.ts';

/** A new key takes effect within this time. */
const keyAge = 10 * 60_000;
const Secret = z.object({ privateKey: z.string() });
let cached: { key: Promise<string>; until: number } | undefined;

function privateKey(): Promise<string> {
  if (!cached || cached.until <= Date.now()) cached = { key: readKey(), until: Date.now() + keyAge };
  return cached.key;
}

async function readKey(): Promise<string> {
  try {
    const { SecretString = '' } = await secrets().send(
      new GetSecretValueCommand({ SecretId: env('SIGNING_KEY_SECRET') }),
    );
    return Secret.parse(JSON.parse(SecretString)).privateKey;
  } catch (error) {
    cached = undefined;
    throw error;
  }
}

/** CloudFront's own base64, whose letters need no escaping in a URL or a cookie. */
const cloudFrontBase64 = (bytes: Buffer) =>
  bytes.toString('base64').replace(/[+=/]/g, (letter) => ({ '+': '-', '=': '_', '/': '~' })[letter] ?? '');

/** S3's key as it stands in a path: what CloudFront takes for a wildcard in a policy (`*`, `?`) never gets in. */
const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');

/**
 * CloudFront's custom policy for one resource. The site's origin is spelled out: a wildcard there would also match
 * slashes and the query, so that `…/media/somebody-else?/media/mine/` would pass.
 */
async function sign(resource: string, expires: Date) {
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `${env('SITE_ORIGIN')}${resource}`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(expires.getTime() / 1_000) } },
      },
    ],
  });
  return {
    Policy: cloudFrontBase64(Buffer.from(policy)),
    Signature: cloudFrontBase64(
      createSign('RSA-SHA1')
        .update(policy)
        .sign(await privateKey()),
    ),
    'Key-Pair-Id': env('SIGNING_KEY_ID'),
  };
}

/**
 * The values of the cookies that open everything below a path until then.
 * @param prefix starts and ends with a slash, e.g. `/media/` or `/media/{customerId}/`.
 */
export async function signedCookies(prefix: string, expires: Date): Promise<Record<string, string>> {
  const signed = await sign(`${encodePath(prefix)}*`, expires);
  return Object.fromEntries(Object.entries(signed).map(([name, value]) => [`CloudFront-${name}`, value]));
}

/**
 * A link on our own origin that opens one object until then.
 * @param path the object's key with a leading slash, not encoded.
 */
export async function signedUrl(path: string, expires: Date): Promise<string> {
  const encoded = encodePath(path);
  const signed = Object.entries(await sign(encoded, expires));
  return `${encoded}?${signed.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
