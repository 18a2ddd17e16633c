/** Summarizes what a deployment will change in a few lines, instead of one for each of 150 resources. */

interface Resource {
  Type: string;
}
export interface Template {
  Resources?: Record<string, Resource>;
}

/** The first pattern that matches a CloudFormation type names its kind. */
const kinds: [RegExp, string][] = [
  [/^AWS::DynamoDB::/, 'tables'],
  [/^AWS::S3::Bucket$/, 'buckets'],
  [/^AWS::Cognito::/, 'sign-in'],
  [/^AWS::Lambda::Function$/, 'functions'],
  [/^AWS::CloudFront::|^AWS::Route53::|^AWS::CertificateManager::|^AWS::WAFv2::/, 'addresses and delivery'],
  [/^Custom::CDKBucketDeployment$/, 'pages of the site'],
  [/^AWS::ApiGatewayV2::/, 'API'],
  [/^AWS::SQS::Queue$|^AWS::Events::|^AWS::Lambda::EventSourceMapping$/, 'queues and schedules'],
  [/^AWS::SES::/, 'emails'],
  [/^AWS::CloudWatch::|^AWS::SNS::|^AWS::Budgets::|^AWS::Logs::/, 'alarms and logs'],
  [/^AWS::IAM::|Policy$|^AWS::Lambda::Permission$/, 'permissions'],
];
const kindOf = ({ Type }: Resource) => kinds.find(([pattern]) => pattern.test(Type))?.[1] ?? 'others';
/** AWS retains it when it is removed from the template. */
const holdsData = ({ Type }: Resource) => /^AWS::(DynamoDB::GlobalTable|S3::Bucket|Cognito::UserPool)$/.test(Type);

function countByKind(resources: Resource[]): string {
  const counts = Object.entries(Object.groupBy(resources, kindOf)).map(
    ([kind, all]) => [kind, all?.length ?? 0] as const,
  );
  return counts
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

/**
 * @param before the deployed template; undefined before the first deployment
 * @returns lines; a single one when nothing changes
 */
export function describeChanges(before: Template | undefined, after: Template): string[] {
  const old = before?.Resources ?? {};
  const now = after.Resources ?? {};
  const added = Object.keys(now).filter((id) => !(id in old));
  const removed = Object.keys(old).filter((id) => !(id in now));
  const changed = Object.keys(now).filter((id) => id in old && JSON.stringify(now[id]) !== JSON.stringify(old[id]));
  if (added.length + removed.length + changed.length === 0) return ['There are no changes to deploy.'];

  const line = (what: string, ids: string[], from: Record<string, Resource>) =>
    ids.length > 0 ? [`${what} ${ids.length}: ${countByKind(ids.map((id) => from[id]!))}.`] : [];
  const lost = removed.filter((id) => holdsData(old[id]!));
  const touched = changed.filter((id) => holdsData(now[id]!));
  return [
    ...line('New', added, now),
    ...line('Changed', changed, now),
    ...line('Removed', removed, old),
    ...(lost.length > 0
      ? [`CAREFUL: no longer the studio's, though AWS keeps them with what is in them: ${lost.join(', ')}.`]
      : []),
    ...(touched.length > 0 ? [`Settings of what holds data change: ${touched.join(', ')}. Data stays.`] : []),
  ];
}
