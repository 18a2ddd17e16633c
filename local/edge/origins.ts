import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request as startRequest } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { credentials, region } from '../addresses.ts';

/** The origins: the API, and the photos bucket with its origin access control. */

/** An origin's response with an unread body. */
export interface OriginAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: IncomingMessage;
}

/** Hop-by-hop headers, which are not forwarded. */
const connectionHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const withoutConnection = <Headers extends object>(headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));

export class Origins {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #s3: S3Client;
  readonly #api: string;
  readonly #bucket: string;

  constructor(options: { api: string; s3: string; bucket: string }) {
    this.#api = options.api;
    this.#bucket = options.bucket;
    this.#s3 = new S3Client({
      region,
      credentials,
      endpoint: options.s3,
      forcePathStyle: true,
      // By default the SDK adds signed checksum parameters to each URL.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /** Forwards a request to the API with its body and these headers. */
  async api(viewer: IncomingMessage, headers: Record<string, string>): Promise<OriginAnswer> {
    const { host: _, ...forwarded } = withoutConnection(headers);
    // A body of unknown length is forwarded in chunks.
    const framing = viewer.headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {};
    return await this.#send(`${this.#api}${viewer.url}`, viewer, { ...forwarded, ...framing }, viewer);
  }

  /**
   * Reads an object with a signed request, as the origin access control does. Forwards only Range and the conditional
   * headers of the viewer.
   * @param key key of the object
   */
  async photos(viewer: IncomingMessage, key: string): Promise<OriginAnswer> {
    const input = { Bucket: this.#bucket, Key: key };
    const command = viewer.method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    const url = await getSignedUrl(this.#s3, command, { expiresIn: 60 });
    const headers = Object.fromEntries(
      ['range', 'if-range', 'if-none-match', 'if-modified-since'].flatMap((name) => {
        const value = viewer.headers[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    return await this.#send(url, viewer, headers, Readable.from([]));
  }

  #send(url: string, viewer: IncomingMessage, headers: Record<string, string>, body: Readable): Promise<OriginAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = startRequest(url, { agent: this.#agent, method: viewer.method ?? 'GET', headers }, (answer) =>
        resolve({ status: answer.statusCode ?? 502, headers: withoutConnection(answer.headers), body: answer }),
      );
      // A broken connection can emit more than one error.
      outgoing.on('error', reject);
      viewer.once('close', () => {
        if (!viewer.complete) outgoing.destroy();
      });
      body.pipe(outgoing);
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#s3.destroy();
  }
}
