import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newAccountConcurrency, type Throttle, type Throttles, throttles } from '../../infra/blueprint/throttles.ts';
import type { Functions, Invocation } from './runtime.ts';

/** The limits beyond which AWS refuses requests. Without a limit nothing is refused. */
export interface Limits {
  /** API Gateway's throttles; a request beyond them gets 429. */
  throttles?: Throttles;
  /** The number of functions that the account may run at once; a request beyond it gets 503. */
  concurrency?: number;
}

/** The limits of a new account with the deployed API. */
export const deployedLimits: Limits = { throttles, concurrency: newAccountConcurrency };

/**
 * Returns the limits of a setting.
 * @param setting `deployed`, or limits
 */
export const limitsOf = (setting: Limits | 'deployed'): Limits => (setting === 'deployed' ? deployedLimits : setting);

/** A token bucket that is full at first. */
class TokenBucket {
  readonly #throttle: Throttle;
  #tokens: number;
  #filled = performance.now();

  constructor(throttle: Throttle) {
    this.#throttle = throttle;
    this.#tokens = throttle.burst;
  }

  /** Takes a token, if there is one. */
  take(): boolean {
    const { rate, burst } = this.#throttle;
    const now = performance.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filled) / 1_000) * rate);
    this.#filled = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** The limits that apply now, and their current use. */
export class Load {
  #limits: Limits = {};
  #stage: TokenBucket | undefined;
  #routes = new Map<string, TokenBucket>();
  #running = 0;

  constructor(limits: Limits = {}) {
    this.set(limits);
  }

  /** Replaces the limits; buckets are full again. */
  set(limits: Limits): void {
    this.#limits = limits;
    this.#stage = limits.throttles && new TokenBucket(limits.throttles.stage);
    this.#routes = new Map(
      Object.entries(limits.throttles?.routes ?? {}).map(([name, throttle]) => [name, new TokenBucket(throttle)]),
    );
  }

  /**
   * Counts a request to a function's route. AWS's documentation does not say whether routes share the stage's settings
   * or each route has them separately; here a request needs a token of the stage and one of its route.
   * @returns false when API Gateway would respond 429
   */
  admits(name: string): boolean {
    return (this.#routes.get(name)?.take() ?? true) && (this.#stage?.take() ?? true);
  }

  /** Runs an invocation, unless the account runs as many as it may. */
  async run(invoke: () => Promise<Invocation>): Promise<Invocation> {
    if (this.#running >= (this.#limits.concurrency ?? Number.POSITIVE_INFINITY)) return throttled();
    this.#running += 1;
    try {
      return await invoke();
    } finally {
      this.#running -= 1;
    }
  }
}

const throttled = (): Invocation => ({
  requestId: randomUUID(),
  ok: false,
  timedOut: false,
  throttled: true,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.', trace: [] },
});

/** Returns the same functions within an account's concurrency. */
export const underLoad = (functions: Functions, load: Load): Functions => ({
  names: functions.names,
  invoke: (name, event) => load.run(() => functions.invoke(name, event)),
  close: () => functions.close(),
});

/** Milliseconds before a throttled invocation is repeated. */
const pause = 200;

/** Repeats an invocation until the account has room for it, as Lambda does with events. */
export async function whenThereIsRoom(invoke: () => Promise<Invocation>, signal?: AbortSignal): Promise<Invocation> {
  for (;;) {
    const invocation = await invoke();
    if (invocation.ok || !invocation.throttled) return invocation;
    await sleep(pause, undefined, signal && { signal });
  }
}
