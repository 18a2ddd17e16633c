import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3 } from '../../../platform/aws.ts';
import { env } from '../../../platform/env.ts';
import { hourSeconds } from '../../../platform/time.ts';

/** Seconds within which an upload must start: enough for the last file of a batch on a slow connection. */
const ticketSeconds = 2 * hourSeconds;

/** Headers that the browser must send; S3 refuses the upload when one differs from the signed value. */
const sentHeaders = ['content-type', 'if-none-match', 'x-amz-checksum-sha256'];

/** A file of which the upload is presigned; `sha256` in base64. */
export type FileToUpload = { content_type: string; size: number; sha256: string };

/**
 * Returns the URL and the headers of a presigned PUT that accepts exactly this file, once.
 * @param key in the landing bucket
 * @param metadata names without `x-amz-meta-`, values in ASCII
 */
export async function presignUpload(
  key: string,
  { content_type, size, sha256 }: FileToUpload,
  metadata: Record<string, string>,
): Promise<{ url: string; headers: Record<string, string> }> {
  const names = Object.keys(metadata).map((name) => `x-amz-meta-${name}`);
  const headers: Record<string, string> = {
    'content-type': content_type,
    'if-none-match': '*',
    'x-amz-checksum-sha256': sha256,
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const url = await getSignedUrl(
    s3(),
    new PutObjectCommand({
      Bucket: env('LANDING_BUCKET'),
      Key: key,
      ContentType: content_type,
      ContentLength: size,
      ChecksumSHA256: sha256,
      IfNoneMatch: '*',
      Metadata: metadata,
    }),
    {
      expiresIn: ticketSeconds,
      signableHeaders: new Set(['host', 'content-length', ...sentHeaders, ...names]),
      // Sent as headers, not in the query: S3 verifies a checksum only in a header.
      unhoistableHeaders: new Set([...sentHeaders, ...names]),
    },
  );
  return { url, headers };
}
