import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Client = CloudFrontClient | S3Client | SESv2Client | SQSClient | DynamoDBDocumentClient;

/** How long a worker lives, in requests. */
interface Life {
  left: number;
  /** Requests so far. */
  made: number;
  moment: 'before' | 'after';
  isOver: boolean;
  pause?: () => Promise<unknown>;
}

const endless = (): Life => ({ left: Number.POSITIVE_INFINITY, made: 0, moment: 'before', isOver: false });

/**
 * Kills a worker at its n-th request to AWS: before AWS receives it, or after it was carried out and before the worker
 * gets the answer. From then on every request fails, as when the process is gone.
 */
export class Fuse {
  /** Applies to all work that has no life of its own (`within`). */
  #life = endless();
  #armed = endless();
  readonly #own = new AsyncLocalStorage<Life>();
  readonly #counts = new Map<string, number>();

  constructor(...clients: Client[]) {
    for (const client of clients) {
      (client as S3Client).middlewareStack.add(
        (next, { commandName = '' }) =>
          async (args) => {
            const life = this.#own.getStore() ?? this.#life;
            if (life.isOver) throw new Error('The worker is gone.');
            this.#counts.set(commandName, this.count(commandName) + 1);
            life.left -= 1;
            life.made += 1;
            const isTheOne = life.left === 0;
            if (isTheOne && life.pause) await life.pause();
            else if (isTheOne) {
              life.isOver = true;
              if (life.moment === 'before') throw new Error('The worker is gone.');
            }
            const result = await next(args);
            if (life.isOver) {
              // With its process, a worker's connections end; one whose body nobody reads is never free again.
              (result.output as { Body?: Readable }).Body?.destroy?.();
              throw new Error('The worker is gone.');
            }
            return result;
          },
        { step: 'initialize', name: 'fuse', override: true },
      );
    }
  }

  get isBurnt(): boolean {
    return this.#life.isOver;
  }

  /** How many requests the work has made that the fuse was last armed for; all of them, if it was not interrupted. */
  get made(): number {
    return this.#armed.made;
  }

  /** How often a command has been sent. */
  count(commandName: string): number {
    return this.#counts.get(commandName) ?? 0;
  }

  arm(requests: number, moment: Life['moment']): void {
    this.#life = this.#armed = { ...endless(), left: requests, moment };
  }

  disarm(): void {
    this.#life = endless();
  }

  /**
   * Runs work that dies at its n-th request while other work goes on beside it.
   * @returns its result, if it survived
   */
  async within<Result>(
    requests: number,
    moment: Life['moment'],
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const life: Life = { ...endless(), left: requests, moment };
    const result = await this.#own.run(life, work).catch((error: unknown) => {
      if (!life.isOver) throw error;
      return undefined;
    });
    return life.isOver ? undefined : result;
  }

  /** Runs something else right before the n-th request of the work. */
  async pauseAt(
    requests: number,
    work: () => Promise<unknown>,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ hasPaused: boolean }> {
    let hasPaused = false;
    const pause = async () => {
      hasPaused = true;
      this.disarm();
      await meanwhile();
    };
    this.#life = this.#armed = { ...endless(), left: requests, pause };
    await work();
    this.disarm();
    return { hasPaused };
  }
}
