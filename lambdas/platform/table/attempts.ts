import { setTimeout as wait } from 'node:timers/promises';
import { isBusy } from '../errors.ts';

/**
 * Attempts at a write that conflicts or is throttled before the caller gets BUSY. The waits add up to 1.5 s at most.
 */
export const attempts = 7;
/**
 * Milliseconds after which a transaction is not retried: a person waits for the response, and the function has a
 * timeout.
 */
export const retryPeriod = 3_000;

/** Waits with full jitter: up to 25, 50, 100 … ms, and 500 ms at most. */
export const backOff = (attempt: number) => wait(Math.random() * Math.min(500, 25 * 2 ** (attempt - 1)));

const meansBusy = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Returns for each write of a cancelled transaction why DynamoDB cancelled it; undefined for any other error. */
export function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const { CancellationReasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  return CancellationReasons.map(({ Code }) => Code ?? 'None');
}

/**
 * Whether a transaction failed only because DynamoDB or its rows are busy.
 * @param reasons as `cancellationReasons` returns them for this error
 */
export const canRetry = (error: unknown, reasons: string[] | undefined): boolean =>
  reasons ? reasons.every((reason) => meansBusy.has(reason)) : isBusy(error);
