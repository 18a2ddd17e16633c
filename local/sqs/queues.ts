import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountId, region } from '../addresses.ts';
import { AwsError } from '../services/service.ts';
import { Queue, type QueueAttributes } from './queue.ts';

export const queueArn = (name: string) => `arn:aws:sqs:${region}:${accountId}:${name}`;

/** Returns the queue's name in a URL, or the name itself. */
export const nameOf = (url: unknown) => (typeof url === 'string' ? url.split('/').at(-1) : undefined);

const journal = '.journal';

/** All queues of a folder, one journal file each. */
export class Queues {
  readonly #dir: string;
  readonly #queues = new Map<string, Queue>();
  /** Aborted when the service stops, which ends all long polls. */
  readonly stopped = new AbortController();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
    for (const file of readdirSync(dir)) {
      if (file.endsWith(journal)) this.create(file.slice(0, -journal.length), {});
    }
  }

  get all(): Queue[] {
    return [...this.#queues.values()];
  }

  create(name: string, attributes: QueueAttributes): Queue {
    const queue = new Queue(name, join(this.#dir, `${name}${journal}`), attributes);
    this.#queues.set(name, queue);
    return queue;
  }

  find(name: string): Queue | undefined {
    return this.#queues.get(name);
  }

  /**
   * Returns the queue of a URL.
   * @param url only its last segment counts, because a queue is reached at several addresses
   */
  byUrl(url: unknown): Queue {
    const name = nameOf(url);
    const queue = name === undefined ? undefined : this.find(name);
    if (!queue) throw new AwsError('QueueDoesNotExist', `There is no queue '${name ?? url}'.`);
    return queue;
  }

  byArn(arn: unknown): Queue {
    const queue = this.all.find(({ name }) => queueArn(name) === arn);
    if (!queue) throw new AwsError('ResourceNotFoundException', `There is no queue '${arn}'.`);
    return queue;
  }

  close(): void {
    for (const queue of this.all) queue.close();
  }
}
