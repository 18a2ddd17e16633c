import { Duration, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sources from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { type FunctionName, functions, type Trigger } from '../blueprint.ts';
import { grantRights, type Resources, rights } from './rights.ts';
import { blueprintFunction, type FunctionSupply, type StudioFunction } from './studio-function.ts';

export type WorkerName = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger']['kind'] extends 'api' ? never : Name;
}[FunctionName];
const workerNames = (Object.keys(functions) as FunctionName[]).filter(
  (name): name is WorkerName => functions[name].trigger.kind !== 'api',
);

/** Why a worker needs no dead-letter queue of its own. */
const reasons: Record<Exclude<Trigger['kind'], 'api'>, string> = {
  queue: 'It reads a queue, which has dead letters of its own.',
  stream: 'It reads a stream, which has dead letters of its own.',
  schedule: 'The next day does what one day left undone, and an alarm tells of a day without a run.',
  letters: 'AWS tries for a day, and stops further letters to that address by itself; an alarm tells of errors.',
};

/** Everything that works when nobody waits for it: each function behind its queue, stream or clock. */
export class Workers extends Construct {
  readonly functions: Record<WorkerName, StudioFunction>;
  readonly #resources: Resources;

  constructor(scope: Construct, id: string, supply: FunctionSupply, resources: Resources) {
    super(scope, id);
    this.#resources = resources;
    const made: Partial<Record<WorkerName, StudioFunction>> = {};
    for (const name of workerNames) {
      const trigger: Exclude<Trigger, { kind: 'api' }> = functions[name].trigger;
      const worker = blueprintFunction(this, name, supply);
      made[name] = worker;
      grantRights(worker, rights[name], resources);
      this.#connect(worker, trigger);
      this.#acknowledge(worker, trigger.kind);
    }
    this.functions = made as Workers['functions'];
  }

  #connect(worker: StudioFunction, trigger: Exclude<Trigger, { kind: 'api' }>): void {
    if (trigger.kind === 'queue') this.#readQueue(worker, trigger);
    if (trigger.kind === 'stream') this.#readStream(worker, trigger);
    if (trigger.kind === 'schedule') this.#runDaily(worker, trigger.hourUtc);
    if (trigger.kind === 'letters') this.#hearOfReturns(worker, trigger.eventTypes);
  }

  #readQueue(worker: StudioFunction, trigger: Extract<Trigger, { kind: 'queue' }>): void {
    const { queue, batchSize, batchingWindow, maxConcurrency } = trigger;
    worker.addEventSource(
      new sources.SqsEventSource(this.#resources.queues.queues[queue], {
        batchSize,
        ...(batchingWindow !== undefined && { maxBatchingWindow: Duration.seconds(batchingWindow) }),
        // Instead of reserved concurrency, which small new accounts don't have to give.
        maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
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

  #hearOfReturns(worker: StudioFunction, eventTypes: string[]): void {
    const rule = new events.Rule(this, `${worker.node.id}-news`, {
      eventPattern: this.#resources.letters.returns(eventTypes),
      targets: [new targets.LambdaFunction(worker)],
    });
    Validations.of(rule).acknowledge({ id: 'Serverless-EventBusDLQ', reason: reasons.letters });
  }

  #acknowledge(worker: StudioFunction, kind: Exclude<Trigger['kind'], 'api'>): void {
    const reason = reasons[kind];
    Validations.of(worker).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason },
      { id: 'Serverless-LambdaEventSourceMappingDestination', reason },
    );
  }
}
