import { type CloudFormationClient, DescribeStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { type CloudFrontClient, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListBucketsCommand, type S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { type Domain, emailIdentities, hostsOf, identityOf, mistakesIn, type StudioConfig } from '../../config.ts';
import { credentialsTrouble } from './credentials.ts';
import { type StackResource, stackResources } from './deployed.ts';
import { readStackState, type StackState } from './stack-state.ts';

export interface ObstacleClients {
  s3: S3Client;
  secrets: SecretsManagerClient;
  ses: SESv2Client;
  cloudformation: CloudFormationClient;
  cloudfront: CloudFrontClient;
  cognito: CognitoIdentityProviderClient;
}

/**
 * Returns what prevents a deployment, and what to do, a sentence each; empty when nothing does. `npm run deploy` and
 * `npx cdk deploy` print the same sentences.
 */
export async function obstacles(wanted: StudioConfig, clients: ObstacleClients): Promise<string[]> {
  const mistakes = mistakesIn(wanted).map((sentence) => `studio.config.ts: ${sentence}`);
  // Without them there is nothing to look for: CloudFormation would answer with any stack.
  const { prefix, region, emails } = wanted;
  if (!prefix || !region || !emails?.sender || !emails.studio) return mistakes;
  try {
    return [...mistakes, ...(await obstaclesInAccount(wanted, clients))];
  } catch (error) {
    const trouble = credentialsTrouble(error);
    if (!trouble) throw error;
    return [...mistakes, trouble];
  }
}

async function obstaclesInAccount(wanted: StudioConfig, clients: ObstacleClients): Promise<string[]> {
  const state = await readStackState(clients.cloudformation, wanted.prefix);
  const own = state.kind === 'absent' ? [] : await stackResources(clients.cloudformation, wanted.prefix)();
  const former = await obstaclesInFirstVersion(wanted, state, clients.cloudformation);
  // What else is in the way belongs to that studio, whose clients use it: there is no other advice.
  if (former.length > 0) return former;
  return [
    ...(await obstaclesInBootstrap(clients.s3, wanted.region)),
    ...obstaclesInStack(state, wanted.prefix),
    ...(await obstaclesInIdentities(wanted, own, clients)),
    ...(await obstaclesInCodes(wanted, clients.ses)),
    ...(wanted.domain ? await obstaclesInDomain(wanted.domain, own, clients.cloudfront) : []),
    ...(await obstaclesInSignInPrefix(wanted, own, clients.cognito)),
    ...(wanted.google ? await obstaclesInSecret(clients.secrets, wanted.google.secretName) : []),
  ];
}

/** CDK is bootstrapped when its bucket exists. */
async function obstaclesInBootstrap(s3: S3Client, region: string): Promise<string[]> {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  if (Buckets.some(({ Name = '' }) => /^cdk-\w+-assets-\d{12}-/.test(Name) && Name.endsWith(region))) return [];
  return [
    `CDK has not been prepared in ${region}: run npx cdk bootstrap aws://ACCOUNT-NUMBER/${region} once (docs/deploy.md, step 4).`,
  ];
}

function obstaclesInStack({ kind, status }: StackState, name: string): string[] {
  if (kind === 'busy') {
    return [`The stack '${name}' is ${status}: another deployment is running. Wait until it has ended.`];
  }
  if (kind !== 'stuck') return [];
  const how =
    status === 'DELETE_FAILED'
      ? 'a deletion stopped half-way. CloudFormation console → the stack → Events says why; then Delete it there'
      : 'an update could not be undone. CloudFormation console → the stack → Stack actions → Continue update rollback';
  return [`The stack '${name}' is ${status}: ${how}, and deploy again.`];
}

/** The name of the stack of version 0.1.0. */
const firstVersionStack = 'Studio';

/**
 * Finds a studio that version 0.1.0 has deployed and that this deployment would be the successor of. Beside it, this
 * version can't be created: queues and the landing bucket have the same names, and SES has its addresses.
 */
async function obstaclesInFirstVersion(
  wanted: StudioConfig,
  { kind }: StackState,
  cloudformation: CloudFormationClient,
): Promise<string[]> {
  if (kind !== 'absent' && kind !== 'creation-failed') return [];
  const { kind: former } = await readStackState(cloudformation, firstVersionStack);
  if (former === 'absent') return [];
  const resources = await stackResources(cloudformation, firstVersionStack)();
  if (!resources.some(({ logicalId }) => /^Dataphotos[0-9A-F]{8}$/.test(logicalId))) return [];
  const isIdentity = ({ type, physicalId }: StackResource) =>
    type === 'AWS::SES::EmailIdentity' && emailIdentities(wanted).includes(physicalId);
  if (wanted.prefix !== firstVersionStack.toLowerCase() && !resources.some(isIdentity)) return [];
  return [
    `The stack '${firstVersionStack}' is your studio as version 0.1.0 has deployed it, and this version can't update it. It is untouched: delete nothing of it by hand. CHANGELOG.md, "From 0.1.0", says how to move: export and remove it with the version that made it, then deploy this one and restore.`,
  ];
}

/** SES has one identity per address and account: a stack can't create one that exists outside the stack. */
async function obstaclesInIdentities(
  wanted: StudioConfig,
  own: StackResource[],
  { ses, cloudformation }: ObstacleClients,
): Promise<string[]> {
  const found: string[] = [];
  for (const identity of emailIdentities(wanted)) {
    if ((await verificationOf(ses, identity)) === 'missing') continue;
    if (own.some(({ type, physicalId }) => type === 'AWS::SES::EmailIdentity' && physicalId === identity)) continue;
    const owner = await stackOf(cloudformation, identity);
    found.push(
      owner
        ? `SES already has the identity ${identity}: it belongs to the stack '${owner}', which sends from it. Use another address in studio.config.ts, and keep that one.`
        : `SES already has the identity ${identity}, which this studio did not make and no stack of this region has: if nothing else sends from it, delete it (SES console → Identities), and the deployment makes it again. Otherwise use another address in studio.config.ts.`,
    );
  }
  return found;
}

/** Returns the name of the stack that has made a resource, if one has. */
async function stackOf(cloudformation: CloudFormationClient, PhysicalResourceId: string): Promise<string | undefined> {
  try {
    const { StackResources } = await cloudformation.send(new DescribeStackResourcesCommand({ PhysicalResourceId }));
    return StackResources?.[0]?.StackName;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** Cognito refuses a user pool that sends from an identity which SES has not verified, and CloudFormation undoes everything. */
async function obstaclesInCodes({ codesBySes, emails, domain }: StudioConfig, ses: SESv2Client): Promise<string[]> {
  if (!codesBySes) return [];
  const identity = identityOf(emails.sender, domain);
  if ((await verificationOf(ses, identity)) === 'verified') return [];
  const how =
    identity === emails.sender
      ? 'click the link in the email that AWS sends to it'
      : 'wait until SES console → Identities calls it verified, which takes up to an hour';
  return [
    `codesBySes: SES has not verified ${identity} yet, and until then Cognito can't send codes from ${emails.sender}. Leave codesBySes out of studio.config.ts and deploy; ${how}; then set it and deploy again (docs/deploy.md, step 7).`,
  ];
}

/** A host belongs to one distribution. Those of other accounts can't be listed: `explainFailure` explains their refusal. */
async function obstaclesInDomain(domain: Domain, own: StackResource[], client: CloudFrontClient): Promise<string[]> {
  const found: string[] = [];
  for await (const { DistributionList } of paginateListDistributions({ client }, {})) {
    for (const { Id, Aliases, DomainName } of DistributionList?.Items ?? []) {
      if (own.some(({ physicalId }) => physicalId === Id)) continue;
      for (const host of hostsOf(domain).filter((one) => Aliases?.Items?.includes(one))) {
        found.push(
          `domain: ${host} belongs to the CloudFront distribution ${Id} (${DomainName}) of this account, and only one can have it: take the name from that one first (docs/deploy.md, "A domain that moves").`,
        );
      }
    }
  }
  return found;
}

/** Cognito's sign-in pages have one address for all AWS accounts of a region. */
async function obstaclesInSignInPrefix(
  { signInPrefix, region }: StudioConfig,
  own: StackResource[],
  cognito: CognitoIdentityProviderClient,
): Promise<string[]> {
  // The description of an address that nobody has is empty.
  const { DomainDescription } = await cognito.send(new DescribeUserPoolDomainCommand({ Domain: signInPrefix }));
  if (!DomainDescription?.Domain) return [];
  if (own.some(({ physicalId }) => physicalId === DomainDescription.UserPoolId)) return [];
  return [
    `signInPrefix: '${signInPrefix}' is taken in ${region}, by another studio of this AWS account or by another account. Write one of your own in studio.config.ts, such as '${signInPrefix}-2' (docs/deploy.md, step 3).`,
  ];
}

/** Returns whether SES knows an identity, and may send from it. */
export async function verificationOf(
  ses: SESv2Client,
  EmailIdentity: string,
): Promise<'missing' | 'unverified' | 'verified'> {
  try {
    const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return VerifiedForSendingStatus ? 'verified' : 'unverified';
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return 'missing';
    throw error;
  }
}

async function obstaclesInSecret(secrets: SecretsManagerClient, SecretId: string): Promise<string[]> {
  const where = `Secrets Manager, region and name as in studio.config.ts (docs/deploy.md, step 8)`;
  try {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
    // The console's format of a secret that is entered as key and value.
    if (/^\s*\{|\s/.test(SecretString)) {
      return [
        `The secret '${SecretId}' must hold Google's client secret as plain text and nothing else: correct it in ${where}.`,
      ];
    }
    return [];
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      return [`There is no secret '${SecretId}': store Google's client secret there as plain text in ${where}.`];
    }
    throw error;
  }
}
