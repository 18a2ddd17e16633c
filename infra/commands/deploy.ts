import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CognitoIdentityProviderClient, ListUsersInGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import config from '../../studio.config.ts';
import { mistakesIn, type StudioConfig, stackName } from '../config.ts';
import { ask, run } from './command-line.ts';

const usage = `Usage: npm run deploy [-- --yes]

  Checks what a deployment needs, builds, shows what is going to change, asks, deploys, and says what to do next.
  --yes  asks nothing, for a pipeline.`;

const photographsFolder = 'web/photographs';
const outputsFile = 'dist/outputs.json';

/**
 * What stands in the way of a deployment, a sentence each with what to do; empty when nothing does.
 * @param folder where the owner's photographs lie
 */
export async function obstacles(
  wanted: StudioConfig,
  { s3, secrets, folder }: { s3: S3Client; secrets: SecretsManagerClient; folder: string },
): Promise<string[]> {
  const mistakes = mistakesIn(wanted).map((sentence) => `studio.config.ts: ${sentence}`);
  const account = await obstaclesInAccount(s3, wanted.region);
  return [
    ...mistakes,
    ...(hasPhotographs(folder) ? [] : [`${folder} holds no photographs yet: its README says which are needed.`]),
    ...account,
    // Without credentials there is no asking for the secret.
    ...(wanted.google && account.length === 0 ? await obstaclesInSecret(secrets, wanted.google.secretName) : []),
  ];
}

function hasPhotographs(folder: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.some((name) => /\.(jpe?g|png|webp|avif|tiff?)$/i.test(name));
}

/** One question to AWS shows both: whether the credentials are good, and whether CDK's own bucket is there. */
async function obstaclesInAccount(s3: S3Client, region: string): Promise<string[]> {
  try {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    const bootstrapped = Buckets.some(({ Name = '' }) => /^cdk-\w+-assets-\d{12}-/.test(Name) && Name.endsWith(region));
    return bootstrapped
      ? []
      : [
          `CDK has not been prepared in ${region}: run npx cdk bootstrap aws://ACCOUNT-NUMBER/${region} once (docs/deploy.md, step 4).`,
        ];
  } catch (error) {
    return [credentialsTrouble(error)];
  }
}

/** @throws what is not about credentials */
function credentialsTrouble(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (/^(CredentialsProviderError|TokenProviderError)$/.test(name)) {
    return 'There are no AWS credentials here: run aws login (docs/deploy.md, step 2).';
  }
  if (/Expired|TokenRefresh/.test(name)) return 'Your AWS credentials have run out: run aws login again.';
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|UnrecognizedClient)/.test(name)) {
    return `AWS does not know these credentials (${name}): run aws login again, or correct ~/.aws/credentials.`;
  }
  if (/AccessDenied|Forbidden/.test(name)) {
    return 'These AWS credentials may not look at the account: the user needs the policy AdministratorAccess (docs/deploy.md, step 1).';
  }
  throw error;
}

async function obstaclesInSecret(secrets: SecretsManagerClient, SecretId: string): Promise<string[]> {
  const where = `Secrets Manager, region and name as in studio.config.ts (docs/deploy.md, step 8)`;
  try {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
    // What the console makes of a secret that is typed in as key and value.
    if (/^\s*\{|\s/.test(SecretString)) {
      return [
        `The secret '${SecretId}' must hold Google's client secret as plain text and nothing else: mend it in ${where}.`,
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

/** What the stack prints. */
export interface Outputs {
  SiteAddress: string;
  EdgeAddress: string;
  UserPoolId: string;
  GoogleRedirectUri: string;
}

/** What is left to be done by hand after a deployment, a paragraph each. */
export async function nextSteps(
  { domain, emails, google }: StudioConfig,
  outputs: Outputs,
  { ses, cognito }: { ses: SESv2Client; cognito: CognitoIdentityProviderClient },
): Promise<string[]> {
  const steps: string[] = [];
  if (domain && !domain.hostedZone) {
    steps.push(
      `In your DNS, let ${domain.name} be a CNAME of ${outputs.EdgeAddress}. Until then the site is not found.`,
    );
  }
  for (const address of new Set([emails.sender, emails.studio])) {
    if (!(await isVerified(ses, address))) {
      steps.push(`AWS has sent a letter to ${address}: click its link, or no letter goes out.`);
    }
  }
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  if (!ProductionAccessEnabled) {
    steps.push(
      'Letters to clients need AWS\'s consent: SES console, "Request production access" (docs/deploy.md, step 7). Until then they fail visibly and can be sent later.',
    );
  }
  const { Users = [] } = await cognito.send(
    new ListUsersInGroupCommand({ UserPoolId: outputs.UserPoolId, GroupName: 'admins', Limit: 1 }),
  );
  if (Users.length === 0) {
    steps.push(
      `Nobody can run the studio yet: npm run admin:add -- you@your-domain.com ${outputs.UserPoolId}`,
      `AWS has sent "Subscription Confirmation" to ${emails.alarms}: click its link, or no alarm reaches you.`,
    );
  }
  steps.push(
    google
      ? `At Google, the client's authorized redirect URI must be ${outputs.GoogleRedirectUri}`
      : `Clients can't sign in yet. At Google, make a client with the redirect URI ${outputs.GoogleRedirectUri} (docs/deploy.md, step 8).`,
  );
  return steps;
}

/** Whether SES may send from, and in a new account to, an address: by itself or by its domain. */
async function isVerified(ses: SESv2Client, address: string): Promise<boolean> {
  for (const EmailIdentity of [address, address.split('@')[1]]) {
    try {
      const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (VerifiedForSendingStatus) return true;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NotFoundException') throw error;
    }
  }
  return false;
}

/** Runs the CDK that this repository brings. @throws Error when it fails; it has said why. */
export function cdk(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join('node_modules', 'aws-cdk', 'bin', 'cdk'), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`cdk ${args[0]} failed; the reason stands above.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean' } } });
  if (values.help) return console.log(usage);
  const { region } = config;
  const found = await obstacles(config, {
    s3: new S3Client({ region }),
    secrets: new SecretsManagerClient({ region }),
    folder: photographsFolder,
  });
  if (found.length > 0) throw new Error(['This stands in the way of a deployment:', ...found].join('\n  - '));

  cdk('synth', '--quiet');
  cdk('diff', '--app', 'cdk.out');
  if (!values.yes && !/^y(es)?$/i.test(await ask('\nDeploy this? (yes/no) ')))
    return console.log('Nothing was changed.');
  cdk('deploy', '--app', 'cdk.out', '--require-approval', 'never', '--outputs-file', outputsFile);

  const outputs = (JSON.parse(await readFile(outputsFile, 'utf8')) as Record<string, Outputs>)[stackName]!;
  const clients = { ses: new SESv2Client({ region }), cognito: new CognitoIdentityProviderClient({ region }) };
  const steps = await nextSteps(config, outputs, clients);
  console.log(`\nThe studio is open: ${outputs.SiteAddress}\n\nWhat is left to do:`);
  for (const step of steps) console.log(`  - ${step}`);
}

if (import.meta.main) run(main);
