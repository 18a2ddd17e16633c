import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListBucketsCommand, type S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { emailIdentities, identityOf, mistakesIn, type StudioConfig } from '../config.ts';
import { credentialsTrouble } from './credentials.ts';
import { type StackResource, stackResources } from './deployed.ts';
import { readStackState, type StackState } from './stack-state.ts';

export interface ObstacleClients {
  s3: S3Client;
  secrets: SecretsManagerClient;
  ses: SESv2Client;
  cloudformation: CloudFormationClient;
  cognito: CognitoIdentityProviderClient;
}

/**
 * Returns what prevents a deployment, and what to do, a sentence each; empty when nothing does. `npm run deploy` and
 * `npx cdk deploy` print the same sentences.
 */
export async function obstacles(wanted: StudioConfig, clients: ObstacleClients): Promise<string[]> {
  const mistakes = mistakesIn(wanted).map((sentence) => `studio.config.ts: ${sentence}`);
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
  return [
    ...(await obstaclesInBootstrap(clients.s3, wanted.region)),
    ...obstaclesInStack(state, wanted.prefix),
    ...(await obstaclesInIdentities(wanted, own, clients.ses)),
    ...(await obstaclesInCodes(wanted, clients.ses)),
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

/** SES has one identity per address and account: a stack can't create one that exists outside the stack. */
async function obstaclesInIdentities(wanted: StudioConfig, own: StackResource[], ses: SESv2Client): Promise<string[]> {
  const found: string[] = [];
  for (const identity of emailIdentities(wanted)) {
    if ((await verificationOf(ses, identity)) === 'missing') continue;
    if (own.some(({ type, physicalId }) => type === 'AWS::SES::EmailIdentity' && physicalId === identity)) continue;
    found.push(
      `SES already has the identity ${identity}, which this studio did not make: delete it (SES console → Identities), and the deployment makes it again. If another studio of this account sends from it, use another address here.`,
    );
  }
  return found;
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
