import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StudioConfig } from '../config.ts';
import type { Queues } from './queues.ts';
import type { Workers } from './workers.ts';

interface AlarmProps {
  metric: cloudwatch.IMetric;
  /** The alarm sounds from here on … */
  threshold: number;
  /** Who is hurt, and what to do: this is the letter's text. */
  says: string;
  /** … or when there is less than that, or nothing at all. Otherwise silence is good news. */
  soundsBelow?: true;
}

/** Letters to the owner when something needs a person. At most ten alarms: as many as AWS gives for free. */
export class Alarms extends Construct {
  readonly all: cloudwatch.Alarm[] = [];
  readonly #topic: sns.Topic;

  constructor(
    scope: Construct,
    id: string,
    {
      config,
      api,
      queues,
      workers,
    }: { config: StudioConfig; api: HttpApi; queues: Queues; workers: Workers['functions'] },
  ) {
    super(scope, id);
    this.#topic = this.#makeTopic(config.emails.alarms);
    this.#budget(config);

    const waiting = { statistic: 'Maximum', period: Duration.minutes(5) };
    this.#alarm('PhotoDeadLetters', {
      metric: queues.deadLetters.photo.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      says: 'Photos were uploaded but could not be processed; they are safe, but no gallery shows them. Find the cause in the log of process-photo, then send them again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('DownloadDeadLetters', {
      metric: queues.deadLetters.download.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      says: 'Somebody waits for a download that could not be made. Find the cause in the log of prepare-download, then send it again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('MediaDeadLetters', {
      metric: queues.deadLetters.media.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      says: 'Photos were hidden or deleted, but whoever kept their addresses may still open them. Find the cause in the log of move-derivatives, then send them again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('OutboxDeadLetters', {
      metric: queues.deadLetters.outbox.metricApproximateNumberOfMessagesVisible(waiting),
      threshold: 1,
      says: 'A letter was not sent; what it tells of is stored. Find the cause in the log of send-email, then send it again: docs/runbook.md, "Letters".',
    });
    this.#alarm('LettersReturned', {
      metric: workers['record-bounce'].metricInvocations({ statistic: 'Sum', period: Duration.hours(1) }),
      threshold: 1,
      says: 'A letter came back, or its reader called it spam: that client hears nothing from you any more. See who it is and ask them another way: docs/runbook.md, "Returned letters".',
    });
    this.#alarm('PhotosWaiting', {
      metric: queues.queues.photo.metricApproximateAgeOfOldestMessage(waiting),
      threshold: Duration.minutes(30).toSeconds(),
      says: 'Uploaded photos have waited for half an hour to be processed. Look at process-photo: docs/runbook.md, "Uploads".',
    });
    this.#alarm('ApiErrors', {
      metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 3,
      says: 'People at the site met errors of ours, three or more within five minutes. The API log names the route and the request: docs/runbook.md, "Errors".',
    });
    // Without a dimension: all functions of the account, for the price of one alarm.
    this.#alarm('FunctionErrors', {
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        statistic: 'Sum',
        period: Duration.minutes(15),
      }),
      threshold: 3,
      says: 'Functions crashed or ran out of time three times or more within a quarter of an hour. See which in the Lambda console, then its log: docs/runbook.md, "Errors".',
    });
    this.#alarm('Throttles', {
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 10,
      says: 'AWS refused to start functions: the account has reached its limit of concurrent ones. Ask AWS for more: docs/runbook.md, "Throttles".',
    });
    this.#alarm('SweepMissing', {
      metric: workers['daily-sweep'].metricInvocations({ statistic: 'Sum', period: Duration.days(1) }),
      threshold: 1,
      soundsBelow: true,
      says: 'The daily sweep did not run: interrupted uploads stay open and the bin is not emptied: docs/runbook.md, "Daily sweep".',
    });
  }

  #makeTopic(address: string): sns.Topic {
    const topic = new sns.Topic(this, 'Topic', { enforceSSL: true });
    // A topic with a policy of its own has lost the default one, by which alarms of this account may publish.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    topic.addSubscription(new EmailSubscription(address));
    Validations.of(topic).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'SNS tries a letter again by itself, and the alarm stays lit in CloudWatch.',
    });
    return topic;
  }

  #alarm(id: string, { metric, threshold, says, soundsBelow }: AlarmProps): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      alarmDescription: says,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: soundsBelow
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: soundsBelow ? cloudwatch.TreatMissingData.BREACHING : cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.all.push(alarm);
  }

  /** Warns when the month is going to be too expensive, and when it is. */
  #budget({ monthlyBudget, emails }: StudioConfig): void {
    const warning = (notificationType: string) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
      subscribers: [{ subscriptionType: 'EMAIL', address: emails.alarms }],
    });
    new budgets.CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudget, unit: 'USD' } },
      notificationsWithSubscribers: [warning('FORECASTED'), warning('ACTUAL')],
    });
  }
}
