import type { EnvironmentName } from '../../lambdas/platform/env.ts';

export interface QueueBlueprint {
  /** Seconds; six times the worker's timeout, as AWS recommends, so that two runs never process one message at once. */
  visibilityTimeout: number;
  /**
   * The number of receives after which a message moves to the dead-letter queue. At least 5, as AWS recommends: a
   * receive counts even when Lambda refuses to start the worker because the account's concurrency limit is reached.
   */
  maxReceiveCount: number;
}

export const queues = {
  photo: { visibilityTimeout: 720, maxReceiveCount: 5 },
  download: { visibilityTimeout: 5_400, maxReceiveCount: 5 },
  /** Photos whose derivatives must move to new media keys, because they were hidden or deleted. */
  media: { visibilityTimeout: 360, maxReceiveCount: 5 },
} satisfies Record<string, QueueBlueprint>;
export type QueueName = keyof typeof queues;

/** Sources with a dead-letter queue: each queue, the tables' streams (`outbox`), and SES's events about bounced emails. */
export const deadLetterNames = [...(Object.keys(queues) as QueueName[]), 'outbox', 'bounces'] as const;
export type DeadLetters = (typeof deadLetterNames)[number];

export const deadLettersVariable = (name: DeadLetters) => `${name.toUpperCase()}_DEAD_LETTERS_URL` as EnvironmentName;

export const queueVariable = (name: QueueName) => `${name.toUpperCase()}_QUEUE_URL` as EnvironmentName;
