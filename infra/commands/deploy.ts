import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import studioConfig from '../../studio.config.ts';
import { describeLimit } from '../concurrency.ts';
import type { StudioConfig } from '../config.ts';
import { cdk as runCdk } from './cdk.ts';
import { describeChanges, type Template } from './changes.ts';
import { type Ask, ask, requireAws, run, type Say } from './command-line.ts';
import { nextSteps, type Outputs } from './next-steps.ts';
import { clearFailedCreation } from './stack/failed-creation.ts';
import { explainFailure } from './stack/failed-deployment.ts';
import { type ObstacleClients, obstacles } from './stack/obstacles.ts';
import { readStackState } from './stack/stack-state.ts';

const usage = `Usage: npm run deploy [-- --yes]

  Checks what a deployment needs, builds, says in a few lines what is going to change, asks once, deploys, and says what to do next.
  --yes  asks nothing, for a pipeline.`;

export interface DeployClients extends ObstacleClients {
  dynamodb: DynamoDBClient;
  lambda: LambdaClient;
}

/** The surroundings of a deployment: CDK's command line, the person at the terminal, and the folders. */
export interface DeploySurroundings {
  cdk: (...args: string[]) => void | Promise<void>;
  ask: Ask;
  say: Say;
  /** The folder into which CDK writes the assembly, and the file of the outputs. */
  folders: { assembly: string; outputs: string };
}

/**
 * Deploys the studio. If the first deployment failed before, it deletes that stack first. After the first successful
 * deployment it adds deletion protection in a second, short one, because CloudFormation can't roll back the creation of
 * protected resources.
 * @throws Error that lists everything that prevents the deployment, or that CDK failed
 */
export async function deploy(
  config: StudioConfig,
  clients: DeployClients,
  { cdk, ask, say, folders }: DeploySurroundings,
): Promise<void> {
  const problems = await obstacles(config, clients);
  if (problems.length > 0) throw new Error(['The deployment is not possible yet:', ...problems].join('\n  - '));
  const stackState = await readStackState(clients.cloudformation, config.prefix);
  if (stackState.kind === 'creation-failed') await clearFailedCreation(clients, config.prefix, say);
  const { AccountLimit } = await clients.lambda.send(new GetAccountSettingsCommand({}));
  for (const line of describeLimit(AccountLimit?.ConcurrentExecutions ?? 0, config.region)) say(line);

  const { assembly, outputs: outputsFile } = folders;
  await cdk('synth', '--quiet', '--output', assembly);
  const isFirst = stackState.kind !== 'created';
  const deployedTemplate = isFirst ? undefined : await readDeployedTemplate(clients.cloudformation, config.prefix);
  const newTemplate = JSON.parse(await readFile(join(assembly, `${config.prefix}.template.json`), 'utf8')) as Template;
  say(
    isFirst ? `\nThe first deployment of '${config.prefix}' to ${config.region}:` : `\nChanges of '${config.prefix}':`,
  );
  for (const line of describeChanges(deployedTemplate, newTemplate)) say(`  ${line}`);
  say(`  Each of them: npx cdk diff --app ${assembly}`);
  if (!/^y(es)?$/i.test(await ask('\nDeploy this? (yes/no) '))) return say('Nothing was changed.');
  const deployArguments = ['--app', assembly, '--require-approval', 'never', '--outputs-file', outputsFile];
  const startedAt = new Date();
  try {
    await cdk('deploy', ...deployArguments);
  } catch (error) {
    const reasons = await explainFailure(clients.cloudformation, config.prefix, startedAt).catch(() => []);
    if (reasons.length === 0 || !(error instanceof Error)) throw error;
    throw new Error([error.message, ...reasons].join('\n  - '), { cause: error });
  }
  if (isFirst) {
    say('\nThe first deployment has succeeded. A short second one turns on deletion protection …');
    await cdk('synth', '--quiet', '--output', assembly, '--context', 'site=built');
    await cdk('deploy', ...deployArguments);
  }

  const outputs = (JSON.parse(await readFile(outputsFile, 'utf8')) as Record<string, Outputs>)[config.prefix]!;
  say(`\nThe studio is open: ${outputs.SiteAddress}\n\nNext steps:`);
  for (const step of await nextSteps(config, outputs, clients)) say(`  - ${step}`);
}

async function readDeployedTemplate(client: CloudFormationClient, StackName: string): Promise<Template> {
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName }));
  return JSON.parse(TemplateBody) as Template;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean' } } });
  if (values.help) return console.log(usage);
  requireAws('npm start runs the studio on this machine.');
  const { region } = studioConfig;
  const clients: DeployClients = {
    s3: new S3Client({ region }),
    secrets: new SecretsManagerClient({ region }),
    ses: new SESv2Client({ region }),
    cloudformation: new CloudFormationClient({ region }),
    cloudfront: new CloudFrontClient({ region }),
    dynamodb: new DynamoDBClient({ region }),
    cognito: new CognitoIdentityProviderClient({ region }),
    lambda: new LambdaClient({ region }),
  };
  await deploy(studioConfig, clients, {
    cdk: runCdk,
    ask: values.yes ? async () => 'yes' : ask,
    say: console.log,
    folders: { assembly: 'cdk.out', outputs: join('dist', 'outputs.json') },
  });
}

if (import.meta.main) run(main);
