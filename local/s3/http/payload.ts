import {
  type ChecksumAlgorithm,
  checksumAlgorithm,
  checksumHeader,
  type Digest,
  digesting,
  isChecksumValue,
  startDigest,
} from './checksums.ts';
import { decodeChunks } from './chunked-body.ts';
import type { S3Request } from './request.ts';
import { S3Error } from './s3-error.ts';
import type { Authentication } from './signatures.ts';

/** S3's limit for one PUT, in bytes; larger objects need parts. */
const maximumBytes = 5 * 1024 ** 3;
/** Bytes that no list of parts or keys that S3 accepts exceeds. */
const maximumXmlBytes = 8 << 20;

/** The verified facts about a body. */
export interface Received {
  size: number;
  /** Hex */
  md5: string;
  /** The checksum that the request named, in base64. */
  checksum?: { algorithm: ChecksumAlgorithm; value: string };
}

/** A request's body with everything that the request declares about it. */
export class Payload {
  readonly algorithm: ChecksumAlgorithm | undefined;
  /** Whether the request declares a digest by which damage is detected. */
  readonly isProtected: boolean;
  readonly #source: AsyncIterable<Buffer>;
  readonly #authentication: Authentication;
  readonly #headers: Record<string, string>;
  readonly #length: number;
  /** The checksum's value; undefined until its trailer arrives. */
  readonly #checksum: string | undefined;
  #received: Received | undefined;

  /**
   * Reads the declarations of a request.
   * @param checksumIsOfBody false where checksum headers describe something else, as in CompleteMultipartUpload
   * @throws for contradictory declarations
   */
  constructor(
    request: S3Request,
    source: AsyncIterable<Buffer>,
    authentication: Authentication,
    checksumIsOfBody: boolean,
  ) {
    const { headers } = request;
    this.#source = source;
    this.#authentication = authentication;
    this.#headers = headers;
    if (
      !/^([\da-f]{64}|UNSIGNED-PAYLOAD|STREAMING-(UNSIGNED-PAYLOAD-TRAILER|AWS4-HMAC-SHA256-PAYLOAD(-TRAILER)?))$/.test(
        authentication.payload,
      )
    ) {
      throw new S3Error(
        'InvalidArgument',
        'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING- value of Signature Version 4, or a valid sha256 value.',
      );
    }
    const length = headers[this.#isChunked ? 'x-amz-decoded-content-length' : 'content-length'];
    this.#length = Number(length ?? 0);
    if (!/^\d*$/.test(length ?? '')) throw new S3Error('InvalidArgument');
    if (length === undefined && (this.#isChunked || request.method === 'PUT' || headers['transfer-encoding'])) {
      throw new S3Error('MissingContentLength');
    }
    if (this.#length > maximumBytes) throw new S3Error('EntityTooLarge');
    const md5 = headers['content-md5'];
    if (md5 !== undefined && !/^[A-Za-z\d+/]{22}==$/.test(md5)) throw new S3Error('InvalidDigest');
    const named = checksumIsOfBody ? namedChecksum(headers) : undefined;
    this.algorithm = named?.algorithm;
    this.#checksum = named?.value;
    this.isProtected = md5 !== undefined || named !== undefined;
  }

  get #isChunked(): boolean {
    return this.#authentication.payload.startsWith('STREAMING-');
  }

  /** Returns the facts about the body; available after `content` was read to its end. */
  get received(): Received {
    if (!this.#received) throw new Error('The body has not been read yet.');
    return this.#received;
  }

  /**
   * Yields the bytes and verifies every declaration after the last byte.
   * @throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, SignatureDoesNotMatch
   */
  async *content(): AsyncGenerator<Buffer> {
    const { payload, chunkSigner } = this.#authentication;
    const trailers = new Map<string, string>();
    const isSigned = /^[\da-f]{64}$/.test(payload);
    const digests = new Map<string, Digest>([['MD5', startDigest('MD5')]]);
    if (this.algorithm) digests.set(this.algorithm, startDigest(this.algorithm));
    if (isSigned && !digests.has('SHA256')) digests.set('SHA256', startDigest('SHA256'));

    const source = this.#isChunked
      ? decodeChunks(this.#source, payload.startsWith('STREAMING-AWS4') ? chunkSigner : undefined, trailers)
      : this.#source;
    let size = 0;
    for await (const chunk of digesting(source, [...digests.values()])) {
      size += chunk.length;
      if (size > this.#length) throw new S3Error('IncompleteBody');
      yield chunk;
    }
    if (size !== this.#length) throw new S3Error('IncompleteBody');

    const values = new Map([...digests].map(([name, digest]) => [name, digest.end()]));
    const md5 = values.get('MD5')!;
    const declaredMd5 = this.#headers['content-md5'];
    if (declaredMd5 !== undefined && declaredMd5 !== md5.toString('base64')) {
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
        ExpectedDigest: declaredMd5,
        CalculatedDigest: md5.toString('base64'),
      });
    }
    if (isSigned && payload !== values.get('SHA256')?.toString('hex')) {
      throw new S3Error('XAmzContentSHA256Mismatch', undefined, {
        ClientComputedContentSHA256: payload,
        S3ComputedContentSHA256: values.get('SHA256')?.toString('hex') ?? '',
      });
    }
    this.#received = { size, md5: md5.toString('hex') };
    if (this.algorithm) {
      const value = values.get(this.algorithm)!.toString('base64');
      checkValue(this.algorithm, this.#checksum ?? trailers.get(checksumHeader(this.algorithm)), value);
      this.#received.checksum = { algorithm: this.algorithm, value };
    }
  }

  /** Reads the body into memory as text; for XML only. */
  async text(): Promise<string> {
    if (this.#length > maximumXmlBytes) throw new S3Error('MalformedXML');
    const chunks: Buffer[] = [];
    for await (const chunk of this.content()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
}

function checkValue(algorithm: ChecksumAlgorithm, promised: string | undefined, value: string): void {
  if (promised === undefined || !isChecksumValue(algorithm, promised)) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  if (promised !== value) {
    throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
  }
}

/** Returns the checksum that a request has in a header or announces as a trailer. */
function namedChecksum(headers: Record<string, string>): { algorithm: ChecksumAlgorithm; value?: string } | undefined {
  const prefix = 'x-amz-checksum-';
  const inHeader = Object.keys(headers).filter((name) => /^x-amz-checksum-(?!mode$|algorithm$|type$)/.test(name));
  const inTrailer = (headers['x-amz-trailer'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknownTrailer = inTrailer.find((name) => !name.startsWith(prefix));
  if (unknownTrailer) throw new S3Error('NotImplemented', undefined, { Header: unknownTrailer });
  const [name, ...otherNames] = [...inHeader, ...inTrailer];
  if (otherNames.length > 0) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const announced = headers['x-amz-sdk-checksum-algorithm'];
  if (name === undefined) {
    if (announced === undefined) return undefined;
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  const algorithm = checksumAlgorithm(name.slice(prefix.length));
  if (announced !== undefined && announced.toUpperCase() !== algorithm) {
    throw new S3Error('InvalidRequest', `Value for x-amz-sdk-checksum-algorithm header is invalid.`);
  }
  const value = headers[name];
  if (value === undefined) return { algorithm };
  if (!isChecksumValue(algorithm, value)) throw new S3Error('InvalidRequest', `Value for ${name} header is invalid.`);
  return { algorithm, value };
}
