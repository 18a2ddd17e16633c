import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isWaiting, likeRead, onWaiting, patientFetch, patiently, repeatable, waitBefore } from './patience.ts';

const network = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', network);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  network.mockReset();
});

const aws = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: 'Of AWS' }, { status, headers });
const ownError = (status: number, code: string) => Response.json({ error: { code, message: 'Our own.' } }, { status });
const fine = () => Response.json({ name: 'Rosa' });

/** Sends a request that gets these responses, the last one repeatedly, and lets all timers run. */
async function tried(init: RequestInit, ...answers: (() => Response)[]) {
  for (const answer of answers.slice(0, -1)) network.mockImplementationOnce(async () => answer());
  network.mockImplementation(async () => answers.at(-1)!());
  const response = patientFetch('/api/guest/open', init);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  return { status: (await response).status, times: network.mock.calls.length };
}

test('what API Gateway or Lambda refuses is sent again until it is answered, unchanged', async () => {
  const init = { method: 'POST', body: '{"token":"t"}', ...likeRead };
  expect(
    await tried(
      init,
      () => aws(429),
      () => aws(503),
      () => aws(429),
      fine,
    ),
  ).toEqual({ status: 200, times: 4 });
  expect(new Set(network.mock.calls.map(([path, { method, body } = {}]) => `${path} ${method} ${body}`))).toEqual(
    new Set(['/api/guest/open POST {"token":"t"}']),
  );
});

test('an answer that is no refusal stands', async () => {
  for (const [index, answer] of [
    fine,
    () => aws(404),
    () => ownError(404, 'NOT_FOUND'),
    () => ownError(403, 'WRONG_PIN'),
  ].entries()) {
    network.mockReset();
    expect((await tried({}, answer)).times, String(index)).toBe(1);
  }
});

/** Returns how often a request is sent that always gets this response. */
test.each([
  ['GET', () => aws(429), 11],
  ['GET', () => aws(503), 11],
  ['HEAD', () => aws(503), 11],
  ['GET', () => new Response('<html>', { status: 503 }), 11],
  ['GET', () => aws(500), 3],
  ['GET', () => aws(502), 3],
  ['GET', () => aws(504), 3],
  ['GET', () => ownError(503, 'BUSY'), 3],
  // A limit by the hour, and a permanent error.
  ['GET', () => ownError(429, 'TOO_MANY'), 1],
  ['GET', () => ownError(500, 'UNEXPECTED'), 1],
  // 429 is refused before any function runs. After every other response nobody knows whether the write was carried out.
  ['POST', () => aws(429), 11],
  ['PATCH', () => aws(429), 11],
  ['POST', () => aws(503), 1],
  ['PUT', () => aws(500), 1],
  ['DELETE', () => aws(502), 1],
  ['POST', () => ownError(503, 'BUSY'), 1],
  ['POST', () => ownError(429, 'TOO_MANY'), 1],
])('%s is sent so often while it gets the same refusal: %s', async (method, answer, times) => {
  expect(await tried({ method }, answer)).toEqual({ status: answer().status, times });
});

test.each([
  [() => aws(503), 11, 11],
  [() => aws(500), 3, 3],
  [() => ownError(503, 'BUSY'), 3, 1],
  [() => ownError(429, 'TOO_MANY'), 1, 1],
])(
  'so often, too, what only reads by another method, and a write that may be repeated: %s',
  async (answer, read, write) => {
    expect((await tried({ method: 'POST', ...likeRead }, answer)).times).toBe(read);
    network.mockReset();
    expect((await tried({ method: 'POST', ...repeatable }, answer)).times).toBe(write);
  },
);

test('a network error stands', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(patientFetch('/api/guest/open')).rejects.toThrow('Failed to fetch');
  expect(network).toHaveBeenCalledOnce();
});

test('waits grow, up to some seconds, and differ from page to page', () => {
  const bounds = (random: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    return [0, 1, 2, 3, 4, 9].map((tries) => waitBefore(tries, null));
  };
  expect(bounds(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  expect(bounds(0.5)).toEqual([375, 750, 1_500, 3_000, 6_000, 6_000]);
  const longest = bounds(1 - Number.EPSILON);
  expect(longest.map((wait) => Math.round(wait ?? 0))).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
});

test('a server that says when to come again is not asked before, and all do not come at once', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValue(0);
  expect([waitBefore(0, '3'), waitBefore(0, '3')]).toEqual([3_250, 3_375]);
  expect(waitBefore(0, new Date(Date.now() + 20_000).toUTCString())).toBeGreaterThan(19_000);
  for (const nothing of ['0', '', 'soon', new Date(0).toUTCString(), '-5']) expect(waitBefore(0, nothing)).toBe(250);
});

test('a wait that is longer than a person waits is not begun', async () => {
  expect(waitBefore(0, '3600')).toBeUndefined();
  expect(await tried({}, () => aws(429, { 'retry-after': '3600' }), fine)).toEqual({ status: 429, times: 1 });
});

test('a wait ends when the caller gives the request up', async () => {
  network.mockImplementation(async () => aws(429));
  const caller = new AbortController();
  const sent = patientFetch('/api/client/me', { signal: caller.signal });
  const failed = expect(sent).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(1);
  caller.abort(new Error('given up'));
  await failed;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network).toHaveBeenCalledOnce();
  expect(isWaiting()).toBe(false);
});

test('says from the first refusal to the answer that a request waits, also of several requests', async () => {
  const waitingStates: boolean[] = [];
  const stop = onWaiting(() => waitingStates.push(isWaiting()));
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const sends = answers.map(({ promise }) => vi.fn(() => promise).mockImplementationOnce(async () => aws(503)));
  const sent = sends.map((send) => patiently(send));
  expect(isWaiting()).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sends.map(({ mock }) => mock.calls.length), isWaiting()]).toEqual([[2, 2], true]);
  answers[0]?.resolve(fine());
  await sent[0];
  expect(isWaiting()).toBe(true);
  answers[1]?.reject(new Error('no network'));
  await expect(sent[1]).rejects.toThrow('no network');
  expect(isWaiting()).toBe(false);
  stop();
  expect(waitingStates).toEqual([true, true, true, false]);
});
