import { type ErrorBody, type ErrorCode, errors } from '#shared/errors.ts';
import { accessToken } from './auth.ts';

/** An answer of the API that is no success, or no answer at all (`OFFLINE`). The message is meant for the reader. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'OFFLINE';
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode | 'OFFLINE', status: number, message: string, body?: ErrorBody['error']) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.requestId = body?.request_id;
    this.fields = body?.fields ?? {};
    this.details = body?.details ?? {};
  }
}

/** The API itself gives up after 30 seconds (API Gateway's limit): later than this no answer comes. */
const patience = 35_000;

/** `fetch` for our API: adds the access token, and asks once more with a renewed one when the API calls it expired. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = async (renew: boolean) => {
    // Whoever is signed out has no token; that none could be renewed is the network's fault, or Cognito's.
    const token = await unlessAborted(init.signal, accessToken(renew));
    if (!token) throw new ApiError('SIGNED_OUT', 401, errors.SIGNED_OUT.message);
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const limit = AbortSignal.timeout(patience);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return unlessAborted(init.signal, fetch(input, { ...init, headers, signal }));
  };
  const answer = await send(false);
  return answer.status === 401 ? send(true) : answer;
}

/** What fails here is 'Network error.', but for a request that its caller has given up. */
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

/** The body of a successful answer, or the ApiError that says why there is none. `call` is a request made with hono's `hc`. */
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
  // API Gateway and CloudFront answer in their own words where the request never reached our code.
  const code = foreign[response.status] ?? 'UNEXPECTED';
  return new ApiError(code, response.status, errors[code].message);
}

const foreign: Record<number, ErrorCode> = {
  401: 'SIGNED_OUT',
  413: 'TOO_LARGE',
  429: 'TOO_MANY',
  502: 'BUSY',
  503: 'BUSY',
  504: 'BUSY',
};
