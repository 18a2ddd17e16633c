import { parentPort, workerData } from 'node:worker_threads';
import type { RunningService } from './service.ts';

/** One local service in a thread of its own: a crash in it is seen as its crash, and two cores carry more than one would. */

export interface ServiceStart {
  /** File of the service, from this folder, and the function in it that starts it. */
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
