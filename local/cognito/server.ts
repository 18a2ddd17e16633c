import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { UserPoolName } from '#shared/site-config.ts';
import { credentials, userPools } from '../addresses.ts';
import { answerJson, type JsonRequest, type Operation } from '../services/aws-json.ts';
import { Faults } from '../services/faults.ts';
import { AwsError, type Handler, type RunningService, readBody, serve, suffer } from '../services/service.ts';
import { administrationOperations } from './administration.ts';
import { emailSender } from './emails.ts';
import { forgottenPasswordOperations } from './forgotten-password.ts';
import { managedLogin } from './managed-login.ts';
import { ownAccountOperations } from './own-account.ts';
import { preTokenGeneration } from './pre-token-generation.ts';
import { optionalText } from './requests.ts';
import { challengeSeconds } from './settings.ts';
import { ShortLived } from './short-lived.ts';
import { signInOperations } from './sign-in.ts';
import { Tokens } from './tokens.ts';
import { type Challenge, googleGroup, type UserPool } from './user-pool.ts';
import { Users } from './users.ts';

export interface CognitoOptions {
  /** 0 for any free port. */
  port: number;
  /** The folder for the users and the signing key of each pool. */
  dir: string;
  /** Origin of the local Google. */
  google: string;
  /** The exact callback and sign-out URLs that are allowed. */
  callbackUrls: string[];
  logoutUrls: string[];
  /** Endpoint of the local SES. Without it, calls that send an email fail. */
  sesEndpoint?: string;
  /** Endpoint of the local Lambda. Without it, the pools have no triggers. */
  lambdaEndpoint?: string;
  faults?: Faults;
}

/**
 * Starts Cognito on this machine: the API and keys of both user pools, and the clients' managed login. Faults name
 * operations as AWS does, with the pool's id as resource, and pages as `authorize`, `idpresponse`, `token` and
 * `logout`. `PUT /_token-lifetime` with a number of seconds sets the lifetime of tokens that are issued from then on;
 * `PUT /_mfa` with `ON` or `OPTIONAL` sets whether the studio's users must have an authenticator.
 */
export async function startCognito(options: CognitoOptions): Promise<RunningService> {
  const { dir, callbackUrls, logoutUrls, faults = new Faults() } = options;
  refuseOnePool(dir);
  let handle: Handler = async (_request, response) => {
    response.writeHead(503).end();
  };
  const service = await serve('Cognito', options.port, faults, (request, response) => handle(request, response));

  const origin = `http://localhost:${service.port}`;
  const sendEmail = emailSender(options.sesEndpoint);
  const ensurePool = async (
    name: UserPoolName,
    settings: Pick<UserPool, 'authFlow' | 'mfa' | 'groups'>,
  ): Promise<UserPool> => {
    const { id, clientId } = userPools[name];
    const users = new Users(join(dir, name, 'users'));
    const trigger = preTokenGeneration(name, options.lambdaEndpoint);
    const tokens = await Tokens.open(join(dir, name), `${origin}/${id}`, clientId, users, trigger);
    const challenges = new ShortLived<Challenge>(challengeSeconds);
    return { id, clientId, callbackUrls, logoutUrls, users, tokens, sendEmail, challenges, ...settings };
  };
  const clients = await ensurePool('clients', {
    authFlow: 'USER_AUTH',
    mfa: 'OFF',
    groups: [googleGroup(userPools.clients.id)],
  });
  const studio = await ensurePool('studio', {
    authFlow: 'USER_SRP_AUTH',
    mfa: 'OPTIONAL',
    groups: ['admins', 'staff'],
  });
  const pools = [clients, studio];

  const operations = Object.groupBy(
    pools.flatMap((pool) => Object.entries(operationsOf(pool)).map(([name, operation]) => ({ pool, name, operation }))),
    ({ name }) => name,
  );
  // Only users of the studio's pool have authenticators, so a request that names nothing but a sign-in belongs to that
  // pool.
  const poolOf = (request: JsonRequest) => pools.find((pool) => isAddressed(pool, request)) ?? studio;
  const dispatched = Object.entries(operations).map(([name, variants = []]) => {
    const dispatch: Operation = (request, call) => {
      const pool = poolOf(request);
      return variants.find((variant) => variant.pool === pool)!.operation(request, call);
    };
    return [name, dispatch] as const;
  });
  const routes: Record<string, Handler> = {
    'POST /': answerJson(Object.fromEntries(dispatched), faults, (request) => poolOf(request).id),
    'PUT /_token-lifetime': setTokenLifetime(pools),
    'PUT /_mfa': setMfa(studio),
  };
  for (const { id, tokens } of pools) {
    routes[`GET /${id}/.well-known/jwks.json`] = sendJson(tokens.publicKeys);
    routes[`GET /${id}/.well-known/openid-configuration`] = sendJson(discovery(origin, tokens.issuer));
  }
  for (const [route, page] of Object.entries(managedLogin(clients, origin, options.google))) {
    routes[route] = withFaults(route.slice(route.lastIndexOf('/') + 1), faults, page);
  }

  handle = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    // CORS is open for AWS's operations; the settings for tests are excluded.
    if (!pathname.startsWith('/_')) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-expose-headers', 'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date');
      if (request.method === 'OPTIONS') {
        response.setHeader('access-control-allow-methods', 'GET,POST');
        response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
        response.setHeader('access-control-max-age', '7200');
        response.writeHead(204).end();
        return;
      }
    }
    const route = routes[`${request.method} ${pathname}`];
    if (route) await route(request, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end(`Nothing here at ${request.method} ${pathname}`);
  };
  return service;
}

/**
 * Refuses local data of a version with one user pool.
 * @throws Error that says what to do
 */
function refuseOnePool(dir: string): void {
  if (!existsSync(join(dir, 'users'))) return;
  throw new Error(
    'The local data has one user pool, but this version wants two: run npm run reset, which clears the local data, then start again.',
  );
}

const operationsOf = (pool: UserPool): Record<string, Operation> => ({
  ...signInOperations(pool),
  ...ownAccountOperations(pool),
  ...forgottenPasswordOperations(pool),
  ...signedOnly(administrationOperations(pool)),
});

/** Whether a request names this pool: by its id, its app client, or one of its tokens. */
function isAddressed({ id, clientId, tokens }: UserPool, request: JsonRequest): boolean {
  const [named, client, token] = ['UserPoolId', 'ClientId', 'AccessToken'].map((name) => optionalText(request, name));
  return named === id || client === clientId || (token !== undefined && issuerOf(token) === tokens.issuer);
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/**
 * Returns the operations with a check that the request is signed with this machine's access key: admin operations need
 * IAM.
 */
function signedOnly(operations: Record<string, Operation>): Record<string, Operation> {
  const guard = (operation: Operation): Operation => {
    return (request, call) => {
      const signature = call.response.req.headers.authorization;
      if (!signature) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
      if (!signature.startsWith(`AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/`)) {
        throw new AwsError('UnrecognizedClientException', 'The security token included in the request is invalid.');
      }
      return operation(request, call);
    };
  };
  return Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, guard(operation)]));
}

function withFaults(name: string, faults: Faults, page: Handler): Handler {
  return async (request, response) => {
    try {
      if (await suffer(faults.take(name, userPools.clients.id), response)) await page(request, response);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: error.code, error_description: error.message }));
    }
  };
}

function setTokenLifetime(pools: UserPool[]): Handler {
  return async (request, response) => {
    const seconds = Number((await readBody(request)).toString());
    if (!Number.isInteger(seconds) || seconds < 1) {
      response
        .writeHead(400, { 'content-type': 'text/plain' })
        .end('PUT /_token-lifetime takes a whole number of seconds.');
      return;
    }
    for (const { tokens } of pools) tokens.lifetimeSeconds = seconds;
    response.writeHead(204).end();
  };
}

function setMfa(pool: UserPool): Handler {
  return async (request, response) => {
    const mfa = (await readBody(request)).toString();
    if (mfa !== 'ON' && mfa !== 'OPTIONAL') {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('PUT /_mfa takes ON or OPTIONAL.');
      return;
    }
    pool.mfa = mfa;
    response.writeHead(204).end();
  };
}

function sendJson(body: object): Handler {
  return async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

const discovery = (origin: string, issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  authorization_endpoint: `${origin}/oauth2/authorize`,
  token_endpoint: `${origin}/oauth2/token`,
  end_session_endpoint: `${origin}/logout`,
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'email', 'phone', 'profile'],
  subject_types_supported: ['public'],
  token_endpoint_auth_methods_supported: ['none'],
  id_token_signing_alg_values_supported: ['RS256'],
});
