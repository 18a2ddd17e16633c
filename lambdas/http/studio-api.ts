import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler, type TypedResponse } from 'hono';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { JSONParsed } from 'hono/utils/types';
import type * as z from 'zod';
import { Id } from '#shared/contract/fields.ts';
import type { ErrorBody } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { env } from '../platform/env.ts';
import { forReader, StudioError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { duringRequest } from '../platform/request.ts';

/** Returns the viewer's IP address. CloudFront's function overwrites this header, so a viewer can't forge it. */
export const viewerAddress = (c: Context): string => c.req.header('x-viewer-ip') ?? '';

/** Returns from where a request came: the viewer's IP address, and what the browser says about itself. */
export const deviceOf = (c: Context): { network: string; browser: string } => ({
  network: viewerAddress(c),
  browser: (c.req.header('user-agent') ?? '').slice(0, browserLength),
});

/** Characters of a browser's name for itself that are kept; browsers send fewer. */
const browserLength = 500;

/** The fields of a Lambda event that the API reads. The authorizer has verified the token that `claims` come from. */
export interface ApiEvent {
  requestContext?: { requestId?: string; authorizer?: { jwt?: { claims?: unknown } } };
}

export interface StudioEnv {
  Bindings: { event?: ApiEvent };
  Variables: { request_id: string };
}

/**
 * Returns a Hono app with the rules of this API: it accepts requests only through CloudFront, forbids caching, and
 * answers every error as JSON with the request's id. The log has the same id, and the details that the caller does not
 * get.
 */
export function studioApi(): Hono<StudioEnv> {
  const app = new Hono<StudioEnv>();
  // Neither API Gateway nor CloudFront (with caching disabled) compresses these responses.
  app.use(compress({ encoding: 'gzip' }));
  app.use(async (c, next) => {
    const id = requestId(c);
    c.set('request_id', id);
    c.header('x-request-id', id);
    c.header('cache-control', 'no-store');
    if (!cameThroughEdge(c)) throw new StudioError('FORBIDDEN');
    await duringRequest(id, next);
  });
  app.notFound(() => {
    throw new StudioError('NOT_FOUND');
  });
  app.onError(answerError);
  return app;
}

function requestId(c: Context<StudioEnv>): string {
  const sentId = c.env?.event?.requestContext?.requestId ?? c.req.header('x-request-id') ?? '';
  // A viewer can send this header, so it is used in logs and responses only when it has the form of an id.
  return /^[\w=-]{1,64}$/.test(sentId) ? sentId : randomUUID();
}

function cameThroughEdge(c: Context): boolean {
  // The environment holds only the digest, so that a person who can read a function's settings can't call the API
  // without CloudFront.
  const digest = createHash('sha256')
    .update(c.req.header('x-studio-edge') ?? '')
    .digest();
  return timingSafeEqual(digest, Buffer.from(env('EDGE_SECRET_SHA256'), 'hex'));
}

function answerError(error: unknown, c: Context<StudioEnv>): Response {
  const { code, message, status, fields, details } = reportError(error, c);
  const body: ErrorBody = {
    error: { code, message, request_id: c.get('request_id'), ...(fields && { fields }), ...(details && { details }) },
  };
  return c.json(body, status);
}

/** Returns the error for the caller, and logs the details that the caller does not get. */
export function reportError(error: unknown, c: Context<StudioEnv>): StudioError {
  const callerError = forReader(error);
  const facts = { request_id: c.get('request_id'), method: c.req.method, path: c.req.path };
  if (callerError.code === 'UNEXPECTED') log.error('A request failed.', { ...facts, error: asError(error) });
  if (callerError.code === 'BUSY')
    log.warn('AWS throttled or failed a request; the caller got BUSY.', { ...facts, error: asError(error) });
  return callerError;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Returns the response, without anything that its schema does not declare. */
export function answer<Schema extends z.ZodType, const Status extends ContentfulStatusCode = 200>(
  c: Context,
  schema: Schema,
  value: z.input<Schema>,
  status: Status = 200 as Status,
): Response & TypedResponse<JSONParsed<z.output<Schema>>, Status, 'json'> {
  return c.json(schema.parse(value), status);
}

/**
 * Returns the response with an ETag, or 304 when the request's If-None-Match has this ETag. `no-store` forbids every
 * cache, so the page itself keeps the response and its ETag.
 */
export function answerUnlessKnown<Schema extends z.ZodType>(c: Context, schema: Schema, value: z.input<Schema>) {
  const json = JSON.stringify(schema.parse(value));
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  c.header('etag', etag);
  if (isKnown(c, etag)) return c.body(null, 304) as never;
  return c.body(json, 200, { 'content-type': 'application/json' }) as unknown as Response &
    TypedResponse<JSONParsed<z.output<Schema>>, 200, 'json'>;
}

/** Whether the request's If-None-Match has this ETag. A compressed response has a weak ETag, with `W/` before it. */
export const isKnown = (c: Context, etag: string): boolean =>
  c.req.header('if-none-match')?.replaceAll('W/', '') === etag;

/** Returns an id from the path. A value that can't be an id is NOT_FOUND, as is an id without a row. */
export function idOf(c: Context, name: string, schema: z.ZodType<string> = Id): string {
  const { data } = schema.safeParse(c.req.param(name));
  if (data === undefined) throw new StudioError('NOT_FOUND');
  return data;
}

/** Returns a whole number from the path, from 0 to 999,999; anything else is NOT_FOUND. */
export function numberOf(c: Context, name: string): number {
  const digits = c.req.param(name) ?? '';
  if (!/^(0|[1-9]\d{0,5})$/.test(digits)) throw new StudioError('NOT_FOUND');
  return Number(digits);
}

/** Returns the middleware that validates the request's JSON body with its schema, for `c.req.valid('json')`. */
export function body<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<StudioEnv, string, { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }> {
  return async (c, next) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new StudioError('INVALID', 'Send the body as JSON, with the content type application/json.');
    }
    c.req.addValidatedData('json', valid(schema, parseJson(await readText(c))) as object);
    await next();
  };
}

/** Returns the middleware that validates the query with its schema, for `c.req.valid('query')`. */
export function query<Schema extends z.ZodType<object>>(
  schema: Schema,
): MiddlewareHandler<StudioEnv, string, { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }> {
  return async (c, next) => {
    c.req.addValidatedData('query', valid(schema, c.req.query()));
    await next();
  };
}

/**
 * Returns the body as text.
 * @throws StudioError TOO_LARGE, or INVALID when it is not UTF-8
 */
export async function readText(c: Context): Promise<string> {
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > limits.requestBytes) throw new StudioError('TOO_LARGE');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StudioError('INVALID', 'The body is not valid UTF-8.');
  }
}

/**
 * Replaces half of a surrogate pair, which DynamoDB can't store, by the replacement character, as any text decoder
 * does.
 */
const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, wellFormed);
  } catch {
    throw new StudioError('INVALID', 'The body is not valid JSON.');
  }
}

/**
 * Returns the value as its schema parses it.
 * @throws StudioError INVALID with the field paths and what is wrong with each
 */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(closestAlternative);
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message;
  throw new StudioError('INVALID', undefined, { fields });
}

/**
 * Returns the errors of the alternative of a union that the caller probably meant: without an unknown field, then with
 * the fewest errors.
 */
function closestAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const badness = (issues: z.core.$ZodIssue[]) =>
    issues.length + (issues.some(({ code }) => code === 'unrecognized_keys') ? 1_000 : 0);
  const [closest] = issue.errors.toSorted((a, b) => badness(a) - badness(b));
  return closest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
