import { parentPort, workerData } from 'node:worker_threads';
import type { RunningService } from './services/service.ts';

/**
 * Runs one local service in its own thread, so that a crash is reported with the service's name, and both cores are
 * used.
 */

export interface ServiceStart {
  /** The service's file, relative to this folder, and the exported function that starts it. */
  module: string;
  start: string;
  options: unknown;
}
export type FromService = { ready: true } | { failed: string };

const { module, start, options } = workerData as ServiceStart;
const port = parentPort;
if (!port) throw new Error('A service thread is started by local/studio.ts, not by itself.');

const starters = (await import(new URL(module, import.meta.url).href)) as Record<
  string,
  (options: unknown) => Promise<RunningService>
>;
try {
  const service = await starters[start]!(options);
  port.once('message', async () => {
    await service.close();
    port.close();
  });
  port.postMessage({ ready: true } satisfies FromService);
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies FromService);
  port.close();
}
