/** The median. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Processor time of this process, in milliseconds: independent of other work on the machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Times two functions alternately, A B A B …, so that a slowdown of the machine affects both.
 * @param clock in milliseconds
 * @returns the median of a / b, and the medians in milliseconds
 */
export async function compare(
  rounds: number,
  a: (round: number) => Promise<unknown>,
  b: (round: number) => Promise<unknown>,
  clock: () => number = () => performance.now(),
) {
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, act] of [
      ['a', a],
      ['b', b],
    ] as const) {
      const start = clock();
      await act(round);
      times[name].push(clock() - start);
    }
  }
  return {
    ratio: median(times.a.map((time, round) => time / (times.b[round] ?? Number.NaN))),
    a: median(times.a),
    b: median(times.b),
  };
}

/** One row of the table: measure, value, target, and whether the target is met. */
export interface Figure {
  id: string;
  measure: string;
  result: string;
  target: string;
  met: boolean;
}

export const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
