import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Faults } from './faults.ts';
import { AwsError, type Handler, readBody, suffer } from './service.ts';

export type JsonRequest = Record<string, unknown>;
export interface Call {
  /** The response; its `close` event tells that the caller disconnected. */
  response: ServerResponse;
  /** The fault for this call, for faults that only the operation itself can apply. */
  fault: Fault | undefined;
}
export type Operation = (request: JsonRequest, call: Call) => object | Promise<object>;

/**
 * Serves AWS's JSON protocol: the operation is in `X-Amz-Target`, request and response are JSON objects.
 * @param operations operations by AWS's name; any other name gets UnknownOperationException
 * @param resource names the resource of a request, for faults
 * @param queryCodes error codes of the service's older query protocol, which its SDK client expects
 */
export function answerJson(
  operations: Record<string, Operation>,
  faults: Faults,
  resource: (request: JsonRequest) => string | undefined,
  queryCodes?: Record<string, string>,
): Handler {
  return async (request, response) => {
    const name = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    try {
      const input = await readJson(request);
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) {
        throw new AwsError('UnknownOperationException', `This local service has no operation '${name}'.`);
      }
      const fault = faults.take(name, resource(input));
      if (!(await suffer(fault, response))) return;
      send(request, response, 200, await operation(input, { response, fault }));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const queryCode = queryCodes?.[error.code] ?? error.code;
      if (queryCodes)
        response.setHeader('x-amzn-query-error', `${queryCode};${error.status < 500 ? 'Sender' : 'Receiver'}`);
      send(request, response, error.status, { __type: error.code, message: error.message });
    }
  };
}

async function readJson(request: IncomingMessage): Promise<JsonRequest> {
  const text = (await readBody(request)).toString();
  try {
    return JSON.parse(text || '{}') as JsonRequest;
  } catch {
    throw new AwsError('SerializationException', 'The body is not JSON.');
  }
}

function send(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': request.headers['content-type'] ?? 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
