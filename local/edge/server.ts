import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { type BehaviorBlueprint, behaviors, pagesBehavior } from '../../infra/blueprint/behaviors.ts';
import { cachePolicies } from '../../infra/edge/cache-policies.ts';
import { edgeFunctionCode } from '../../infra/edge/functions.ts';
import { type HeaderKind, securityHeaders } from '../../infra/edge/headers.ts';
import { documentsOf, type SiteBuild } from '../../infra/edge/site-build.ts';
import { type Addresses, credentials, endpoint, origin, region } from '../addresses.ts';
import { bucketName, edgeSecret, siteConfig } from '../environment.ts';
import { Faults } from '../services/faults.ts';
import { AwsError, type RunningService, serve, suffer } from '../services/service.ts';
import { type CachedAnswer, type CacheSlot, EdgeCache } from './cache.ts';
import { isKnown, rangeOf } from './conditions.ts';
import { Invalidations } from './invalidations.ts';
import { type OriginAnswer, Origins } from './origins.ts';
import { denialOf } from './signed-access.ts';
import { SiteFiles, type SiteFilesOptions } from './site-files.ts';
import {
  type FunctionRequest,
  type FunctionResponse,
  functionRequest,
  headerValues,
  plainHeaders,
  viewerFunction,
} from './viewer-function.ts';

export interface EdgeOptions {
  port: number;
  /** Addresses of the origins, and the source of config.json's addresses. */
  addresses: Addresses;
  /** The built site, and its build facts. */
  siteFolder: string;
  siteBuild: SiteBuild;
  /** Public keys (PEM) by CloudFront's key id. */
  trustedKeys: Record<string, string>;
  faults?: Faults;
}

/** A viewer's request at the edge. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** The path as sent, not decoded. */
  path: string;
  rawQuery: string;
}

/**
 * Starts CloudFront on one machine: the blueprint's behaviors with the deployed functions, headers and cache policies,
 * over plain HTTP/1.1. Faults name the operations `site`, `api` and `photos`, with the path as resource.
 * CreateInvalidation is handled on the same port, and `GET /_invalidations` lists the invalidations. `x-cache` is Hit
 * or Miss.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  const cache = new EdgeCache();
  const invalidations = new Invalidations((paths) => cache.invalidate(paths), faults);
  const { addresses, siteFolder, siteBuild } = options;
  const s3 = new S3Client({ region, credentials, endpoint: endpoint(addresses, 's3'), forcePathStyle: true });
  const site = new SiteFiles({
    folder: siteFolder,
    immutableFolders: siteBuild.folders,
    written: { '/config.json': JSON.stringify(siteConfig(addresses)) },
    read: documentsIn(s3, documentsOf(siteBuild)),
  });
  const origins = new Origins({
    api: endpoint(addresses, 'httpapi'),
    s3: endpoint(addresses, 's3'),
    bucket: bucketName('photos'),
  });
  const distribution = new Distribution(options, site, origins, cache);

  const server = await serve('Edge', options.port, faults, async (request, response) => {
    const [path = '/', rawQuery = ''] = (request.url ?? '/').split(/\?(.*)/s);
    if (request.method === 'POST' && /^\/2020-05-31\/distribution\/[^/]+\/invalidation$/.test(path)) {
      return await invalidations.answer(request, response);
    }
    if (path === '/_invalidations') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(invalidations.all));
    }
    const behavior = behaviorOf(path);
    try {
      if (!(await suffer(faults.take(behavior?.origin ?? 'site', path), response))) return;
      await distribution.answer({ request, response, path, rawQuery }, behavior);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.writeHead(error.status, { 'content-type': 'text/html' }).end(error.message);
    }
  });
  return {
    port: server.port,
    close: async () => {
      await server.close();
      origins.close();
      s3.destroy();
    },
  };
}

/** Returns the function that reads the documents that publish-site has written. */
function documentsIn(s3: S3Client, documents: string[]): SiteFilesOptions['read'] {
  const keys = new Set(documents);
  return async (path) => {
    const Key = path.slice(1);
    if (!keys.has(Key)) return undefined;
    try {
      const stored = await s3.send(new GetObjectCommand({ Bucket: bucketName('site'), Key }));
      const { Body, LastModified, ContentType, CacheControl, Metadata = {} } = stored;
      const headers = {
        ...(ContentType && { 'content-type': ContentType }),
        ...(CacheControl && { 'cache-control': CacheControl }),
        ...Object.fromEntries(Object.entries(Metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
      };
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      return { bytes, modified: LastModified ?? new Date(), headers };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  };
}

/** Returns the behavior whose pattern matches; undefined for the default behavior. */
function behaviorOf(path: string): BehaviorBlueprint | undefined {
  const matches = ([pattern]: [string, unknown]) =>
    new RegExp(`^${pattern.replaceAll('?', '.').replaceAll('*', '.*')}$`, 's').test(path);
  return Object.entries(behaviors).find(matches)?.[1];
}

class Distribution {
  readonly #trustedKeys: Record<string, string>;
  readonly #site: SiteFiles;
  readonly #origins: Origins;
  readonly #cache: EdgeCache;
  /**
   * Requests to the API whose responses may be cached, by cache key. Other requests for the same response wait for
   * them.
   */
  readonly #requestsInProgress = new Map<string, Promise<void>>();
  readonly #headers: Record<HeaderKind, Record<string, string>>;
  readonly #viewerRequest: ViewerRequestFunction;
  readonly #viewerResponse: (
    ip: string,
    event: { request: FunctionRequest; response: FunctionResponse },
  ) => FunctionResponse;
  readonly #apiRequest: ViewerRequestFunction;

  constructor({ addresses, siteBuild, trustedKeys }: EdgeOptions, site: SiteFiles, origins: Origins, cache: EdgeCache) {
    this.#cache = cache;
    this.#trustedKeys = trustedKeys;
    this.#site = site;
    this.#origins = origins;
    const sources = {
      connectSources: [origin(addresses, 'cognito'), endpoint(addresses, 's3')],
      scriptHashes: siteBuild.scriptHashes,
      styleHashes: siteBuild.styleHashes,
    };
    this.#headers = {
      site: securityHeaders('site', sources),
      assets: securityHeaders('assets', sources),
      api: securityHeaders('api', sources),
      portfolio: securityHeaders('portfolio', sources),
      media: securityHeaders('media', sources),
    };
    this.#viewerRequest = viewerFunction(edgeFunctionCode('viewer-request', { build: siteBuild }), 'viewer-request');
    this.#viewerResponse = viewerFunction(edgeFunctionCode('viewer-response'), 'viewer-response');
    this.#apiRequest = viewerFunction(edgeFunctionCode('api-request'), 'viewer-request');
  }

  async answer(visit: Visit, behavior: BehaviorBlueprint | undefined): Promise<void> {
    if (behavior?.origin === 'api') return await this.#api(visit, behavior);
    if (!['GET', 'HEAD'].includes(visit.request.method ?? '')) {
      const kind = behavior?.headers ?? 'site';
      return refuse(visit.response, this.#headers[kind], 'InvalidMethod', 'This path is for reading only.');
    }
    if (behavior?.origin === 'photos') return await this.#photos(visit, behavior);
    await this.#pages(visit, this.#headers[behavior?.headers ?? 'site']);
  }

  async #pages({ request, response, path, rawQuery }: Visit, edgeHeaders: Record<string, string>): Promise<void> {
    const ip = request.socket.remoteAddress ?? '';
    const viewerRequest = this.#viewerRequest(ip, { request: functionRequest(request, path, rawQuery) });
    if ('statusCode' in viewerRequest) return answerByFunction(response, viewerRequest, edgeHeaders);
    const { status, headers, body } = await this.#page(viewerRequest);
    const originResponse: FunctionResponse = { statusCode: status, headers: headerValues(headers), cookies: {} };
    // CloudFront does not call viewer-response functions for an origin's errors.
    const answer =
      status < 400 ? this.#viewerResponse(ip, { request: viewerRequest, response: originResponse }) : originResponse;
    const length = answer.statusCode === 304 ? {} : { 'content-length': body.length };
    response.writeHead(answer.statusCode, { ...plainHeaders(answer.headers), ...edgeHeaders, ...length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Returns a file of the site, from the cache or the bucket. */
  async #page({ uri, headers: values }: FunctionRequest): Promise<CachedAnswer> {
    const headers = plainHeaders(values);
    const slot = this.#cache.slot(uri, headers['accept-encoding'] ?? '', cachePolicies[pagesBehavior.cache]);
    const cached = this.#cache.find(slot);
    if (cached) return responseFor(headers, cached);
    const answer = await this.#site.answer(uri, headers);
    this.#cache.store(slot, answer);
    return { ...answer, headers: { ...answer.headers, ...missHeader } };
  }

  async #api(visit: Visit, { headers: kind, cache }: BehaviorBlueprint): Promise<void> {
    const edgeHeaders = this.#headers[kind];
    const { request, path, rawQuery } = visit;
    const ip = request.socket.remoteAddress ?? '';
    const apiRequest = this.#apiRequest(ip, { request: functionRequest(request, path, rawQuery) });
    if ('statusCode' in apiRequest) return answerByFunction(visit.response, apiRequest, edgeHeaders);
    const headers = plainHeaders(apiRequest.headers);
    headers['x-forwarded-for'] = [headers['x-forwarded-for'], ip].filter(Boolean).join(', ');
    headers['x-studio-edge'] = edgeSecret;
    if (request.headers.cookie) headers.cookie = request.headers.cookie;
    const askOrigin = (validators = {}) => this.#origins.api(request, { ...headers, ...validators });
    if (cache === 'CachingDisabled' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      return await this.#passOn(visit, edgeHeaders, askOrigin);
    }
    const slot = this.#cache.slot(path, headers['accept-encoding'] ?? '', cachePolicies[cache]);
    for (const name of ['range', 'if-none-match', 'if-modified-since']) delete headers[name];
    await this.#requestsInProgress.get(slot.key);
    const cached = this.#cache.find(slot);
    if (cached) return this.#sendCached(visit, edgeHeaders, cached);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#requestsInProgress.set(slot.key, promise);
    const etag = this.#cache.findExpired(slot)?.etag;
    try {
      await this.#passOn(visit, edgeHeaders, () => askOrigin(etag && { 'if-none-match': etag }), { slot });
    } finally {
      if (this.#requestsInProgress.get(slot.key) === promise) this.#requestsInProgress.delete(slot.key);
      resolve();
    }
  }

  #sendCached({ request, response }: Visit, edgeHeaders: Record<string, string>, cached: CachedAnswer): void {
    const { status, headers, body } = responseFor(request.headers, cached);
    const length = status === 304 ? {} : { 'content-length': body.length };
    response.writeHead(status, { ...headers, ...edgeHeaders, ...length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async #photos(visit: Visit, behavior: BehaviorBlueprint): Promise<void> {
    const { signed, cache } = behavior;
    const edgeHeaders = this.#headers[behavior.headers];
    const { request, response, path, rawQuery } = visit;
    const presented = {
      origin: `http://${request.headers.host}`,
      path,
      rawQuery,
      cookie: request.headers.cookie ?? '',
    };
    const denial = signed ? denialOf(presented, this.#trustedKeys) : undefined;
    if (denial) return refuse(response, edgeHeaders, denial.code, denial.message);
    const key = keyOf(path);
    if (key === undefined) return refuse(response, edgeHeaders, 'AccessDenied', 'Access denied');
    const slot = this.#cache.slot(path, String(request.headers['accept-encoding'] ?? ''), cachePolicies[cache]);
    const cached = this.#cache.find(slot);
    if (cached) return this.#sendCached(visit, edgeHeaders, cached);
    await this.#passOn(visit, edgeHeaders, () => this.#origins.photos(request, key), { slot, isBucket: true });
  }

  /** Sends an origin's response to the viewer, and caches it where allowed; 502 when the origin does not respond. */
  async #passOn(
    visit: Visit,
    headers: Record<string, string>,
    askOrigin: () => Promise<OriginAnswer>,
    { slot, isBucket }: { slot?: CacheSlot; isBucket?: true } = {},
  ): Promise<void> {
    const { request, response } = visit;
    let answer: OriginAnswer;
    try {
      answer = await askOrigin();
    } catch {
      if (response.destroyed) return;
      const cached = slot && this.#cache.findDespiteError(slot);
      if (cached) return this.#sendCached(visit, headers, cached);
      response.writeHead(502, { ...headers, 'content-type': 'text/html' });
      return void response.end('502 ERROR: The origin closed the connection or does not listen.');
    }
    // Without the right to list the bucket, S3 responds 403 for a missing object.
    if (isBucket && answer.status === 404) {
      answer.body.resume();
      return refuse(response, headers, 'AccessDenied', 'Access Denied');
    }
    const cachedInstead = slot && this.#cachedInstead(slot, answer);
    if (cachedInstead) {
      answer.body.resume();
      return this.#sendCached(visit, headers, cachedInstead);
    }
    response.writeHead(answer.status, { ...answer.headers, ...headers, ...missHeader });
    const chunks: Buffer[] = [];
    const isCacheable = slot && request.method === 'GET' && this.#cache.takes(slot, answer.status, answer.headers);
    const collector = new Transform({
      transform(chunk: Buffer, _, done) {
        if (isCacheable) chunks.push(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(answer.body, collector, response);
    } catch {
      // The viewer or the origin disconnected: both connections end, and the partial answer is not cached.
      return void request.destroy();
    }
    if (isCacheable) this.#cache.store(slot, { ...answer, body: Buffer.concat(chunks) });
  }

  /** Returns the cached response that replaces the origin's, because it has not changed or the origin fails. */
  #cachedInstead(slot: CacheSlot, answer: OriginAnswer): CachedAnswer | undefined {
    if (answer.status >= 500) return this.#cache.findDespiteError(slot);
    const expired = answer.status === 304 && this.#cache.findExpired(slot);
    if (!expired) return undefined;
    const { status, body } = expired;
    const newHeaders = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'));
    const renewed = { status, body, headers: { ...expired.headers, ...Object.fromEntries(newHeaders) } };
    this.#cache.store(slot, renewed);
    return { ...renewed, headers: { ...renewed.headers, ...refreshHitHeader } };
  }
}

/** A viewer-request function, which returns the request to continue with, or the response. */
type ViewerRequestFunction = (ip: string, event: { request: FunctionRequest }) => FunctionRequest | FunctionResponse;

function answerByFunction(
  response: ServerResponse,
  { statusCode, headers }: FunctionResponse,
  edgeHeaders: OutgoingHttpHeaders,
): void {
  response.writeHead(statusCode, { ...plainHeaders(headers), ...edgeHeaders, 'content-length': 0 });
  response.end();
}

const missHeader = { 'x-cache': 'Miss from cloudfront' };
const refreshHitHeader = { 'x-cache': 'RefreshHit from cloudfront' };

/** Returns a cached response for this request: whole, one range, or 'not modified'. */
function responseFor(request: Record<string, string | string[] | undefined>, cached: CachedAnswer): CachedAnswer {
  const headers = { 'x-cache': 'Hit from cloudfront', ...cached.headers };
  const { body } = cached;
  if (isKnown(request, headers)) return { status: 304, headers, body: Buffer.alloc(0) };
  const range = rangeOf(request, headers, body.length);
  if (range === undefined) return { ...cached, headers };
  const contentRange = (bytesOfBody: string) => ({
    ...headers,
    'content-range': `bytes ${bytesOfBody}/${body.length}`,
  });
  if (range === null) return { status: 416, headers: contentRange('*'), body: Buffer.alloc(0) };
  const { first, last } = range;
  return { status: 206, headers: contentRange(`${first}-${last}`), body: body.subarray(first, last + 1) };
}

/** Returns the object key of a path; undefined for a path that an HTTP client could normalize to another key. */
function keyOf(path: string): string | undefined {
  try {
    const key = decodeURIComponent(path.slice(1));
    return key.split('/').some((segment) => segment === '.' || segment === '..') ? undefined : key;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, headers: OutgoingHttpHeaders, code: string, message: string): void {
  response.writeHead(403, { ...headers, 'content-type': 'text/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
