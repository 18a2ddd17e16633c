import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a call of a function in a process of its own came to. */
export interface Call<Result> {
  result: Result;
  milliseconds: number;
  /** CPU seconds of the process in this call. */
  cpu: number;
  /** MiB that the process has taken at most since it began. */
  peak: number;
}

/** A function in a process of its own, as Lambda runs it, with this process' environment. */
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
    // Whoever waits for an answer then hears of it.
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
