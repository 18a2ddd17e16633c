import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Rule } from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StudioConfig } from '../config.ts';
import { EdgeAlarm, edgeDimensions, edgeRegion } from './edge-alarm.ts';
import type { Queues } from './queues.ts';
import type { Workers } from './workers.ts';

const perFiveMinutes = { statistic: 'Maximum', period: Duration.minutes(5) };

interface AlarmsProps {
  config: StudioConfig;
  api: HttpApi;
  distribution: Distribution;
  queues: Queues;
  workers: Workers['functions'];
  emailsReturned: Rule;
}

interface AlarmSettings {
  metric: cloudwatch.IMetric;
  /** The value at which the alarm state starts (or below which, see `soundsBelow`). */
  threshold: number;
  /** The text of the email, which says who is affected and what to do. */
  says: string;
  /** True when the alarm state starts below the threshold, or without data. Otherwise missing data means OK. */
  soundsBelow?: true;
}

/** The alarms that email the owner. Ten alarms are free; AWS charges $0.10 a month for each further alarm. */
export class Alarms extends Construct {
  readonly all: cloudwatch.Alarm[] = [];
  /** The topic whose messages the owner gets by email. */
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { config, api, distribution, queues, workers, emailsReturned } = props;
    this.topic = this.#makeTopic(config.emails.alarms);
    this.#budget(config);

    this.#deadLetters(queues);
    this.#emailsReturned(emailsReturned);
    this.#alarm('PhotosWaiting', {
      metric: queues.queues.photo.metricApproximateAgeOfOldestMessage(perFiveMinutes),
      threshold: Duration.minutes(30).toSeconds(),
      says: 'Work on photos has waited half an hour: uploads are in no gallery yet; or a print size, a watermark or a picture of the website is not ready. Check the function process-photo: docs/runbook.md, "Uploads".',
    });
    this.#siteErrors(config, distribution);
    this.#alarm('ApiErrors', {
      metric: api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      says: 'A person at the site got an internal error. The log of the API names the route and the request: docs/runbook.md, "Errors".',
    });
    this.#functions();
    this.#alarm('SweepMissing', {
      metric: workers['daily-sweep'].metricInvocations({ statistic: 'Sum', period: Duration.days(1) }),
      threshold: 1,
      soundsBelow: true,
      says: 'The daily sweep did not run: interrupted uploads are not ended, and the trash is not emptied: docs/runbook.md, "Daily sweep".',
    });
  }

  /** Adds an alarm for each dead-letter queue. */
  #deadLetters({ deadLetters }: Queues): void {
    this.#alarm('PhotoDeadLetters', {
      metric: deadLetters.photo.metricApproximateNumberOfMessagesVisible(perFiveMinutes),
      threshold: 1,
      says: 'Work on photos failed: uploads are stored safely, but no gallery shows them; or a print size, a watermark or a picture of the website is missing. Find the cause in the log of process-photo, then process them again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('DownloadDeadLetters', {
      metric: deadLetters.download.metricApproximateNumberOfMessagesVisible(perFiveMinutes),
      threshold: 1,
      says: 'A download could not be prepared; a client or guest may be waiting for it. Find the cause in the log of prepare-download, then prepare it again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('MediaDeadLetters', {
      metric: deadLetters.media.metricApproximateNumberOfMessagesVisible(perFiveMinutes),
      threshold: 1,
      says: 'Photos were hidden, deleted, replaced, put under a watermark, made not downloadable or taken from the public gallery, but whoever kept their addresses may still open them. Find the cause in the log of move-derivatives, then move them again: docs/runbook.md, "Dead letters".',
    });
    this.#alarm('OutboxDeadLetters', {
      metric: deadLetters.outbox.metricApproximateNumberOfMessagesVisible(perFiveMinutes),
      threshold: 1,
      says: 'An email was not sent, or the website was not published. The message, quote or other change that the email is about is stored, and visitors see the former version of the website, at least on some pages. Find the cause in the log of send-email or publish-site: docs/runbook.md, "Emails".',
    });
    this.#alarm('BounceDeadLetters', {
      metric: deadLetters.bounces.metricApproximateNumberOfMessagesVisible(perFiveMinutes),
      threshold: 1,
      says: 'That an email was delivered, bounced or was marked as spam could not be recorded, so no screen shows it. Find the cause in the log of record-bounce, then record it: docs/runbook.md, "Dead letters".',
    });
  }

  #emailsReturned(rule: Rule): void {
    this.#alarm('EmailsReturned', {
      // The count of the rule's matches, which is free, as all metrics of EventBridge. Deliveries also start the
      // function; SES's own metric counts the whole account's emails, and one by configuration set costs $0.30 a month.
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Events',
        metricName: 'Invocations',
        dimensionsMap: { RuleName: rule.ruleName },
        statistic: 'Sum',
        period: Duration.hours(1),
      }),
      threshold: 1,
      says: 'An email bounced or was marked as spam. Unless its mailbox was only full, AWS sends no more emails to that address. See whose address it is, and contact that person in another way: docs/runbook.md, "Returned emails".',
    });
  }

  /** Adds the alarms on all functions of the account and region. */
  #functions(): void {
    // A metric without dimensions counts all functions of the account, for the price of one alarm.
    this.#alarm('FunctionErrors', {
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        statistic: 'Sum',
        period: Duration.minutes(15),
      }),
      threshold: 3,
      says: 'Functions of this AWS account and region, the studio’s or others, failed or timed out at least three times within 15 minutes. Find the function in the Lambda console, then read its log: docs/runbook.md, "Errors".',
    });
    this.#alarm('Throttles', {
      metric: new cloudwatch.Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 10,
      says: 'AWS refused to start functions of this AWS account and region, because all of them together have reached its limit of concurrent executions. Request a higher limit: docs/runbook.md, "Throttles".',
    });
  }

  /** Adds the alarm on CloudFront's errors. CloudFront's metrics, and alarms on them, exist only in us-east-1. */
  #siteErrors(config: StudioConfig, distribution: Distribution): void {
    const says =
      'Visitors get errors instead of the site: at least 5% of all requests failed in the last 15 minutes. Find the cause: docs/runbook.md, "Site errors".';
    const threshold = 5;
    const period = Duration.minutes(15);
    if (config.region === edgeRegion) {
      const metric = distribution.metric5xxErrorRate({
        statistic: 'Average',
        period,
        dimensionsMap: edgeDimensions(distribution),
      });
      this.#alarm('SiteErrors', { metric, threshold, says });
      return;
    }
    const address = config.emails.alarms;
    new EdgeAlarm(this, 'SiteErrors', {
      distribution,
      address,
      description: says,
      threshold,
      seconds: period.toSeconds(),
    });
  }

  #makeTopic(address: string): sns.Topic {
    const topic = new sns.Topic(this, 'Topic', { enforceSSL: true });
    // A topic policy replaces the default policy, which lets alarms of this account publish.
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
      reason: 'SNS retries an email, and the alarm stays visible in CloudWatch.',
    });
    return topic;
  }

  #alarm(id: string, { metric, threshold, says, soundsBelow }: AlarmSettings): void {
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
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }

  /** Sends a warning when the month's forecast exceeds the budget, and when the actual cost does. */
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
