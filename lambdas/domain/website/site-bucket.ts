import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { notFoundMetadata, publishedKey } from '#shared/website/site-renderer.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { isMissing } from '../../platform/missing.ts';

/** The manifest of the documents in the site bucket. It leaves out a document whose stored text is uncertain. */
const Published = z.object({
  /** The digests of the documents by key. */
  files: z.record(z.string(), z.string()),
});
export interface Published extends z.infer<typeof Published> {
  /** S3's tag of the stored manifest; undefined when there is none. */
  tag: string | undefined;
}

/** Thrown when another run has written the manifest since this run read it. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the manifest of published documents; empty before the first publication. */
export async function readPublished(): Promise<Published> {
  try {
    const { Body, ETag } = await s3().send(new GetObjectCommand({ Bucket: env('SITE_BUCKET'), Key: publishedKey }));
    return { ...Published.parse(JSON.parse((await Body?.transformToString()) ?? '')), tag: ETag };
  } catch (error) {
    if (isMissing(error)) return { files: {}, tag: undefined };
    throw error;
  }
}

/** Writes a document, or the 404 page in its place. Browsers and the edge revalidate it on each request. */
export async function putDocument(key: string, text: string, { isNotFound = false } = {}): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      Bucket: env('SITE_BUCKET'),
      Key: key,
      Body: text,
      ContentType: contentTypes[extname(key)],
      CacheControl: 'no-cache',
      ...(isNotFound && { Metadata: notFoundMetadata }),
    }),
  );
}

/**
 * Writes the manifest in place of the one that was read.
 * @returns the manifest with its new tag
 * @throws OvertakenError when another run has written it since
 */
export async function putPublished(files: Published['files'], { tag }: Published): Promise<Published> {
  try {
    const { ETag } = await s3().send(
      new PutObjectCommand({
        Bucket: env('SITE_BUCKET'),
        Key: publishedKey,
        // Make each manifest unique, because the tag is a digest, and another run may have written the same documents.
        Body: JSON.stringify({ files, written: randomUUID() }),
        ContentType: contentTypes['.json'],
        CacheControl: 'no-cache',
        ...(tag === undefined ? { IfNoneMatch: '*' } : { IfMatch: tag }),
      }),
    );
    return { files, tag: ETag };
  } catch (error) {
    // S3 answers with the second error while another write is running.
    if (error instanceof Error && ['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name))
      throw new OvertakenError('Another run has written the list of what is published.', { cause: error });
    throw error;
  }
}
