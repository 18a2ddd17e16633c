import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueUrlCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { credentials, region } from '../addresses.ts';
import type { Bucket, QueuedEvent } from './bucket.ts';

/** Maximum events of one queue that are sent at once. */
const maximumSenders = 8;
const firstPause = 100;
const longestPause = 5_000;

/**
 * Delivers events to SQS: at least once, in no defined order, as S3 does. An event remains in its bucket's log until
 * SQS has accepted it, so an interrupted delivery is repeated at the next start.
 */
export class Notifications {
  readonly #sqs: SQSClient | undefined;
  readonly #queues = new Map<string, Queue>();
  readonly #closing = new AbortController();

  /**
   * Makes the client of SQS.
   * @param endpoint SQS's endpoint; without one, buckets can't have notifications
   */
  constructor(endpoint: string | undefined) {
    this.#sqs =
      endpoint === undefined
        ? undefined
        : new SQSClient({
            endpoint,
            region,
            credentials,
            maxAttempts: 1,
            requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
          });
  }

  get isPossible(): boolean {
    return this.#sqs !== undefined;
  }

  /** Sends an event that is in the bucket's log. */
  deliver(bucket: Bucket, event: QueuedEvent): void {
    if (!this.#sqs) return;
    let queue = this.#queues.get(event.queueArn);
    if (!queue) {
      queue = new Queue(this.#sqs, event.queueArn, this.#closing.signal);
      this.#queues.set(event.queueArn, queue);
    }
    queue.add({ bucket, event });
  }

  /** Waits for deliveries in progress; all other events are sent at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#queues.values()].map((queue) => queue.done()));
    this.#sqs?.destroy();
  }
}

interface Delivery {
  bucket: Bucket;
  event: QueuedEvent;
}

class Queue {
  readonly #sqs: SQSClient;
  readonly #name: string;
  readonly #closing: AbortSignal;
  readonly #pendingDeliveries: Delivery[] = [];
  readonly #running = new Set<Promise<void>>();
  #senders = 0;
  #url: string | undefined;
  #failures = 0;

  constructor(sqs: SQSClient, arn: string, closing: AbortSignal) {
    this.#sqs = sqs;
    this.#name = arn.slice(arn.lastIndexOf(':') + 1);
    this.#closing = closing;
  }

  add(delivery: Delivery): void {
    this.#pendingDeliveries.push(delivery);
    if (this.#senders >= maximumSenders || this.#closing.aborted) return;
    this.#senders += 1;
    const sender = this.#runSender().finally(() => this.#running.delete(sender));
    this.#running.add(sender);
  }

  async done(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #runSender(): Promise<void> {
    for (let delivery = this.#next(); delivery; delivery = this.#next()) {
      const { bucket, event } = delivery;
      try {
        await this.#send(event);
        this.#failures = 0;
      } catch (error) {
        this.#pendingDeliveries.unshift(delivery);
        await this.#pause(error);
        continue;
      }
      // When this commit fails, the event is sent again at the next start: S3 promises at-least-once delivery.
      await bucket.commit(() => ({ entries: [{ type: 'sent', ids: [event.id] }], result: undefined })).catch(() => {});
    }
  }

  #next(): Delivery | undefined {
    const delivery = this.#closing.aborted ? undefined : this.#pendingDeliveries.shift();
    if (!delivery) this.#senders -= 1;
    return delivery;
  }

  async #send(event: QueuedEvent): Promise<void> {
    this.#url ??= (await this.#sqs.send(new GetQueueUrlCommand({ QueueName: this.#name }))).QueueUrl;
    await this.#sqs.send(new SendMessageCommand({ QueueUrl: this.#url, MessageBody: JSON.stringify(event.body) }));
  }

  /** Waits longer after each consecutive failure, with jitter. */
  async #pause(error: unknown): Promise<void> {
    this.#url = undefined;
    this.#failures += 1;
    if (this.#failures === 10) console.error(`S3 can't reach queue ${this.#name} and keeps trying:`, error);
    const longest = Math.min(firstPause * 2 ** Math.min(this.#failures, 10), longestPause);
    await sleep(longest * (0.5 + Math.random() / 2), undefined, { signal: this.#closing }).catch(() => {});
  }
}
