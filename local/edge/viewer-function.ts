import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import vm from 'node:vm';

/**
 * Runs CloudFront Functions: the deployed source in an equally restricted context, with events as CloudFront builds
 * them.
 */

interface Value {
  value: string;
  multiValue?: { value: string }[];
}
type Values = Record<string, Value>;

export interface FunctionRequest {
  method: string;
  /** The path as sent by the viewer: not decoded, without the query. */
  uri: string;
  querystring: Values;
  headers: Values;
  cookies: Values;
}
export interface FunctionResponse {
  statusCode: number;
  statusDescription?: string;
  headers: Values;
  cookies: Values;
}

interface FunctionEvent {
  request: FunctionRequest;
  response?: FunctionResponse;
}

/** CloudFront stops a function after about a millisecond of compute time; this limit only stops an endless one. */
const timeoutMilliseconds = 1_000;

/**
 * Compiles a function.
 * @param code a script that declares `handler(event)`
 */
export function viewerFunction<Result>(code: string, eventType: 'viewer-request' | 'viewer-response') {
  const context = vm.createContext(Object.create(null));
  // Values cross the boundary as JSON text only, so the script can't reach objects of this process.
  const script = new vm.Script(`${code}\nglobalThis.answer = (text) => JSON.stringify(handler(JSON.parse(text)));`);
  script.runInContext(context);
  const call = new vm.Script('answer(eventText)');
  return (ip: string, event: FunctionEvent): Result => {
    context.eventText = JSON.stringify({
      version: '1.0',
      context: {
        distributionDomainName: 'localhost',
        distributionId: 'LOCAL',
        eventType,
        requestId: 'local',
      },
      viewer: { ip },
      ...event,
    });
    return JSON.parse(String(call.runInContext(context, { timeout: timeoutMilliseconds }))) as Result;
  };
}

/** Returns the viewer's request as a function's event; cookies are not among the headers. */
export function functionRequest(request: IncomingMessage, uri: string, rawQuery: string): FunctionRequest {
  const { cookie = '', ...headers } = request.headers;
  return {
    method: request.method ?? 'GET',
    uri,
    querystring: valuesOf(rawQuery.split('&').filter(Boolean)),
    headers: headerValues(headers),
    cookies: valuesOf(cookie.split(/; */).filter(Boolean)),
  };
}

/**
 * Returns the values of pairs by name.
 * @param pairs each `name=value`; values are not decoded
 */
function valuesOf(pairs: string[]): Values {
  const values: Values = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    const value = at < 0 ? '' : pair.slice(at + 1);
    const previous = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = previous
      ? { value, multiValue: [...(previous.multiValue ?? [{ value: previous.value }]), { value }] }
      : { value };
  }
  return values;
}

export function headerValues(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) values[name] = { value: Array.isArray(value) ? value.join(', ') : String(value) };
  }
  return values;
}

export function plainHeaders(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
}
