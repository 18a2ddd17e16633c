import { readFileSync } from 'node:fs';

/**
 * The child process of a `FunctionProcess`: plain JavaScript, since type stripping takes memory too. Handles one call
 * at a time.
 */
const { handler } = await import(process.argv[2]);

process.on('message', async ({ event }) => {
  const [began, before] = [performance.now(), process.cpuUsage()];
  try {
    const result = await handler(event, { getRemainingTimeInMillis: () => 900_000 });
    const { user, system } = process.cpuUsage(before);
    const milliseconds = performance.now() - began;
    process.send({ result, milliseconds, cpu: (user + system) / 1e6, peak: peakMemory() });
  } catch (error) {
    process.send({ error: String(error) });
  }
});

/** MiB. `getrusage` is not used: its peak includes the process that this one was forked from. */
function peakMemory() {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
}
