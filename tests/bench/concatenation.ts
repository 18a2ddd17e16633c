import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

const client = new S3Client();

/** Concatenates objects into another object, S3 to S3, and nothing else: the floor for archives. */
export async function handler({ Bucket, keys, target }: { Bucket: string; keys: string[]; target: string }) {
  const upload = new Upload({
    client,
    params: { Bucket, Key: target, Body: Readable.from(bytesOf(Bucket, keys), { objectMode: false }) },
    partSize: 5 * 1024 * 1024,
    queueSize: 2,
  });
  await upload.done();
}

async function* bytesOf(Bucket: string, keys: string[]) {
  for (const Key of keys) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    yield* Body as AsyncIterable<Uint8Array>;
  }
}
