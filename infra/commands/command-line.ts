import { createInterface } from 'node:readline/promises';
import { asciiAddress } from '#shared/email-address.ts';
import { credentialsTrouble } from './credentials.ts';

/** Runs a command: prints an error as one sentence and sets exit code 1. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(credentialsTrouble(error) ?? (error instanceof Error ? error.message : error));
    // AWS's message names the action or the resource, which the sentence omits.
    if (credentialsTrouble(error) && error instanceof Error) console.error(`AWS: ${error.message}`);
    process.exitCode = 1;
  });
}

/**
 * Returns an email address of the command line as the site stores it.
 * @throws Error with the usage for anything else
 */
export function addressOf(typed: string | undefined, usage: string): string {
  const address = asciiAddress((typed ?? '').trim());
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new Error(usage);
  return address;
}

/** Prints a line about progress. */
export type Say = (line: string) => void;
/** Asks the person at the terminal; resolves to the trimmed answer. */
export type Ask = (question: string) => Promise<string>;

/** @throws Error without an interactive terminal, such as in a pipeline */
export const ask: Ask = async (question) => {
  if (!process.stdin.isTTY) throw new Error(`This command needs an interactive terminal to ask: ${question}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
};
