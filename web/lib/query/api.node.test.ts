import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errors } from '#shared/errors.ts';
import { accessToken } from '../auth/auth.ts';
import { ApiError, answerOf, authorizedFetch } from './api.ts';

vi.mock('../auth/auth.ts', () => ({ accessToken: vi.fn() }));
const token = vi.mocked(accessToken);
const network = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', network);
  token.mockImplementation(async (renew) => (renew ? 'renewed' : 'kept'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const json = (status: number, body: unknown) => Response.json(body, { status });
const bearers = () => network.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
/** Returns the error that the call rejects with. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
const answer = <Body>(response: Response) =>
  answerOf(Promise.resolve(response as Response & { json(): Promise<Body> }));

test('a request carries the access token and its own headers and body', async () => {
  network.mockResolvedValue(json(200, { name: 'Rosa' }));
  const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await answer(await authorizedFetch('/api/client/me', init))).toEqual({ name: 'Rosa' });
  expect(bearers()).toEqual(['Bearer kept']);
  const [path, sent] = network.mock.calls[0] ?? [];
  expect([path, sent?.method, sent?.body, new Headers(sent?.headers).get('content-type')]).toEqual([
    '/api/client/me',
    'PATCH',
    '{}',
    'application/json',
  ]);
});

test('a 401 renews the token and retries once', async () => {
  network.mockResolvedValueOnce(json(401, { message: 'Unauthorized' })).mockResolvedValueOnce(json(200, { ok: true }));
  const response = await authorizedFetch('/api/client/me');
  expect(response.status).toBe(200);
  expect(bearers()).toEqual(['Bearer kept', 'Bearer renewed']);
});

test('a second 401 is final', async () => {
  network.mockImplementation(async () => json(401, { message: 'Unauthorized' }));
  const error = await failure(answerOf(authorizedFetch('/api/client/me')));
  expect(error).toMatchObject({ code: 'SIGNED_OUT', status: 401, message: 'Please sign in.' });
  expect(network).toHaveBeenCalledTimes(2);
});

test('without a token no request is sent', async () => {
  token.mockResolvedValue(null);
  expect(await failure(authorizedFetch('/api/client/me'))).toMatchObject({ code: 'SIGNED_OUT' });
  expect(network).not.toHaveBeenCalled();
});

test('a failed request and a failed token renewal are network errors', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await failure(authorizedFetch('/api/client/me'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'OFFLINE', status: 0, message: 'Network error.' });
  token.mockRejectedValue(new Error('A network error has occurred.'));
  expect(await failure(authorizedFetch('/api/client/me'))).toMatchObject({ code: 'OFFLINE' });
});

test('a request aborted by its caller rejects with the abort reason', async () => {
  const caller = new AbortController();
  network.mockImplementation(async () => {
    caller.abort(new Error('given up'));
    throw caller.signal.reason;
  });
  expect(await failure(authorizedFetch('/api/client/me', { signal: caller.signal }))).toBe(caller.signal.reason);
});

test('an ApiError has code, status, message, request id, fields and details', async () => {
  const body = {
    error: {
      code: 'LABEL_TAKEN',
      message: 'This customer already has a session with this ID.',
      request_id: 'r-1',
      fields: { session_label: 'Taken.' },
      details: { suggestion: 'family-2' },
    },
  };
  const error = await failure(answer(json(409, body)));
  expect(error).toMatchObject({
    code: 'LABEL_TAKEN',
    status: 409,
    message: body.error.message,
    requestId: 'r-1',
    fields: { session_label: 'Taken.' },
    details: { suggestion: 'family-2' },
  });
});

test.each([
  [401, { message: 'Unauthorized' }, 'SIGNED_OUT'],
  [413, { message: 'Request Too Long' }, 'TOO_LARGE'],
  [429, { message: 'Too Many Requests' }, 'TOO_MANY'],
  [502, { message: 'Bad Gateway' }, 'BUSY'],
  [503, { message: 'Service Unavailable' }, 'BUSY'],
  [504, { message: 'Endpoint request timed out' }, 'BUSY'],
  [403, { message: 'Forbidden' }, 'UNEXPECTED'],
  [500, { error: { code: 'toString', message: 'no code of ours' } }, 'UNEXPECTED'],
  [500, { error: 'text' }, 'UNEXPECTED'],
  [500, null, 'UNEXPECTED'],
] as const)('a response that is not in our error format, %s %j, becomes %s', async (status, body, code) => {
  expect(await failure(answer(json(status, body)))).toMatchObject({ code, status, message: errors[code].message });
});

test('an HTML body instead of JSON is UNEXPECTED', async () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  expect(await failure(answer(page()))).toMatchObject({ code: 'UNEXPECTED' });
  const broken = new Response(page().body, { status: 500 });
  expect(await failure(answer(broken))).toMatchObject({ code: 'UNEXPECTED', status: 500 });
});

test('a 204 response returns undefined', async () => {
  expect(await answer(new Response(null, { status: 204 }))).toBeUndefined();
});
