import { readFileSync } from 'node:fs';

/** The process of a `FunctionProcess`: plain JavaScript, because the compiler of types takes memory as well. One call after the other. */
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

/** MiB. Not what getrusage says, which counts in the process that this one was forked from. */
function peakMemory() {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
}
