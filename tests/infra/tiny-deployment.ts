import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { App, CliCredentialsStackSynthesizer, type IReusableStackSynthesizer } from 'aws-cdk-lib';
import { readAccount } from '../../infra/account.ts';
import { type DeployClients, deploy } from '../../infra/commands/deploy.ts';
import type { StudioConfig } from '../../infra/config.ts';
import { credentials, region } from '../../local/addresses.ts';
import type { CloudFormationStandIn } from '../support/cloudformation.ts';
import { addTinyStudio, context } from './synthesized.ts';

/** Where `npm run deploy` runs in a test, with CDK's real command line and a local CloudFormation. */
export interface Place {
  /** Working directory of CDK. */
  dir: string;
  aws: CloudFormationStandIn;
  clients: DeployClients;
}

export const assemblyIn = (dir: string) => join(dir, 'cdk.out');

/** Replaces infra/app.ts: the studio's stack with a tiny site and one-line functions, which need no build. */
async function synthesizeTiny(config: StudioConfig, { dir, clients }: Place): Promise<void> {
  const account = await readAccount(config, clients);
  if (Array.isArray(account)) throw new Error(account.join());
  const app = new App({
    context,
    outdir: assemblyIn(dir),
    analyticsReporting: false,
    // CDK's own types are incompatible with exactOptionalPropertyTypes. Uploads assets with the credentials of the
    // command line: the local services have no roles to assume.
    defaultStackSynthesizer: new CliCredentialsStackSynthesizer() as IReusableStackSynthesizer,
  });
  addTinyStudio(app, config, account);
  app.synth();
}

/**
 * Runs `npm run deploy` with the studio's stack.
 * @returns what it printed, and how often it asked
 */
export async function runDeploy(
  config: StudioConfig,
  place: Place,
  answer = 'yes',
): Promise<{ said: string; asked: number }> {
  const said: string[] = [];
  let asked = 0;
  await deploy(config, place.clients, {
    say: (line) => said.push(line),
    ask: async () => {
      asked += 1;
      return answer;
    },
    cdk: async (command = '', ...args) => {
      if (command === 'synth') return synthesizeTiny(config, place);
      const { code, output } = await runCdk(place, command, ...args);
      if (code !== 0) throw new Error(`cdk ${command} failed:\n${output}`);
    },
    folders: { assembly: assemblyIn(place.dir), outputs: join(place.dir, 'outputs.json') },
  });
  return { said: said.join('\n'), asked };
}

/** Runs CDK's command line in the place's directory. */
export async function runCdk(
  { dir, aws }: Pick<Place, 'dir' | 'aws'>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const endpoint = `http://127.0.0.1:${aws.port}`;
  const child = spawn(process.execPath, [resolve('node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ENDPOINT_URL_LAMBDA: endpoint,
      // With an assembly CDK only uploads assets; without one the app asks the local S3 for the bootstrap bucket.
      ...(args.includes('--app') && { AWS_ENDPOINT_URL_S3: endpoint }),
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}
