import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../services/faults.ts';
import { AwsError } from '../services/service.ts';
import { whenThereIsRoom } from './limits.ts';
import type { Functions, Invocation } from './runtime.ts';

/** The members of all event sources: the function that they invoke, and a signal to stop. */
export interface EventSource {
  functions: Functions;
  function: string;
  faults: Faults;
  signal: AbortSignal;
}

/** Milliseconds before the next attempt after an error, such as a service that is down. */
const pauseMilliseconds = 1_000;

/** Repeats a step until the source is stopped. */
export async function keepPolling({ signal, function: name }: EventSource, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      if (signal.aborted) return;
      console.error(`The events of '${name}' wait, because: ${error instanceof Error ? error.message : error}`);
      await sleep(pauseMilliseconds, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Invokes the function with an event. A fault on the operation `Deliver` makes it fail without an invocation, or with
 * kind `double` invokes it twice. Throws when the source is stopped in the meantime: the event then remains in its
 * source.
 */
export async function deliver(source: EventSource, event: object): Promise<Invocation> {
  const fault = source.faults.take('Deliver', source.function);
  if (fault?.error) throw new AwsError(fault.error, `Asked for by a fault on the events of '${source.function}'.`);
  if (fault?.delay) await sleep(fault.delay, undefined, { signal: source.signal });
  const invoke = () =>
    unlessStopped(
      whenThereIsRoom(() => source.functions.invoke(source.function, event), source.signal),
      source.signal,
    );
  if (fault?.kind === 'double') await invoke();
  return await invoke();
}

async function unlessStopped<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const stop = Promise.withResolvers<never>();
  const abort = () => stop.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Returns the batch items that a function reports as failed. As on AWS, the whole batch failed when the invocation
 * failed or names an unknown item.
 */
export function failedItems(invocation: Invocation, batch: string[]): string[] {
  if (!invocation.ok) return batch;
  const result = JSON.parse(invocation.payload) as { batchItemFailures?: { itemIdentifier?: string }[] | null } | null;
  const named = result?.batchItemFailures?.map(({ itemIdentifier = '' }) => itemIdentifier) ?? [];
  return named.every((item) => batch.includes(item)) ? [...new Set(named)] : batch;
}
