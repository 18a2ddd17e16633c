import { createHash, createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { crc32 } from 'node:zlib';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials } from '../../addresses.ts';
import { errorCode, eventually, presign, s3ForTests } from '../s3-for-tests.ts';

let s3: Awaited<ReturnType<typeof s3ForTests>>;
beforeAll(async () => {
  s3 = await s3ForTests();
});
afterAll(() => s3.close());

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');

describe('signed by header', () => {
  test('a wrong secret, an unknown key and a wrong region are rejected', async () => {
    const list = (config: Parameters<typeof s3.clientWith>[0]) =>
      s3.clientWith(config).send(new ListBucketsCommand({}));
    await expect(list({ credentials: { ...credentials, secretAccessKey: 'wrong' } })).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(list({ credentials: { ...credentials, accessKeyId: 'other' } })).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
    });
    await expect(list({ region: 'eu-central-1' })).rejects.toMatchObject({ name: 'AuthorizationHeaderMalformed' });
  });

  test('a clock that differs by more than fifteen minutes is rejected', async () => {
    const list = (systemClockOffset: number) =>
      s3.clientWith({ systemClockOffset, maxAttempts: 1 }).send(new ListBucketsCommand({}));
    await expect(list(-16 * 60_000)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    await expect(list(16 * 60_000)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    await expect(list(-14 * 60_000)).resolves.toBeDefined();
  });

  test('an unsigned request is AccessDenied, whether the object exists or not', async () => {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'private.txt', Body: 'x' }));
    for (const path of ['/', '/studio', '/studio/private.txt', '/studio/missing.txt', '/nobody']) {
      const response = await fetch(s3.endpoint + path);
      expect([response.status, await errorCode(response)]).toEqual([403, 'AccessDenied']);
    }
  });

  test('unusual names are signed correctly', async () => {
    const keys = ['a b+c&d=e?f#g%h', "it's (a) *!~.jpg", 'ä/漢字/😀.jpg', '../..//./etc/passwd', 'a//b/', 'nul\u0000'];
    for (const Key of keys) {
      await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: Key }));
      const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key }));
      expect(await Body?.transformToString()).toBe(Key);
    }
  });
});

describe('a presigned PUT', () => {
  const body = 'the very bytes';
  /** Signs a request as the API signs uploads. */
  const signed = ['content-type', 'content-length', 'x-amz-checksum-sha256', 'if-none-match'];
  const ticket = async (Key: string, options: Partial<PutObjectCommandInput> = {}) => {
    const command = new PutObjectCommand({
      Bucket: s3.bucket,
      Key,
      ContentType: 'image/jpeg',
      ContentLength: body.length,
      ChecksumSHA256: sha256(body),
      IfNoneMatch: '*',
      ...options,
    });
    return presign(s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' }), command, signed);
  };
  const headers = { 'content-type': 'image/jpeg', 'x-amz-checksum-sha256': sha256(body), 'if-none-match': '*' };
  const put = (url: string, init: RequestInit = {}) => fetch(url, { method: 'PUT', body, headers, ...init });
  const outcome = async (response: Response) => [response.status, await errorCode(response)];

  test('stores exactly what was signed, once', async () => {
    const url = await ticket('uploads/one.jpg');
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match;x-amz-checksum-sha256',
    );
    const response = await put(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-amz-checksum-sha256')).toBe(sha256(body));
    const head = await s3.client.send(
      new HeadObjectCommand({ Bucket: s3.bucket, Key: 'uploads/one.jpg', ChecksumMode: 'ENABLED' }),
    );
    expect(head).toMatchObject({ ContentLength: body.length, ContentType: 'image/jpeg', ChecksumSHA256: sha256(body) });
    expect(await outcome(await put(url))).toEqual([412, 'PreconditionFailed']);
  });

  test.each([
    ['another type', { headers: { ...headers, 'content-type': 'text/html' } }, 403, 'SignatureDoesNotMatch'],
    ['no type', { headers: { ...headers, 'content-type': '' } }, 403, 'SignatureDoesNotMatch'],
    ['more bytes', { body: `${body}!` }, 403, 'SignatureDoesNotMatch'],
    ['fewer bytes', { body: body.slice(1) }, 403, 'SignatureDoesNotMatch'],
    ['other bytes', { body: body.toUpperCase() }, 400, 'BadDigest'],
    [
      'the checksum of other bytes',
      { body: body.toUpperCase(), headers: { ...headers, 'x-amz-checksum-sha256': sha256(body.toUpperCase()) } },
      403,
      'SignatureDoesNotMatch',
    ],
    ['an unsigned x-amz- header', { headers: { ...headers, 'x-amz-meta-more': '1' } }, 403, 'AccessDenied'],
    ['another method', { method: 'POST' }, 403, 'SignatureDoesNotMatch'],
  ])('is rejected with %s', async (_, init, status, code) => {
    expect(await outcome(await put(await ticket('uploads/two.jpg'), init))).toEqual([status, code]);
    await expect(
      s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: 'uploads/two.jpg' })),
    ).rejects.toThrow();
  });

  test('is rejected without If-None-Match or without the checksum', async () => {
    for (const missing of ['if-none-match', 'x-amz-checksum-sha256']) {
      const { [missing as 'if-none-match']: _, ...otherHeaders } = headers;
      const response = await put(await ticket('uploads/two.jpg'), { headers: otherHeaders });
      expect(await outcome(response)).toEqual([403, 'SignatureDoesNotMatch']);
    }
  });

  test('is rejected for another key, with a changed query, when expired and when not valid yet', async () => {
    const url = await ticket('uploads/two.jpg');
    expect(await outcome(await put(url.replace('two.jpg', 'three.jpg')))).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await outcome(await put(url.replace('Expires=60', 'Expires=600')))).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await outcome(await put(`${url}&tagging`))).toEqual([403, 'SignatureDoesNotMatch']);
    const at = (milliseconds: number) =>
      presign(
        s3.client,
        new GetObjectCommand({ Bucket: s3.bucket, Key: 'uploads/one.jpg' }),
        [],
        new Date(Date.now() + milliseconds),
      );
    for (const url of [await at(-120_000), await at(20 * 60_000)]) {
      expect(await outcome(await fetch(url))).toEqual([403, 'AccessDenied']);
    }
    expect((await fetch(await at(-30_000))).status).toBe(200);
  });

  test('with a checksum in the query is NotImplemented', async () => {
    const command = new PutObjectCommand({ Bucket: s3.bucket, Key: 'uploads/two.jpg', ChecksumSHA256: sha256(body) });
    const url = await presign(s3.client, command);
    expect(await outcome(await fetch(url, { method: 'PUT', body }))).toEqual([501, 'NotImplemented']);
  });

  test('gets 409 while the same key is being written, and 412 once it is written', async () => {
    const Key = 'uploads/race.jpg';
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const unconditional = await presign(client, new PutObjectCommand({ Bucket: s3.bucket, Key }));
    const slow = httpRequest(unconditional, { method: 'PUT' });
    const finished = new Promise<number | undefined>((resolve, reject) => {
      slow.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    slow.setHeader('content-length', body.length);
    slow.write(body.slice(0, 4));
    const url = await ticket(Key);
    // Until the slow upload has begun, these bytes are rejected because of their checksum.
    const attempt = async () => outcome(await put(url, { body: body.toUpperCase() }));
    await eventually(attempt).toEqual([409, 'ConditionalRequestConflict']);
    slow.end(body.slice(4));
    expect(await finished).toBe(200);
    expect(await outcome(await put(url))).toEqual([412, 'PreconditionFailed']);
  });
});

describe('a presigned GET', () => {
  test('responds with the headers that it names', async () => {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'photo.jpg', Body: 'jpeg' }));
    const url = await presign(
      s3.client,
      new GetObjectCommand({
        Bucket: s3.bucket,
        Key: 'photo.jpg',
        ResponseContentDisposition: 'attachment; filename="a b.jpg"',
        ResponseContentType: 'image/jpeg',
        ResponseCacheControl: 'no-store',
      }),
    );
    const response = await fetch(url);
    expect(await response.text()).toBe('jpeg');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b.jpg"');
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('rejects a header with characters invalid in HTTP', async () => {
    for (const name of ['Fotos der Größe 😀.zip', 'a\r\nset-cookie: b']) {
      const command = new GetObjectCommand({
        Bucket: s3.bucket,
        Key: 'photo.jpg',
        ResponseContentDisposition: `attachment; filename="${name}"`,
      });
      const response = await fetch(await presign(s3.client, command));
      expect([response.status, await errorCode(response)]).toEqual([400, 'InvalidArgument']);
    }
  });
});

/** Signs a body in chunks, as other SDKs do. */
function signedStream(chunks: string[], options: { spoilChunk?: boolean; spoilTrailer?: boolean } = {}) {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const content = chunks.join('');
  const date = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const scope = [date.slice(0, 8), 'us-east-1', 's3', 'aws4_request'];
  const key = scope.reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const headers: Record<string, string> = {
    'content-encoding': 'aws-chunked',
    host: new URL(s3.endpoint).host,
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    'x-amz-date': date,
    'x-amz-decoded-content-length': String(content.length),
    'x-amz-trailer': 'x-amz-checksum-crc32',
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    'PUT',
    '/studio/signed-stream',
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const sign = (...lines: string[]) => hmac(key, lines.join('\n')).toString('hex');
  let signature = sign('AWS4-HMAC-SHA256', date, scope.join('/'), hash(canonical));
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const signedChunks = [...chunks, ''].map((chunk) => {
    signature = sign('AWS4-HMAC-SHA256-PAYLOAD', date, scope.join('/'), signature, hash(''), hash(chunk));
    const sent = options.spoilChunk ? chunk.toUpperCase() : chunk;
    return `${chunk.length.toString(16)};chunk-signature=${signature}\r\n${sent}${chunk ? '\r\n' : ''}`;
  });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  const trailer = `x-amz-checksum-crc32:${checksum.toString('base64')}`;
  signature = sign('AWS4-HMAC-SHA256-TRAILER', date, scope.join('/'), signature, hash(`${trailer}\n`));
  const spoilt = options.spoilTrailer ? '0'.repeat(64) : signature;
  return { headers, body: `${signedChunks.join('')}${trailer}\r\nx-amz-trailer-signature:${spoilt}\r\n\r\n` };
}

describe('a body signed in chunks', () => {
  const put = ({ headers, body }: ReturnType<typeof signedStream>) =>
    fetch(`${s3.endpoint}/studio/signed-stream`, { method: 'PUT', headers, body });

  test('is stored when every signature is valid', async () => {
    expect((await put(signedStream(['first chunk, ', 'second chunk']))).status).toBe(200);
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: 'signed-stream' }));
    expect(await Body?.transformToString()).toBe('first chunk, second chunk');
  });

  test('is rejected when a chunk or the trailer differs from what was signed', async () => {
    for (const spoilt of [{ spoilChunk: true }, { spoilTrailer: true }]) {
      const response = await put(signedStream(['spoilt'], spoilt));
      expect([response.status, await errorCode(response)]).toEqual([403, 'SignatureDoesNotMatch']);
    }
  });
});
