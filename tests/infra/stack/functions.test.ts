import { describe, expect, test } from 'vitest';
import { type FunctionBlueprint, functions } from '../../../infra/blueprint/functions.ts';
import { queues } from '../../../infra/blueprint/queues.ts';
import { refusesPlainHttp, synthesize, textOf } from '../synthesized.ts';

const { stack, resources, ofType, named } = synthesize();

describe('functions', () => {
  const all = Object.fromEntries(
    ofType('AWS::Lambda::Function').map(([, resource]) => [resource.Properties.Description, resource.Properties]),
  );

  test.each(Object.entries(functions) as [string, FunctionBlueprint][])(
    '%s is configured as in the blueprint',
    (_, blueprint) => {
      const properties = all[blueprint.entry]!;
      expect(Object.keys(properties.Environment?.Variables ?? {}).toSorted()).toEqual(blueprint.environment.toSorted());
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: blueprint.memory,
        Timeout: blueprint.timeout,
        ...(!blueprint.untraced && { TracingConfig: { Mode: 'Active' } }),
        LoggingConfig: { LogFormat: 'JSON' },
      });
      if (blueprint.untraced) expect(properties.TracingConfig).toBeUndefined();
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
    },
  );

  test('what hides photos from others begins at once: nothing of its queue waits for more', () => {
    const source = ofType('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties)
      .find(({ EventSourceArn }) => textOf(stack, EventSourceArn) === 'Queues/media')!;
    // Even a short window makes Lambda wait for up to 20 seconds on a quiet queue, and more than ten messages need one.
    expect(source.MaximumBatchingWindowInSeconds ?? 0).toBe(0);
    expect(source.BatchSize).toBeLessThanOrEqual(10);
    expect(named('AWS::SQS::Queue')['Queues/media']!.Properties.DelaySeconds ?? 0).toBe(0);
    // A failed first try is repeated after the visibility timeout: six minutes.
    expect(named('AWS::SQS::Queue')['Queues/media']!.Properties.VisibilityTimeout).toBeLessThanOrEqual(360);
  });

  test('those that continue long work by messages to their own queue may do so as often as it takes', () => {
    const allowed = ofType('AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.RecursiveLoop === 'Allow',
    );
    const workers = ['move-derivatives', 'prepare-download', 'process-photo'] as const;
    expect(allowed.map(([, { Properties }]) => Properties.Description).toSorted()).toEqual(
      workers.map((name) => functions[name].entry).toSorted(),
    );
  });

  test('every log group has the configured retention', () => {
    const logs = ofType('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThanOrEqual(Object.keys(functions).length);
    for (const [id, { Properties }] of logs) {
      expect({ id, days: Properties.RetentionInDays }).toEqual({ id, days: 90 });
    }
  });

  const allQueues = named('AWS::SQS::Queue');

  test.each(Object.entries(queues))(
    'queue %s moves repeatedly failed messages to its dead-letter queue',
    (name, blueprint) => {
      const { Properties } = allQueues[`Queues/${name}`]!;
      expect(Properties).toMatchObject({
        QueueName: `studio-${name}`,
        VisibilityTimeout: blueprint.visibilityTimeout,
        RedrivePolicy: { maxReceiveCount: blueprint.maxReceiveCount },
      });
      expect(textOf(stack, Properties.RedrivePolicy.deadLetterTargetArn)).toBe(`Queues/${name}DeadLetters`);
      expect(allQueues[`Queues/${name}DeadLetters`]!.Properties.QueueName).toBe(`studio-${name}-dead-letters`);
    },
  );

  test.each(Object.keys(allQueues))('%s retains messages for two weeks, is encrypted and requires TLS', (path) => {
    const { Properties } = allQueues[path]!;
    expect(Properties).toMatchObject({ MessageRetentionPeriod: 14 * 86_400, SqsManagedSseEnabled: true });
    const { Statement } = named('AWS::SQS::QueuePolicy')[`${path}/Policy`]!.Properties.PolicyDocument;
    expect(Statement).toContainEqual(refusesPlainHttp('sqs:*'));
  });

  test('each trigger of the blueprint is connected', () => {
    const sources = ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => ({
      function: resources[Properties.FunctionName.Ref]!.Properties.Description,
      source: textOf(stack, Properties.EventSourceArn),
      batchSize: Properties.BatchSize,
      concurrency: Properties.ScalingConfig?.MaximumConcurrency,
      answers: Properties.FunctionResponseTypes,
    }));
    const answers = ['ReportBatchItemFailures'];
    const wanted: typeof sources = [];
    for (const { entry, trigger } of Object.values(functions) as FunctionBlueprint[]) {
      if (trigger.kind === 'queue') {
        const { queue, batchSize, maxConcurrency: concurrency } = trigger;
        wanted.push({ function: entry, source: `Queues/${queue}`, batchSize, concurrency, answers });
      }
      if (trigger.kind === 'stream') {
        const { table, batchSize } = trigger;
        wanted.push({ function: entry, source: `Data/${table}.StreamArn`, batchSize, concurrency: undefined, answers });
      }
    }
    expect(sources).toEqual(wanted);
    const rules = named('AWS::Events::Rule');
    expect(rules['Workers/daily-sweep-clock']?.Properties.ScheduleExpression).toBe('cron(0 8 * * ? *)');
    const news = ['Workers/record-bounce-news', 'Workers/record-bounce-returns'].map((rule) => {
      const { EventPattern, Targets } = rules[rule]!.Properties;
      expect(EventPattern.source).toEqual(['aws.ses']);
      expect(Targets.map(({ Arn }: { Arn: unknown }) => textOf(stack, Arn))).toEqual(['Workers/record-bounce']);
      return EventPattern.detail.eventType;
    });
    expect(news).toEqual([['Delivery'], ['Bounce', 'Complaint']]);
    expect(functions['record-bounce'].trigger.eventTypes).toEqual(news.flat());
  });

  test('Cognito runs limit-token before it issues a client’s tokens, and name-token before the studio’s', () => {
    const pools = named('AWS::Cognito::UserPool');
    for (const [pool, worker] of [
      ['Identity/Pool', 'Workers/limit-token'],
      ['Identity/Studio', 'Workers/name-token'],
    ] as const) {
      const { LambdaConfig, UserPoolTier } = pools[pool]!.Properties;
      // Cognito lets the trigger change access tokens from version V2_0 on, in the Essentials plan.
      expect(UserPoolTier).toBe('ESSENTIALS');
      const { LambdaArn, LambdaVersion } = LambdaConfig.PreTokenGenerationConfig;
      expect(Object.keys(LambdaConfig)).toEqual(['PreTokenGenerationConfig']);
      expect({ function: textOf(stack, LambdaArn), LambdaVersion }).toEqual({
        function: worker,
        LambdaVersion: 'V2_0',
      });
    }
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'cognito-idp.amazonaws.com',
    );
    expect(permissions.map(([, { Properties }]) => textOf(stack, Properties.SourceArn))).toEqual([
      'Identity/Pool',
      'Identity/Studio',
    ]);
  });
});

test("at a new account's limit of ten, only photos and the website have an event source; moves, downloads and emails run one at a time", () => {
  const small = synthesize({}, { concurrencyLimit: 10 });
  const described = (logicalId: string) => String(small.resources[logicalId]!.Properties.Description);
  const eventSources = small
    .ofType('AWS::Lambda::EventSourceMapping')
    .map(([, { Properties }]) => [
      described(Properties.FunctionName.Ref),
      Properties.ScalingConfig?.MaximumConcurrency,
    ]);
  // The website is published seldom and in seconds.
  expect(eventSources).toEqual([
    [functions['process-photo'].entry, 2],
    [functions['publish-site'].entry, undefined],
  ]);
  const periods = small.ofType('AWS::Events::Rule').flatMap(([, { Properties }]) => {
    const [, minutes] = /^rate\((\d+) minutes?\)$/.exec(Properties.ScheduleExpression ?? '') ?? [];
    if (!minutes) return [];
    const [target] = Properties.Targets;
    const id: string = target.Arn['Fn::GetAtt'][0];
    const invoked = small
      .ofType('AWS::Lambda::EventInvokeConfig')
      .find(([, one]) => one.Properties.FunctionName.Ref === id);
    expect(invoked?.[1].Properties).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
    expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 0 });
    // A run ends before the next one starts.
    expect(small.resources[id]!.Properties.Timeout).toBeLessThan(60 * Number(minutes));
    return [[described(id), Number(minutes)]];
  });
  expect(Object.fromEntries(periods)).toEqual({
    [functions['move-derivatives'].entry]: 1,
    [functions['prepare-download'].entry]: 5,
    [functions['send-email'].entry]: 1,
  });
});
