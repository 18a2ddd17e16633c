import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { bundleFolder } from '../../infra/bundle.ts';
import type { Addresses } from '../addresses.ts';
import { functionEnvironment } from '../environment.ts';

/** The data that a worker thread is started with. */
export interface WorkerStart {
  /** file: URL */
  bundle: string;
  name: string;
  /** MiB */
  memory: number;
  /** File descriptor of the function's log. */
  log: number;
}
export interface ToWorker {
  requestId: string;
  /** JSON */
  event: string;
  /** Epoch milliseconds */
  deadline: number;
}
/** The handler's result as JSON (empty after the bundle is loaded), or the error. */
export type FromWorker = { payload: string } | { error: FunctionError };

/** Lambda's description of a failed invocation. */
interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

/** The end of an invocation: the handler's result as JSON, or the error. */
export type Invocation = { requestId: string } & (
  | { ok: true; payload: string }
  | {
      ok: false;
      error: FunctionError;
      timedOut: boolean;
      /** Present when the function was not started, because the account runs as many as it may. */
      throttled?: true;
    }
);

export interface FunctionOptions {
  name: string;
  /** File of the bundle; it exports `handler`. */
  bundle: string;
  environment: Record<string, string>;
  /** MiB; the maximum heap of the handler's JavaScript. */
  memory: number;
  /** Seconds */
  timeout: number;
  /** Folder of the log file `{name}.log`. */
  logs: string;
}

/** Lambda's limit for a response payload; the same limit applies to a request body. */
export const maxPayloadBytes = 6 * 1024 * 1024;

/** Maximum worker threads of one function on this machine; further invocations queue. */
const maxWorkers = 8;

/** Milliseconds to load a bundle on a busy machine. */
const initMilliseconds = 60_000;

const timedOut = (errorMessage: string): FunctionError => ({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] });

/** A worker thread with the bundle loaded; it handles one event at a time, as in Lambda. */
class Instance {
  readonly #worker: Worker;
  /** Resolves with the reason for the worker's end. */
  readonly ended: Promise<FunctionError>;
  alive = true;

  constructor(start: WorkerStart, environment: Record<string, string>) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: start,
      env: environment,
      // Do not pass on the options of this process, such as a test runner's loaders.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: start.memory },
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('error', (error: Error & { code?: string }) => {
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        resolve({
          errorType: outOfMemory ? 'Runtime.OutOfMemory' : error.name,
          errorMessage: error.message,
          trace: (error.stack ?? '').split('\n'),
        });
      });
      this.#worker.once('exit', (code) =>
        resolve({ errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with status ${code}`, trace: [] }),
      );
    });
    this.ended.then(() => {
      this.alive = false;
    });
  }

  /** Returns the worker's next message, or the reason for its end; undefined after a timeout, which ends the worker. */
  async #next(milliseconds: number): Promise<FromWorker | undefined> {
    let done = () => {};
    const timeoutReached = new Promise<undefined>((resolve) => {
      const timer = setTimeout(resolve, milliseconds, undefined);
      done = () => clearTimeout(timer);
    });
    const message = new Promise<FromWorker>((resolve) => this.#worker.once('message', resolve));
    const ended = this.ended.then((error): FromWorker => ({ error }));
    const first = await Promise.race([message, ended, timeoutReached]);
    done();
    if (!first) await this.close();
    return first;
  }

  /**
   * Waits until the bundle is loaded.
   * @returns why it could not be loaded; undefined when it was
   */
  async loaded(): Promise<FunctionError | undefined> {
    const message = await this.#next(initMilliseconds);
    if (message && 'payload' in message) return undefined;
    await this.close();
    return message?.error ?? timedOut('The function took too long to load.');
  }

  async call(requestId: string, event: string, milliseconds: number): Promise<FromWorker | undefined> {
    this.#worker.postMessage({ requestId, event, deadline: Date.now() + milliseconds } satisfies ToWorker);
    return await this.#next(milliseconds);
  }

  async close(): Promise<void> {
    this.alive = false;
    await this.#worker.terminate();
  }
}

/** One deployed function: a pool of instances that grows with concurrent invocations. */
export class LambdaFunction {
  readonly #options: FunctionOptions;
  readonly #log: number;
  readonly #instances = new Set<Instance>();
  readonly #idle: Instance[] = [];
  readonly #queuedInvocations: (() => void)[] = [];
  #running = 0;
  #closed = false;

  constructor(options: FunctionOptions) {
    this.#options = options;
    mkdirSync(options.logs, { recursive: true });
    this.#log = openSync(join(options.logs, `${options.name}.log`), 'a');
  }

  /** Invokes the handler; starts an instance when none is idle. */
  async invoke(event: unknown): Promise<Invocation> {
    const requestId = randomUUID();
    while (this.#running >= maxWorkers) await new Promise<void>((resolve) => this.#queuedInvocations.push(resolve));
    this.#running += 1;
    const started = performance.now();
    try {
      const invocation = await this.#run(event, requestId);
      if (!invocation.ok) this.#write(`${requestId} ERROR ${JSON.stringify(invocation.error)}`);
      this.#write(`REPORT RequestId: ${requestId} Duration: ${(performance.now() - started).toFixed(1)} ms`);
      return invocation;
    } finally {
      this.#running -= 1;
      this.#queuedInvocations.shift()?.();
    }
  }

  async #run(event: unknown, requestId: string): Promise<Invocation> {
    const failed = (error: FunctionError, isTimeout = false): Invocation => ({
      requestId,
      ok: false,
      error,
      timedOut: isTimeout,
    });
    const { name, bundle, timeout } = this.#options;
    if (this.#closed) {
      return failed({ errorType: 'Runtime.Closed', errorMessage: `The function '${name}' was stopped.`, trace: [] });
    }
    if (!existsSync(bundle)) {
      const errorMessage = `The function '${name}' has no bundle at ${bundle}: build first.`;
      return failed({ errorType: 'Runtime.ImportModuleError', errorMessage, trace: [] });
    }
    let instance = this.#idle.pop();
    // Skip instances that died while idle.
    while (instance && !instance.alive) instance = this.#idle.pop();
    if (!instance) {
      instance = this.#start();
      const error = await instance.loaded();
      if (error) return failed(error);
    }
    const message = await instance.call(requestId, JSON.stringify(event), timeout * 1000);
    if (instance.alive) this.#idle.push(instance);
    if (!message) return failed(timedOut(`${requestId} Task timed out after ${timeout.toFixed(2)} seconds`), true);
    if ('error' in message) return failed(message.error);
    const bytes = Buffer.byteLength(message.payload);
    if (bytes > maxPayloadBytes) {
      const errorMessage = `Response payload size (${bytes} bytes) exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`;
      return failed({ errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] });
    }
    return { requestId, ok: true, payload: message.payload };
  }

  #start(): Instance {
    const { name, bundle, memory, environment } = this.#options;
    const start: WorkerStart = { bundle: pathToFileURL(resolve(bundle)).href, name, memory, log: this.#log };
    const instance = new Instance(start, environment);
    this.#instances.add(instance);
    instance.ended.then(() => this.#instances.delete(instance));
    return instance;
  }

  #write(line: string): void {
    if (!this.#closed) writeSync(this.#log, `${line}\n`);
  }

  /** Ends all instances; invocations without a result fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#instances].map((instance) => instance.close()));
    closeSync(this.#log);
  }
}

/** All functions of the blueprint, by name. */
export interface Functions {
  readonly names: readonly string[];
  /** @throws when no function has that name */
  invoke(name: string, event: unknown): Promise<Invocation>;
  close(): Promise<void>;
}

/**
 * Starts the blueprint's functions, each with the bundle that is deployed. An instance reads the bundle when it starts;
 * later changes on disk have no effect. Logs go to `{data}/logs/{function}.log`.
 */
export function startFunctions(studio: Addresses): Functions {
  const deployed = new Map(
    (Object.keys(functions) as FunctionName[]).map((name) => [
      name as string,
      new LambdaFunction({
        name,
        bundle: join(bundleFolder(name), 'index.mjs'),
        environment: functionEnvironment(studio, name),
        memory: functions[name].memory,
        timeout: functions[name].timeout,
        logs: join(studio.data, 'logs'),
      }),
    ]),
  );
  return functionsOf(deployed);
}

/** Returns a set of functions by name. */
export function functionsOf(deployed: Map<string, LambdaFunction>): Functions {
  return {
    names: [...deployed.keys()],
    invoke: async (name, event) => {
      const deployedFunction = deployed.get(name);
      if (!deployedFunction) throw new Error(`There is no function '${name}'.`);
      return await deployedFunction.invoke(event);
    },
    close: async () => {
      await Promise.all([...deployed.values()].map((each) => each.close()));
    },
  };
}
