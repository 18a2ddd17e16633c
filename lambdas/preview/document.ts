import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3 } from '../platform/aws.ts';
import { env } from '../platform/env.ts';

/** Milliseconds. A deployment's document refers to files of that deployment; those of the former one remain. */
const maxAge = 60_000;
let kept: { text: string; until: number } | undefined;

/** Returns the document of `/shared`, at most a minute old. */
export async function readDocument(): Promise<string> {
  if (kept && kept.until > Date.now()) return kept.text;
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('SITE_BUCKET'), Key: 'shared.html' }));
  const text = (await Body?.transformToString()) ?? '';
  kept = { text, until: Date.now() + maxAge };
  return text;
}
