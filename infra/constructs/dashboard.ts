import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { deadLetterNames } from '../blueprint/queues.ts';
import type { Alarms } from './alarms.ts';
import { edgeDimensions, edgeRegion } from './edge-alarm.ts';
import type { Queues } from './queues.ts';
import type { Workers } from './workers.ts';

const sum = { statistic: 'Sum', period: Duration.minutes(5) };
const width = 12;
/** The fields of the sweep's daily log line. */
const sweepReport = [
  'requeued',
  'expired',
  'forgotten',
  'moved',
  'erased',
  'dropped',
  'withdrawn',
  'rekeyed',
  'marking',
  'ordering',
  'links_erased',
  'pictures_cleared',
  'reminders',
  'offers_expired',
  'daily_email',
  'sessions_erased',
  'customers_erased',
  'failed',
  'unfinished',
];

interface DashboardProps {
  alarms: Alarms;
  api: HttpApi;
  distribution: Distribution;
  queues: Queues;
  workers: Workers['functions'];
}

/** The CloudWatch dashboard: alarms first, then the site and the API, then the workers. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { alarms, api, distribution, queues, workers }: DashboardProps) {
    super(scope, id);
    const { deadLetters, queues: workQueues } = queues;
    const edge = { ...sum, region: edgeRegion, dimensionsMap: edgeDimensions(distribution) };
    const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
      new cloudwatch.GraphWidget({ title, left, right, width });
    new cloudwatch.Dashboard(this, 'Page', {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: Duration.days(7),
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: 'Alarms: docs/runbook.md', alarms: alarms.all, width: 2 * width })],
        [
          graph(
            'Visitors: requests, and their errors in percent',
            [distribution.metricRequests(edge)],
            [
              distribution.metric4xxErrorRate({ ...edge, statistic: 'Average' }),
              distribution.metric5xxErrorRate({ ...edge, statistic: 'Average' }),
            ],
          ),
          graph(
            'API: requests, errors, and how long one in a hundred waits',
            [api.metricCount(sum), api.metricClientError(sum), api.metricServerError(sum)],
            [api.metricLatency({ statistic: 'p99', period: Duration.minutes(5) })],
          ),
        ],
        [
          graph(
            'Photos waiting, and for how long',
            [workQueues.photo.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' })],
            [workQueues.photo.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' })],
          ),
          graph(
            'Dead letters',
            deadLetterNames.map((name) =>
              deadLetters[name].metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', label: name }),
            ),
          ),
        ],
        [
          graph(
            'Work in the background',
            Object.entries(workers).map(([name, worker]) => worker.metricInvocations({ ...sum, label: name })),
          ),
          graph(
            'Crashes and time-outs',
            Object.entries(workers).map(([name, worker]) => worker.metricErrors({ ...sum, label: name })),
          ),
        ],
        [
          graph('Emails sent and returned', [
            ...['Send', 'Delivery', 'Bounce', 'Complaint'].map(
              (metricName) => new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, ...sum }),
            ),
          ]),
          graph(
            'How long work takes, at most',
            Object.entries(workers).map(([name, worker]) =>
              worker.metricDuration({ statistic: 'Maximum', label: name }),
            ),
          ),
        ],
        [sweepTable(workers['daily-sweep'].logGroup.logGroupName)],
      ],
    });
  }
}

/** Returns the table of the daily sweep's last reports. */
const sweepTable = (logGroupName: string) =>
  new cloudwatch.LogQueryWidget({
    title: 'What the daily sweep did',
    logGroupNames: [logGroupName],
    queryLines: [
      `fields @timestamp, ${sweepReport.join(', ')}`,
      'filter message = "Daily sweep"',
      'sort @timestamp desc',
      'limit 14',
    ],
    view: cloudwatch.LogQueryVisualizationType.TABLE,
    width: 2 * width,
  });
