import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { behaviors } from '../../infra/blueprint/behaviors.ts';
import { type Addresses, addresses, credentials, endpoint, region } from '../addresses.ts';
import { edgeSecret } from '../environment.ts';
import { startHttpApi } from '../lambda/http-api.ts';
import { functionsOf, LambdaFunction } from '../lambda/runtime.ts';
import { startS3 } from '../s3/server.ts';
import { Faults } from '../services/faults.ts';
import { startEdge } from './server.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyPairId = 'K1';
const page = `<!doctype html><title>Services</title>${'<p>Photographs</p>'.repeat(200)}`;
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`;

let dir: string;
let local: Addresses;
let site: string;
let photos: S3Client;
const faults = new Faults();
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'edge-'));
  local = addresses(0, dir);
  await makeSite();
  await startApi();
  await startPhotos();
  const edge = await startEdge({
    port: 0,
    addresses: local,
    siteFolder: join(dir, 'site'),
    siteBuild: {
      pages: { '/': '/index.html', '/services': '/services/index.html' },
      shells: { '/dashboard': '/client.html' },
      files: ['/favicon.ico', '/config.json', '/robots.txt'],
      folders: ['/assets/'],
      compressed: ['.js'],
      scriptHashes: ["'sha256-boot'"],
    },
    trustedKeys: { [keyPairId]: publicKey },
    faults,
  });
  closing.unshift(() => edge.close());
  site = `http://localhost:${edge.port}`;
});
afterAll(async () => {
  for (const close of closing) await close();
  await rm(dir, { recursive: true });
});

async function makeSite(): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'index.html': '<!doctype html><title>Home</title>',
    'services/index.html': page,
    'client.html': '<!doctype html><title>Portal</title>',
    '404.html': '<!doctype html><title>Not found</title>',
    'favicon.ico': 'icon',
    'assets/entry-abc.js': script,
    'assets/entry-abc.js.br': brotliCompressSync(script),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dir, 'site', name, '..'), { recursive: true });
    await writeFile(join(dir, 'site', name), text);
  }
  await writeFile(join(dir, 'secret.txt'), 'not part of the site');
}

/** Starts an API that responds with the event it received. */
async function startApi(): Promise<void> {
  const bundle = join(dir, 'index.mjs');
  await writeFile(
    bundle,
    `export const handler = async (event) => ({ statusCode: 207, cookies: ['a=1', 'b=2'], headers: { 'content-type': 'application/json', 'content-security-policy': 'own' }, body: JSON.stringify(event) });`,
  );
  const echo = new LambdaFunction({ name: 'echo', bundle, environment: {}, memory: 128, timeout: 10, logs: dir });
  const functions = functionsOf(new Map([['echo', echo]]));
  const api = await startHttpApi({
    port: 0,
    functions,
    authorizers: {},
    routes: [{ path: '/api/public/{proxy+}', authorizer: 'none', function: 'echo' }],
  });
  local.ports.httpapi = api.port;
  closing.push(api.close, functions.close);
}

async function startPhotos(): Promise<void> {
  const s3 = await startS3({ port: 0, dir: join(dir, 's3') });
  local.ports.s3 = s3.port;
  closing.push(s3.close);
  photos = new S3Client({ region, credentials, endpoint: endpoint(local, 's3') });
  closing.unshift(async () => photos.destroy());
  await photos.send(new CreateBucketCommand({ Bucket: 'photos' }));
  await photos.send(new CreateBucketCommand({ Bucket: 'site' }));
  await put('media/c-1/k/400.webp', 'small picture', {
    ContentType: 'image/webp',
    CacheControl: 'private, max-age=31536000, immutable',
  });
  await put('media/c-2/k/400.webp', 'another’s picture');
  await put('portfolio/p/400.webp', 'public picture', { ContentType: 'image/webp' });
  await put('originals/c-1/s/1-2-Anna & Tom 1.jpg', '0123456789', {
    ContentType: 'image/jpeg',
    ContentDisposition: 'attachment',
  });
}

const put = (Key: string, Body: string, options = {}) =>
  photos.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ...options }));

async function invalidate(reference: string, path: string) {
  const cloudfront = new CloudFrontClient({ region, credentials, endpoint: site });
  const batch = { CallerReference: reference, Paths: { Quantity: 1, Items: [path] } };
  try {
    return await cloudfront.send(new CreateInvalidationCommand({ DistributionId: 'LOCAL', InvalidationBatch: batch }));
  } finally {
    cloudfront.destroy();
  }
}

const signed = (path: string) => {
  const dateLessThan = new Date(Date.now() + 60_000).toISOString();
  return getSignedUrl({ url: `${site}${path}`, keyPairId, privateKey, dateLessThan }).slice(site.length);
};

const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${site}${path}`, { redirect: 'manual', headers, ...init });

/** Sends a request with its path unchanged; fetch would normalize it. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(site);
    const outgoing = startRequest({ host: '127.0.0.1', port, path, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

describe('pages', () => {
  test.each([
    ['/', 200, 'Home'],
    ['/services', 200, 'Services'],
    ['/dashboard/gallery', 200, 'Portal'],
    ['/nowhere', 404, 'Not found'],
    ['/index.html', 404, 'Not found'],
    ['/api', 404, 'Not found'],
  ])('%s is %i %s', async (path, status, title) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(`<title>${title}</title>`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test('a trailing slash redirects to the address without it', async () => {
    const response = await get('/services/?package=half%20day');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/services?package=half%20day');
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=/);
  });

  test('security headers, with the origins that pages may connect to', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self' 'sha256-boot'");
    expect(policy).toContain(
      `connect-src 'self' http://localhost:${local.ports.cognito} http://127.0.0.1:${local.ports.s3}`,
    );
  });

  test('assets are immutable, and a missing one is 404 without a page', async () => {
    const response = await get('/assets/entry-abc.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
    const missing = await get('/assets/entry-old.js');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('NoSuchKey');
  });

  test.each([
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%00',
    '/assets/%E0%A4%A',
  ])('nothing outside the site is served for %s', async (path) => {
    const { status, body } = await raw(path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('not part');
  });

  test('text is compressed with an accepted encoding; small files and pictures are not', async () => {
    const plain = await raw('/services');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(page);
    const brotli = await raw('/services', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(page);
    const gzip = await raw('/services', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gunzipSync(gzip.body).toString()).toBe(page);
    expect((await raw('/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  test('files compressed by the build are sent unchanged to browsers that accept the encoding', async () => {
    const compressed = await raw('/assets/entry-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers).toMatchObject({
      'content-type': 'text/javascript',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(compressed.body).toEqual(brotliCompressSync(script));
    const gzip = await raw('/assets/entry-abc.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(script);
  });

  test('an unchanged file is answered with 304; a rebuilt one is sent', async () => {
    const first = await get('/services', { 'accept-encoding': 'br' });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    const secondVisit = await get('/services', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(secondVisit.status).toBe(304);
    expect(await secondVisit.text()).toBe('');
    const since = await get('/services', { 'if-modified-since': first.headers.get('last-modified') ?? '' });
    expect(since.status).toBe(304);
    const unknown = await get('/nowhere', { 'if-none-match': (await get('/nowhere')).headers.get('etag') ?? '' });
    expect(unknown.status).toBe(304);

    await writeFile(join(dir, 'site', 'services', 'index.html'), `${page}<p>New</p>`);
    await invalidate('rebuilt', '/services/*');
    const rebuilt = await get('/services', { 'if-none-match': etag });
    expect(rebuilt.status).toBe(200);
    await writeFile(join(dir, 'site', 'services', 'index.html'), page);
    await invalidate('built as before', '/services/*');
  });

  test('HEAD returns the headers only; other methods are refused', async () => {
    const head = await get('/services', { 'accept-encoding': 'identity' }, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(page.length));
    expect(await head.text()).toBe('');
    expect((await get('/services', {}, { method: 'POST' })).status).toBe(403);
  });

  test('a published document has the headers with which it is stored', async () => {
    const store = async (CacheControl: string, ContentType: string) => {
      await put('robots.txt', 'User-agent: *', { Bucket: 'site', CacheControl, ContentType });
      await invalidate(ContentType, '/robots.txt');
      const { headers } = await get('/robots.txt');
      return [headers.get('cache-control'), headers.get('content-type')];
    };
    const stored = ['no-cache', 'text/plain; charset=utf-8'] as const;
    expect(await store(...stored)).toEqual(stored);
    const other = ['max-age=60', 'text/html'] as const;
    expect(await store(...other)).toEqual(other);
  });

  test('config.json contains the local user pools', async () => {
    const response = await get('/config.json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual({
      region,
      user_pools: {
        clients: { user_pool_id: 'us-east-1_Clients', user_pool_client_id: 'clients-web' },
        studio: { user_pool_id: 'us-east-1_Studio', user_pool_client_id: 'studio-web' },
      },
      auth_domain: `localhost:${local.ports.cognito}`,
      google_enabled: true,
      authenticator_required: false,
      user_pool_endpoint: `http://localhost:${local.ports.cognito}`,
    });
  });
});

describe('the API', () => {
  test('gets the request unchanged, with the edge secret and the viewer’s address', async () => {
    const response = await get(
      '/api/public/messages/a%20b?x=1&x=2',
      {
        cookie: 'c=1; d=2',
        'content-type': 'application/json',
        'x-viewer-ip': '1.2.3.4',
        'x-studio-edge': 'guess',
        'x-own': 'y',
      },
      { method: 'PATCH', body: '{"a":"ü"}' },
    );
    expect(response.status).toBe(207);
    const event = (await response.json()) as { headers: Record<string, string>; requestContext: { http: object } };
    expect(event).toMatchObject({
      rawPath: '/api/public/messages/a b',
      rawQueryString: 'x=1&x=2',
      cookies: ['c=1', 'd=2'],
      body: '{"a":"ü"}',
      requestContext: { http: { method: 'PATCH' } },
    });
    expect(event.headers).toMatchObject({ 'x-studio-edge': edgeSecret, 'x-own': 'y' });
    expect(event.headers['x-viewer-ip']).toMatch(/127\.0\.0\.1$/);
    expect(event.headers.host).toBe(`127.0.0.1:${local.ports.httpapi}`);
  });

  test('responses pass with their cookies, and with the edge’s security headers', async () => {
    const response = await get('/api/public/x');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const missing = await get('/api/other/x');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ message: 'Not Found' });
  });

  test('a fault of the edge applies to a path', async () => {
    faults.set([{ operation: 'api', resource: '/api/public/x', error: 'Bad Gateway', status: 502, times: 1 }]);
    expect((await get('/api/public/x')).status).toBe(502);
    expect((await get('/api/public/x')).status).toBe(207);
  });
});

describe('photographs', () => {
  const cookieFor = (resource: string) => {
    const DateLessThan = { 'AWS:EpochTime': Math.floor(Date.now() / 1000) + 60 };
    const policy = JSON.stringify({ Statement: [{ Resource: `${site}${resource}`, Condition: { DateLessThan } }] });
    return Object.entries(getSignedCookies({ keyPairId, privateKey, policy }))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  };
  test('a client’s cookie grants their own pictures, not another client’s; without a cookie none is served', async () => {
    const cookie = cookieFor('/media/c-1/*');
    const ownAnswer = await get('/media/c-1/k/400.webp', { cookie });
    expect(ownAnswer.status).toBe(200);
    expect(await ownAnswer.text()).toBe('small picture');
    expect(ownAnswer.headers.get('content-type')).toBe('image/webp');
    expect(ownAnswer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(ownAnswer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const denied = await get('/media/c-2/k/400.webp', { cookie });
    expect(denied.status).toBe(403);
    expect(await denied.text()).toContain('<Code>AccessDenied</Code>');
    const without = await get('/media/c-1/k/400.webp');
    expect(without.status).toBe(403);
    expect(await without.text()).toContain('<Code>MissingKey</Code>');
    expect(without.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('a missing picture gets the same response as a forbidden one', async () => {
    const response = await get('/media/c-1/gone', { cookie: cookieFor('/media/c-1/*') });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('NoSuchKey');
  });

  test('a signed link grants an original, whole or as a range, and its query is not forwarded', async () => {
    const path = signed('/originals/c-1/s/1-2-Anna%20%26%20Tom%201.jpg');
    const whole = await get(path);
    expect(await whole.text()).toBe('0123456789');
    expect(whole.headers.get('content-disposition')).toBe('attachment');
    const firstBytes = await get(path, { range: 'bytes=2-5' });
    expect(firstBytes.status).toBe(206);
    expect(firstBytes.headers.get('content-range')).toBe('bytes 2-5/10');
    expect(await firstBytes.text()).toBe('2345');
    const etag = whole.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    const head = await get(path, {}, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('10');
    expect((await get(path.replace('Signature=', 'Signature=A'))).status).toBe(403);
    expect((await get(path, {}, { method: 'PUT', body: 'mine now' })).status).toBe(403);
  });

  test('the portfolio is public', async () => {
    expect(await (await get('/portfolio/p/400.webp')).text()).toBe('public picture');
    expect((await get('/portfolio/../media/c-1/k/400.webp')).status).toBe(403);
    expect((await raw('/portfolio/../media/c-1/k/400.webp')).status).toBe(403);
    expect((await raw('/portfolio/%2e%2e/media/c-1/k/400.webp')).status).toBe(403);
  });
});

describe('the cache', () => {
  test('serves a cached response whole, as a range, as a HEAD and as 304, until it is invalidated', async () => {
    await put('portfolio/cached/400.webp', '0123456789');
    const path = '/portfolio/cached/400.webp';
    // fetch sends another accept-encoding with range requests, and the encoding belongs to the cache key.
    const request = (headers: Record<string, string> = {}, query = '', init: RequestInit = {}) =>
      get(`${path}${query}`, { 'accept-encoding': 'gzip', ...headers }, init);
    const first = await request({ cookie: 'a=1' });
    expect([first.headers.get('x-cache'), await first.text()]).toEqual(['Miss from cloudfront', '0123456789']);
    await put('portfolio/cached/400.webp', 'new bytes');
    // Neither cookies nor the query belong to the cache key.
    const cachedAnswer = await request({ cookie: 'a=2' }, '?v=2');
    expect([cachedAnswer.headers.get('x-cache'), await cachedAnswer.text()]).toEqual([
      'Hit from cloudfront',
      '0123456789',
    ]);
    expect(cachedAnswer.headers.get('age')).toMatch(/^\d+$/);
    expect(cachedAnswer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const rangeAnswer = await request({ range: 'bytes=2-5' });
    expect([rangeAnswer.status, rangeAnswer.headers.get('content-range'), await rangeAnswer.text()]).toEqual([
      206,
      'bytes 2-5/10',
      '2345',
    ]);
    const end = await request({ range: 'bytes=-3' });
    expect([end.status, await end.text()]).toEqual([206, '789']);
    const changed = await request({ range: 'bytes=2-5', 'if-range': '"another"' });
    expect([changed.status, await changed.text()]).toEqual([200, '0123456789']);
    expect((await request({ range: 'bytes=10-' })).status).toBe(416);
    expect((await request({ range: 'bytes=5-2' })).status).toBe(200);
    const head = await request({}, '', { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10', '']);
    expect((await request({ 'if-none-match': cachedAnswer.headers.get('etag') ?? '' })).status).toBe(304);
    await invalidate('portfolio', '/portfolio/cached/*');
    const fresh = await request();
    expect([fresh.headers.get('x-cache'), await fresh.text()]).toEqual(['Miss from cloudfront', 'new bytes']);
  });

  test('requires the signature for a cached response too', async () => {
    const path = '/originals/c-1/s/signed.jpg';
    await put(path.slice(1), 'original');
    expect(await (await get(signed(path))).text()).toBe('original');
    expect((await get(signed(path))).headers.get('x-cache')).toBe('Hit from cloudfront');
    expect((await get(path)).status).toBe(403);
  });

  test('stores no error and no response of the API', async () => {
    expect((await get('/portfolio/late/400.webp')).status).toBe(403);
    await put('portfolio/late/400.webp', 'here now');
    expect((await get('/portfolio/late/400.webp')).status).toBe(200);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await get('/api/public/x')).headers.get('x-cache')).toBe('Miss from cloudfront');
    }
  });

  test('stores nothing of a response that the viewer aborts', async () => {
    await put('portfolio/large', 'x'.repeat(20_000_000));
    const controller = new AbortController();
    const abandoned = await get('/portfolio/large', {}, { signal: controller.signal });
    await abandoned.body?.getReader().read();
    controller.abort();
    const whole = await get('/portfolio/large');
    expect(whole.headers.get('x-cache')).toBe('Miss from cloudfront');
    expect((await whole.arrayBuffer()).byteLength).toBe(20_000_000);
  });

  const deletedPart = async (path: string) => {
    await put(path.slice(1), 'ZIP with a photo that is hidden later');
    const link = signed(path);
    expect((await get(link)).status).toBe(200);
    await photos.send(new DeleteObjectCommand({ Bucket: 'photos', Key: path.slice(1) }));
    return await get(link);
  };

  test('stores no ZIP part: a deleted part is refused for every holder of its link', async () => {
    expect((await deletedPart('/downloads/c-1/d/part-1.zip')).status).toBe(403);
  });

  test('would serve a deleted ZIP part with the policy CachingOptimized', async () => {
    const policy = vi.spyOn(behaviors['/downloads/*'], 'cache', 'get' as never);
    policy.mockReturnValue('CachingOptimized' as never);
    const response = await deletedPart('/downloads/c-1/d/part-2.zip');
    policy.mockRestore();
    expect([response.status, await response.text()]).toEqual([200, 'ZIP with a photo that is hidden later']);
  });
});

test('invalidations are accepted and listed', async () => {
  const { Invalidation } = await invalidate('r-1', '/media/c-1/*');
  expect((await invalidate('r-1', '/media/c-1/*')).Invalidation?.Id).toBe(Invalidation?.Id);
  await expect(invalidate('r-2', 'media/*/x')).rejects.toMatchObject({ name: 'InvalidArgument' });
  const all = (await (await get('/_invalidations')).json()) as { reference: string }[];
  expect(all.filter(({ reference }) => reference.startsWith('r-'))).toEqual([
    { id: Invalidation?.Id, reference: 'r-1', paths: ['/media/c-1/*'] },
  ]);
});
