import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { region } from '../addresses.ts';
import { edgeSecret } from '../environment.ts';
import {
  cookieFor,
  dir,
  faults,
  get,
  invalidate,
  local,
  page,
  put,
  raw,
  script,
  signed,
  startTestEdge,
  stopTestEdge,
} from './edge-testing.ts';

beforeAll(startTestEdge);
afterAll(stopTestEdge);

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
