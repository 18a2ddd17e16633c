import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { countFiles, errorCode, eventually, presign } from '../s3-for-tests.ts';
import { failure, get, head, put, read, remove, s3, startBucket } from './testing.ts';

startBucket();

describe('faults', () => {
  test('an error for a number of requests, by operation and bucket', async () => {
    s3.faults.set([{ operation: 'PutObject', resource: s3.bucket, error: 'SlowDown', status: 503, times: 2 }]);
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('SlowDown', 503));
    await expect(head('fault')).rejects.toMatchObject(failure('NotFound'));
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('SlowDown'));
    await put('fault', 'x');
  });

  test('a cut during an upload stores nothing, during a download sends half', async () => {
    const content = randomBytes(4_000_000);
    s3.faults.set([
      { operation: 'PutObject', kind: 'cut', times: 1 },
      { operation: 'GetObject', kind: 'cut', times: 1 },
    ]);
    const files = await countFiles(s3.dir);
    await expect(put('cut', content)).rejects.toThrow();
    await expect(head('cut')).rejects.toMatchObject(failure('NotFound'));
    await eventually(() => countFiles(s3.dir)).toBe(files);
    await put('cut', content);
    await expect(read('cut')).rejects.toThrow();
    expect((await read('cut')).equals(content)).toBe(true);
  });

  test('are set over HTTP', async () => {
    const response = await fetch(`${s3.endpoint}/_faults`, {
      method: 'PUT',
      body: JSON.stringify([{ operation: '*', error: 'InternalError', status: 500, times: 1 }]),
    });
    expect(response.status).toBe(204);
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('InternalError', 500));
    await put('fault', 'x');
  });
});

describe('a client that disconnects', () => {
  test('during an upload leaves no file and no lock', async () => {
    const files = await countFiles(s3.dir);
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await presign(client, new PutObjectCommand({ Bucket: s3.bucket, Key: 'abandoned' }));
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
    request.on('error', () => {});
    request.write(randomBytes(500_000));
    await eventually(() => countFiles(s3.dir)).toBe(files + 1);
    request.destroy();
    await eventually(() => countFiles(s3.dir)).toBe(files);
    await expect(head('abandoned')).rejects.toMatchObject(failure('NotFound'));
    await put('abandoned', 'again', { IfNoneMatch: '*' });
    expect((await read('abandoned')).toString()).toBe('again');
  });

  test('during a download releases the object', async () => {
    const files = await countFiles(s3.dir);
    await put('half-read', randomBytes(20_000_000));
    const { Body } = await get('half-read');
    const received = await new Promise<number>((resolve) =>
      (Body as Readable).once('data', (chunk: Buffer) => resolve(chunk.length)),
    );
    expect(received).toBeLessThan(20_000_000);
    (Body as Readable).destroy();
    expect(await countFiles(s3.dir)).toBe(files + 1);
    await remove('half-read');
    await expect(head('half-read')).rejects.toMatchObject(failure('NotFound'));
    await eventually(() => countFiles(s3.dir)).toBe(files);
  });
});

test('an error response has its code and a request ID', async () => {
  const response = await fetch(`${s3.endpoint}/${s3.bucket}/%E0%A4%A`);
  expect(response.status).toBe(400);
  expect(response.headers.get('x-amz-request-id')).toMatch(/^[\dA-F]{16}$/);
  expect(await errorCode(response)).toBe('InvalidURI');
});
