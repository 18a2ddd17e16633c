import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Figure } from './measure.ts';

/** The parts that are measured in their own process, and their sizes in a short and in a full run. */
const parts = {
  derivatives: async (full: boolean) => (await import('./derivatives.ts')).benchDerivatives(full ? 30 : 12),
  encodings: async (full: boolean) => (await import('./encodings.ts')).benchEncodings(full),
  ingest: async (full: boolean) => (await import('./ingest.ts')).benchIngest(3, full ? 48 : 16),
  archives: async (full: boolean) => (await import('./archives.ts')).benchArchives(3, full ? 200 : 40),
  uploads: async (full: boolean) => (await import('./uploads.ts')).benchUploads(full ? 500 : 100),
};

/**
 * Measures one part in its own process: AWS clients keep their endpoints, and collecting 72 MB of pixels costs V8 three
 * times as much in a heap that also holds Lighthouse.
 */
export async function benchApart(part: keyof typeof parts, full: boolean): Promise<Figure[]> {
  const child = fork(import.meta.filename, [part, ...(full ? ['--full'] : [])]);
  const measured = once(child, 'message') as Promise<[Figure[]]>;
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The measuring of '${part}' ended.`)));
  const [figures] = await Promise.race([measured, ended]);
  ended.catch(() => undefined);
  return figures;
}

if (process.argv[1] === import.meta.filename) {
  const figures = await parts[process.argv[2] as keyof typeof parts](process.argv.includes('--full'));
  process.send?.(figures, () => process.exit(0));
}
