import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { credentials, region } from '../../addresses.ts';
import { encodeRfc3986 } from '../keys.ts';
import type { S3Request } from './request.ts';
import { S3Error } from './s3-error.ts';

/** Milliseconds by which clocks may differ, as at AWS. */
const skewMilliseconds = 15 * 60_000;
/** Seconds that a presigned URL is valid at most: a week. */
const longestExpirySeconds = 604_800;
const algorithm = 'AWS4-HMAC-SHA256';
const emptyHash = createHash('sha256').digest('hex');

/** Query parameters that authenticate, in lower case; S3 reads other `x-amz-*` parameters as headers. */
const authenticationParameters = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-signedheaders',
  'x-amz-signature',
  'x-amz-content-sha256',
]);

export interface Authentication {
  /** Hex SHA-256 of the body, or the way in which the body is signed instead (`UNSIGNED-PAYLOAD`, `STREAMING-…`). */
  payload: string;
  /** Verifies the signatures of chunks and trailers of a streamed body, each of which includes the previous one. */
  chunkSigner: ChunkSigner;
}

export class ChunkSigner {
  readonly #key: Buffer;
  readonly #date: string;
  readonly #scope: string;
  #previous: string;

  constructor(key: Buffer, date: string, scope: string, seed: string) {
    this.#key = key;
    this.#date = date;
    this.#scope = scope;
    this.#previous = seed;
  }

  /**
   * Verifies a chunk.
   * @throws SignatureDoesNotMatch
   */
  verifyChunk(sha256: string, signature: string | undefined): void {
    this.#verify(['AWS4-HMAC-SHA256-PAYLOAD', this.#date, this.#scope, this.#previous, emptyHash, sha256], signature);
  }

  /**
   * Verifies the trailers.
   * @throws SignatureDoesNotMatch
   */
  verifyTrailers(lines: string[], signature: string | undefined): void {
    const sha256 = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
    this.#verify(['AWS4-HMAC-SHA256-TRAILER', this.#date, this.#scope, this.#previous, sha256], signature);
  }

  #verify(stringToSign: string[], signature: string | undefined): void {
    const expected = hmac(this.#key, stringToSign.join('\n')).toString('hex');
    if (!signature || !equal(expected, signature)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = expected;
  }
}

/** The values of a request's signature, from its header or its query. */
interface Claim {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  payload: string;
}

/**
 * Verifies Signature Version 4 in the Authorization header or, presigned, in the query.
 * @throws as S3 does: AccessDenied for no signature, an expired one and unsigned `x-amz-*` headers, and so on
 */
export function authenticate(request: S3Request): Authentication {
  const now = Date.now();
  const presigned = request.query.some(([name]) => name.toLowerCase() === 'x-amz-signature');
  if (presigned && request.headers.authorization !== undefined) {
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed', { ArgumentName: 'Authorization' });
  }
  const claim = presigned ? readQuery(request, now) : readHeader(request, now);
  const [accessKeyId, day, scopeRegion, service, terminator, ...furtherScope] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKeyId ?? '' });
  }
  const expected = [claim.date.slice(0, 8), region, 's3', 'aws4_request'];
  if (furtherScope.length > 0 || [day, scopeRegion, service, terminator].join('/') !== expected.join('/')) {
    throw new S3Error(
      presigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed',
      `The credential's scope is wrong; expecting '${expected.join('/')}'`,
      { Region: region },
    );
  }
  refuseUnsignedHeaders(request, claim.signedHeaders.split(';'));

  const scope = expected.join('/');
  const key = expected.reduce<Buffer>(
    (secret, scopeItem) => hmac(secret, scopeItem),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const canonical = canonicalRequest(request, claim);
  const stringToSign = [algorithm, claim.date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signature = hmac(key, stringToSign).toString('hex');
  if (!equal(signature, claim.signature)) {
    throw new S3Error('SignatureDoesNotMatch', undefined, {
      AWSAccessKeyId: accessKeyId,
      StringToSign: stringToSign,
      SignatureProvided: claim.signature,
      CanonicalRequest: canonical,
    });
  }
  return { payload: claim.payload, chunkSigner: new ChunkSigner(key, claim.date, scope, signature) };
}

function readHeader(request: S3Request, now: number): Claim {
  const { authorization } = request.headers;
  if (authorization === undefined) throw new S3Error('AccessDenied');
  if (!authorization.startsWith(`${algorithm} `)) {
    throw new S3Error('InvalidRequest', `Please use ${algorithm}.`);
  }
  const fields = new Map(
    authorization
      .slice(algorithm.length)
      .split(',')
      .map((field) => {
        const [name = '', ...value] = field.trim().split('=');
        return [name, value.join('=')] as const;
      }),
  );
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) =>
    fields.get(name),
  );
  if (!credential || !signedHeaders || !signature) throw new S3Error('AuthorizationHeaderMalformed');
  const payload = request.headers['x-amz-content-sha256'];
  if (!payload) throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const date = request.headers['x-amz-date'] ?? '';
  const time = readDate(date);
  if (time === undefined) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  }
  if (Math.abs(now - time) > skewMilliseconds) {
    throw new S3Error('RequestTimeTooSkewed', undefined, {
      RequestTime: date,
      ServerTime: new Date(now).toISOString(),
      MaxAllowedSkewMilliseconds: String(skewMilliseconds),
    });
  }
  return { credential, signedHeaders, signature, date, payload };
}

function readQuery(request: S3Request, now: number): Claim {
  const values = new Map(request.query.map(([name, value]) => [name.toLowerCase(), value]));
  const value = (name: string) => {
    const parameterValue = values.get(name.toLowerCase());
    if (!parameterValue) {
      throw new S3Error(
        'AuthorizationQueryParametersError',
        `Query-string authentication version 4 requires the ${name} parameter.`,
      );
    }
    return parameterValue;
  };
  if (value('X-Amz-Algorithm') !== algorithm) {
    throw new S3Error('AuthorizationQueryParametersError', `X-Amz-Algorithm only supports "${algorithm}"`);
  }
  const date = value('X-Amz-Date');
  const time = readDate(date);
  const expiry = Number(value('X-Amz-Expires'));
  if (time === undefined || !Number.isInteger(expiry) || expiry < 1 || expiry > longestExpirySeconds) {
    throw new S3Error(
      'AuthorizationQueryParametersError',
      `X-Amz-Date must be like 20130524T000000Z and X-Amz-Expires from 1 to ${longestExpirySeconds} seconds`,
    );
  }
  if (time - now > skewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now > time + expiry * 1000) {
    throw new S3Error('AccessDenied', 'Request has expired', {
      'X-Amz-Expires': String(expiry),
      Expires: new Date(time + expiry * 1000).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
  return {
    credential: value('X-Amz-Credential'),
    signedHeaders: value('X-Amz-SignedHeaders'),
    signature: value('X-Amz-Signature'),
    date,
    payload: values.get('x-amz-content-sha256') ?? request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  };
}

/** Parses `20130524T000000Z` into epoch milliseconds; undefined when it is no such date. */
function readDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours, minutes, seconds] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function refuseUnsignedHeaders(request: S3Request, signed: string[]): void {
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
}

function canonicalRequest(request: S3Request, claim: Claim): string {
  const query = request.query
    .filter(([name]) => name.toLowerCase() !== 'x-amz-signature')
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([leftName, leftValue], [rightName, rightValue]) =>
      leftName === rightName ? compare(leftValue, rightValue) : compare(leftName, rightName),
    );
  const headers = claim.signedHeaders
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  return [
    request.method,
    encodeRfc3986(request.path).replaceAll('%2F', '/'),
    query.map((pair) => pair.join('=')).join('&'),
    headers.join(''),
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Turns `x-amz-*` parameters of a presigned URL into headers.
 * @throws NotImplemented for a checksum: whether S3 enforces one in the query is not documented, so sign it as a header
 */
export function takeHeadersFromQuery(request: S3Request): void {
  const isHeader = ([name]: [string, string]) => name.toLowerCase().startsWith('x-amz-');
  for (const [name, value] of request.query.filter(isHeader)) {
    const header = name.toLowerCase();
    if (authenticationParameters.has(header)) continue;
    if (/^x-amz-checksum-(?!mode|algorithm|type)/.test(header)) {
      throw new S3Error(
        'NotImplemented',
        `Sign ${header} as a header (the presigner's unhoistableHeaders), not in the query.`,
      );
    }
    request.headers[header] ??= value;
  }
  request.query = request.query.filter((pair) => !isHeader(pair));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function equal(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}
