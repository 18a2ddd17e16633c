import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { Annotations, App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import config from '../studio.config.ts';
import { readAccount } from './account.ts';
import { type FunctionName, functions } from './blueprint/functions.ts';
import { bundle, packageForLambda } from './bundle.ts';
import { checkedConfig } from './config.ts';
import { readSiteBuild } from './edge/site-build.ts';
import { StudioStack } from './studio-stack.ts';

/**
 * The CDK app: checks the account, builds the site and the functions, then synthesizes the stack. Context:
 * `-c removable=true` without deletion protection; infra/commands/destroy.ts deploys this first.
 * `-c site=built` the site has just been built.
 * `-c example=true` synthesizes offline with the example's addresses; not deployable.
 */
async function main(): Promise<void> {
  const app = new App();
  const has = (name: string, value: string) => app.node.tryGetContext(name) === value;
  const isExample = has('example', 'true');
  const region = { region: config.region };
  const clients = {
    s3: new S3Client(region),
    secrets: new SecretsManagerClient(region),
    ses: new SESv2Client(region),
    cloudformation: new CloudFormationClient(region),
    cloudfront: new CloudFrontClient(region),
    cognito: new CognitoIdentityProviderClient(region),
    lambda: new LambdaClient(region),
  };
  const account = isExample ? {} : await readAccount(config, clients, { isRemovable: has('removable', 'true') });
  if (Array.isArray(account)) return refuse(app, account);
  const checked = checkedConfig(config, isExample);
  const isBuilt = (isExample || has('site', 'built')) && existsSync('dist/site-build.json');
  if (!isBuilt) buildSite();

  const names = Object.keys(functions) as FunctionName[];
  await bundle(...names);
  const folders = new Map<FunctionName, string>();
  for (const name of names) folders.set(name, await packageForLambda(name));
  new StudioStack(app, checked.prefix, {
    config: checked,
    site: { folder: join('dist', 'site'), build: await readSiteBuild() },
    functionCode: (name) => Code.fromAsset(folders.get(name)!),
    ...account,
  });
}

/**
 * Reports errors on an empty stack: `cdk bootstrap` runs this program, too, and must not fail before its bucket exists.
 */
function refuse(app: App, sentences: string[]): void {
  const stack = new Stack(app, 'not-deployable');
  for (const sentence of sentences) Annotations.of(stack).addError(sentence);
}

/** Builds the site, always, because dist/ may be outdated or built for the local services. */
function buildSite(): void {
  const { status } = spawnSync(process.execPath, ['web/build/site.ts'], {
    // CDK's command line reads the assembly's path from the environment, so stdout is free for the build's output.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) throw new Error('The site could not be built; see the output of the build above.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
