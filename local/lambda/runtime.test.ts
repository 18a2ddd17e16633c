import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { LambdaFunction, startFunctions } from './runtime.ts';

let dir: string;
const started: LambdaFunction[] = [];

const source = `
import { setTimeout as sleep } from 'node:timers/promises';
let calls = 0;
globalThis.loaded = (globalThis.loaded ?? 0) + 1;
export async function handler(event, context) {
  calls += 1;
  if (event.say) { console.log('said ' + event.say); console.error('complained ' + event.say); process.stdout.write('wrote ' + event.say + '\\n'); }
  if (event.throw) throw new TypeError(event.throw);
  if (event.hang) await new Promise(() => {});
  if (event.spin) for (;;);
  if (event.exit) process.exit(3);
  if (event.large) return 'x'.repeat(7 * 1024 * 1024);
  if (event.circle) { const circle = {}; circle.self = circle; return circle; }
  if (event.dieLater) setTimeout(() => { throw new Error('late'); }, 100);
  if (event.hoard) { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }
  if (event.wait) await sleep(event.wait);
  if (event.nothing) return undefined;
  return { calls, env: process.env.SETTING, path: process.env.PATH, context: { ...context, left: context.getRemainingTimeInMillis() } };
}`;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lambda-'));
  await writeFile(join(dir, 'index.mjs'), source);
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.close()));
  await rm(dir, { recursive: true });
});

function start(name: string, options: { timeout?: number; memory?: number; bundle?: string } = {}): LambdaFunction {
  const each = new LambdaFunction({
    name,
    bundle: join(dir, 'index.mjs'),
    environment: { SETTING: 'mine' },
    memory: 256,
    timeout: 20,
    logs: join(dir, 'logs'),
    ...options,
  });
  started.push(each);
  return each;
}
async function result(of: LambdaFunction, event: object) {
  const invocation = await of.invoke(event);
  if (!invocation.ok) throw new Error(invocation.error.errorMessage);
  return JSON.parse(invocation.payload);
}
async function failure(of: LambdaFunction, event: object) {
  const invocation = await of.invoke(event);
  if (invocation.ok) throw new Error('It succeeded.');
  return invocation;
}
const logOf = (name: string) => readFile(join(dir, 'logs', `${name}.log`), 'utf8');

test('a call gets its own environment and Lambda’s context, and the instance is reused', async () => {
  const each = start('context');
  const first = await result(each, {});
  expect(first).toMatchObject({
    calls: 1,
    env: 'mine',
    context: { functionName: 'context', memoryLimitInMB: '256', awsRequestId: expect.stringMatching(/^[\w-]{36}$/) },
  });
  expect(first.path).toBeUndefined();
  expect(first.context.left).toBeLessThanOrEqual(20_000);
  expect((await result(each, {})).calls).toBe(2);
  expect(await result(each, { nothing: true })).toBeNull();
});

test('concurrent calls each get an instance', async () => {
  const each = start('at-once');
  const calls = await Promise.all([1, 2, 3].map(() => result(each, { wait: 50 })));
  expect(calls.map(({ calls }) => calls)).toEqual([1, 1, 1]);
});

test('calls above the concurrency limit wait', async () => {
  const each = start('many');
  const calls = await Promise.all(Array.from({ length: 20 }, () => result(each, { wait: 20 })));
  expect(calls).toHaveLength(20);
  expect(Math.max(...calls.map(({ calls }) => calls))).toBeGreaterThan(1);
});

test('an error is reported as Lambda does, and the instance is reused', async () => {
  const each = start('throws');
  await result(each, {});
  const { error, timedOut } = await failure(each, { throw: 'no such thing' });
  expect(error).toMatchObject({ errorType: 'TypeError', errorMessage: 'no such thing' });
  expect(error.trace[0]).toBe('TypeError: no such thing');
  expect(timedOut).toBe(false);
  expect((await result(each, {})).calls).toBe(3);
});

test.each(['hang', 'spin'])('a handler that does not end (%s) is stopped at its timeout', async (how) => {
  const each = start(`timeout-${how}`, { timeout: 0.2 });
  const { error, timedOut } = await failure(each, { [how]: true });
  expect(timedOut).toBe(true);
  expect(error.errorMessage).toMatch(/^[\w-]{36} Task timed out after 0.20 seconds$/);
  expect((await result(each, {})).calls).toBe(1);
});

test('a handler that exits its process, or uses too much memory, affects only its own instance', async () => {
  const each = start('exits', { memory: 64 });
  expect((await failure(each, { exit: true })).error.errorType).toBe('Runtime.ExitError');
  expect((await failure(each, { hoard: true })).error.errorType).toBe('Runtime.OutOfMemory');
  expect((await result(each, {})).calls).toBe(1);
});

test('an instance that fails after its response is not reused', async () => {
  const each = start('late');
  await result(each, { dieLater: true });
  // An invocation that is running when the instance dies fails; the next one gets a new instance.
  const calls = async () => {
    const invocation = await each.invoke({});
    return invocation.ok && JSON.parse(invocation.payload).calls;
  };
  await expect.poll(calls).toBe(1);
  expect(await calls()).toBe(2);
});

test('results that Lambda rejects are errors', async () => {
  const each = start('results');
  expect((await failure(each, { large: true })).error.errorType).toBe('Function.ResponseSizeTooLarge');
  expect((await failure(each, { circle: true })).error.errorType).toBe('Runtime.MarshalError');
});

test('output and errors of a function are in its log', async () => {
  const each = start('speaker');
  await result(each, { say: 'hello' });
  await failure(each, { throw: 'a reason' });
  const log = await logOf('speaker');
  expect(log).toMatch(/^said hello$/m);
  expect(log).toMatch(/^complained hello$/m);
  expect(log).toMatch(/^wrote hello$/m);
  expect(log).toMatch(/ERROR .*a reason/);
  expect(log).toMatch(/REPORT RequestId: [\w-]+ Duration: /);
});

test('a bundle that is missing, does not load or has no handler is named', async () => {
  const broken = join(dir, 'broken.mjs');
  await writeFile(broken, "throw new Error('at the start');");
  const bare = join(dir, 'bare.mjs');
  await writeFile(bare, 'export const other = 1;');
  expect((await failure(start('absent', { bundle: join(dir, 'no.mjs') }), {})).error.errorMessage).toMatch(
    /build first/,
  );
  expect((await failure(start('broken', { bundle: broken }), {})).error.errorMessage).toBe('at the start');
  expect((await failure(start('bare', { bundle: bare }), {})).error.errorMessage).toMatch(/exports no function/);
});

test('closing stops running calls', async () => {
  const each = start('closing');
  await result(each, {});
  const running = failure(each, { hang: true });
  await each.close();
  started.splice(started.indexOf(each), 1);
  expect((await running).error.errorType).toBe('Runtime.ExitError');
});

test('the blueprint’s functions are available by name', async () => {
  await mkdir(join(dir, 'data'));
  const functions = startFunctions(addresses(4700, join(dir, 'data')));
  await expect(functions.invoke('nobody', {})).rejects.toThrow("There is no function 'nobody'.");
  await functions.close();
});
