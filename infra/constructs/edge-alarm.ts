import { Stack, Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as cr from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';

/** The region of CloudFront's metrics, and of the alarms on them. */
export const edgeRegion = 'us-east-1';

/**
 * Returns the dimensions of a distribution's metrics. CDK's own metrics omit the region, without which CloudWatch
 * returns no data.
 */
export const edgeDimensions = ({ distributionId }: Distribution) => ({
  DistributionId: distributionId,
  Region: 'Global',
});

export interface EdgeAlarmProps {
  distribution: Distribution;
  /** The address that receives the alarm's email; AWS sends it a confirmation email first. */
  address: string;
  description: string;
  /** The percentage of failed requests within `seconds`. */
  threshold: number;
  seconds: number;
}

/**
 * The alarm on CloudFront's errors for a studio in another region. A stack creates resources only in its own region, so
 * custom resources create topic, subscription and alarm in us-east-1.
 */
export class EdgeAlarm extends Construct {
  constructor(scope: Construct, id: string, props: EdgeAlarmProps) {
    super(scope, id);
    const { account, stackName } = Stack.of(this);
    const name = `${stackName}-SiteErrors`;
    const topicArn = `arn:aws:sns:${edgeRegion}:${account}:${name}`;
    const alarmArn = `arn:aws:cloudwatch:${edgeRegion}:${account}:alarm:${name}`;
    const resource = (
      child: string,
      calls: Pick<cr.AwsCustomResourceProps, 'onUpdate' | 'onDelete'>,
      statement: iam.PolicyStatement,
    ) =>
      new cr.AwsCustomResource(this, child, {
        ...calls,
        installLatestAwsSdk: false,
        policy: cr.AwsCustomResourcePolicy.fromStatements([statement]),
      });
    const allow = (actions: string[], arn: string) => new iam.PolicyStatement({ actions, resources: [arn] });

    const topic = resource(
      'Topic',
      {
        // onUpdate also runs at creation.
        onUpdate: call('SNS', 'createTopic', { Name: name }, topicArn),
        onDelete: call('SNS', 'deleteTopic', { TopicArn: topicArn }),
      },
      allow(['sns:CreateTopic', 'sns:DeleteTopic'], topicArn),
    );
    const subscription = resource(
      'Subscription',
      {
        // The topic's id: deleting the topic deletes its subscriptions.
        onUpdate: call(
          'SNS',
          'subscribe',
          { TopicArn: topicArn, Protocol: 'email', Endpoint: props.address },
          props.address,
        ),
      },
      allow(['sns:Subscribe'], topicArn),
    );
    subscription.node.addDependency(topic);
    const alarm = resource(
      'Alarm',
      {
        onUpdate: call(
          'CloudWatch',
          'putMetricAlarm',
          {
            AlarmName: name,
            AlarmDescription: props.description,
            Namespace: 'AWS/CloudFront',
            MetricName: '5xxErrorRate',
            Dimensions: Object.entries(edgeDimensions(props.distribution)).map(([Name, Value]) => ({ Name, Value })),
            Statistic: 'Average',
            Period: props.seconds,
            EvaluationPeriods: 1,
            Threshold: props.threshold,
            ComparisonOperator: 'GreaterThanOrEqualToThreshold',
            TreatMissingData: 'notBreaching',
            AlarmActions: [topicArn],
          },
          name,
        ),
        onDelete: call('CloudWatch', 'deleteAlarms', { AlarmNames: [name] }),
      },
      allow(['cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'], alarmArn),
    );
    alarm.node.addDependency(topic);
    this.#acknowledge();
  }

  /** Acknowledges the findings about the function that makes the calls, which CDK provides. */
  #acknowledge(): void {
    const callFunction = Stack.of(this).node.children.find(({ node }) => node.id.startsWith('AWS679'));
    if (!callFunction) throw new Error("CDK's function for calls to AWS has another name: look up what it may do.");
    const reason = "CDK's own function, called at deployments only; CloudFormation waits for its answer.";
    const ids = [
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      'AwsSolutions-L1',
      'Serverless-LambdaDLQ',
      'Serverless-LambdaDefaultMemorySize',
      'Serverless-LambdaLatestVersion',
      'Serverless-LambdaTracing',
    ];
    Validations.of(callFunction).acknowledge(...ids.map((ruleId) => ({ id: ruleId, reason })));
  }
}

function call(service: string, action: string, parameters: object, physicalId?: string): cr.AwsSdkCall {
  return {
    service,
    action,
    parameters,
    region: edgeRegion,
    ...(physicalId && { physicalResourceId: cr.PhysicalResourceId.of(physicalId) }),
  };
}
