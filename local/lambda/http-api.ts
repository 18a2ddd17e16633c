import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { functions as blueprint, type FunctionName } from '../../infra/blueprint/functions.ts';
import { Faults } from '../services/faults.ts';
import { AwsError, type RunningService, readBody, serve, suffer } from '../services/service.ts';
import { answerResult, httpEvent } from './http-event.ts';
import { answerInvoke, invokedFunction } from './invoke-api.ts';
import { type Authorized, type JwtAuthorizerOptions, jwtAuthorizer, UnauthorizedError } from './jwt-authorizer.ts';
import { type Limits, Load, limitsOf, underLoad } from './limits.ts';
import { type Functions, maxPayloadBytes } from './runtime.ts';

export interface HttpApiOptions {
  port: number;
  /** The authorizers by name; a route names one. */
  authorizers: Record<string, JwtAuthorizerOptions>;
  functions: Functions;
  /** The routes with their functions; the blueprint's by default. */
  routes?: ApiRoute[];
  faults?: Faults;
  /** The limits of the account; none by default. */
  load?: Load;
}

interface ApiRoute {
  /** The path, which ends with `{proxy+}` for one or more segments. */
  path: string;
  /** `none`, or the name of an authorizer. */
  authorizer: string;
  function: string;
}

const blueprintRoutes: ApiRoute[] = (Object.keys(blueprint) as FunctionName[]).flatMap((name) => {
  const { trigger } = blueprint[name];
  return trigger.kind === 'api' ? [{ path: trigger.path, authorizer: trigger.authorizer, function: name }] : [];
});

/** API Gateway's limit for a request body, in bytes. */
const maxBodyBytes = 10 * 1024 * 1024;
/** Milliseconds that an HTTP API waits for a function. */
const integrationMilliseconds = 30_000;

/** An error response of API Gateway itself. */
class GatewayError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts API Gateway's HTTP API, payload format 2.0, and on the same port Lambda's Invoke API. A fault on the operation
 * `Invoke` with a function's name as resource responds instead of that function. `PUT /_limits` sets the limits of the
 * account: `"deployed"`, or others (limits.ts); `{}` for none.
 */
export async function startHttpApi(options: HttpApiOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  const load = options.load ?? new Load();
  const functions = underLoad(options.functions, load);
  const authorizers = Object.fromEntries(
    Object.entries(options.authorizers).map(([name, authorizer]) => [name, jwtAuthorizer(authorizer)]),
  );
  const authorizerOf = ({ path, authorizer }: ApiRoute) => {
    if (authorizer === 'none') return undefined;
    const authorize = authorizers[authorizer];
    if (!authorize)
      throw new Error(`The route ${path} names the authorizer '${authorizer}', which this API does not have.`);
    return authorize;
  };
  const routes = (options.routes ?? blueprintRoutes).map((route) => ({
    ...route,
    prefix: route.path.replace('{proxy+}', ''),
    authorize: authorizerOf(route),
  }));

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [rawPath = '/', rawQuery = ''] = splitOnce(request.url ?? '/', '?');
    const path = decoded(rawPath);
    const route = routes.find(({ prefix }) => path.startsWith(prefix) && path.length > prefix.length);
    if (!route) throw new GatewayError(404, 'Not Found');
    if (!load.admits(route.function)) throw new GatewayError(429, 'Too Many Requests');
    const authorizer: Authorized | undefined = await route.authorize?.(request);
    const body = await readBody(request, maxBodyBytes);
    if (!body) throw new GatewayError(413, 'Request Entity Too Large');
    const event = httpEvent({
      request,
      path,
      rawQuery,
      body,
      routeKey: `ANY ${route.path}`,
      pathParameters: { proxy: path.slice(route.prefix.length) },
      authorizer,
    });
    if (Buffer.byteLength(JSON.stringify(event)) > maxPayloadBytes) {
      throw new GatewayError(413, 'Request Entity Too Large');
    }
    if (!(await suffer(faults.take('Invoke', route.function), response))) return;

    const invocation = await withinIntegrationTime(functions.invoke(route.function, event));
    if (!invocation.ok) {
      throw invocation.timedOut || invocation.throttled
        ? new GatewayError(503, 'Service Unavailable')
        : new GatewayError(500, 'Internal Server Error');
    }
    if (!answerResult(response, invocation.payload)) throw new GatewayError(500, 'Internal Server Error');
  };

  return await serve('HTTP API', options.port, faults, async (request, response) => {
    if (request.method === 'PUT' && request.url === '/_limits') {
      load.set(limitsOf(JSON.parse((await readBody(request)).toString()) as Limits | 'deployed'));
      return void response.writeHead(204).end();
    }
    const invoked = invokedFunction(request.url ?? '');
    if (invoked !== undefined && request.method === 'POST') {
      return await answerInvoke(functions, invoked, request, response);
    }
    response.setHeader('apigw-requestid', randomBytes(11).toString('base64url'));
    try {
      await handle(request, response);
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        response.setHeader('www-authenticate', error.challenge);
        answerMessage(response, 401, error.message);
      } else if (error instanceof GatewayError) answerMessage(response, error.status, error.message);
      else if (error instanceof AwsError) answerMessage(response, error.status, error.code);
      else throw error;
    }
  });
}

function answerMessage(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

async function withinIntegrationTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayError(503, 'Service Unavailable')), integrationMilliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new GatewayError(400, 'Bad Request');
  }
}
