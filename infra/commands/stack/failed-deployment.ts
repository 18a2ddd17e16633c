import { type CloudFormationClient, DescribeStackEventsCommand } from '@aws-sdk/client-cloudformation';

/** Reasons for which AWS refuses a resource only while it deploys, each with a sentence that says what to do. */
const explanations: [reason: RegExp, sentence: string][] = [
  [
    /CNAMEAlreadyExists|CNAMEs you provided are already associated/i,
    'domain: another CloudFront distribution has this name, perhaps in another AWS account, and only one can have it: take the name from that one first (docs/deploy.md, "A domain that moves").',
  ],
  [
    /create resource record set .* already exists/i,
    'domain: your zone in Route 53 already has a record of this name, which leads elsewhere: delete it (Route 53 console → Hosted zones → the domain), then deploy again (docs/deploy.md, "A domain that moves").',
  ],
  [
    /domain already (associated|exists)/i,
    'signInPrefix: another studio has it, in this AWS account or in another one. Write one of your own in studio.config.ts.',
  ],
  [
    /account must be verified/i,
    'AWS has to verify a new account before it can use CloudFront: open a case at support.console.aws.amazon.com, Account and billing, "Please verify my account for CloudFront". It takes hours.',
  ],
];

/** Milliseconds by which this computer's clock may differ from AWS's, which refuses requests that differ by more. */
const clockError = 5 * 60_000;

/**
 * Returns a sentence for each known reason why a deployment has failed; empty when no reason is known.
 * @param began the time of the deployment; earlier events belong to another deployment
 */
export async function explainFailure(client: CloudFormationClient, StackName: string, began: Date): Promise<string[]> {
  // The newest hundred events: the failure is among the last, before the rollback's.
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName }));
  const earliest = new Date(began.getTime() - clockError);
  const reasons = StackEvents.filter(({ Timestamp }) => Timestamp && Timestamp >= earliest).map(
    ({ ResourceStatusReason = '' }) => ResourceStatusReason,
  );
  return explanations.flatMap(([pattern, sentence]) =>
    reasons.some((reason) => pattern.test(reason)) ? [sentence] : [],
  );
}
