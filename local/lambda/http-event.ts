import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountId } from '../addresses.ts';
import type { Authorized } from './jwt-authorizer.ts';

/** Converts between HTTP and API Gateway's payload format 2.0. */

/** A request as it is passed to a function. */
export interface RoutedRequest {
  request: IncomingMessage;
  /** The decoded path, as HTTP APIs pass it to functions. */
  path: string;
  rawQuery: string;
  body: Buffer;
  /** The route's key, such as `ANY /api/public/{proxy+}`. */
  routeKey: string;
  pathParameters: Record<string, string>;
  authorizer?: Authorized | undefined;
}

/**
 * The content types that reach a function as text. All others arrive in base64, among them
 * `application/x-www-form-urlencoded` and bodies without a content type.
 */
const textTypes = /^(text\/|application\/(json|javascript|xml)\s*(;|$))/i;

const notForwarded = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'cookie']);

/**
 * Returns a request as an event.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpEvent({
  request,
  path,
  rawQuery,
  body,
  routeKey,
  pathParameters,
  authorizer,
}: RoutedRequest): object {
  const now = new Date();
  const sourceIp = request.socket.remoteAddress ?? '';
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    if (!notForwarded.has(name)) headers[name] = values.join(',');
  }
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], sourceIp].filter(Boolean).join(', ');
  headers['x-forwarded-port'] = '443';
  headers['x-forwarded-proto'] = 'https';
  headers['x-amzn-trace-id'] =
    `Root=1-${Math.floor(now.getTime() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;

  const cookies = request.headers.cookie?.split(/; */).filter(Boolean);
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  const isBase64Encoded = body.length > 0 && !textTypes.test(request.headers['content-type'] ?? '');
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: rawQuery,
    ...(cookies && { cookies }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId,
      apiId: 'local',
      ...(authorizer && { authorizer }),
      domainName: request.headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    pathParameters,
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** Formats a time such as `20/Apr/2026:13:30:05 +0000`. */
function logTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}

interface StructuredResult {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
}

/**
 * Sends a function's result as the response.
 * @param payload the function's result, JSON; without a `statusCode` it is the body itself
 * @returns false when the result is no response that API Gateway accepts
 */
export function answerResult(response: ServerResponse, payload: string): boolean {
  const result = JSON.parse(payload) as unknown;
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof result === 'string' ? result : payload);
    return true;
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result as StructuredResult;
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return false;
  response.statusCode = statusCode;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) {
    if (!['connection', 'transfer-encoding', 'content-length'].includes(name.toLowerCase())) {
      response.setHeader(name, String(value));
    }
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (statusCode !== 204 && statusCode !== 304) response.setHeader('content-length', bytes.length);
  response.end(bytes);
  return true;
}
