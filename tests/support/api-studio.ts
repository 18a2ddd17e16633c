import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { ErrorBody } from '#shared/errors.ts';
import { type Addresses, addresses, userPoolId } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { edgeSecret, functionEnvironment } from '../../local/environment.ts';
import type { Fault } from '../../local/faults.ts';
import { provision } from '../../local/provision.ts';
import { startS3 } from '../../local/s3/server.ts';
import { startSecretsManager } from '../../local/secrets-manager.ts';
import type { RunningService } from '../../local/service.ts';
import { startSes } from '../../local/ses.ts';
import { startSqs } from '../../local/sqs/server.ts';

type Service = 'dynamodb' | 's3' | 'sqs' | 'cognito' | 'ses' | 'secretsmanager';

export interface ApiStudio {
  addresses: Addresses;
  /** Lets a service fail as told until it is told otherwise (`[]`). */
  setFaults(service: Service, faults: Fault[]): Promise<void>;
  close(): Promise<void>;
}

/** AWS's DynamoDB Local does not fail when it is told to: tests of that are for our own. */
export const isAwsDynamoDb = process.env.DYNAMODB_ENDPOINT !== undefined;

/**
 * The AWS services of the studio on free ports with empty data, and this process' environment set as a function's, so
 * that the apps can be called in-process. With `DYNAMODB_ENDPOINT` (AWS's DynamoDB Local) the tables are made there.
 */
export async function startApiStudio(): Promise<ApiStudio> {
  const dir = await mkdtemp(join(tmpdir(), 'studio-api-'));
  const of = addresses(0);
  const running: RunningService[] = [];
  const started = async (name: Service, service: Promise<RunningService>) => {
    const { port } = running[running.push(await service) - 1]!;
    of.ports[name] = port;
  };
  const elsewhere = process.env.DYNAMODB_ENDPOINT;
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
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [] };
  await started('cognito', startCognito({ port: 0, dir: join(dir, 'cognito'), ...nowhere }));
  // The edge is not part of this: the site's origin is only a name here.
  of.site = 'https://studio.example';

  for (const name of ['public', 'client', 'admin', 'process-photo', 'prepare-download', 'send-email'] as const) {
    Object.assign(process.env, functionEnvironment(of, name));
  }
  await provision(of);

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

/** DynamoDB Local keeps its tables from one test file to the next. */
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

/** A login as the JWT authorizer hands its token's claims to a function. */
export type Claims = Record<string, unknown>;

export const adminClaims = (groups: unknown = '[admins]'): Claims => ({
  ...claimsOf(randomUUID()),
  'cognito:groups': groups,
});

const claimsOf = (sub: string): Claims => ({ token_use: 'access', sub, username: sub, client_id: 'studio-web' });

/**
 * A new user of the pool, and the claims of its access token. Unverified addresses stand there from the user's first
 * moment, because a pool takes no change to one.
 */
export async function newLogin(email: string, { verified = true } = {}): Promise<Claims> {
  const pool = new CognitoIdentityProviderClient();
  const { User } = await pool.send(
    new AdminCreateUserCommand({
      UserPoolId: userPoolId,
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
        UserPoolId: userPoolId,
        Username: username,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  }
  pool.destroy();
  return claimsOf(username);
}

interface Callable {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
}

/** `GET /api/client/me`, and so on: an app's routes, each once, without what goes before all of them. */
export const routesOf = (app: { routes: { method: string; path: string }[] }): string[] => [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
];

export interface Call {
  /** Whose token the authorizer let pass; nobody's when left out. */
  as?: Claims | undefined;
  /** Sent as JSON, unless it is text already. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request, as it reaches a function through the edge and the HTTP API. */
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
  return new Answer(response, await response.text());
}

export class Answer {
  readonly response: Response;
  readonly text: string;

  constructor(response: Response, text: string) {
    this.response = response;
    this.text = text;
  }

  get status(): number {
    return this.response.status;
  }

  /** The body, which the test knows the shape of. */
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
