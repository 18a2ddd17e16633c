import { join } from 'node:path';
import { credentials, userPoolClientId, userPoolId } from '../addresses.ts';
import { answerJson, type Operation } from '../aws-json.ts';
import { Faults } from '../faults.ts';
import { AwsError, type Handler, type RunningService, readBody, serve, suffer } from '../service.ts';
import { administrationOperations } from './administration.ts';
import { forgottenPasswordOperations } from './forgotten-password.ts';
import { letterSender } from './letters.ts';
import { managedLogin } from './managed-login.ts';
import { ownAccountOperations } from './own-account.ts';
import { optionalText } from './requests.ts';
import { signInOperations } from './sign-in.ts';
import { Tokens } from './tokens.ts';
import type { UserPool } from './user-pool.ts';
import { Users } from './users.ts';

export interface CognitoOptions {
  /** 0 for any free one. */
  port: number;
  /** Folder for users and the signing key. */
  dir: string;
  /** Origin of the local Google. */
  google: string;
  /** Where a sign-in may return to, and where a sign-out: exact addresses. */
  callbackUrls: string[];
  logoutUrls: string[];
  /** Where SES answers. Without it the pool sends no letters, and calls that need one fail. */
  sesEndpoint?: string;
  faults?: Faults;
}

/**
 * Cognito on this machine: the user pool's API, its keys, and its managed login.
 *
 * Faults know operations by AWS's names, with the pool's id as resource, and the pages as `authorize`, `idpresponse`,
 * `token` and `logout`. `PUT /_token-lifetime` with a number of seconds changes how long tokens made from then on live.
 */
export async function startCognito(options: CognitoOptions): Promise<RunningService> {
  const { dir, callbackUrls, logoutUrls, faults = new Faults() } = options;
  let handle: Handler = async (_request, response) => {
    response.writeHead(503).end();
  };
  const service = await serve('Cognito', options.port, faults, (request, response) => handle(request, response));

  const origin = `http://localhost:${service.port}`;
  const users = new Users(join(dir, 'users'));
  const tokens = await Tokens.open(dir, `${origin}/${userPoolId}`, userPoolClientId, users);
  const pool: UserPool = {
    id: userPoolId,
    clientId: userPoolClientId,
    callbackUrls,
    logoutUrls,
    users,
    tokens,
    sendLetter: letterSender(options.sesEndpoint),
  };
  const operations: Record<string, Operation> = {
    ...signInOperations(pool),
    ...ownAccountOperations(pool),
    ...forgottenPasswordOperations(pool),
    ...signedOnly(administrationOperations(pool)),
  };
  const routes: Record<string, Handler> = {
    'POST /': answerJson(operations, faults, (request) => optionalText(request, 'UserPoolId') ?? pool.id),
    [`GET /${pool.id}/.well-known/jwks.json`]: sendJson(tokens.publicKeys),
    [`GET /${pool.id}/.well-known/openid-configuration`]: sendJson(discovery(origin, tokens.issuer)),
    'PUT /_token-lifetime': setTokenLifetime(tokens),
  };
  for (const [route, page] of Object.entries(managedLogin(pool, origin, options.google))) {
    routes[route] = withFaults(route.slice(route.lastIndexOf('/') + 1), faults, page);
  }

  handle = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    // Any page may call what AWS lets any page call; the settings for tests are not among that.
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

/** Admin calls are IAM's: they need a signature made with this machine's access key. */
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
      if (await suffer(faults.take(name, userPoolId), response)) await page(request, response);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: error.code, error_description: error.message }));
    }
  };
}

function setTokenLifetime(tokens: Tokens): Handler {
  return async (request, response) => {
    const seconds = Number((await readBody(request)).toString());
    if (!Number.isInteger(seconds) || seconds < 1) {
      response
        .writeHead(400, { 'content-type': 'text/plain' })
        .end('PUT /_token-lifetime takes a whole number of seconds.');
      return;
    }
    tokens.lifetimeSeconds = seconds;
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
