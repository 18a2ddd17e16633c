import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler, type TypedResponse } from 'hono';
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

/** What the API needs of a Lambda's event; the authorizer has checked the token that `claims` come from. */
export interface ApiEvent {
  requestContext?: { requestId?: string; authorizer?: { jwt?: { claims?: unknown } } };
}

export interface StudioEnv {
  Bindings: { event?: ApiEvent };
  Variables: { request_id: string };
}

/**
 * A Hono app our way: only through the edge, never cached, every error as JSON with the request's id, which is also in
 * the log beside what the reader is not told.
 */
export function studioApi(): Hono<StudioEnv> {
  const app = new Hono<StudioEnv>();
  app.use(compress);
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

/** Neither API Gateway nor CloudFront, which is told to cache nothing here, would make an answer smaller. */
const compress: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.body || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return;
  c.res = new Response(c.res.body.pipeThrough(new CompressionStream('gzip')), c.res);
  c.res.headers.set('content-encoding', 'gzip');
};

function requestId(c: Context<StudioEnv>): string {
  const given = c.env?.event?.requestContext?.requestId ?? c.req.header('x-request-id') ?? '';
  // A viewer can send that header, so it gets into logs and answers only when it looks like an id.
  return /^[\w=-]{1,64}$/.test(given) ? given : randomUUID();
}

function cameThroughEdge(c: Context): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(c.req.header('x-studio-edge') ?? ''), digest(env('EDGE_SECRET')));
}

function answerError(error: unknown, c: Context<StudioEnv>): Response {
  const { code, message, status, fields, details } = reportError(error, c);
  const body: ErrorBody = {
    error: { code, message, request_id: c.get('request_id'), ...(fields && { fields }), ...(details && { details }) },
  };
  return c.json(body, status);
}

/** The error as the reader gets it; what they don't get goes to the log. */
export function reportError(error: unknown, c: Context<StudioEnv>): StudioError {
  const shown = forReader(error);
  const facts = { request_id: c.get('request_id'), method: c.req.method, path: c.req.path };
  if (shown.code === 'UNEXPECTED') log.error('A request failed.', { ...facts, error: asError(error) });
  if (shown.code === 'BUSY') log.warn('A request found AWS busy.', { ...facts, error: asError(error) });
  return shown;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** The answer, with nothing in it that its schema doesn't declare. */
export function answer<Schema extends z.ZodType, const Status extends ContentfulStatusCode = 200>(
  c: Context,
  schema: Schema,
  value: z.input<Schema>,
  status: Status = 200 as Status,
): Response & TypedResponse<JSONParsed<z.output<Schema>>, Status, 'json'> {
  return c.json(schema.parse(value), status);
}

/**
 * The answer with an ETag, or 304 where the browser says that it has this very one already. Nobody between may keep it,
 * so the page itself remembers and asks.
 */
export function answerUnlessKnown<Schema extends z.ZodType>(c: Context, schema: Schema, value: z.input<Schema>) {
  const text = JSON.stringify(schema.parse(value));
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  c.header('etag', etag);
  const known = c.req.header('if-none-match')?.replaceAll('W/', '');
  if (known === etag) return c.body(null, 304) as never;
  return c.body(text, 200, { 'content-type': 'application/json' }) as unknown as Response &
    TypedResponse<JSONParsed<z.output<Schema>>, 200, 'json'>;
}

/** An id in the path. What can't be an id is as missing as an id of nothing. */
export function idOf(c: Context, name: string, schema: z.ZodType<string> = Id): string {
  const { data } = schema.safeParse(c.req.param(name));
  if (data === undefined) throw new StudioError('NOT_FOUND');
  return data;
}

/** The request's JSON body, through its schema: `c.req.valid('json')`. */
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

/** The query, through its schema: `c.req.valid('query')`. */
export function query<Schema extends z.ZodType<object>>(
  schema: Schema,
): MiddlewareHandler<StudioEnv, string, { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }> {
  return async (c, next) => {
    c.req.addValidatedData('query', valid(schema, c.req.query()));
    await next();
  };
}

/**
 * The body as text.
 * @throws StudioError TOO_LARGE, or INVALID for what is no UTF-8.
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

/** Half a surrogate pair can't be stored; it becomes the replacement character, as in any text decoder. */
const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, wellFormed);
  } catch {
    throw new StudioError('INVALID', 'The body is not valid JSON.');
  }
}

/** @throws StudioError INVALID with what is wrong with which field. */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(closestAlternative);
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message;
  throw new StudioError('INVALID', undefined, { fields });
}

/** Of a union's alternatives, the one that was probably meant: no unknown field, then the fewest mistakes. */
function closestAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const badness = (issues: z.core.$ZodIssue[]) =>
    issues.length + (issues.some(({ code }) => code === 'unrecognized_keys') ? 1_000 : 0);
  const [closest] = issue.errors.toSorted((a, b) => badness(a) - badness(b));
  return closest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
