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
 * Returns a sentence for each obstacle to a deployment, with what to do; empty when there is none. `npm run deploy` and
 * `npx cdk deploy` print the same sentences.
 */
export async function obstacles(config: StudioConfig, clients: ObstacleClients): Promise<string[]> {
  const mistakes = mistakesIn(config).map((sentence) => `studio.config.ts: ${sentence}`);
  // Without these entries the account can't be checked: CloudFormation would answer with any stack.
  const { prefix, region, emails } = config;
  if (!prefix || !region || !emails?.sender || !emails.studio) return mistakes;
  try {
    return [...mistakes, ...(await obstaclesInAccount(config, clients))];
  } catch (error) {
    const trouble = credentialsTrouble(error);
    if (!trouble) throw error;
    return [...mistakes, trouble];
  }
}

async function obstaclesInAccount(config: StudioConfig, clients: ObstacleClients): Promise<string[]> {
  const state = await readStackState(clients.cloudformation, config.prefix);
  const ownResources = state.kind === 'absent' ? [] : await stackResources(clients.cloudformation, config.prefix)();
  const firstVersionObstacles = await obstaclesInFirstVersion(config, state, clients.cloudformation);
  // All other obstacles belong to the first version's studio, which clients use: no other advice applies.
  if (firstVersionObstacles.length > 0) return firstVersionObstacles;
  return [
    ...(await obstaclesInBootstrap(clients.s3, config.region)),
    ...obstaclesInStack(state, config.prefix),
    ...(await obstaclesInIdentities(config, ownResources, clients)),
    ...(await obstaclesInCodes(config, clients.ses)),
    ...(config.domain ? await obstaclesInDomain(config.domain, ownResources, clients.cloudfront) : []),
    ...(await obstaclesInSignInPrefix(config, ownResources, clients.cognito)),
    ...(config.google ? await obstaclesInSecret(clients.secrets, config.google.secretName) : []),
  ];
}

/** Finds out whether CDK is bootstrapped: it is when its bucket exists. */
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
  const advice =
    status === 'DELETE_FAILED'
      ? 'a deletion stopped half-way. CloudFormation console → the stack → Events says why; then Delete it there'
      : 'an update could not be undone. CloudFormation console → the stack → Stack actions → Continue update rollback';
  return [`The stack '${name}' is ${status}: ${advice}, and deploy again.`];
}

/** The name of the stack of version 0.1.0. */
const firstVersionStack = 'Studio';

/**
 * Finds a studio that version 0.1.0 has deployed and that this deployment would succeed. This version can't be created
 * beside it: queues and the landing bucket have the same names, and SES already has its addresses.
 */
async function obstaclesInFirstVersion(
  config: StudioConfig,
  { kind }: StackState,
  cloudformation: CloudFormationClient,
): Promise<string[]> {
  if (kind !== 'absent' && kind !== 'creation-failed') return [];
  const { kind: formerKind } = await readStackState(cloudformation, firstVersionStack);
  if (formerKind === 'absent') return [];
  const resources = await stackResources(cloudformation, firstVersionStack)();
  if (!resources.some(({ logicalId }) => /^Dataphotos[0-9A-F]{8}$/.test(logicalId))) return [];
  const isIdentity = ({ type, physicalId }: StackResource) =>
    type === 'AWS::SES::EmailIdentity' && emailIdentities(config).includes(physicalId);
  if (config.prefix !== firstVersionStack.toLowerCase() && !resources.some(isIdentity)) return [];
  return [
    `The stack '${firstVersionStack}' is your studio as version 0.1.0 has deployed it, and this version can't update it. It is untouched: delete nothing of it by hand. CHANGELOG.md, "From 0.1.0", says how to move: export and remove it with the version that made it, then deploy this one and restore.`,
  ];
}

/**
 * Finds identities that exist outside the stack: SES has one identity for an address in an account, so the stack can't
 * create them.
 */
async function obstaclesInIdentities(
  config: StudioConfig,
  ownResources: StackResource[],
  { ses, cloudformation }: ObstacleClients,
): Promise<string[]> {
  const problems: string[] = [];
  for (const identity of emailIdentities(config)) {
    if ((await verificationOf(ses, identity)) === 'missing') continue;
    if (ownResources.some(({ type, physicalId }) => type === 'AWS::SES::EmailIdentity' && physicalId === identity))
      continue;
    const owner = await stackOf(cloudformation, identity);
    problems.push(
      owner
        ? `SES already has the identity ${identity}: it belongs to the stack '${owner}', which sends from it. Use another address in studio.config.ts, and keep that one.`
        : `SES already has the identity ${identity}, which this studio did not make and no stack of this region has: if nothing else sends from it, delete it (SES console → Identities), and the deployment makes it again. Otherwise use another address in studio.config.ts.`,
    );
  }
  return problems;
}

/** Returns the name of the stack that has made a resource, if a stack has. */
async function stackOf(cloudformation: CloudFormationClient, PhysicalResourceId: string): Promise<string | undefined> {
  try {
    const { StackResources } = await cloudformation.send(new DescribeStackResourcesCommand({ PhysicalResourceId }));
    return StackResources?.[0]?.StackName;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * Finds a sender that SES has not verified: Cognito refuses a user pool that sends from it, and CloudFormation undoes
 * everything.
 */
async function obstaclesInCodes({ codesBySes, emails, domain }: StudioConfig, ses: SESv2Client): Promise<string[]> {
  if (!codesBySes) return [];
  const identity = identityOf(emails.sender, domain);
  if ((await verificationOf(ses, identity)) === 'verified') return [];
  const advice =
    identity === emails.sender
      ? 'click the link in the email that AWS sends to it'
      : 'wait until SES console → Identities calls it verified, which takes up to an hour';
  return [
    `codesBySes: SES has not verified ${identity} yet, and until then Cognito can't send codes from ${emails.sender}. Leave codesBySes out of studio.config.ts and deploy; ${advice}; then set it and deploy again (docs/deploy.md, step 7).`,
  ];
}

/**
 * Finds distributions that have the site's hosts; a host belongs to one. Those of other accounts can't be listed: see
 * `explainFailure`.
 */
async function obstaclesInDomain(
  domain: Domain,
  ownResources: StackResource[],
  client: CloudFrontClient,
): Promise<string[]> {
  const problems: string[] = [];
  for await (const { DistributionList } of paginateListDistributions({ client }, {})) {
    for (const { Id, Aliases, DomainName } of DistributionList?.Items ?? []) {
      if (ownResources.some(({ physicalId }) => physicalId === Id)) continue;
      for (const host of hostsOf(domain).filter((name) => Aliases?.Items?.includes(name))) {
        problems.push(
          `domain: ${host} belongs to the CloudFront distribution ${Id} (${DomainName}) of this account, and only one can have it: take the name from that one first (docs/deploy.md, "A domain that moves").`,
        );
      }
    }
  }
  return problems;
}

/** Finds out whether the sign-in pages' address is taken: it is unique among all AWS accounts of a region. */
async function obstaclesInSignInPrefix(
  { signInPrefix, region }: StudioConfig,
  ownResources: StackResource[],
  cognito: CognitoIdentityProviderClient,
): Promise<string[]> {
  // The description of an address that nobody has is empty.
  const { DomainDescription } = await cognito.send(new DescribeUserPoolDomainCommand({ Domain: signInPrefix }));
  if (!DomainDescription?.Domain) return [];
  if (ownResources.some(({ physicalId }) => physicalId === DomainDescription.UserPoolId)) return [];
  return [
    `signInPrefix: '${signInPrefix}' is taken in ${region}, by another studio of this AWS account or by another account. Write one of your own in studio.config.ts, such as '${signInPrefix}-2' (docs/deploy.md, step 3).`,
  ];
}

/** Returns whether SES has an identity, and may send from it. */
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
  const location = `Secrets Manager, region and name as in studio.config.ts (docs/deploy.md, step 8)`;
  try {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
    // A secret that was entered in the console as key and value is JSON.
    if (/^\s*\{|\s/.test(SecretString)) {
      return [
        `The secret '${SecretId}' must hold Google's client secret as plain text and nothing else: correct it in ${location}.`,
      ];
    }
    return [];
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      return [`There is no secret '${SecretId}': store Google's client secret there as plain text in ${location}.`];
    }
    throw error;
  }
}
