import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixedResources } from '#shared/cost/units.ts';
import { functions } from '../../../infra/blueprint/functions.ts';
import { queues } from '../../../infra/blueprint/queues.ts';
import { pathOf, type Statement, synthesize, textOf } from '../synthesized.ts';

const { stack, ofType, named, only } = synthesize();

describe('alarms', () => {
  test('are as many as the cost model counts, name the runbook, and reach the owner by email', () => {
    const alarms = ofType('AWS::CloudWatch::Alarm');
    // Ten alarms are free; each further one costs $0.10 a month (docs/cost.md).
    expect(alarms.length).toBe(fixedResources.alarms);
    for (const [id, { Properties }] of alarms) {
      expect({ id, text: Properties.AlarmDescription }).toEqual({
        id,
        text: expect.stringContaining('docs/runbook.md'),
      });
      expect(Properties.AlarmActions).toHaveLength(1);
    }
    expect(only('AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'owner@magnolia.studio',
    });
    const statements: Statement[] = only('AWS::SNS::TopicPolicy').Properties.PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.map(({ Action, Principal }) => [Action, Principal])).toEqual([
      ['sns:Publish', { Service: 'cloudwatch.amazonaws.com' }],
      ['sns:Publish', { Service: 'events.amazonaws.com' }],
    ]);
  });

  test('one error of the API within five minutes is enough for an email', () => {
    const { Properties } = named('AWS::CloudWatch::Alarm')['Alarms/ApiErrors']!;
    expect(Properties).toMatchObject({
      Namespace: 'AWS/ApiGateway',
      MetricName: '5xx',
      Statistic: 'Sum',
      Period: 300,
      EvaluationPeriods: 1,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    expect(textOf(stack, Properties.Dimensions[0].Value)).toBe('Api/Http');
  });

  test('cover every dead-letter queue', () => {
    const watched = ofType('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(([, { Properties }]) => textOf(stack, Properties.Dimensions[0].Value).replace('.QueueName', ''));
    const deadLetters = Object.keys(named('AWS::SQS::Queue')).filter((path) => path.endsWith('DeadLetters'));
    expect(watched.toSorted()).toEqual(deadLetters.toSorted());
  });

  test('one covers the whole site, in the only region with CloudFront’s metrics', () => {
    const { Properties } = named('AWS::CloudWatch::Alarm')['Alarms/SiteErrors']!;
    expect(Properties).toMatchObject({ Namespace: 'AWS/CloudFront', MetricName: '5xxErrorRate' });
    expect(Properties.Dimensions.map((one: { Name: string }) => one.Name)).toEqual(['DistributionId', 'Region']);

    const elsewhere = synthesize({ region: 'eu-west-1' });
    const paths = elsewhere.ofType('AWS::CloudWatch::Alarm').map(([id]) => pathOf(elsewhere.stack, id));
    expect(paths).not.toContain('Alarms/SiteErrors');
    const calls = elsewhere.ofType('Custom::AWS').map(([, one]) => textOf(elsewhere.stack, one.Properties.Create));
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(JSON.parse(call)).toMatchObject({ region: 'us-east-1' });
    const alarm = JSON.parse(calls.find((text) => text.includes('putMetricAlarm'))!);
    expect(alarm.parameters).toMatchObject({
      Namespace: Properties.Namespace,
      MetricName: Properties.MetricName,
      Threshold: Properties.Threshold,
      Period: Properties.Period,
      AlarmDescription: Properties.AlarmDescription,
    });
  });

  test('the budget warns by forecast and when it is exceeded', () => {
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget').Properties;
    expect(Budget.BudgetLimit).toEqual({ Amount: 15, Unit: 'USD' });
    const kinds = NotificationsWithSubscribers.map(
      (one: { Notification: { NotificationType: string } }) => one.Notification.NotificationType,
    );
    expect(kinds).toEqual(['FORECASTED', 'ACTUAL']);
  });
});

test('one dashboard shows every alarm, queue and worker', () => {
  const body = textOf(stack, only('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
  for (const [id] of ofType('AWS::CloudWatch::Alarm')) expect(body).toContain(pathOf(stack, id));
  for (const [path] of Object.entries(named('AWS::SQS::Queue'))) {
    if (path.endsWith('DeadLetters') || path === 'Queues/photo') expect(body).toContain(`${path}.QueueName`);
  }
  // The saved query uses the field names that the sweep logs.
  const [, reported = ''] = /fields @timestamp, ([\w, ]+)/.exec(body) ?? [];
  const sweep = readFileSync('lambdas/workers/daily-sweep/report.ts', 'utf8');
  expect(reported.split(', ')).toEqual(sweep.match(/(?<=^ {2})\w+(?=: (number|boolean);)/gm));
  for (const [name, { trigger }] of Object.entries(functions)) {
    if (trigger.kind !== 'api') expect(body).toContain(`Workers/${name}`);
  }
  expect(only('AWS::CloudWatch::Dashboard').Properties.DashboardName).toBe('studio');
});

test('a quarterly email reminds the owner of the export, with an existing command', () => {
  const { ScheduleExpression, Targets } = named('AWS::Events::Rule')['ExportReminder/Quarterly']!.Properties;
  expect(ScheduleExpression).toBe('cron(0 15 1 1,4,7,10 ? *)');
  expect(textOf(stack, Targets[0].Arn)).toBe('Alarms/Topic');
  expect(Targets[0].Input).toContain('npm run studio:export');
});

test('the numbers of secrets and queues match the cost model', () => {
  // The owner creates Google's secret.
  expect(ofType('AWS::SecretsManager::Secret').length + 1).toBe(fixedResources.secrets);
  expect(Object.keys(queues)).toHaveLength(fixedResources.queues);
});
