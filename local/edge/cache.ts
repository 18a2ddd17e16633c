import type { OutgoingHttpHeaders } from 'node:http';
import type { CachePolicy } from '../../infra/edge/cache-policies.ts';

/** Maximum bytes of the whole cache, and of one response. CloudFront's limits are far higher. */
const limits = { all: 256 * 1024 * 1024, one: 32 * 1024 * 1024 };

/** A complete response of an origin. */
export interface CachedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

interface Entry extends CachedAnswer {
  path: string;
  storedAt: number;
  expiresAt: number;
}

/** The cache key of a response, and the number of invalidations at the start of the request for it. */
export interface CacheSlot {
  path: string;
  key: string;
  policy: CachePolicy;
  /** Number of invalidations when the request began. */
  invalidations: number;
}

/**
 * The cache of one edge location: complete successful responses, by path and accepted encoding, for as long as the
 * cache policy and the origin's `Cache-Control` or `Expires` allow. Responses to range requests are cut from a complete
 * response and never stored.
 */
export class EdgeCache {
  /** Cached responses in order of use, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #invalidations = 0;

  /**
   * Returns the cache slot of a request.
   * @param path the path that the origin is asked for
   * @param acceptEncoding the viewer's header
   */
  slot(path: string, acceptEncoding: string, policy: CachePolicy): CacheSlot {
    const encodings = policy.encodings.filter((encoding) => accepts(acceptEncoding, encoding));
    return { path, key: `${path} ${encodings.join()}`, policy, invalidations: this.#invalidations };
  }

  /** Returns the cached response, with its `age`; undefined when there is none or it has expired. */
  find({ key }: CacheSlot): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || Date.now() >= entry.expiresAt) return undefined;
    this.#delete(key);
    this.#insert(key, entry);
    const age = String(Math.floor((Date.now() - entry.storedAt) / 1_000));
    return { status: entry.status, headers: { ...entry.headers, age }, body: entry.body };
  }

  /**
   * Returns an expired response with its ETag, by which the origin can be asked whether it changed; undefined without
   * either.
   */
  findExpired({ key }: CacheSlot): (CachedAnswer & { etag: string }) | undefined {
    const entry = this.#entries.get(key);
    const etag = entry?.headers.etag;
    return entry && typeof etag === 'string' ? { ...entry, etag } : undefined;
  }

  /**
   * Returns an expired response that may still be sent because the origin fails: as long as its `stale-if-error` says,
   * or without one as long as the origin fails.
   */
  findDespiteError({ key }: CacheSlot): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const [, seconds] = /\bstale-if-error=(\d+)/.exec(String(entry.headers['cache-control'])) ?? [];
    const isTooOld = seconds !== undefined && Date.now() >= entry.expiresAt + Number(seconds) * 1_000;
    return isTooOld ? undefined : entry;
  }

  /** Whether a response with this status and these headers may be cached. */
  takes({ policy }: CacheSlot, status: number, headers: OutgoingHttpHeaders): boolean {
    return status === 200 && secondsToKeep(policy, headers) > 0 && Number(headers['content-length'] ?? 0) <= limits.one;
  }

  /**
   * Caches a response. A: the origin's response is read. B: an invalidation runs. If B runs between the request and its
   * response, the response may be older than the invalidation and is not cached.
   */
  store(slot: CacheSlot, answer: CachedAnswer): void {
    const { status, headers, body } = answer;
    if (!this.takes(slot, status, headers) || body.length > limits.one) return;
    if (slot.invalidations !== this.#invalidations) return;
    const storedAt = Date.now();
    const expiresAt = storedAt + secondsToKeep(slot.policy, headers) * 1_000;
    this.#delete(slot.key);
    this.#insert(slot.key, { ...answer, path: slot.path, storedAt, expiresAt });
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= limits.all) break;
      this.#delete(oldest);
    }
  }

  /** Removes the responses at these paths; a trailing `*` is a wildcard. */
  invalidate(paths: string[]): void {
    this.#invalidations += 1;
    const isNamed = (path: string) =>
      paths.some((named) => (named.endsWith('*') ? path.startsWith(named.slice(0, -1)) : path === named));
    for (const [key, entry] of this.#entries) if (isNamed(entry.path)) this.#delete(key);
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.body.length;
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.body.length ?? 0;
    this.#entries.delete(key);
  }
}

/**
 * Returns the seconds for which a response is cached. As the developer guide says, the minimum TTL applies even to
 * no-store, private and no-cache.
 */
function secondsToKeep({ minTtl, defaultTtl, maxTtl }: CachePolicy, headers: OutgoingHttpHeaders): number {
  const clamp = (seconds: number) => Math.min(maxTtl, Math.max(minTtl, seconds));
  const directives = String(headers['cache-control'] ?? '').toLowerCase();
  if (/\b(no-store|no-cache|private)\b/.test(directives)) return minTtl;
  const age = /\bs-maxage=(\d+)/.exec(directives) ?? /\bmax-age=(\d+)/.exec(directives);
  if (age) return clamp(Number(age[1]));
  if (headers.expires === undefined) return Math.max(minTtl, defaultTtl);
  const until = Date.parse(String(headers.expires));
  return clamp(Number.isNaN(until) ? 0 : (until - Date.now()) / 1_000);
}

/** Whether a header accepts an encoding. A quality value of zero refuses it. */
export const accepts = (header: string, encoding: string): boolean =>
  header
    .split(',')
    .map((item) => item.trim())
    .some((item) => item.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(item));
