import { Duration, Validations } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type QueueName, queues } from '../blueprint.ts';
import { queueName } from '../config.ts';

/** The queues of the blueprint, each with the queue where messages wait that nobody could work on. */
export class Queues extends Construct {
  readonly queues: Record<QueueName, sqs.Queue>;
  /** By what they hold; `outbox` has what the outbox's stream could not deliver. */
  readonly deadLetters: Record<QueueName | 'outbox', sqs.Queue>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const names = Object.keys(queues) as QueueName[];
    const deadLetters = [...names, 'outbox' as const].map((name) => [name, this.#deadLetters(name)] as const);
    this.deadLetters = Object.fromEntries(deadLetters) as Queues['deadLetters'];
    this.queues = Object.fromEntries(names.map((name) => [name, this.#queue(name)])) as Queues['queues'];
  }

  #queue(name: QueueName): sqs.Queue {
    const { visibilityTimeout, maxReceiveCount } = queues[name];
    return new sqs.Queue(this, name, {
      queueName: queueName(name),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityTimeout),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters[name], maxReceiveCount },
    });
  }

  /** Fourteen days, the longest there is: time to come back from a holiday and send them again. */
  #deadLetters(name: string): sqs.Queue {
    const queue = new sqs.Queue(this, `${name}DeadLetters`, {
      queueName: queueName(`${name}-dead-letters`),
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const reason = 'It is itself where dead letters go; an alarm tells of the first one.';
    Validations.of(queue).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
    return queue;
  }
}
