/** Summarizes the changes of a deployment in a few lines, instead of one line for each of 150 resources. */

interface Resource {
  Type: string;
}
export interface Template {
  Resources?: Record<string, Resource>;
}

/** The kinds of resources, by pattern: the first pattern that matches a CloudFormation type gives its kind. */
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
/** Whether a resource holds data; AWS retains such a resource when it is removed from the template. */
const holdsData = ({ Type }: Resource) => /^AWS::(DynamoDB::GlobalTable|S3::Bucket|Cognito::UserPool)$/.test(Type);

function countByKind(resources: Resource[]): string {
  const counts = Object.entries(Object.groupBy(resources, kindOf)).map(
    ([kind, ofKind]) => [kind, ofKind?.length ?? 0] as const,
  );
  return counts
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

/**
 * Describes the changes from one template to another.
 * @param before the deployed template; undefined before the first deployment
 * @returns lines; a single line when nothing changes
 */
export function describeChanges(before: Template | undefined, after: Template): string[] {
  const oldResources = before?.Resources ?? {};
  const newResources = after.Resources ?? {};
  const added = Object.keys(newResources).filter((id) => !(id in oldResources));
  const removed = Object.keys(oldResources).filter((id) => !(id in newResources));
  const changed = Object.keys(newResources).filter(
    (id) => id in oldResources && JSON.stringify(newResources[id]) !== JSON.stringify(oldResources[id]),
  );
  if (added.length + removed.length + changed.length === 0) return ['There are no changes to deploy.'];

  const describe = (title: string, ids: string[], resources: Record<string, Resource>) =>
    ids.length > 0 ? [`${title} ${ids.length}: ${countByKind(ids.map((id) => resources[id]!))}.`] : [];
  const lostData = removed.filter((id) => holdsData(oldResources[id]!));
  const changedData = changed.filter((id) => holdsData(newResources[id]!));
  return [
    ...describe('New', added, newResources),
    ...describe('Changed', changed, newResources),
    ...describe('Removed', removed, oldResources),
    ...(lostData.length > 0
      ? [`CAREFUL: no longer the studio's, though AWS keeps them with what is in them: ${lostData.join(', ')}.`]
      : []),
    ...(changedData.length > 0 ? [`Settings of what holds data change: ${changedData.join(', ')}. Data stays.`] : []),
  ];
}
