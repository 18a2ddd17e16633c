import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3 } from '../platform/aws.ts';
import { env } from '../platform/env.ts';

/** Milliseconds. A copy may be older than a deployment: the files that it refers to remain. */
const maxAge = 60_000;
let cachedDocument: { text: string; until: number } | undefined;

/** Returns the document of `/shared`, at most a minute old. */
export async function readDocument(): Promise<string> {
  if (cachedDocument && cachedDocument.until > Date.now()) return cachedDocument.text;
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('SITE_BUCKET'), Key: 'shared.html' }));
  const text = (await Body?.transformToString()) ?? '';
  cachedDocument = { text, until: Date.now() + maxAge };
  return text;
}
