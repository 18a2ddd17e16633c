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

/** `fetch` for our API: adds the access token, and asks once more with a renewed one when the API calls it expired. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = async (renew: boolean) => {
    const token = await accessToken(renew);
    if (!token) throw new ApiError('SIGNED_OUT', 401, errors.SIGNED_OUT.message);
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return reach(input, { ...init, headers });
  };
  const answer = await send(false);
  return answer.status === 401 ? send(true) : answer;
}

async function reach(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError('OFFLINE', 0, 'Network error.');
  }
}

/** The body of a successful answer, or the ApiError that says why there is none. `call` is a request made with hono's `hc`. */
export async function answerOf<Body>(
  call: Promise<{ json(): Promise<Body>; ok: boolean; status: number }>,
): Promise<Body> {
  const response = await call;
  if (response.status === 204) return undefined as Body;
  if (response.ok) return response.json();
  throw await errorOf(response as unknown as Response);
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const error = body?.error;
  if (error && error.code in errors) return new ApiError(error.code, response.status, error.message, error);
  // API Gateway and CloudFront answer in their own words where the request never reached our code.
  const code = response.status === 401 ? 'SIGNED_OUT' : response.status === 503 ? 'BUSY' : 'UNEXPECTED';
  return new ApiError(code, response.status, errors[code].message);
}
