import { expect, test } from 'vitest';
import { synthesize } from './synthesized.ts';

/** A studio and its staging copy in one account and region. */
const studio = synthesize({ webAcl: true });
const staging = synthesize({
  webAcl: true,
  prefix: 'staging',
  signInPrefix: 'magnolia-light-staging',
  emails: { sender: 'staging@magnolia.studio', studio: 'staging@magnolia.studio', alarms: 'owner@magnolia.studio' },
});

/** The property with the name of each resource type, if any; without it CloudFormation generates a unique name. */
const names: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Api': [],
  'AWS::Budgets::Budget': ['Budget.BudgetName'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::KeyGroup': ['KeyGroupConfig.Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name'],
  'AWS::CloudFront::PublicKey': ['PublicKeyConfig.Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig.Name'],
  'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig.Name'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::Events::Rule': ['Name'],
  'AWS::IAM::ManagedPolicy': ['ManagedPolicyName'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Lambda::LayerVersion': ['LayerName'],
  'AWS::Logs::DeliveryDestination': ['Name'],
  'AWS::Logs::DeliverySource': ['Name'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SES::ConfigurationSet': ['Name'],
  'AWS::SES::EmailIdentity': ['EmailIdentity'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::WAFv2::WebACL': ['Name'],
};
/** Types that are part of another resource, or identified by a generated ID. */
const nameless = [
  /^AWS::ApiGatewayV2::(Authorizer|Integration|Route|Stage)$/,
  /^AWS::CDK::Metadata$/,
  /^AWS::CloudFront::(Distribution|MonitoringSubscription)$/,
  /^AWS::Cognito::(ManagedLoginBranding|UserPool|UserPoolClient|UserPoolGroup)$/,
  /^AWS::IAM::Policy$/,
  /^AWS::Lambda::(EventSourceMapping|Permission)$/,
  /^AWS::S3::BucketPolicy$/,
  /^AWS::SES::ConfigurationSetEventDestination$/,
  /^AWS::SNS::(Subscription|TopicPolicy)$/,
  /^AWS::SQS::QueuePolicy$/,
  /^AWS::Logs::(Delivery|QueryDefinition|MetricFilter|ResourcePolicy)$/,
  /^Custom::/,
];

function namesIn({ resources }: typeof studio): string[] {
  return Object.values(resources).flatMap(({ Type, Properties }) =>
    (names[Type] ?? []).flatMap((path) => {
      // biome-ignore lint/suspicious/noExplicitAny: the properties differ by resource type
      const value = path.split('.').reduce<any>((inside, key) => inside?.[key], Properties);
      return value === undefined ? [] : [`${Type} ${JSON.stringify(value)}`];
    }),
  );
}

test('no AWS name is used by both', () => {
  const [own, other] = [namesIn(studio), namesIn(staging)];
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => other.includes(name))).toEqual([]);
  expect(new Set(own).size).toBe(own.length);
});

test('each resource type is listed here', () => {
  const types = new Set(Object.values(studio.resources).map(({ Type }) => Type));
  const unknown = [...types].filter((type) => !(type in names) && !nameless.some((pattern) => pattern.test(type)));
  expect(unknown).toEqual([]);
});

test('names that CloudFormation does not generate begin with the prefix', () => {
  const bucket = Object.values(staging.resources).find(({ Properties }) => Properties?.BucketName);
  expect(JSON.stringify(bucket?.Properties.BucketName)).toContain('staging-landing-');
  const queues = staging.ofType('AWS::SQS::Queue').map(([, { Properties }]) => Properties.QueueName);
  expect(queues.length).toBeGreaterThan(5);
  for (const name of queues) expect(name).toMatch(/^staging-/);
});
