import { expect, test } from 'vitest';
import { listOf, pathOf, type Resource, type Statement, synthesize, textOf } from './synthesized.ts';

/** Ties each alarm to what may move its metric, so that an email from AWS means what it says. */

const { stack, resources, ofType, named } = synthesize();
const text = (value: unknown) => textOf(stack, value);
type Properties = Resource['Properties'];
const propertiesOf = (type: string): Properties[] =>
  Object.entries(named(type)).map(([path, { Properties }]) => ({ path, ...Properties }));

/** The policies of roles; CDK moves what exceeds the size of one into a managed policy beside it. */
const policies = (): Properties[] => ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap(propertiesOf);

interface Expected {
  /** Everything in the template that moves the metric. */
  movedBy: string[];
  /** What the alarm's text names, because the metric does not tell it apart. */
  names: RegExp[];
}

const photoWork = [/upload/i, /print/i, /watermark/i, /website/i];
const returned = [/bounced/, /spam/];
const expected: Record<string, Expected> = {
  'Alarms/PhotoDeadLetters': { movedBy: ['given up by Queues/photo'], names: photoWork },
  'Alarms/DownloadDeadLetters': { movedBy: ['given up by Queues/download'], names: [/client or guest/] },
  'Alarms/MediaDeadLetters': {
    movedBy: ['given up by Queues/media'],
    names: [/hidden/, /deleted/, /replaced/, /watermark/, /downloadable/, /public gallery/],
  },
  'Alarms/OutboxDeadLetters': {
    movedBy: ['given up by send-email: Data/outbox', 'given up by publish-site: Data/website'],
    names: [/email/, /website/],
  },
  'Alarms/BounceDeadLetters': {
    movedBy: [
      'given up by Workers/record-bounce',
      ...['Bounce', 'Complaint', 'Delivery'].map((type) => `not taken by Workers/record-bounce: ${type} of Emails/Way`),
    ],
    names: [/delivered/, ...returned],
  },
  'Alarms/EmailsReturned': { movedBy: ['Bounce of Emails/Way', 'Complaint of Emails/Way'], names: returned },
  'Alarms/PhotosWaiting': {
    movedBy: [
      's3:ObjectCreated:* in Photos/Landing',
      ...['Api/admin', 'Api/client', 'Workers/daily-sweep', 'Workers/prepare-download', 'Workers/process-photo'].map(
        (sender) => `sent by ${sender}`,
      ),
    ],
    names: photoWork,
  },
  'Alarms/SiteErrors': { movedBy: ['every answer of Edge/Distribution'], names: [/site/] },
  'Alarms/ApiErrors': { movedBy: ['every answer of Api/Http'], names: [/internal error/] },
  'Alarms/FunctionErrors': { movedBy: ['every function of the account and region'], names: [/of this AWS account/] },
  'Alarms/Throttles': { movedBy: ['every function of the account and region'], names: [/of this AWS account/] },
  'Alarms/SweepMissing': { movedBy: ['cron(0 8 * * ? *)'], names: [/daily sweep/] },
};

/** What a rule of EventBridge matches. */
function matchedBy({ ScheduleExpression, EventPattern }: Properties): string[] {
  if (ScheduleExpression) return [ScheduleExpression];
  const { eventType, mail } = EventPattern.detail;
  return eventType.map((type: string) => `${type} of ${text(mail.tags['ses:configuration-set'][0])}`);
}

/** What adds messages to a queue: whatever the template lets send to it. */
function sentTo(queue: string): string[] {
  const is = (arn: unknown) => arn !== undefined && text(arn) === queue;
  const queues = propertiesOf('AWS::SQS::Queue').flatMap(({ path, RedrivePolicy }) =>
    is(RedrivePolicy?.deadLetterTargetArn) ? [`given up by ${path}`] : [],
  );
  const functions = propertiesOf('AWS::Lambda::Function').flatMap(({ path, DeadLetterConfig }) =>
    is(DeadLetterConfig?.TargetArn) ? [`given up by ${path}`] : [],
  );
  const streams = propertiesOf('AWS::Lambda::EventSourceMapping').flatMap((source) => {
    if (!is(source.DestinationConfig?.OnFailure?.Destination)) return [];
    const [, worker] = /^Workers\/([\w-]+)/.exec(text(source.FunctionName)) ?? [];
    return [`given up by ${worker}: ${text(source.EventSourceArn).replace('.StreamArn', '')}`];
  });
  const events = propertiesOf('AWS::Events::Rule').flatMap((rule) =>
    rule.Targets.filter((target: { DeadLetterConfig?: { Arn: unknown } }) => is(target.DeadLetterConfig?.Arn)).flatMap(
      (target: { Arn: unknown }) => matchedBy(rule).map((event) => `not taken by ${text(target.Arn)}: ${event}`),
    ),
  );
  const buckets = propertiesOf('AWS::S3::Bucket').flatMap(({ path, NotificationConfiguration = {} }) =>
    (NotificationConfiguration.QueueConfigurations ?? []).flatMap((one: { Queue: unknown; Event: string }) =>
      is(one.Queue) ? [`${one.Event} in ${path}`] : [],
    ),
  );
  // A dead-letter queue's own function may send to it, which is listed above.
  const senders = policies().flatMap(({ path, PolicyDocument }) =>
    PolicyDocument.Statement.some(
      ({ Action, Resource }: Statement) => listOf(Action).includes('sqs:SendMessage') && listOf(Resource).some(is),
    ) && !queue.endsWith('DeadLetters')
      ? [`sent by ${path.replace(/-role\/.*$/, '')}`]
      : [],
  );
  return [...queues, ...functions, ...streams, ...events, ...buckets, ...senders];
}

/** What invokes a function: rules, queues and streams, and functions that may. */
function invokedBy(path: string): string[] {
  const is = (arn: unknown) => text(arn) === path;
  const rules = propertiesOf('AWS::Events::Rule').flatMap((rule) =>
    rule.Targets.some((target: { Arn: unknown }) => is(target.Arn)) ? matchedBy(rule) : [],
  );
  const sources = propertiesOf('AWS::Lambda::EventSourceMapping').flatMap((source) =>
    is(source.FunctionName) ? [text(source.EventSourceArn)] : [],
  );
  const starters = policies().flatMap(({ path: policy, PolicyDocument }) =>
    PolicyDocument.Statement.some(
      ({ Action, Resource }: Statement) =>
        listOf(Action).includes('lambda:InvokeFunction') && listOf(Resource).some(is),
    )
      ? [`started by ${policy}`]
      : [],
  );
  return [...rules, ...sources, ...starters];
}

/** @throws Error for a metric whose movers are not known here */
function moversOf({ Namespace, MetricName, Dimensions = [] }: Properties): string[] {
  const dimensions = Object.fromEntries(
    Dimensions.map(({ Name, Value }: { Name: string; Value: unknown }) => [Name, text(Value)]),
  ) as Record<string, string>;
  switch (`${Namespace} ${MetricName}`) {
    case 'AWS/Events Invocations':
      return matchedBy(named('AWS::Events::Rule')[dimensions.RuleName!]!.Properties);
    case 'AWS/SQS ApproximateNumberOfMessagesVisible':
    case 'AWS/SQS ApproximateAgeOfOldestMessage':
      return sentTo(dimensions.QueueName!.replace('.QueueName', ''));
    case 'AWS/Lambda Invocations':
      return invokedBy(dimensions.FunctionName!);
    case 'AWS/Lambda Errors':
    case 'AWS/Lambda Throttles':
      expect(dimensions).toEqual({});
      return ['every function of the account and region'];
    case 'AWS/CloudFront 5xxErrorRate':
      return [`every answer of ${dimensions.DistributionId}`];
    case 'AWS/ApiGateway 5xx':
      return [`every answer of ${dimensions.ApiId}`];
    default:
      throw new Error(`What moves ${Namespace} ${MetricName}? Say it here.`);
  }
}

const alarms = ofType('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [pathOf(stack, id), Properties] as const);

test('every alarm is listed here', () => {
  expect(alarms.map(([path]) => path).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(alarms)('%s is moved by nothing but what its text names', (path, properties) => {
  const { movedBy, names } = expected[path]!;
  expect(moversOf(properties).toSorted()).toEqual(movedBy.toSorted());
  for (const name of names) expect(properties.AlarmDescription).toMatch(name);
});

test('a delivered email reaches the function that records it, and moves no alarm', () => {
  expect(invokedBy('Workers/record-bounce')).toContain('Delivery of Emails/Way');
  const moved = alarms.filter(([, properties]) => moversOf(properties).includes('Delivery of Emails/Way'));
  expect(moved.map(([path]) => path)).toEqual([]);
});

test('no alarm needs a metric of its own, which costs $0.30 a month', () => {
  for (const [path, { Namespace }] of alarms) expect(Namespace, path).toMatch(/^AWS\//);
  expect(Object.values(resources).map(({ Type }) => Type)).not.toContain('AWS::Logs::MetricFilter');
});
