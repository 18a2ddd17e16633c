/** Milliseconds. A new value takes effect within this time. */
const tenMinutes = 10 * 60_000;
const cache = new Map<string, { value: Promise<unknown>; until: number }>();

/**
 * Returns the value that `read` returns, cached under this name. A failed read is not cached.
 * @param maxAge milliseconds; ten minutes by default
 */
export function cached<Value>(name: string, read: () => Promise<Value>, maxAge = tenMinutes): Promise<Value> {
  const entry = cache.get(name);
  if (entry && entry.until > Date.now()) return entry.value as Promise<Value>;
  const value = read().catch((error: unknown) => {
    cache.delete(name);
    throw error;
  });
  cache.set(name, { value, until: Date.now() + maxAge });
  return value;
}
