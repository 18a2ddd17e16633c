/** Milliseconds after which a lazy import counts as failed, so that the screen can offer a retry. */
const importTimeout = 120_000;

/** The time of the first call of each pending import. */
const startTimes = new WeakMap<object, number>();

/** Resolves like `load`, or rejects 120 s after the first call of a pending `load`. */
export async function inTime<Module>(load: () => Promise<Module>): Promise<Module> {
  const start = startTimes.get(load) ?? Date.now();
  startTimes.set(load, start);
  const loading = load().finally(() => startTimes.delete(load));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`Code was not loaded within ${importTimeout / 1_000} s.`);
    timer = setTimeout(() => reject(error), Math.max(0, start + importTimeout - Date.now()));
  });
  try {
    return await Promise.race([loading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
