import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

/** An HTTP request as S3 reads it. */
export interface S3Request {
  id: string;
  method: string;
  /** The decoded path; begins with `/`. Never normalized: `..` in a key is two dots. */
  path: string;
  /** Empty for requests to the service. */
  bucket: string;
  /** Empty for requests to the bucket. */
  key: string;
  /** Decoded pairs, in order. */
  query: [string, string][];
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The client's IP address. */
  sourceAddress: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The body; for a stream, `headers` has the length. */
  body?: string | AsyncIterable<Buffer>;
  /** Call when the response is sent or abandoned. */
  release?: () => void;
}

const maximumKeyBytes = 1024;

/**
 * Reads a request.
 * @throws InvalidURI, KeyTooLongError
 */
export function readRequest(request: IncomingMessage, id: string): S3Request {
  const target = request.url ?? '/';
  const queryStart = target.indexOf('?');
  const path = decode(queryStart < 0 ? target : target.slice(0, queryStart));
  const slash = path.indexOf('/', 1);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  if (Buffer.byteLength(key) > maximumKeyBytes) throw new S3Error('KeyTooLongError');
  return {
    id,
    method: request.method ?? '',
    path,
    bucket: slash < 0 ? path.slice(1) : path.slice(1, slash),
    key,
    query: (queryStart < 0 ? '' : target.slice(queryStart + 1))
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
        return [decode(name), decode(value.join('='))];
      }),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : (value ?? ''),
      ]),
    ),
    sourceAddress: request.socket.remoteAddress ?? '',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** Returns a query parameter's value; undefined when it is absent. */
export function parameter(request: S3Request, name: string): string | undefined {
  return request.query.find(([candidate]) => candidate === name)?.[1];
}

/**
 * Returns a numeric query parameter.
 * @param limit its maximum and default
 */
export function countParameter(request: S3Request, name: string, limit: number): number {
  const value = parameter(request, name);
  if (value === undefined) return limit;
  if (!/^\d{1,9}$/.test(value)) {
    throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`, {
      ArgumentName: name,
    });
  }
  return Math.min(Number(value), limit);
}

export function xmlAnswer(body: string, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body };
}

/** Formats a time. S3's times have a resolution of one second. */
export function isoTime(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}
