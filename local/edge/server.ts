import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { behaviors } from '../../infra/blueprint.ts';
import { edgeFunctionCode } from '../../infra/edge/functions.ts';
import { securityHeaders } from '../../infra/edge/headers.ts';
import type { SiteBuild } from '../../infra/edge/site-build.ts';
import { type Addresses, endpoint, origin } from '../addresses.ts';
import { bucketName, edgeSecret, siteConfig } from '../environment.ts';
import { Faults } from '../faults.ts';
import { AwsError, type RunningService, serve, suffer } from '../service.ts';
import { Invalidations } from './invalidations.ts';
import { type OriginAnswer, Origins } from './origins.ts';
import { denialOf } from './signed-access.ts';
import { SiteFiles } from './site-files.ts';
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
  /** Where the origins listen, and what the browser must know of them. */
  addresses: Addresses;
  /** The built site, and what its build says of it. */
  siteFolder: string;
  siteBuild: SiteBuild;
  /** Public keys (PEM) by the id under which CloudFront knows them. */
  trustedKeys: Record<string, string>;
  faults?: Faults;
}

/** A viewer's request on its way through the edge. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** As sent, not decoded. */
  path: string;
  rawQuery: string;
}

/**
 * CloudFront on one machine: the blueprint's behaviors with the deployed functions and headers, over plain HTTP/1.1 and
 * without a cache. Faults know the operations `site`, `api` and `photos`, with the path as resource. CreateInvalidation
 * is answered on the same port, and `GET /_invalidations` lists what it was asked.
 */
export async function startEdge(options: EdgeOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  const invalidations = new Invalidations();
  const { addresses, siteFolder, siteBuild } = options;
  const site = new SiteFiles({
    folder: siteFolder,
    immutableFolders: siteBuild.folders,
    written: { '/config.json': JSON.stringify(siteConfig(addresses)) },
  });
  const origins = new Origins({
    api: endpoint(addresses, 'httpapi'),
    s3: endpoint(addresses, 's3'),
    bucket: bucketName('photos'),
  });
  const distribution = new Distribution(options, site, origins);

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
    },
  };
}

type Behavior = (typeof behaviors)[keyof typeof behaviors];

/** The behavior whose pattern fits; undefined for the default one. */
function behaviorOf(path: string): Behavior | undefined {
  return Object.entries(behaviors).find(([pattern]) => path.startsWith(pattern.slice(0, -1)))?.[1];
}

class Distribution {
  readonly #trustedKeys: Record<string, string>;
  readonly #site: SiteFiles;
  readonly #origins: Origins;
  readonly #headers: Record<'site' | 'api' | 'media', Record<string, string>>;
  readonly #viewerRequest: (ip: string, event: { request: FunctionRequest }) => FunctionRequest | FunctionResponse;
  readonly #viewerResponse: (
    ip: string,
    event: { request: FunctionRequest; response: FunctionResponse },
  ) => FunctionResponse;
  readonly #apiRequest: (ip: string, event: { request: FunctionRequest }) => FunctionRequest;

  constructor({ addresses, siteBuild, trustedKeys }: EdgeOptions, site: SiteFiles, origins: Origins) {
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
      api: securityHeaders('api', sources),
      media: securityHeaders('media', sources),
    };
    this.#viewerRequest = viewerFunction(edgeFunctionCode('viewer-request', siteBuild), 'viewer-request');
    this.#viewerResponse = viewerFunction(edgeFunctionCode('viewer-response'), 'viewer-response');
    this.#apiRequest = viewerFunction(edgeFunctionCode('api-request'), 'viewer-request');
  }

  async answer(visit: Visit, behavior: Behavior | undefined): Promise<void> {
    if (behavior?.origin === 'api') return await this.#api(visit);
    if (!['GET', 'HEAD'].includes(visit.request.method ?? '')) {
      const kind = behavior ? 'media' : 'site';
      return refuse(visit.response, this.#headers[kind], 'InvalidMethod', 'This path is for reading only.');
    }
    if (behavior) return await this.#photos(visit, behavior.signed);
    await this.#pages(visit);
  }

  async #pages({ request, response, path, rawQuery }: Visit): Promise<void> {
    const ip = request.socket.remoteAddress ?? '';
    const asked = this.#viewerRequest(ip, { request: functionRequest(request, path, rawQuery) });
    if ('statusCode' in asked) {
      response.writeHead(asked.statusCode, {
        ...plainHeaders(asked.headers),
        ...this.#headers.site,
        'content-length': 0,
      });
      return void response.end();
    }
    const { status, headers, body } = await this.#site.answer(asked.uri, plainHeaders(asked.headers));
    const found: FunctionResponse = { statusCode: status, headers: headerValues(headers), cookies: {} };
    // CloudFront doesn't call the function for an origin's errors.
    const answer = status < 400 ? this.#viewerResponse(ip, { request: asked, response: found }) : found;
    const length = answer.statusCode === 304 ? {} : { 'content-length': body.length };
    response.writeHead(answer.statusCode, { ...plainHeaders(answer.headers), ...this.#headers.site, ...length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async #api(visit: Visit): Promise<void> {
    const { request, path, rawQuery } = visit;
    const ip = request.socket.remoteAddress ?? '';
    const asked = this.#apiRequest(ip, { request: functionRequest(request, path, rawQuery) });
    const headers = plainHeaders(asked.headers);
    headers['x-forwarded-for'] = [headers['x-forwarded-for'], ip].filter(Boolean).join(', ');
    headers['x-studio-edge'] = edgeSecret;
    if (request.headers.cookie) headers.cookie = request.headers.cookie;
    await this.#passOn(visit, this.#headers.api, () => this.#origins.api(request, headers));
  }

  async #photos(visit: Visit, signed: boolean): Promise<void> {
    const { request, response, path, rawQuery } = visit;
    const shown = { origin: `http://${request.headers.host}`, path, rawQuery, cookie: request.headers.cookie ?? '' };
    const denial = signed ? denialOf(shown, this.#trustedKeys) : undefined;
    if (denial) return refuse(response, this.#headers.media, denial.code, denial.message);
    const key = keyOf(path);
    if (key === undefined) return refuse(response, this.#headers.media, 'AccessDenied', 'Access denied');
    await this.#passOn(visit, this.#headers.media, () => this.#origins.photos(request, key));
  }

  /** Hands an origin's answer on to the viewer, or says that the origin gave none. */
  async #passOn(
    { request, response }: Visit,
    headers: OutgoingHttpHeaders,
    ask: () => Promise<OriginAnswer>,
  ): Promise<void> {
    let answer: OriginAnswer;
    try {
      answer = await ask();
    } catch {
      if (response.destroyed) return;
      response.writeHead(502, { ...headers, 'content-type': 'text/html' });
      return void response.end('502 ERROR: The origin closed the connection or does not listen.');
    }
    // Whoever may not list the photos bucket, as CloudFront, is told of a missing object as of a forbidden one.
    if (headers === this.#headers.media && answer.status === 404) {
      answer.body.resume();
      return refuse(response, headers, 'AccessDenied', 'Access Denied');
    }
    response.writeHead(answer.status, { ...answer.headers, ...headers });
    // A viewer that leaves half-way, or an origin that does, ends both sides; there is nobody left to tell.
    await pipeline(answer.body, response).catch(() => request.destroy());
  }
}

/** The object that a path stands for; undefined for one that could come to mean another object on the way to S3. */
function keyOf(path: string): string | undefined {
  try {
    const key = decodeURIComponent(path.slice(1));
    return key.split('/').some((part) => part === '.' || part === '..') ? undefined : key;
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
