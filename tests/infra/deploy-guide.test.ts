import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Ticket, Tickets } from '#shared/contract/photos/uploads.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { tables } from '../../infra/blueprint/tables.ts';
import type { DeployClients } from '../../infra/commands/deploy.ts';
import type { StudioConfig } from '../../infra/config.ts';
import { app as adminApi } from '../../lambdas/admin/app.ts';
import { app as clientApi } from '../../lambdas/client/app.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { scheduledQueue } from '../../lambdas/workers/scheduled-queue.ts';
import { region, userPools } from '../../local/addresses.ts';
import { installNativeModularPower } from '../../local/cognito/srp/native-modular-power.ts';
import { commandEnvironment, queueUrl } from '../../local/environment.ts';
import type { Email } from '../../local/services/inbox.ts';
import { makePhoto, ticketFor } from '../photos/samples.ts';
import { type CloudFormationStandIn, startCloudFormation, type Template } from '../support/cloudformation.ts';
import { type ApiStudio, type Claims, call, newLogin, startApiStudio } from '../support/studio/api-studio.ts';
import type { Resource } from './synthesized.ts';
import { assemblyIn, type Place, runCdk, runDeploy } from './tiny-deployment.ts';

/**
 * Follows docs/deploy.md from its first command to its last, in one run: a clone of this repository, the local AWS
 * services, a local CloudFormation, and CDK's real command line. Each step uses what the steps before it made.
 *
 * What is deployed is the studio's own template, with a tiny site and one-line functions. The local CloudFormation
 * lists its resources and creates none, so this shows that the commands work in this order and what they ask and print,
 * not that AWS accepts each resource; the other tests of this folder check the template.
 */

const owner = 'you@your-domain.com';
const clientEmail = 'ada@example.com';
const password = 'Golden-Hour-77';
const bootstrapBucket = `cdk-hnb659fds-assets-123456789012-${region}`;

let dir: string;
let clone: string;
let studio: ApiStudio;
let aws: CloudFormationStandIn;
let clients: DeployClients;
let admin: Claims;
let photo: Buffer;

beforeAll(async () => {
  await installNativeModularPower();
  dir = await mkdtemp(join(tmpdir(), 'guide-'));
  clone = join(dir, 'studio');
  studio = await startApiStudio();
  // SES knows no address before the deployment creates it.
  await studio.setFaults('ses', [{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
  aws = await startCloudFormation((name) =>
    // CDK's own stack has no assembly.
    name === 'CDKToolkit'
      ? {}
      : (JSON.parse(readFileSync(join(assemblyIn(clone), `${name}.template.json`), 'utf8')) as Template),
  );
  aws.concurrency = 10;
  aws.outputs.StudioPoolId = userPools.studio.id;
  const atCloudFormation = { region, endpoint: `http://127.0.0.1:${aws.port}` };
  clients = {
    cloudformation: new CloudFormationClient(atCloudFormation),
    cloudfront: new CloudFrontClient(atCloudFormation),
    lambda: new LambdaClient(atCloudFormation),
    ses: new SESv2Client({ region }),
    dynamodb: new DynamoDBClient({ region }),
    s3: new S3Client({ region }),
    secrets: new SecretsManagerClient({ region }),
    cognito: new CognitoIdentityProviderClient({ region }),
  };
}, 120_000);
afterAll(async () => {
  for (const client of Object.values(clients ?? {})) client.destroy();
  await aws?.close();
  await studio?.close();
  await rm(dir, { recursive: true, force: true });
});

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Owner', '-c', `user.email=${owner}`, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

/** Runs `git …` as the guide writes it, in the clone. */
const gitInClone = (command: string) =>
  git(clone, ...[...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1));

function edit(file: string, change: (text: string) => string): void {
  const path = join(clone, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after, file).not.toBe(before);
  writeFileSync(path, after);
}

/** The clone's settings, read by a process of its own, because a module is loaded only once. */
const configOfClone = () =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "console.log(JSON.stringify((await import('./studio.config.ts')).default))"],
      { cwd: clone, encoding: 'utf8' },
    ),
  ) as StudioConfig;

const place = (): Place => ({ dir: clone, aws, clients });
const deployClone = (answer?: string) => runDeploy(configOfClone(), place(), answer);
const stack = () => aws.stacks.get('studio')!;

/** Runs a command of the clone's package.json without npm between. */
function run(command: string): Promise<{ code: number | null; output: string }> {
  const filled = command
    .replace('us-east-1_XXXXXXXXX', userPools.studio.id)
    .replace(/\/Volumes\/Backup\/studio|<folder>/, join(dir, 'backup'));
  const [, script = '', args = ''] = /^npm run ([\w:-]+)(?: -- (.+))?$/.exec(filled) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, file = ''] = /^node (\S+)$/.exec(scripts[script] ?? '') ?? [];
  const child = spawn(process.execPath, [file, ...args.split(' ').filter(Boolean)], {
    cwd: clone,
    env: { ...process.env, ...commandEnvironment(studio.addresses) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

async function runs(command: string, prints: RegExp, code = 0): Promise<void> {
  const result = await run(command);
  expect(result.output).toMatch(prints);
  expect({ command, ...result }).toMatchObject({ code });
}

/** Copies what git would clone: neither packages nor anything that a command has created. */
function makeUpstream(folder: string): void {
  const created = /^(node_modules|dist|cdk\.out|\.git|\.local|\.cache|test-results)($|\/)|(^|\/)node_modules($|\/)/;
  cpSync('.', folder, { recursive: true, filter: (path) => !created.test(relative('.', path)) });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'The product');
}

/** The same packages as those of this repository, whose lockfile is the clone's. */
function installPackages(): void {
  expect(readFileSync(join(clone, 'package-lock.json'), 'utf8')).toBe(readFileSync('package-lock.json', 'utf8'));
  const packages = join(clone, 'node_modules');
  if (!existsSync(packages)) symlinkSync(join(process.cwd(), 'node_modules'), packages);
}

function setGoogle(): void {
  const google = "google: { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' }";
  edit('studio.config.ts', (text) => text.replace(/\/\/ google: .*/, `${google},`));
}

/** Step 3: the texts, a photograph, and the settings. */
function makeItYours(): void {
  edit('shared/studio.ts', (text) => text.replace(/name: '[^']*'/, "name: 'Ada Light'"));
  writeFileSync(join(clone, 'web', 'photographs', 'bride.jpg'), '');
  edit('studio.config.ts', (text) => text.replaceAll('magnoliaandlight.example', 'ada-light.com'));
}

/**
 * Both ways to deploy refuse for the same reasons, in the same sentences, and change nothing. (The sentence about Node:
 * node-version.test.ts.)
 */
async function refuseAlike(): Promise<void> {
  const before = stack().status;
  const refusal = async () => {
    const { message } = await deployClone().then(
      () => new Error('It was deployed.'),
      (error: Error) => error,
    );
    return message.replaceAll(`${clone}/`, '').split('\n  - ').slice(1);
  };

  const settings = readFileSync(join(clone, 'studio.config.ts'), 'utf8');
  await clients.s3.send(new DeleteBucketCommand({ Bucket: bootstrapBucket }));
  setGoogle();
  const sentences = await refusal();
  expect(sentences).toEqual([
    expect.stringMatching(/^CDK has not been prepared in us-east-1: run npx cdk bootstrap /),
    expect.stringMatching(/^There is no secret 'studio\/google': /),
  ]);
  const { code, output } = await runCdk({ dir: clone, aws }, 'deploy');
  expect(code).toBe(1);
  for (const sentence of sentences) expect(output).toContain(sentence);
  writeFileSync(join(clone, 'studio.config.ts'), settings);
  await clients.s3.send(new CreateBucketCommand({ Bucket: bootstrapBucket }));

  await studio.setFaults('s3', [{ operation: 'ListBuckets', error: 'ExpiredToken', status: 403 }]);
  const [expired = ''] = await refusal();
  expect(expired).toBe('Your AWS credentials have expired: run aws login again.');
  expect(await runApp()).toContain(expired);
  await studio.setFaults('s3', []);
  expect(stack().status).toBe(before);
}

/** Runs the app as CDK does. Returns the assembly's metadata, whose errors CDK prints. */
async function runApp(): Promise<string> {
  const { app } = JSON.parse(readFileSync(join(clone, 'cdk.json'), 'utf8')) as { app: string };
  const assembly = join(dir, 'refused');
  const child = spawn(process.execPath, app.split(' ').slice(1), {
    cwd: clone,
    env: { ...process.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${aws.port}`, CDK_OUTDIR: assembly },
  });
  await new Promise((done) => child.once('close', done));
  return readdirSync(assembly)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(assembly, name), 'utf8'))
    .join('');
}

/** Step 6: the invitation's password signs in once, then a password of one's own. */
async function signInAsAdmin(): Promise<void> {
  const inbox = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${owner}`);
  const [invitation] = (await inbox.json()) as Email[];
  const [, temporary = ''] = / is (\S+)\s*$/.exec(invitation?.text ?? '') ?? [];
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: userPools.studio.id,
        userPoolClientId: userPools.studio.clientId,
        userPoolEndpoint: `http://127.0.0.1:${studio.addresses.ports.cognito}/`,
        loginWith: { email: true },
      },
    },
  });
  const { nextStep } = await signIn({ username: owner, password: temporary });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
  await confirmSignIn({ challengeResponse: password });
  const claims = (await fetchAuthSession()).tokens?.accessToken.payload ?? {};
  await signOut();
  // The HTTP API passes a list as this string.
  admin = { ...claims, 'cognito:groups': `[${(claims['cognito:groups'] as string[]).join(' ')}]` };
  expect((await call(adminApi, 'GET', '/api/admin/customers', { as: admin })).status).toBe(200);
}

async function asAdmin<Body>(method: string, path: string, body: object): Promise<Body> {
  const answer = await call(adminApi, method, `/api/admin${path}`, { as: admin, body });
  expect(answer.response.ok, answer.text).toBe(true);
  return answer.json<Body>();
}

/** Step 9: the studio adds a customer and uploads; the client signs in and sees the photo. */
async function firstClient(): Promise<void> {
  const customer = await asAdmin<Customer>('POST', '/customers', { name: 'Ada', email: clientEmail });
  const session = await asAdmin<Session>('POST', '/sessions', {
    customer_id: customer.id,
    session_name: 'Family',
    session_date: '2026-05-04',
  });
  photo = await makePhoto();
  const { tickets } = await asAdmin<Tickets>('POST', `/sessions/${session.id}/uploads`, {
    is_approved: true,
    downloadable: true,
    files: [ticketFor(photo)],
  });
  const { url, headers } = tickets[0] as Extract<Ticket, { state: 'upload' }>;
  expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(photo) })).status).toBe(200);
  const uploads = { url: () => queueUrl(studio.addresses, 'photo'), batchSize: 4, batchTime: 0 };
  await scheduledQueue(uploads, processPhoto)(
    { source: 'aws.events' } as ScheduledEvent,
    { getRemainingTimeInMillis: () => 120_000 } as Context,
  );
  await asAdmin('POST', `/sessions/${session.id}/announcement`, { announced_at: null });

  // The same verified address links the login with the customer.
  const login = await newLogin(clientEmail);
  const profile = (await call(clientApi, 'GET', '/api/client/me', { as: login })).json<Profile>();
  expect(profile.id).toBe(customer.id);
  const gallery = await call(clientApi, 'GET', `/api/client/sessions/${session.id}/photos`, { as: login });
  expect(gallery.json<GalleryPage>().items).toMatchObject([{ file_name: 'IMG_1.jpg' }]);
}

/** An export contains the photo, byte by byte. */
function exportHasPhoto(): void {
  const files = readdirSync(join(dir, 'backup'), { recursive: true, encoding: 'utf8', withFileTypes: true });
  const found = files.filter(({ name }) => name === 'IMG_1.jpg').map((file) => join(file.parentPath, file.name));
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(found.map((file) => sha(readFileSync(file)))).toContain(sha(photo));
}

const notRun = {
  aws: "AWS's own command line, at a person's terminal",
  mentioned: 'mentioned, not a step; it runs at its own step',
  domain: 'with a domain; tests/infra/stack/site.test.ts checks its template',
};

/** Every command of the guide, in its order: what it does here, or why it is not run. */
const steps: [command: string, work: string | ((command: string) => void | Promise<void>)][] = [
  ['aws login', notRun.aws],
  ['aws sts get-caller-identity', notRun.aws],
  [
    'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region us-east-1',
    notRun.aws,
  ],
  ['npm run deploy', notRun.mentioned],
  ['aws lambda get-account-settings --region us-east-1 --query AccountLimit.ConcurrentExecutions', notRun.aws],
  ['aws configure', notRun.aws],
  [
    "git clone --origin upstream <this repository's address> studio && cd studio",
    () => {
      const upstream = join(dir, 'upstream');
      mkdirSync(upstream);
      makeUpstream(upstream);
      git(dir, 'clone', '--quiet', '--origin', 'upstream', upstream, 'studio');
    },
  ],
  ['git switch -c mine --no-track', (command) => void gitInClone(command)],
  ['npm ci', installPackages],
  ['npm start', 'does not end; the browser tests run on it'],
  [
    'git add --all',
    (command) => {
      makeItYours();
      gitInClone(command);
    },
  ],
  [
    'git commit -m "What you changed"',
    (command) => {
      gitInClone(command);
      expect(gitInClone('git status --porcelain')).toBe('');
    },
  ],
  [
    'npx cdk bootstrap aws://ACCOUNT-NUMBER/us-east-1',
    async () => {
      await expect(deployClone()).rejects.toThrow('CDK has not been prepared in us-east-1: run npx cdk bootstrap');
      const { code, output } = await runCdk({ dir: clone, aws }, 'bootstrap', `aws://123456789012/${region}`);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(aws.stacks.get('CDKToolkit')?.status).toBe('CREATE_COMPLETE');
      // The local CloudFormation creates nothing.
      await clients.s3.send(new CreateBucketCommand({ Bucket: bootstrapBucket }));
    },
  ],
  [
    'npm run deploy',
    async () => {
      aws.failNext(1);
      await expect(deployClone()).rejects.toThrow(/cdk deploy failed:[\s\S]*ROLLBACK_COMPLETE/);
      expect(stack()).toMatchObject({ status: 'ROLLBACK_COMPLETE', isProtected: false });
    },
  ],
  [
    'npm run deploy',
    async () => {
      const { said, asked } = await deployClone();
      expect(asked).toBe(1);
      expect(said).toContain('The first deployment failed. Deleting its remaining resources');
      expect(said).toContain('This AWS account may run 10 functions at once.');
      expect(said).toContain("The first deployment of 'studio' to us-east-1:\n  New ");
      expect(said).toContain('The studio is open: value-of-SiteAddress');
      expect(said).toContain(`npm run admin:add -- ${owner} ${userPools.studio.id}`);
      expect(stack()).toMatchObject({ status: 'UPDATE_COMPLETE', isProtected: true });
      const all = Object.values(stack().template.Resources ?? {}) as unknown as Resource[];
      const globalTables = all.filter(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable');
      expect(globalTables).toHaveLength(Object.keys(tables).length);
      for (const { Properties } of globalTables) {
        expect(Properties.Replicas).toMatchObject([{ Region: region, DeletionProtectionEnabled: true }]);
      }
      expect(all.filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping').length).toBeGreaterThan(0);
    },
  ],
  ['npx cdk deploy', refuseAlike],
  [
    'npm run admin:add -- you@your-domain.com us-east-1_XXXXXXXXX',
    async (command) => {
      await runs(command, /is an admin/);
      await signInAsAdmin();
    },
  ],
  ['npm run admin:remove', (command) => runs(command, /^Usage: npm run admin:remove -- /, 1)],
  ['npm run deploy', notRun.mentioned],
  ['npm run deploy', notRun.mentioned],
  [
    'npm run deploy',
    async () => {
      setGoogle();
      await expect(deployClone()).rejects.toThrow("There is no secret 'studio/google'");
      await clients.secrets.send(new CreateSecretCommand({ Name: 'studio/google', SecretString: 'GOCSPX-secret' }));
      aws.concurrency = 1_000;
      const { said, asked } = await deployClone();
      expect(asked).toBe(1);
      expect(said).toContain("Changes of 'studio':");
      expect(said).not.toContain('functions at once');
      expect(said).not.toContain('npm run admin:add');
      gitInClone('git add --all');
      gitInClone('git commit -m "Google"');
      await firstClient();
    },
  ],
  ['npm run deploy', notRun.domain],
  ['npm run deploy', notRun.domain],
  [
    'git fetch upstream',
    (command) => {
      const upstream = join(dir, 'upstream');
      const changed = join(upstream, 'shared', 'studio.ts');
      // The update changes a line that the owner has changed, too, and adds a file.
      writeFileSync(changed, readFileSync(changed, 'utf8').replace(/name: '[^']*'/, "name: 'Another default'"));
      writeFileSync(join(upstream, 'NEW.md'), 'new');
      git(upstream, 'add', '--all');
      git(upstream, 'commit', '--quiet', '-m', 'An update');
      gitInClone(command);
    },
  ],
  [
    'git merge -X ours upstream/main',
    (command) => {
      gitInClone(command);
      expect(readFileSync(join(clone, 'shared', 'studio.ts'), 'utf8')).toContain("name: 'Ada Light'");
      expect(existsSync(join(clone, 'NEW.md'))).toBe(true);
      expect(existsSync(join(clone, 'web', 'photographs', 'bride.jpg'))).toBe(true);
    },
  ],
  ['npm ci', installPackages],
  [
    'npm run deploy',
    async () => {
      const { said } = await deployClone();
      expect(said).toContain("Changes of 'studio':");
      expect(stack()).toMatchObject({ status: 'UPDATE_COMPLETE', isProtected: true });
    },
  ],
  ['git log --oneline -10', (command) => expect(gitInClone(command)).toContain('What you changed')],
  [
    'git switch --detach <that commit>',
    (command) => {
      gitInClone(command.replace('<that commit>', 'HEAD^'));
      expect(existsSync(join(clone, 'NEW.md'))).toBe(false);
    },
  ],
  ['npm ci', installPackages],
  [
    'npm run deploy',
    async () => {
      const asked = aws.asked.length;
      expect((await deployClone('no')).said).toMatch(/Nothing was changed\.$/);
      expect(aws.asked.slice(asked)).not.toContain('CreateChangeSet');
      gitInClone('git switch mine');
    },
  ],
  [
    'npm run studio:export -- /Volumes/Backup/studio',
    async (command) => {
      await runs(command, /./);
      exportHasPhoto();
    },
  ],
  ['npm run studio:restore-drill -- <folder>', (command) => runs(command, /./)],
  ['rsync -a --checksum /Volumes/Backup/studio/ /Volumes/Second/studio/', 'any program that copies will do'],
  [
    'npm run studio:destroy -- <folder for the last export>',
    'asks twice at a terminal; its parts run in tests/infra/export/export.test.ts',
  ],
  ['npx cdk deploy', 'the workflow of GitHub runs it'],
];

/** All commands of the guide, in its order. */
function commandsOf(page: string): string[] {
  const found = [...page.matchAll(/```sh\n(.*?)```|`((?:npm|npx|aws|git|rsync) [^`]+)`/gs)].flatMap(
    ([, block, inline = '']) => (block === undefined ? [inline] : block.split('\n')),
  );
  return found.map((line) => line.replace(/ +# .*$/, '').trim()).filter((line) => line !== '');
}

test('docs/deploy.md has these commands, in this order', () => {
  expect(commandsOf(readFileSync('docs/deploy.md', 'utf8'))).toEqual(steps.map(([command]) => command));
});

test('docs/deploy.md can be followed from its first command to its last', { timeout: 600_000 }, async () => {
  for (const [command, work] of steps) {
    if (typeof work === 'string') continue;
    try {
      await work(command);
    } catch (error) {
      throw new Error(`At '${command}': ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
});
