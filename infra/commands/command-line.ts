import { createInterface } from 'node:readline/promises';
import { asciiAddress } from '#shared/text/email-address.ts';
import { credentialsTrouble } from './stack/credentials.ts';

/** Whether `npm run local` runs the command, against the studio on this machine. */
const isLocal = () => process.env.STUDIO_ON_THIS_MACHINE !== undefined;

/**
 * Refuses a command that needs CloudFormation, which this machine does not have.
 * @param instead a sentence that says what to do
 * @throws Error where the command is run against the studio on this machine
 */
export function requireAws(instead: string): void {
  if (isLocal()) throw new Error(`This command is for a studio on AWS, and nothing was changed. ${instead}`);
}

/** Returns one sentence about what is wrong with the connection; undefined for other errors. */
function connectionTrouble(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)$/.test(code)) return undefined;
  return isLocal()
    ? 'The studio on this machine does not answer: npm start must be running, with the same STUDIO_PORT.'
    : `AWS can't be reached (${code}): is this computer connected to the internet?`;
}

/** Runs a command: prints an error as one sentence and sets exit code 1. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const trouble = credentialsTrouble(error) ?? connectionTrouble(error);
    console.error(trouble ?? (error instanceof Error ? error.message : error));
    // AWS's message names the action or the resource, which the sentence omits.
    if (credentialsTrouble(error) && error instanceof Error) console.error(`AWS: ${error.message}`);
    process.exitCode = 1;
  });
}

/**
 * Returns an email address of the command line as the site stores it.
 * @throws Error with the usage for anything else
 */
export function addressOf(typedAddress: string | undefined, usage: string): string {
  const address = asciiAddress((typedAddress ?? '').trim());
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new Error(usage);
  return address;
}

/** Prints a line about progress. */
export type Say = (line: string) => void;
/** Asks the person at the terminal; resolves to the trimmed answer. */
export type Ask = (question: string) => Promise<string>;

/**
 * Asks the person at the terminal.
 * @throws Error without an interactive terminal, such as in a pipeline
 */
export const ask: Ask = async (question) => {
  if (!process.stdin.isTTY) throw new Error(`This command needs an interactive terminal to ask: ${question}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
};
