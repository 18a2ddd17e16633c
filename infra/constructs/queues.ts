import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type DeadLetters, deadLetterNames, type QueueName, queues } from '../blueprint/queues.ts';

/** The blueprint's queues, each with its dead-letter queue. */
export class Queues extends Construct {
  readonly queues: Record<QueueName, sqs.Queue>;
  /** The dead-letter queues, by queue; `outbox` is for the tables' streams, `bounces` for SES's events about emails. */
  readonly deadLetters: Record<DeadLetters, sqs.Queue>;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const names = Object.keys(queues) as QueueName[];
    const deadLetters = deadLetterNames.map((name) => [name, this.#deadLetters(name)] as const);
    this.deadLetters = Object.fromEntries(deadLetters) as Queues['deadLetters'];
    this.queues = Object.fromEntries(names.map((name) => [name, this.#queue(name)])) as Queues['queues'];
  }

  #queue(name: QueueName): sqs.Queue {
    const { visibilityTimeout, maxReceiveCount } = queues[name];
    return new sqs.Queue(this, name, {
      queueName: `${Stack.of(this).stackName}-${name}`,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityTimeout),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: { queue: this.deadLetters[name], maxReceiveCount },
    });
  }

  /**
   * Makes a dead-letter queue. It keeps messages for fourteen days, SQS's maximum: the owner has time to send them
   * again after a vacation.
   */
  #deadLetters(name: string): sqs.Queue {
    const queue = new sqs.Queue(this, `${name}DeadLetters`, {
      queueName: `${Stack.of(this).stackName}-${name}-dead-letters`,
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
