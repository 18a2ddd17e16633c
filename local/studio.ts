import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSiteBuild } from '../infra/edge/site-build.ts';
import { type Addresses, endpoint, origin } from './addresses.ts';
import { localSite } from './build.ts';
import { requireOwnFolder } from './data-folder.ts';
import { demoPeople } from './demo-people.ts';
import { signingKeyId } from './environment.ts';
import { provision } from './provision.ts';
import type { FromService, ServiceStart } from './service-thread.ts';

/** The whole studio on one machine: every service in a thread of its own, talking to the others over AWS's protocols. */
export interface RunningStudio {
  close(): Promise<void>;
}

interface Service extends ServiceStart {
  /** What people call it. */
  name: string;
}

/** A service that could not start, or stopped by itself: one sentence for whoever started the studio. */
export class StudioFailure extends Error {}

/**
 * Starts everything, in the order in which it needs each other, and waits until it listens.
 * @param onCrash hears of a service that ends by itself later
 * @throws StudioFailure with one sentence when a service can't start, e.g. because its port is taken
 */
export async function startStudio(of: Addresses, onCrash: (failure: StudioFailure) => void): Promise<RunningStudio> {
  // Lambda's clock; the threads of the functions share this process's.
  process.env.TZ = 'UTC';
  const { ports } = of;
  const dir = (name: string) => join(of.data, name);
  const cognito = origin(of, 'cognito');
  const running: { name: string; worker: Worker }[] = [];
  let closing = false;

  const close = async () => {
    closing = true;
    for (const { worker } of running.toReversed()) await stopThread(worker);
  };
  const start = async (...services: Service[]) => {
    const started = services.map(async (service) => {
      const worker = await startThread(service);
      running.push({ name: service.name, worker });
      worker.once('error', (error) => crash(service.name, error.stack ?? error.message));
      worker.once('exit', (code) => crash(service.name, `its thread ended with code ${code}`));
    });
    const failed = (await Promise.allSettled(started)).find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
  const crash = (name: string, why: string) => {
    if (closing) return;
    closing = true;
    onCrash(new StudioFailure(`${name} stopped by itself: ${why}\nWhat it had acknowledged is on disk; start again.`));
  };

  await requireOwnFolder(of.data).catch((error: Error) => {
    throw new StudioFailure(error.message);
  });
  await mkdir(of.data, { recursive: true });
  try {
    await start(
      {
        name: 'DynamoDB',
        module: './dynamodb/server.ts',
        start: 'startDynamoDb',
        options: { port: ports.dynamodb, dir: dir('dynamodb') },
      },
      { name: 'SQS', module: './sqs/server.ts', start: 'startSqs', options: { port: ports.sqs, dir: dir('sqs') } },
      { name: 'SES', module: './ses.ts', start: 'startSes', options: { port: ports.ses, dir: dir('ses') } },
      {
        name: 'Secrets Manager',
        module: './secrets-manager.ts',
        start: 'startSecretsManager',
        options: { port: ports.secretsmanager, dir: dir('secrets') },
      },
      {
        name: 'S3',
        module: './s3/server.ts',
        start: 'startS3',
        options: { port: ports.s3, dir: dir('s3'), sqsEndpoint: endpoint(of, 'sqs') },
      },
      {
        name: 'Google',
        module: './cognito/google.ts',
        start: 'startGoogle',
        options: {
          port: ports.google,
          dir: dir('google'),
          redirectUri: `${cognito}/oauth2/idpresponse`,
          people: demoPeople,
        },
      },
      {
        name: 'Cognito',
        module: './cognito/server.ts',
        start: 'startCognito',
        options: {
          port: ports.cognito,
          dir: dir('cognito'),
          google: origin(of, 'google'),
          callbackUrls: [`${of.site}/dashboard`, `${of.site}/client-login`],
          logoutUrls: [`${of.site}/client-login`],
          sesEndpoint: endpoint(of, 'ses'),
        },
      },
    );
    const { signingPublicKey } = await provision(of);
    await start({ name: 'Lambda', module: './lambda/lambda.ts', start: 'startLambda', options: of });
    await start({
      name: 'CloudFront',
      module: './edge/server.ts',
      start: 'startEdge',
      options: {
        port: ports.edge,
        addresses: of,
        siteFolder: join(localSite, 'site'),
        siteBuild: await readSiteBuild(localSite),
        trustedKeys: { [signingKeyId]: signingPublicKey },
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

function startThread(service: Service): Promise<Worker> {
  const { name, ...workerData } = service;
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), { workerData, name });
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromService) => {
      worker.removeAllListeners();
      if ('ready' in message) resolve(worker);
      else reject(new StudioFailure(message.failed));
    });
    worker.once('error', (error) =>
      reject(new StudioFailure(`${name} could not start: ${error.stack ?? error.message}`)),
    );
  });
}

async function stopThread(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage('close');
  const impatience = setTimeout(() => worker.terminate(), 5_000);
  await ended;
  clearTimeout(impatience);
}
