/** In milliseconds. A new value takes effect within this time. */
const tenMinutes = 10 * 60_000;
const cache = new Map<string, { value: Promise<unknown>; until: number }>();

/** Returns what `read` returns, cached under this name, for ten minutes unless said otherwise. A failed read is not cached. */
export function cached<Value>(name: string, read: () => Promise<Value>, maxAge = tenMinutes): Promise<Value> {
  const known = cache.get(name);
  if (known && known.until > Date.now()) return known.value as Promise<Value>;
  const value = read().catch((error: unknown) => {
    cache.delete(name);
    throw error;
  });
  cache.set(name, { value, until: Date.now() + maxAge });
  return value;
}
