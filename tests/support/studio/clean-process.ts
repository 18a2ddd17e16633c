import { afterAll, vi } from 'vitest';

/**
 * One process runs many test files, which share the loaded packages. Each file has its own copies of the project's
 * modules, and leaves the process's environment, timers and streams as it found them.
 */
vi.resetModules();
const environment = { ...process.env };
const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));

// Hands the functions' log lines to vitest's console, which prints them for failing tests only (`silent` in
// vitest.config.ts). The logger writes to the process's streams itself, past vitest.
for (const { stream, write } of streams) {
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"level":')) return write.call(stream, chunk, ...rest);
    console.log(chunk.trimEnd());
    return true;
  }) as typeof stream.write;
}

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const { stream, write } of streams) stream.write = write;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
