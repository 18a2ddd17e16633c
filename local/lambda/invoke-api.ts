import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../services/service.ts';
import { whenThereIsRoom } from './limits.ts';
import { type Functions, type Invocation, maxPayloadBytes } from './runtime.ts';

/** Lambda's Invoke API. */

/** Attempts that Lambda makes for an asynchronous invocation. */
const asynchronousTries = 3;

/** Invokes a function asynchronously: no caller waits, and a failure is retried. */
export async function invokeAsynchronously(functions: Functions, name: string, event: unknown): Promise<void> {
  let invocation: Invocation | undefined;
  for (let tries = 0; tries < asynchronousTries && !invocation?.ok; tries += 1) {
    invocation = await whenThereIsRoom(() => functions.invoke(name, event));
  }
}

/** Returns the function that a path of the Invoke API names, also by ARN; undefined for any other path. */
export function invokedFunction(path: string): string | undefined {
  const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/.exec(path) ?? [];
  return name && decodeURIComponent(name).replace(/^.*:function:/, '');
}

/**
 * Responds to a call of Invoke.
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
 */
export async function answerInvoke(
  functions: Functions,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, type: string, Message: string) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
    response.end(JSON.stringify({ Type: 'User', Message }));
  };
  const body = await readBody(request, maxPayloadBytes);
  if (!functions.names.includes(name)) return refuse(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  if (!body) return refuse(413, 'RequestTooLargeException', `The payload is longer than ${maxPayloadBytes} bytes.`);
  let event: unknown;
  try {
    event = JSON.parse(body.toString() || '{}');
  } catch {
    return refuse(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
  }
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'DryRun') return void response.writeHead(204).end();
  if (type === 'Event') {
    response.writeHead(202).end();
    return await invokeAsynchronously(functions, name, event);
  }
  const invocation = await functions.invoke(name, event);
  if (!invocation.ok && invocation.throttled) {
    return refuse(429, invocation.error.errorType, invocation.error.errorMessage);
  }
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-amz-executed-version': '$LATEST',
    'x-amzn-requestid': invocation.requestId,
    ...(!invocation.ok && { 'x-amz-function-error': 'Unhandled' }),
  });
  response.end(invocation.ok ? invocation.payload : JSON.stringify(invocation.error));
}
