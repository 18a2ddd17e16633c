/**
 * A cache policy that the distribution uses: one of AWS's managed policies, with the values that CloudFront documents,
 * or `AsOriginSays`, which caches only what the origin allows. The cache keys contain no cookies, no query strings and
 * no header except Accept-Encoding.
 */
export interface CachePolicy {
  /** Seconds. */
  minTtl: number;
  /** Seconds, for an object without `Cache-Control` and `Expires`. */
  defaultTtl: number;
  maxTtl: number;
  /** The content encodings in the cache key. */
  encodings: readonly ('br' | 'gzip')[];
}

export const cachePolicies = {
  CachingOptimized: { minTtl: 1, defaultTtl: 86_400, maxTtl: 31_536_000, encodings: ['br', 'gzip'] },
  AsOriginSays: { minTtl: 0, defaultTtl: 0, maxTtl: 60, encodings: ['br', 'gzip'] },
  CachingDisabled: { minTtl: 0, defaultTtl: 0, maxTtl: 0, encodings: [] },
} as const satisfies Record<string, CachePolicy>;
export type CachePolicyName = keyof typeof cachePolicies;
