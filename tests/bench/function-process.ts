import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The measured cost of a call of a function in its own process. */
export interface Call<Result> {
  result: Result;
  milliseconds: number;
  /** CPU seconds of the process during this call. */
  cpu: number;
  /** Peak memory of the process since its start, in MiB. */
  peak: number;
}

/** A function in its own process, as Lambda runs it, with this process's environment. */
export class FunctionProcess {
  readonly #child;
  readonly #ended: Promise<never>;

  /** @param file exports `handler` */
  constructor(file: string, options: string[] = []) {
    this.#child = fork(join(import.meta.dirname, 'function-server.mjs'), [pathToFileURL(resolve(file)).href], {
      execArgv: options,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#child, 'exit').then(() => Promise.reject(new Error('The function’s process ended.')));
    // Rejects pending calls when the process ends.
    this.#ended.catch(() => undefined);
  }

  async call<Result>(event: unknown): Promise<Call<Result>> {
    const answered = once(this.#child, 'message') as Promise<[Call<Result> & { error?: string }]>;
    this.#child.send({ event });
    const [call] = await Promise.race([answered, this.#ended]);
    if (call.error) throw new Error(call.error);
    return call;
  }

  close(): void {
    this.#child.disconnect();
  }
}
