import { type ErrorBody, type ErrorCode, errors } from '#shared/errors.ts';
import { accessToken } from '../auth/auth.ts';
import { patiently, type Sending } from './patience.ts';

/**
 * An error response of the API, or a request that got no response (code `OFFLINE`). The message can be shown to people.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'OFFLINE';
  readonly status: number;
  /** Whether the message is the API's or 'Network error.'; otherwise it is a default for the status code. */
  readonly isWorded: boolean;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode | 'OFFLINE', status: number, message: string, body?: ErrorBody['error']) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.isWorded = Boolean(body?.message) || code === 'OFFLINE';
    this.requestId = body?.request_id;
    this.fields = body?.fields ?? {};
    this.details = body?.details ?? {};
  }
}

/**
 * Milliseconds until a request is aborted. API Gateway's own limit for one try is 30 seconds; no response comes after
 * that.
 */
const timeoutMilliseconds = 35_000;

/**
 * Sends a request with the access token, and sends a refused request again (patience.ts). On a 401 it renews the token
 * and retries once.
 * @throws ApiError `SIGNED_OUT` or `OFFLINE`; the abort reason if `init.signal` is aborted.
 */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit & Sending = {}): Promise<Response> {
  const send = async (renew: boolean) => {
    // The token is null when signed out. `accessToken` rejects when the token can't be renewed (network or Cognito):
    // that is OFFLINE, not SIGNED_OUT.
    const token = await unlessAborted(init.signal, accessToken(renew));
    if (!token) throw new ApiError('SIGNED_OUT', 401, errors.SIGNED_OUT.message);
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const limit = AbortSignal.timeout(timeoutMilliseconds);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return unlessAborted(init.signal, fetch(input, { ...init, headers, signal }));
  };
  const answer = await patiently(() => send(false), init);
  return answer.status === 401 ? patiently(() => send(true), init) : answer;
}

/**
 * Whether TanStack Query requests again: network errors twice. Refused requests have already been sent again
 * (patience.ts).
 */
export function worthRetrying(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.code === 'OFFLINE';
  return passing && failures < 2;
}

/** Converts a rejection to the ApiError 'Network error.', except when the caller aborted the request. */
export async function unlessAborted<Result>(
  signal: AbortSignal | null | undefined,
  attempt: Promise<Result>,
): Promise<Result> {
  try {
    return await attempt;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw offline();
  }
}

const offline = () => new ApiError('OFFLINE', 0, 'Network error.');

/**
 * Returns the body of a successful response.
 * @param call a request made with Hono's `hc`.
 * @throws ApiError for an error response or an unreadable body.
 */
export async function answerOf<Body>(
  call: Promise<{ json(): Promise<Body>; ok: boolean; status: number }>,
): Promise<Body> {
  const response = await call;
  if (response.status === 204) return undefined as Body;
  if (!response.ok) throw await errorOf(response as unknown as Response);
  try {
    return await response.json();
  } catch (cause) {
    throw cause instanceof SyntaxError ? new ApiError('UNEXPECTED', 500, errors.UNEXPECTED.message) : offline();
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const error = body?.error;
  if (error && Object.hasOwn(errors, error.code))
    return new ApiError(error.code, response.status, error.message, error);
  // API Gateway and CloudFront send their own error bodies when the request did not reach our code.
  const code = codesByStatus[response.status] ?? 'UNEXPECTED';
  return new ApiError(code, response.status, errors[code].message);
}

const codesByStatus: Record<number, ErrorCode> = {
  401: 'SIGNED_OUT',
  413: 'TOO_LARGE',
  429: 'TOO_MANY',
  502: 'BUSY',
  503: 'BUSY',
  504: 'BUSY',
};
