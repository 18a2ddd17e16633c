import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminCreateUserCommand, AdminUpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { ErrorBody } from '#shared/errors.ts';
import type { UserPoolName } from '#shared/site-config.ts';
import { cognito } from '../../../lambdas/platform/aws.ts';
import { type Addresses, addresses, userPools } from '../../../local/addresses.ts';
import { startCognito } from '../../../local/cognito/server.ts';
import { startDynamoDb } from '../../../local/dynamodb/server.ts';
import { edgeSecret, functionEnvironment } from '../../../local/environment.ts';
import { startHttpApi } from '../../../local/lambda/http-api.ts';
import type { Functions } from '../../../local/lambda/runtime.ts';
import { provision } from '../../../local/provision.ts';
import { startS3 } from '../../../local/s3/server.ts';
import type { Fault } from '../../../local/services/faults.ts';
import { startSecretsManager } from '../../../local/services/secrets-manager.ts';
import type { RunningService } from '../../../local/services/service.ts';
import { startSes } from '../../../local/services/ses.ts';
import { startSqs } from '../../../local/sqs/server.ts';

type Service = 'dynamodb' | 's3' | 'sqs' | 'cognito' | 'ses' | 'secretsmanager' | 'httpapi';

export interface ApiStudio {
  addresses: Addresses;
  /** Sets the faults of a local service, until they are cleared with `[]`. */
  setFaults(service: Service, faults: Fault[]): Promise<void>;
  close(): Promise<void>;
}

/** AWS's DynamoDB Local can't inject faults: tests that need them run on ours only. */
export const isAwsDynamoDb = process.env.DYNAMODB_ENDPOINT !== undefined;

/**
 * Starts the studio's AWS services on free ports with empty data, and sets this process's environment to a function's,
 * so that the apps can be called in-process. With `DYNAMODB_ENDPOINT` (AWS's DynamoDB Local) the tables are created
 * there; of several, each of vitest's workers uses its own.
 * @param runsWorkers whether functions run that another one starts; their calls to AWS would be counted with a
 * request's
 */
export async function startApiStudio({ runsWorkers = false } = {}): Promise<ApiStudio> {
  const dir = await mkdtemp(join(tmpdir(), 'studio-api-'));
  const of = addresses(0);
  const running: RunningService[] = [];
  const started = async (name: Service, service: Promise<RunningService>) => {
    const { port } = running[running.push(await service) - 1]!;
    of.ports[name] = port;
  };
  const elsewhere = awsDynamoDb();
  if (elsewhere) {
    of.ports.dynamodb = Number(new URL(elsewhere).port);
    await dropTables(elsewhere);
  } else {
    await started('dynamodb', startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') }));
  }
  await started('sqs', startSqs({ port: 0, dir: join(dir, 'sqs') }));
  const sqsEndpoint = `http://127.0.0.1:${of.ports.sqs}`;
  await started('s3', startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint }));
  await started('ses', startSes({ port: 0, dir: join(dir, 'ses') }));
  await started('secretsmanager', startSecretsManager({ port: 0, dir: join(dir, 'secrets') }));
  const sesEndpoint = `http://127.0.0.1:${of.ports.ses}`;
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [], sesEndpoint };
  await started('cognito', startCognito({ port: 0, dir: join(dir, 'cognito'), ...nowhere }));
  // Lambda starts the functions that another one starts, in this process.
  const workers: Functions = {
    names: ['create-login'],
    invoke: async (_, event) => {
      if (!runsWorkers) return { requestId: randomUUID(), ok: true, payload: 'null' };
      const { handler } = await import('../../../lambdas/workers/create-login/handler.ts');
      await handler(event);
      return { requestId: randomUUID(), ok: true, payload: 'null' };
    },
    close: async () => {},
  };
  const nobody = { issuer: 'http://localhost:9', clientId: 'none' };
  await started(
    'httpapi',
    startHttpApi({ port: 0, functions: workers, authorizers: { clients: nobody, studio: nobody } }),
  );
  // No edge runs here: the site's origin is only a name.
  of.site = 'https://studio.example';

  for (const name of [
    'public',
    'create-login',
    'guest',
    'preview',
    'client',
    'admin',
    'process-photo',
    'prepare-download',
    'send-email',
    'publish-site',
  ] as const) {
    Object.assign(process.env, functionEnvironment(of, name));
  }
  await provision(of);
  await storePage();

  return {
    addresses: of,
    async setFaults(service, faults) {
      await fetch(`http://127.0.0.1:${of.ports[service]}/_faults`, { method: 'PUT', body: JSON.stringify(faults) });
    },
    async close() {
      for (const service of running.toReversed()) await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The guests' page, as a deployment stores it. */
async function storePage(): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: true });
  const Body =
    '<!DOCTYPE html><html lang="en"><head><title>Photos for you | Oak &amp; Shadow</title></head><body></body></html>';
  await s3.send(new PutObjectCommand({ Bucket: process.env.SITE_BUCKET, Key: 'shared.html', Body }));
  s3.destroy();
}

/** The DynamoDB Local of this worker; undefined where the tests run on ours. */
function awsDynamoDb(): string | undefined {
  const all = process.env.DYNAMODB_ENDPOINT?.split(' ');
  return all?.[Number(process.env.VITEST_POOL_ID) % all.length];
}

/** DynamoDB Local keeps its tables across test files. */
async function dropTables(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' },
  });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const TableName of TableNames) await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
}

/** A token's claims as the JWT authorizer passes them to a function. */
export type Claims = Record<string, unknown>;

export const adminClaims = (groups: unknown = '[admins]', pool: UserPoolName = 'studio'): Claims => ({
  ...claimsOf(pool, randomUUID()),
  'cognito:groups': groups,
});

const claimsOf = (pool: UserPoolName, sub: string): Claims => ({
  iss: `https://cognito-idp.us-east-1.amazonaws.com/${userPools[pool].id}`,
  token_use: 'access',
  sub,
  username: sub,
  client_id: userPools[pool].clientId,
});

/**
 * Creates a user in the clients' pool.
 * @returns the claims of its access token. An unverified address is set at creation, since the pool accepts no such
 * change later.
 */
export async function newLogin(email: string, { verified = true } = {}): Promise<Claims> {
  const pool = cognito();
  const { User } = await pool.send(
    new AdminCreateUserCommand({
      UserPoolId: userPools.clients.id,
      Username: verified ? `${randomUUID()}@users.example` : email,
      UserAttributes: [{ Name: 'email_verified', Value: String(verified) }],
      MessageAction: 'SUPPRESS',
    }),
  );
  const username = User?.Username ?? '';
  if (verified) {
    const attributes = { email, email_verified: 'true' };
    await pool.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: userPools.clients.id,
        Username: username,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  }
  return claimsOf('clients', username);
}

interface Callable {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
}

/** `GET /api/client/me` and so on: an app's routes, each once, without its middleware. */
export const routesOf = (app: { routes: { method: string; path: string }[] }): string[] => [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
];

export interface Call {
  /** The claims of the authorized token; none when left out. */
  as?: Claims | undefined;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends one request as it reaches a function through the edge and the HTTP API. */
export async function call(app: Callable, method: string, path: string, { as, body, headers = {} }: Call = {}) {
  const requestContext = { requestId: randomUUID(), ...(as && { authorizer: { jwt: { claims: as, scopes: null } } }) };
  const request = new Request(`https://api.example${path}`, {
    method,
    headers: {
      'x-studio-edge': edgeSecret,
      'x-viewer-ip': '203.0.113.9',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    }),
  });
  const response = await app.fetch(request, { event: { requestContext } });
  return new Answer(response, new Uint8Array(await response.arrayBuffer()));
}

export class Answer {
  readonly response: Response;
  readonly bytes: Uint8Array;

  constructor(response: Response, bytes: Uint8Array) {
    this.response = response;
    this.bytes = bytes;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  get status(): number {
    return this.response.status;
  }

  /** The parsed body; the caller states its type. */
  json<Body>(): Body {
    return JSON.parse(this.text) as Body;
  }

  get error(): ErrorBody['error'] {
    return this.json<ErrorBody>().error;
  }

  /** `404 NOT_FOUND`, or `200`. */
  get outcome(): string {
    return this.response.ok ? String(this.status) : `${this.status} ${this.error.code}`;
  }
}
