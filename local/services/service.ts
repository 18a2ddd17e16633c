import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from './faults.ts';

/** A listening local service; `close` ends running requests and frees the port. */
export interface RunningService {
  port: number;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Milliseconds that running requests may take after `close`. */
const graceMilliseconds = 500;

/**
 * Starts an HTTP server on 127.0.0.1 that passes requests to the handler. `PUT /_faults` sets the faults of this
 * service.
 * @param name the service's name in messages, for example `SQS`
 * @param port 0 for any free port
 * @throws Error with one sentence that says what to do when the port is in use
 */
export async function serve(name: string, port: number, faults: Faults, handler: Handler): Promise<RunningService> {
  const server = createServer((request, response) => {
    const answer = request.method === 'PUT' && request.url === '/_faults' ? setFaults(faults) : handler;
    answer(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      console.error(`Local ${name} failed on ${request.method} ${request.url}:`, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal failure of a local service');
    });
  });
  // The SDK reuses connections for longer than Node's keep-alive of five seconds; a connection closed in the meantime
  // costs it a retry.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `${name} can't listen on port ${port}, because another program does: stop that one, then try again.`,
            )
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const forcedClose = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
        server.close(() => {
          clearTimeout(forcedClose);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function setFaults(faults: Faults): Handler {
  return async (request, response) => {
    const rules: unknown = JSON.parse((await readBody(request)).toString());
    if (!Array.isArray(rules)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('PUT /_faults takes a JSON array of rules.');
      return;
    }
    faults.set(rules as Fault[]);
    response.writeHead(204).end();
  };
}

/**
 * Reads a request's body.
 * @returns the whole body; undefined when it is longer than the limit (the remaining bytes are read and discarded)
 */
export async function readBody(request: IncomingMessage): Promise<Buffer>;
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined>;
export async function readBody(
  request: IncomingMessage,
  limit = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  return length <= limit ? Buffer.concat(chunks) : undefined;
}

/** An error of an AWS service, in the form that its SDK reads. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Applies a fault that can hit any request: waits, throws its error, or breaks the connection.
 * @returns false when the connection is broken, so that no response can be sent
 */
export async function suffer(fault: Fault | undefined, response: ServerResponse): Promise<boolean> {
  if (!fault) return true;
  if (fault.delay && fault.kind !== 'lag') await sleep(fault.delay);
  if (fault.error) throw new AwsError(fault.error, `Asked for by a fault on ${fault.operation}.`, fault.status);
  if (fault.kind === 'cut') {
    response.destroy();
    return false;
  }
  return true;
}
