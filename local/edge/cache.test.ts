import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CachePolicyName, cachePolicies } from '../../infra/edge/cache-policies.ts';
import { EdgeCache } from './cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600;
const slotOf = (cache: EdgeCache, path = '/a', encoding = '', policy: CachePolicyName = 'CachingOptimized') =>
  cache.slot(path, encoding, cachePolicies[policy]);
const answer = (headers: Record<string, string> = {}, text = 'bytes', status = 200) => ({
  status,
  headers,
  body: Buffer.from(text),
});

/** Returns how many seconds a response with these headers is cached, sampled at these times. */
function secondsKept(policy: CachePolicyName, headers: Record<string, string>): number {
  const cache = new EdgeCache();
  const slot = slotOf(cache, '/a', '', policy);
  cache.store(slot, answer(headers));
  let seconds = 0;
  for (const next of [0.5, 1, 60, hour, 24 * hour, 365 * 24 * hour]) {
    if (!cache.find(slot)) break;
    vi.advanceTimersByTime((next - seconds) * 1_000);
    seconds = next;
  }
  return seconds;
}

describe('how long a response is cached', () => {
  test.each<[CachePolicyName, Record<string, string>, number]>([
    ['CachingOptimized', {}, 24 * hour],
    ['CachingOptimized', { 'cache-control': 'max-age=60' }, 60],
    ['CachingOptimized', { 'cache-control': 'max-age=60, s-maxage=3600' }, hour],
    ['CachingOptimized', { 'cache-control': 'public, max-age=999999999, immutable' }, 365 * 24 * hour],
    // The policy's minimum TTL of one second overrides the origin.
    ['CachingOptimized', { 'cache-control': 'no-cache' }, 1],
    ['CachingOptimized', { 'cache-control': 'private, max-age=31536000' }, 1],
    ['CachingOptimized', { 'cache-control': 'max-age=0' }, 1],
    ['CachingOptimized', { expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 1],
    // Errors are cached only as the origin allows, and not for long.
    ['AsOriginSays', {}, 0],
    ['AsOriginSays', { 'cache-control': 'no-store' }, 0],
    ['AsOriginSays', { 'cache-control': 'private, max-age=60' }, 0],
    ['AsOriginSays', { 'cache-control': 'public, max-age=0' }, 0],
    ['AsOriginSays', { 'cache-control': 'public, max-age=0, s-maxage=1' }, 1],
    ['AsOriginSays', { 'cache-control': 'public, max-age=3600' }, 60],
    ['CachingDisabled', {}, 0],
    ['CachingDisabled', { 'cache-control': 'public, max-age=60' }, 0],
  ])('%s, %j: %i s', (policy, headers, seconds) => {
    expect(secondsKept(policy, headers)).toBe(seconds);
  });

  test('until the time in Expires', () => {
    expect(secondsKept('CachingOptimized', { expires: new Date(Date.now() + 60_000).toUTCString() })).toBe(60);
  });
});

test.each([206, 301, 304, 403, 404, 500])('a response with status %i is not cached', (status) => {
  const cache = new EdgeCache();
  cache.store(slotOf(cache), answer({}, 'bytes', status));
  expect(cache.find(slotOf(cache))).toBeUndefined();
});

test('the key is the path and the accepted encodings that the policy allows, in any order', () => {
  const cache = new EdgeCache();
  cache.store(slotOf(cache, '/a', 'gzip, deflate, br'), answer({}, 'brotli'));
  expect(cache.find(slotOf(cache, '/a', 'br;q=1, gzip'))?.body.toString()).toBe('brotli');
  expect(cache.find(slotOf(cache, '/a', 'gzip, br;q=0'))).toBeUndefined();
  expect(cache.find(slotOf(cache, '/b', 'gzip, br'))).toBeUndefined();
});

test('a cached response has its age', () => {
  const cache = new EdgeCache();
  cache.store(slotOf(cache), answer());
  vi.advanceTimersByTime(12_500);
  expect(cache.find(slotOf(cache))?.headers).toMatchObject({ age: '12' });
});

test('an expired response can be asked about by its ETag, and stands in for an error as long as it says', () => {
  const cache = new EdgeCache();
  const slot = slotOf(cache, '/a', '', 'AsOriginSays');
  const despiteError = () => cache.findDespiteError(slot) !== undefined;
  cache.store(slot, answer({ etag: '"1"', 'cache-control': 's-maxage=2, stale-if-error=60' }));
  vi.advanceTimersByTime(2_000);
  expect([cache.find(slot), cache.findExpired(slot)?.etag, despiteError()]).toEqual([undefined, '"1"', true]);
  vi.advanceTimersByTime(60_000);
  expect([cache.findExpired(slot)?.etag, despiteError()]).toEqual(['"1"', false]);
  cache.store(slot, answer({ 'cache-control': 's-maxage=2, stale-if-error=0' }));
  vi.advanceTimersByTime(2_000);
  expect([cache.findExpired(slot), despiteError()]).toEqual([undefined, false]);
  cache.store(slot, answer({ 'cache-control': 's-maxage=2' }));
  vi.advanceTimersByTime(3_600_000);
  expect(despiteError()).toBe(true);
  cache.invalidate(['/a']);
  expect([cache.findExpired(slot), despiteError()]).toEqual([undefined, false]);
});

describe('invalidation', () => {
  const paths = ['/media/c-1/k/400.webp', '/media/c-1/k/1024.webp', '/media/c-2/k/400.webp'];
  test.each([
    ['/media/c-1/*', [false, false, true]],
    ['/media/c-1/k/400.webp', [false, true, true]],
    ['/media/c-1/k/4*', [false, true, true]],
    ['/media/c-1/k', [true, true, true]],
    ['/*', [false, false, false]],
  ])('%s', (path, left) => {
    const cache = new EdgeCache();
    for (const cachedPath of paths) cache.store(slotOf(cache, cachedPath), answer());
    cache.invalidate([path]);
    expect(paths.map((cachedPath) => cache.find(slotOf(cache, cachedPath)) !== undefined)).toEqual(left);
  });

  test('a response requested before an invalidation is not cached after it', () => {
    const cache = new EdgeCache();
    const slot = slotOf(cache);
    cache.invalidate(['/a']);
    cache.store(slot, answer());
    expect(cache.find(slot)).toBeUndefined();
  });
});

test('the least recently used responses are evicted; one above the size limit is not cached', () => {
  const cache = new EdgeCache();
  const large = { ...answer(), body: Buffer.alloc(30 * 1024 * 1024) };
  for (let index = 0; index < 8; index += 1) cache.store(slotOf(cache, `/${index}`), large);
  expect(cache.find(slotOf(cache, '/0'))).toBeDefined();
  cache.store(slotOf(cache, '/8'), large);
  expect(cache.find(slotOf(cache, '/1'))).toBeUndefined();
  expect(cache.find(slotOf(cache, '/0'))).toBeDefined();
  const tooLarge = { ...answer(), body: Buffer.alloc(33 * 1024 * 1024) };
  cache.store(slotOf(cache, '/9'), tooLarge);
  expect(cache.find(slotOf(cache, '/9'))).toBeUndefined();
});
