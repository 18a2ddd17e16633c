import { cognito, dynamodb, secrets, sqs } from '../../../lambdas/platform/aws.ts';
import type { Fault } from '../../../local/services/faults.ts';
import type { ApiStudio } from '../studio/api-studio.ts';

/** One attempt of one SDK request. */
export interface Attempt {
  service: 'dynamodb' | 'sqs' | 'cognito' | 'secretsmanager';
  /** `QueryCommand`, as the SDK names it. */
  command: string;
  /** The number of this call since the plan began: 1, 2, … */
  call: number;
  /** The number of this attempt of the call: 1, 2, … */
  attempt: number;
}

/** Returns the fault for this attempt; undefined for none. */
export type Plan = (attempt: Attempt) => Omit<Fault, 'operation' | 'times'> | undefined;

interface Context {
  commandName?: string;
  call?: number;
}
interface Arguments {
  request: { headers: Record<string, string> };
}
/** The part of an SDK client that is used here; the clients' own types differ in their commands. */
interface Client {
  config: { retryStrategy(): Promise<object> };
  middlewareStack: {
    add(
      middleware: (
        next: (args: Arguments) => Promise<unknown>,
        context: Context,
      ) => (args: Arguments) => Promise<unknown>,
      options: { step: 'finalizeRequest'; name: string; override: true; priority: 'low' },
    ): void;
  };
}

/** An SDK client's initial retry quota; successes refill it. */
const retryTokens = 500;

/**
 * Makes the local services answer chosen attempts of the product's SDK clients with faults, over the wire. While a plan
 * is active, requests run one at a time, so that a fault hits the attempt that it is meant for.
 */
export class Injector {
  readonly #clients = { dynamodb: dynamodb(), sqs: sqs(), cognito: cognito(), secretsmanager: secrets() };
  readonly #studio: Pick<ApiStudio, 'setFaults'>;
  #plan: Plan | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #calls: Attempt[] = [];

  constructor(studio: Pick<ApiStudio, 'setFaults'>) {
    this.#studio = studio;
    for (const [service, client] of Object.entries(this.#clients)) {
      (client as unknown as Client).middlewareStack.add(
        (next, context) => (args) => this.#pass(service as Attempt['service'], context, next, args),
        { step: 'finalizeRequest', name: 'injector', override: true, priority: 'low' },
      );
    }
  }

  /**
   * Runs work under a plan, without the waits between attempts.
   * @returns its result, and the calls that it made
   */
  async under<Result>(plan: Plan, work: () => Promise<Result>): Promise<{ result: Result; calls: Attempt[] }> {
    for (const client of Object.values(this.#clients)) {
      Object.assign(await (client as unknown as Client).config.retryStrategy(), { capacity: retryTokens });
    }
    this.#calls = [];
    this.#plan = plan;
    const { random } = Math;
    // Waits between attempts are random between zero and a limit: return zero.
    Math.random = () => 0;
    try {
      return { result: await work(), calls: this.#calls };
    } finally {
      this.#plan = undefined;
      Math.random = random;
      // A request can be answered while another call that it made beside the failed one is still under its fault.
      await this.#turn;
    }
  }

  #pass(
    service: Attempt['service'],
    context: Context,
    next: (args: Arguments) => Promise<unknown>,
    args: Arguments,
  ): Promise<unknown> {
    const plan = this.#plan;
    if (!plan) return next(args);
    context.call ??= this.#calls.length + 1;
    const { commandName: command = '', call } = context;
    const attempt = Number(/attempt=(\d+)/.exec(args.request.headers['amz-sdk-request'] ?? '')?.[1]);
    if (attempt === 1) this.#calls.push({ service, command, call, attempt });
    const answer = this.#turn.then(async () => {
      const fault = plan({ service, command, call, attempt });
      if (!fault) return await next(args);
      await this.#studio.setFaults(service, [{ ...fault, operation: '*' }]);
      try {
        return await next(args);
      } finally {
        await this.#studio.setFaults(service, []);
      }
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }
}
