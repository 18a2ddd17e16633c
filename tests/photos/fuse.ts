import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Ends a worker at its n-th request to AWS: either before AWS hears of it, or after it was done and before the worker
 * learns so. From then on nothing gets through, as when the process is gone.
 */
export class Fuse {
  #left = Number.POSITIVE_INFINITY;
  #moment: 'before' | 'after' = 'before';
  #pause: (() => Promise<unknown>) | undefined;
  readonly #counts = new Map<string, number>();
  isBurnt = false;

  constructor(...clients: (S3Client | DynamoDBDocumentClient)[]) {
    for (const client of clients) {
      (client as S3Client).middlewareStack.add(
        (next, { commandName = '' }) =>
          async (args) => {
            if (this.isBurnt) throw new Error('The worker is gone.');
            this.#counts.set(commandName, this.count(commandName) + 1);
            this.#left -= 1;
            const isTheOne = this.#left === 0;
            if (isTheOne && this.#pause) await this.#pause();
            else if (isTheOne) {
              this.isBurnt = true;
              if (this.#moment === 'before') throw new Error('The worker is gone.');
            }
            const result = await next(args);
            if (this.isBurnt) throw new Error('The worker is gone.');
            return result;
          },
        { step: 'initialize', name: 'fuse', override: true },
      );
    }
  }

  /** How often a command was sent so far. */
  count(commandName: string): number {
    return this.#counts.get(commandName) ?? 0;
  }

  arm(requests: number, moment: 'before' | 'after'): void {
    this.#left = requests;
    this.#moment = moment;
    this.isBurnt = false;
  }

  disarm(): void {
    this.#pause = undefined;
    this.arm(Number.POSITIVE_INFINITY, 'before');
  }

  /** Lets something else happen right before the n-th request of the work. */
  async pauseAt(
    requests: number,
    work: () => Promise<unknown>,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ hasPaused: boolean }> {
    let hasPaused = false;
    this.#pause = async () => {
      hasPaused = true;
      this.disarm();
      await meanwhile();
    };
    this.arm(requests, 'before');
    await work();
    this.disarm();
    return { hasPaused };
  }
}
