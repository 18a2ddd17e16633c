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
import { Faults } from '../services/faults.ts';
import { startS3 } from './server.ts';

/** Starts an S3 for one test file, with an empty bucket and a client without retries. */
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
      for (const each of clients) each.destroy();
      await server.close();
      await rm(dir, { recursive: true });
    },
  };
}

/**
 * Returns a presigned URL as our API makes them: these headers are signed, and none is moved into the query.
 * @param signingDate time of signing; the URL is valid for a minute from then
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
  // The presigner's types accept one command at a time.
  return command instanceof PutObjectCommand
    ? getSignedUrl(client, command, options)
    : getSignedUrl(client, command, options);
}

/** Returns the error code of an S3 response. */
export async function errorCode(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}

/** Returns the number of content files in an S3's folder. */
export async function countFiles(dir: string): Promise<number> {
  return (await readdir(dir, { recursive: true })).filter((path) => /\/[\da-f]{32}$/.test(path)).length;
}

/** Polls until the expectation holds, with a timeout for a busy machine. */
export const eventually = <Value>(probe: () => Value | Promise<Value>): ReturnType<typeof expect.poll> =>
  expect.poll(probe, { timeout: 20_000, interval: 5 });
