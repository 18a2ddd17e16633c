import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  type GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { Faults } from '../faults.ts';
import { startS3 } from './server.ts';

/** An S3 of a test file's own, with an empty bucket and a client that tries once. */
export async function s3ForTests(options: { sqsEndpoint?: string } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 's3-'));
  const faults = new Faults();
  const server = await startS3({ port: 0, dir, faults, ...options });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const clients: S3Client[] = [];
  const clientWith = (config: S3ClientConfig = {}) => {
    const client = new S3Client({ region, credentials, endpoint, maxAttempts: 1, ...config });
    clients.push(client);
    return client;
  };
  const client = clientWith();
  const bucket = 'studio';
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    endpoint,
    dir,
    faults,
    client,
    clientWith,
    bucket,
    close: async () => {
      for (const one of clients) one.destroy();
      await server.close();
      await rm(dir, { recursive: true });
    },
  };
}

/**
 * A presigned URL as our API makes them: these headers are signed, and none moves into the query.
 * @param signingDate when it was signed; it lives for a minute from then
 */
export function presign(
  client: S3Client,
  command: GetObjectCommand | PutObjectCommand,
  signed: string[] = [],
  signingDate = new Date(),
): Promise<string> {
  const options = {
    expiresIn: 60,
    signingDate,
    signableHeaders: new Set(['host', ...signed]),
    unhoistableHeaders: new Set(signed),
  };
  // The presigner's types take one command at a time.
  return command instanceof PutObjectCommand
    ? getSignedUrl(client, command, options)
    : getSignedUrl(client, command, options);
}

/** The error code in an answer of S3's. */
export async function errorCode(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}

/** Files with content that an S3's folder holds. */
export async function countFiles(dir: string): Promise<number> {
  return (await readdir(dir, { recursive: true })).filter((path) => /\/[\da-f]{32}$/.test(path)).length;
}

/** Polls until what is expected holds, with patience for a busy machine. */
export const eventually = <Value>(probe: () => Value | Promise<Value>): ReturnType<typeof expect.poll> =>
  expect.poll(probe, { timeout: 20_000, interval: 5 });
