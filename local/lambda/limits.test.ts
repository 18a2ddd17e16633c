import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { throttles } from '../../infra/blueprint/throttles.ts';
import type { RunningService } from '../services/service.ts';
import { startHttpApi } from './http-api.ts';
import { invokeAsynchronously } from './invoke-api.ts';
import { type Limits, Load, underLoad } from './limits.ts';
import type { Functions, Invocation } from './runtime.ts';

/** Functions whose invocations end when the test says so. */
const running: (() => void)[] = [];
const functions: Functions = {
  names: ['guest', 'client', 'create-login'],
  invoke: async () => {
    const { promise, resolve } = Promise.withResolvers<Invocation>();
    running.push(() => resolve({ requestId: 'r', ok: true, payload: JSON.stringify({ statusCode: 200 }) }));
    return promise;
  },
  close: async () => {},
};
const endAll = () => {
  for (const end of running.splice(0)) end();
};

let api: RunningService;
beforeAll(async () => {
  const routes = ['guest', 'client'].map((name) => ({
    path: `/api/${name}/{proxy+}`,
    authorizer: 'none',
    function: name,
  }));
  api = await startHttpApi({ port: 0, functions, authorizers: {}, routes });
});
afterAll(() => api.close());

const urlOf = (path: string) => `http://127.0.0.1:${api.port}${path}`;
const setLimits = (limits: Limits | 'deployed') =>
  fetch(urlOf('/_limits'), { method: 'PUT', body: JSON.stringify(limits) });
beforeEach(() => setLimits({}));

/** Sends so many requests at once; requests that reach a function get their response after all others. */
async function statuses(path: string, count: number, reaching: number): Promise<Record<number, number>> {
  const received: number[] = [];
  const answers = Array.from({ length: count }, async () => received.push((await fetch(urlOf(path))).status));
  await vi.waitFor(() => expect([received.length, running.length]).toEqual([count - reaching, reaching]), 30_000);
  endAll();
  await Promise.all(answers);
  return Object.fromEntries(
    [...Map.groupBy(received, (status) => status)].map(([status, same]) => [status, same.length]),
  );
}

test('without limits nothing is refused', async () => {
  expect(await statuses('/api/guest/open', 40, 40)).toEqual({ 200: 40 });
});

test('a request beyond a burst gets API Gateway’s 429, without a hint when to come again', async () => {
  await setLimits({ throttles: { stage: { rate: 0, burst: 100 }, routes: { guest: { rate: 0, burst: 3 } } } });
  expect(await statuses('/api/guest/open', 5, 3)).toEqual({ 200: 3, 429: 2 });
  const refused = await fetch(urlOf('/api/guest/open'));
  expect([refused.status, await refused.json()]).toEqual([429, { message: 'Too Many Requests' }]);
  expect(refused.headers.has('retry-after')).toBe(false);
  expect(await statuses('/api/client/me', 5, 5)).toEqual({ 200: 5 });
});

test('a route without a throttle of its own has the stage’s, which all share', async () => {
  await setLimits({ throttles: { stage: { rate: 0, burst: 4 }, routes: { guest: { rate: 0, burst: 9 } } } });
  expect(await statuses('/api/guest/open', 3, 3)).toEqual({ 200: 3 });
  expect(await statuses('/api/client/me', 3, 1)).toEqual({ 200: 1, 429: 2 });
});

test('a bucket fills up again by its rate, up to its burst', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const load = new Load({ throttles: { stage: { rate: 10, burst: 2 }, routes: {} } });
  const countAdmitted = () => Array.from({ length: 5 }, () => load.admits('client')).filter(Boolean).length;
  expect(countAdmitted()).toBe(2);
  vi.advanceTimersByTime(100);
  expect(countAdmitted()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(countAdmitted()).toBe(2);
  vi.useRealTimers();
});

test('a request for which the account has no room gets 503, whichever function it is for', async () => {
  await setLimits({ concurrency: 2 });
  const open = fetch(urlOf('/api/guest/open'));
  await vi.waitFor(() => expect(running).toHaveLength(1), 30_000);
  const [held] = running.splice(0);
  expect(await statuses('/api/client/me', 3, 1)).toEqual({ 200: 1, 503: 2 });
  held?.();
  expect((await open).status).toBe(200);
  expect(await statuses('/api/client/me', 2, 2)).toEqual({ 200: 2 });
});

test('Lambda’s own API answers 429 then, and what nobody waits for runs once there is room', async () => {
  const full = new Load({ concurrency: 1 });
  const limited = underLoad(functions, full);
  const first = limited.invoke('guest', {});
  const later = invokeAsynchronously(limited, 'create-login', {});
  expect(await limited.invoke('client', {})).toMatchObject({ ok: false, throttled: true });
  expect(running).toHaveLength(1);
  endAll();
  await first;
  await vi.waitFor(() => expect(running).toHaveLength(1), 30_000);
  endAll();
  await later;

  await setLimits({ concurrency: 0 });
  const refused = await fetch(urlOf('/2015-03-31/functions/guest/invocations'), { method: 'POST', body: '{}' });
  expect([refused.status, refused.headers.get('x-amzn-errortype')]).toEqual([429, 'TooManyRequestsException']);
});

test('the deployed limits let the guests of a wedding in at once, as many as a new account runs', async () => {
  await setLimits('deployed');
  expect(throttles.routes.guest?.burst).toBeGreaterThanOrEqual(3 * 200);
  expect(await statuses('/api/guest/open', 200, 10)).toEqual({ 200: 10, 503: 190 });
});
