import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedCookies } from '@aws-sdk/cloudfront-signer';
import { behaviors } from '../../blueprint/behaviors.ts';

/** An object of the photos bucket as a stream. */
interface OpenedObject {
  body: Readable;
  /** The size in bytes. */
  size: number | undefined;
  content_type: string | undefined;
  content_disposition: string | undefined;
  cache_control: string | undefined;
}

/**
 * Opens an object.
 * @returns undefined when the bucket has no such object
 */
export type OpenObject = (key: string) => Promise<OpenedObject | undefined>;

/** The facts that signed access through CloudFront requires. */
export interface Edge {
  /** `https://…` of the site. */
  origin: string;
  keyPairId: string;
  /** PEM. */
  privateKey: string;
}

/** Returns the function that opens objects in S3; AWS charges for each gigabyte transferred to the internet. */
export const fromS3 =
  (s3: S3Client, Bucket: string): OpenObject =>
  async (Key) => {
    const object = await s3.send(new GetObjectCommand({ Bucket, Key })).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    });
    return (
      object && {
        body: object.Body as Readable,
        size: object.ContentLength,
        content_type: object.ContentType,
        content_disposition: object.ContentDisposition,
        cache_control: object.CacheControl,
      }
    );
  };

const servedPrefixes = Object.entries(behaviors).flatMap(([path, { origin }]) =>
  origin === 'photos' ? [path.slice(1, -1)] : [],
);
/** Whether CloudFront has a behavior for a key; it has none for refused files. */
export const isServedByEdge = (key: string): boolean => servedPrefixes.some((prefix) => key.startsWith(prefix));

/** Milliseconds for which a signature is valid, longer than any download that starts near their end. */
const signedMs = 60 * 60_000;

/**
 * Returns the function that opens objects through CloudFront, whose first terabyte a month is free, with cookies signed
 * for the whole site. It opens them in S3 when CloudFront does not serve the key or answers with an error, because S3's
 * error names the cause.
 */
export function throughEdge({ origin, keyPairId, privateKey }: Edge, openFromS3: OpenObject): OpenObject {
  let cookie = '';
  let until = 0;
  const signedCookie = () => {
    if (Date.now() > until - signedMs / 2) {
      until = Date.now() + signedMs;
      const condition = { DateLessThan: { 'AWS:EpochTime': Math.floor(until / 1_000) } };
      const policy = JSON.stringify({ Statement: [{ Resource: `${origin}/*`, Condition: condition }] });
      const cookies = getSignedCookies({ policy, keyPairId, privateKey });
      cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
    }
    return cookie;
  };
  return async (key) => {
    if (!isServedByEdge(key)) return openFromS3(key);
    const path = key.split('/').map(encodeURIComponent).join('/');
    const response = await fetch(`${origin}/${path}`, {
      headers: { cookie: signedCookie(), 'accept-encoding': 'identity' },
      redirect: 'error',
    }).catch(() => undefined);
    if (!response?.ok || !response.body) {
      await response?.body?.cancel();
      return openFromS3(key);
    }
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return {
      body: Readable.fromWeb(response.body as ReadableStream),
      size: header('content-length') === undefined ? undefined : Number(header('content-length')),
      content_type: header('content-type'),
      content_disposition: header('content-disposition'),
      cache_control: header('cache-control'),
    };
  };
}
