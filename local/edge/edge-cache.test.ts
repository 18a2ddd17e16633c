import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { behaviors } from '../../infra/blueprint/behaviors.ts';
import { get, invalidate, photos, put, signed, startTestEdge, stopTestEdge } from './edge-testing.ts';

beforeAll(startTestEdge);
afterAll(stopTestEdge);

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
