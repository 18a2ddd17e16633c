import { createInterface } from 'node:readline/promises';

/** Runs a command: an error is one sentence for whoever typed it, and a failure for the shell. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

/** Hears of progress, a line each. */
export type Say = (line: string) => void;
/** Asks the person at the terminal and gives what they typed, without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** @throws Error where nobody can answer, such as in a pipeline. */
export const ask: Ask = async (question) => {
  if (!process.stdin.isTTY) throw new Error(`Nobody is there to answer: ${question}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
};
