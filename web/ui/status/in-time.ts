/** Milliseconds after which a lazy import counts as failed, so that the screen can offer a retry. */
const patience = 120_000;

/** Time of the first call of a pending import. */
const since = new WeakMap<object, number>();

/** Resolves like `load`, or rejects 120 s after the first call of a pending `load`. */
export async function inTime<Module>(load: () => Promise<Module>): Promise<Module> {
  const start = since.get(load) ?? Date.now();
  since.set(load, start);
  const loading = load().finally(() => since.delete(load));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Code was not loaded within ${patience / 1_000} s.`);
    timer = setTimeout(() => reject(error), Math.max(0, start + patience - Date.now()));
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
