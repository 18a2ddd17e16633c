import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Website } from '#shared/website/website.ts';
import { putVersion } from '../../../lambdas/domain/website/repository.ts';
import { dynamodb, s3 } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { write } from '../../../lambdas/platform/table.ts';

/** Returns a document's text. */
export async function storedDocument(key: string): Promise<string> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('SITE_BUCKET'), Key: key }));
  return (await Body?.transformToString()) ?? '';
}

/** Returns the status that the edge gives to a document, if it is another than 200. */
export const documentStatus = async (key: string): Promise<string | undefined> =>
  (await s3().send(new HeadObjectCommand({ Bucket: env('SITE_BUCKET'), Key: key }))).Metadata?.status;

/** Answers as the edge does from the bucket. */
export const answerFromBucket = async (key: string): Promise<Response> =>
  new Response(await storedDocument(key), { status: Number((await documentStatus(key)) ?? 200) });

const set = (id: string, values: Record<string, unknown>) =>
  dynamodb().send(new PutCommand({ TableName: env('WEBSITE_TABLE'), Item: { id, ...values } }));

/** Does what the end of a deployment does. */
export const deployBuild = (build: string, at = new Date()) =>
  set('deployed', { build, deployed_at: at.toISOString() });

/** Stores a version, and that visitors are to see it. */
export async function wantVersion(number: number, content: Website, at = new Date()): Promise<void> {
  const published_at = at.toISOString();
  await write(putVersion({ number, content, published_at, published_by: 'Elena' }));
  await set('wanted', { number, wanted_at: published_at });
}
