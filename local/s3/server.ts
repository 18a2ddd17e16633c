import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { Faults } from '../services/faults.ts';
import { AwsError, type RunningService, serve, suffer } from '../services/service.ts';
import { corsHeaders, preflightHeaders } from './http/cors.ts';
import { Payload } from './http/payload.ts';
import { type Answer, readRequest } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { authenticate, takeHeadersFromQuery } from './http/signatures.ts';
import { textElement } from './http/xml.ts';
import { Notifications } from './notifications.ts';
import { findOperation } from './operations.ts';
import { Store } from './store.ts';

// Make V8 count external memory towards its limit. Content is streamed in buffers outside V8's heap; without this flag,
// V8 collects its whole heap for every few dozen megabytes of them, which took more time than all of S3's own work.
setFlagsFromString('--external-memory-accounted-in-global-limit');

export interface S3Options {
  /** 0 for any free one. */
  port: number;
  /** The folder of its data, which no other process uses. */
  dir: string;
  /** The SQS for buckets' notifications; without it none can be configured. */
  sqsEndpoint?: string;
  faults?: Faults;
}

/** Starts S3: path style, Signature Version 4, data on disk. */
export async function startS3({ port, dir, sqsEndpoint, faults = new Faults() }: S3Options): Promise<RunningService> {
  const notifications = new Notifications(sqsEndpoint);
  // Listen first: the process that has the port also has the folder.
  const storeOpened = Promise.withResolvers<Store>();
  const server = await serve('S3', port, faults, async (incoming, response) => {
    await answerRequest(incoming, response, await storeOpened.promise, notifications.isPossible, faults);
  });
  try {
    const store = await Store.open(dir, (bucket, event) => notifications.deliver(bucket, event));
    storeOpened.resolve(store);
    return {
      port: server.port,
      close: async () => {
        await server.close();
        await notifications.close();
        await store.close();
      },
    };
  } catch (error) {
    await server.close();
    await notifications.close();
    throw error;
  }
}

async function answerRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  store: Store,
  canNotify: boolean,
  faults: Faults,
): Promise<void> {
  const id = randomBytes(8).toString('hex').toUpperCase();
  response.setHeader('server', 'AmazonS3');
  response.setHeader('x-amz-request-id', id);
  let answer: Answer | undefined;
  try {
    const request = readRequest(incoming, id);
    const corsRules = store.buckets.get(request.bucket)?.settings.get('cors');
    if (incoming.method === 'OPTIONS') {
      await send(response, { status: 200, headers: preflightHeaders(corsRules, incoming.headers) });
      return;
    }
    response.setHeaders(new Map(Object.entries(corsHeaders(corsRules, request.method, incoming.headers))));
    const authentication = authenticate(request);
    takeHeadersFromQuery(request);
    const operation = findOperation(request);
    const { kind, ...fault } = faults.take(operation.name, request.bucket) ?? { operation: operation.name };
    await suffer(fault, response);
    const body = bodyOf(incoming, kind === 'cut');
    const payload = new Payload(request, body, authentication, !operation.checksumIsOfObject);
    answer = await operation.handle({ request, payload, store, canNotify, doubled: kind === 'double' });
    await send(response, kind === 'cut' ? cutAnswer(answer, incoming) : answer);
  } catch (error) {
    if (connectionErrors.has((error as NodeJS.ErrnoException).code ?? '')) return;
    if (!(error instanceof AwsError))
      console.error(`Local S3 failed on ${incoming.method} ${pathOf(incoming)}:`, error);
    if (response.headersSent) response.destroy();
    else await send(response, errorAnswer(error, incoming, id));
  } finally {
    answer?.release?.();
    // Read and discard the body that no operation has read, or the connection's next request never arrives.
    if (!incoming.complete) incoming.resume();
  }
}

/** Errors of a connection that the other side or a fault has closed, so that no response can be sent. */
const connectionErrors = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

async function send(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (typeof body === 'string') headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  if (body === undefined || typeof body === 'string' || response.req.method === 'HEAD') response.end(body);
  else await pipeline(body, response);
}

function errorAnswer(error: unknown, incoming: IncomingMessage, id: string): Answer {
  const { code, message, status } =
    error instanceof AwsError
      ? error
      : new AwsError('InternalError', 'We encountered an internal error. Please try again.', 500);
  const { details, headers } = error instanceof S3Error ? error : { details: {}, headers: {} };
  const elements = {
    Code: code,
    Message: message,
    ...details,
    Resource: pathOf(incoming),
    RequestId: id,
    HostId: id,
  };
  const markup = Object.entries(elements).map(([name, text]) => textElement(name, text));
  return {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${markup.join('')}</Error>`,
  };
}

/** Returns the URL's path without the query, which may contain a signature. */
const pathOf = (incoming: IncomingMessage) => incoming.url?.split('?')[0] ?? '';

/**
 * Returns a request's body. Ending its iteration early must not close the connection, because the response is still to
 * be sent.
 */
function bodyOf(incoming: IncomingMessage, isCut: boolean): AsyncIterable<Buffer> {
  const body = incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const length = Number(incoming.headers['content-length'] ?? 0);
  const hasBody = length > 0 || 'transfer-encoding' in incoming.headers;
  return isCut && hasBody ? cutHalfway(body, length, incoming) : body;
}

function cutAnswer(answer: Answer, incoming: IncomingMessage): Answer {
  const { body = '' } = answer;
  const content = typeof body === 'string' ? [Buffer.from(body)] : body;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : Number(answer.headers['content-length']);
  return {
    ...answer,
    headers: { ...answer.headers, 'content-length': String(length) },
    body: cutHalfway(content, length, incoming),
  };
}

/** Yields half of the content, then breaks the connection. */
async function* cutHalfway(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  length: number,
  incoming: IncomingMessage,
): AsyncGenerator<Buffer> {
  let remainingBytes = Math.floor(length / 2);
  for await (const chunk of content) {
    if (chunk.length > remainingBytes) {
      if (remainingBytes > 0) yield chunk.subarray(0, remainingBytes);
      break;
    }
    remainingBytes -= chunk.length;
    yield chunk;
  }
  incoming.socket.destroy();
  throw Object.assign(new Error('A fault cut the connection.'), { code: 'ECONNRESET' });
}
