import { Duration, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { UserPoolName } from '#shared/site-config.ts';
import { type FunctionName, functions, type Trigger } from '../blueprint/functions.ts';
import type { QueueName } from '../blueprint/queues.ts';
import { workersWithin } from '../concurrency.ts';
import { grantRights, type Resources } from './rights/grants.ts';
import { rights } from './rights/rights.ts';
import { blueprintFunction, type FunctionSupply, type StudioFunction } from './studio-function.ts';

export type WorkerName = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger']['kind'] extends 'api' ? never : Name;
}[FunctionName];
const workerNames = (Object.keys(functions) as FunctionName[]).filter(
  (name): name is WorkerName => functions[name].trigger.kind !== 'api',
);

/** The reasons why a worker needs no dead-letter queue of its own, by its trigger. */
const reasons: Record<Exclude<Trigger['kind'], 'api'>, string> = {
  queue: 'It reads a queue, which has dead letters of its own.',
  stream: 'It reads a stream, which has dead letters of its own.',
  schedule: 'The next day does what one day left undone, and an alarm tells of a day without a run.',
  emails: 'It has a dead-letter queue of its own.',
  tokens: 'Cognito waits for the result, and tells the person when there is none.',
  invocation: 'The API waits for its answer, and logs a failure; then the person asks for another code.',
};

/**
 * Lets a worker continue long work by messages to its own queue: by default, Lambda takes the seventeenth message of
 * such a chain for an endless loop and sends it to the dead-letter queue. A session of 5,000 photos is marked in 250
 * steps. https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
function allowManySteps(worker: StudioFunction): void {
  (worker.node.defaultChild as lambda.CfnFunction).recursiveLoop = lambda.RecursiveLoop.ALLOW;
}

/** The functions behind queues, streams, events and the schedule. */
export class Workers extends Construct {
  readonly functions: Record<WorkerName, StudioFunction>;
  /** The rule that matches only emails that bounced or were called spam. */
  readonly emailsReturned: events.Rule;
  readonly #resources: Resources;

  /** @param concurrencyLimit the account's limit of concurrent executions */
  constructor(scope: Construct, id: string, supply: FunctionSupply, resources: Resources, concurrencyLimit: number) {
    super(scope, id);
    const concurrency = workersWithin(concurrencyLimit);
    this.#resources = resources;
    const workers: Partial<Record<WorkerName, StudioFunction>> = {};
    for (const name of workerNames) {
      const trigger: Exclude<Trigger, { kind: 'api' }> = functions[name].trigger;
      const worker = blueprintFunction(this, name, supply);
      workers[name] = worker;
      grantRights(worker, rights[name], resources);
      this.#connect(worker, trigger, concurrency[name]);
      if (trigger.kind === 'queue' && rights[name].sendsTo?.includes(trigger.queue)) allowManySteps(worker);
      this.#acknowledge(worker, trigger.kind);
    }
    this.functions = workers as Workers['functions'];
    this.emailsReturned = this.#addEmailRules('record-bounce');
  }

  #connect(worker: StudioFunction, trigger: Exclude<Trigger, { kind: 'api' }>, maxConcurrency = 2): void {
    if (trigger.kind === 'queue') {
      if (maxConcurrency === 1) this.#readQueueOnSchedule(worker, trigger.queue);
      else this.#readQueue(worker, { ...trigger, maxConcurrency });
    }
    if (trigger.kind === 'stream') {
      if (maxConcurrency === 1) this.#runOnSchedule(worker, 'The next run sends what is still queued.');
      else this.#readStream(worker, trigger);
    }
    if (trigger.kind === 'schedule') this.#runDaily(worker, trigger.hourUtc);
    if (trigger.kind === 'tokens') this.#changeTokens(worker, trigger.pool);
  }

  #readQueue(worker: StudioFunction, trigger: Extract<Trigger, { kind: 'queue' }>): void {
    const { queue, batchSize, batchingWindow, maxConcurrency } = trigger;
    worker.addEventSource(
      new sources.SqsEventSource(this.#resources.queues.queues[queue], {
        batchSize,
        ...(batchingWindow !== undefined && { maxBatchingWindow: Duration.seconds(batchingWindow) }),
        // Reserved concurrency is no alternative: Lambda refuses it at the low limit of a new account.
        maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
  }

  #readQueueOnSchedule(worker: StudioFunction, queue: QueueName): void {
    this.#resources.queues.queues[queue].grantConsumeMessages(worker);
    this.#runOnSchedule(worker, 'What it could not do stays in its queue, which the next run reads.');
  }

  /**
   * Starts the worker by a schedule, one run at a time: a run ends before the next one starts, and a failed or
   * throttled start is not repeated. For accounts whose limit is too low for an event source, which starts two runs at
   * once, or one for each shard.
   */
  #runOnSchedule(worker: StudioFunction, reason: string): void {
    const { timeout } = worker.node.defaultChild as lambda.CfnFunction;
    const minutes = Math.max(1, Math.min(5, timeout! / 60));
    (worker.node.defaultChild as lambda.CfnFunction).timeout = minutes * 60 - 10;
    worker.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    const clock = new events.Rule(this, `${worker.node.id}-clock`, {
      schedule: events.Schedule.rate(Duration.minutes(minutes)),
      targets: [new targets.LambdaFunction(worker, { retryAttempts: 0 })],
    });
    Validations.of(clock).acknowledge({ id: 'Serverless-EventBusDLQ', reason });
    Validations.of(worker).acknowledge({ id: 'Serverless-LambdaAsyncFailureDestination', reason });
  }

  #readStream(worker: StudioFunction, trigger: Extract<Trigger, { kind: 'stream' }>): void {
    const { table, batchSize, retryAttempts } = trigger;
    worker.addEventSource(
      new sources.DynamoEventSource(this.#resources.data.tables[table], {
        startingPosition: lambda.StartingPosition.TRIM_HORIZON,
        batchSize,
        retryAttempts,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // All streams share this queue: each alarm costs money, and these dead letters are only positions in a stream.
        onFailure: new sources.SqsDlq(this.#resources.queues.deadLetters.outbox),
      }),
    );
  }

  #runDaily(worker: StudioFunction, hour: number): void {
    const clock = new events.Rule(this, `${worker.node.id}-clock`, {
      schedule: events.Schedule.cron({ hour: `${hour}`, minute: '0' }),
      targets: [new targets.LambdaFunction(worker, { retryAttempts: 2 })],
    });
    Validations.of(clock).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: reasons.schedule,
    });
  }

  /**
   * Starts the worker before a pool issues tokens. With V2_0, which the Essentials plan includes, its response applies
   * to the access token.
   */
  #changeTokens(worker: StudioFunction, pool: UserPoolName): void {
    this.#resources.identity.pools[pool].addTrigger(
      cognito.UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      worker,
      cognito.LambdaVersion.V2_0,
    );
  }

  /**
   * Starts the worker by two rules, because an alarm counts the matches of one of them.
   * @returns that rule, which matches emails that bounced or were called spam
   */
  #addEmailRules(name: 'record-bounce'): events.Rule {
    const worker = this.functions[name];
    const deadLetterQueue = this.#resources.queues.deadLetters.bounces;
    const addRule = (id: string, eventTypes: string[]) =>
      new events.Rule(this, `${name}-${id}`, {
        eventPattern: this.#resources.emails.eventPattern(eventTypes),
        targets: [new targets.LambdaFunction(worker, { deadLetterQueue })],
      });
    const { eventTypes } = functions[name].trigger;
    const returned = addRule(
      'returns',
      eventTypes.filter((type) => type !== 'Delivery'),
    );
    // This rule comes afterwards, so that an update from one rule for all events never leaves a bounce without a rule.
    // If two rules match a bounce, it is still recorded once.
    addRule('news', ['Delivery']).node.addDependency(returned);
    // Lambda retries a failed event twice; EventBridge retries for a day when Lambda does not accept it.
    (worker.node.defaultChild as lambda.CfnFunction).deadLetterConfig = { targetArn: deadLetterQueue.queueArn };
    iam.Grant.addToPrincipal({
      grantee: worker,
      actions: ['sqs:SendMessage'],
      resourceArns: [deadLetterQueue.queueArn],
    }).applyBefore(worker);
    return returned;
  }

  #acknowledge(worker: StudioFunction, kind: Exclude<Trigger['kind'], 'api'>): void {
    const reason = reasons[kind];
    Validations.of(worker).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason },
      { id: 'Serverless-LambdaEventSourceMappingDestination', reason },
    );
  }
}
