import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSiteBuild } from '../infra/edge/site-build.ts';
import { type Addresses, endpoint, localSite, origin } from './addresses.ts';
import { requireOwnFolder } from './data/data-folder.ts';
import { demoPeople } from './data/demo-people.ts';
import { deploySite } from './deploy-site.ts';
import { signingKeyId } from './environment.ts';
import { provision } from './provision.ts';
import type { FromService, ServiceStart } from './service-thread.ts';

/**
 * The number of threads for files and pictures, which all services and functions of this process share. Encoding four
 * pictures as AVIF would occupy all four of libuv's default threads for seconds, and DynamoDB's requests would time
 * out.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';

/** The whole studio on one machine: every service in its own thread, connected by AWS's protocols. */
export interface RunningStudio {
  close(): Promise<void>;
}

interface Service extends ServiceStart {
  /** The service's name in messages. */
  name: string;
}

/**
 * Thrown for a service that could not start, or that ended by itself: one sentence for the person who started the
 * studio.
 */
export class StudioFailureError extends Error {}

/**
 * Starts all services in the order of their dependencies, and waits until they listen.
 * @param onCrash called when a service ends by itself later
 * @throws StudioFailureError with one sentence when a service can't start, for example because its port is in use
 */
export async function startStudio(
  addresses: Addresses,
  onCrash: (failure: StudioFailureError) => void,
): Promise<RunningStudio> {
  // The functions' threads share this process's time zone, which is UTC in Lambda.
  process.env.TZ = 'UTC';
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
  const crash = (name: string, reason: string) => {
    if (closing) return;
    closing = true;
    onCrash(
      new StudioFailureError(`${name} stopped by itself: ${reason}\nWhat it had acknowledged is on disk; start again.`),
    );
  };

  await requireData(addresses);
  await mkdir(addresses.data, { recursive: true });
  try {
    await start(...independentServices(addresses));
    const { signingPublicKey } = await provision(addresses).catch(throwForPeople);
    const siteBuild = await readSiteBuild(localSite);
    await start({ name: 'Lambda', module: './lambda/lambda.ts', start: 'startLambda', options: addresses });
    await start({
      name: 'CloudFront',
      module: './edge/server.ts',
      start: 'startEdge',
      options: {
        port: addresses.ports.edge,
        addresses,
        siteFolder: join(localSite, 'site'),
        siteBuild,
        trustedKeys: { [signingKeyId]: signingPublicKey },
      },
    });
    await deploySite(addresses, siteBuild.renderer).catch(throwForPeople);
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Returns the services that begin at once; the functions and the edge follow when the tables and buckets are there. */
function independentServices(addresses: Addresses): Service[] {
  const { ports } = addresses;
  const dir = (name: string) => join(addresses.data, name);
  return [
    {
      name: 'DynamoDB',
      module: './dynamodb/server.ts',
      start: 'startDynamoDb',
      options: { port: ports.dynamodb, dir: dir('dynamodb') },
    },
    { name: 'SQS', module: './sqs/server.ts', start: 'startSqs', options: { port: ports.sqs, dir: dir('sqs') } },
    { name: 'SES', module: './services/ses.ts', start: 'startSes', options: { port: ports.ses, dir: dir('ses') } },
    {
      name: 'Secrets Manager',
      module: './services/secrets-manager.ts',
      start: 'startSecretsManager',
      options: { port: ports.secretsmanager, dir: dir('secrets') },
    },
    {
      name: 'S3',
      module: './s3/server.ts',
      start: 'startS3',
      options: { port: ports.s3, dir: dir('s3'), sqsEndpoint: endpoint(addresses, 'sqs') },
    },
    {
      name: 'Google',
      module: './cognito/google/google.ts',
      start: 'startGoogle',
      options: {
        port: ports.google,
        dir: dir('google'),
        redirectUri: `${origin(addresses, 'cognito')}/oauth2/idpresponse`,
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
        google: origin(addresses, 'google'),
        callbackUrls: [`${addresses.site}/dashboard`, `${addresses.site}/client-login`],
        logoutUrls: [`${addresses.site}/client-login`],
        sesEndpoint: endpoint(addresses, 'ses'),
        lambdaEndpoint: endpoint(addresses, 'httpapi'),
      },
    },
  ];
}

/**
 * Checks the data folder.
 * @throws StudioFailureError when it contains anything but a studio's data
 */
export const requireData = (addresses: Addresses): Promise<void> =>
  requireOwnFolder(addresses.data).catch(throwForPeople);

const throwForPeople = (error: Error): never => {
  throw new StudioFailureError(error.message);
};

function startThread(service: Service): Promise<Worker> {
  const { name, ...workerData } = service;
  const worker = new Worker(new URL('./service-thread.ts', import.meta.url), { workerData, name });
  return new Promise((resolve, reject) => {
    worker.once('message', (message: FromService) => {
      worker.removeAllListeners();
      if ('ready' in message) resolve(worker);
      else reject(new StudioFailureError(message.failed));
    });
    worker.once('error', (error) =>
      reject(new StudioFailureError(`${name} could not start: ${error.stack ?? error.message}`)),
    );
  });
}

async function stopThread(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage('close');
  const forcedEnd = setTimeout(() => worker.terminate(), 5_000);
  await ended;
  clearTimeout(forcedEnd);
}
