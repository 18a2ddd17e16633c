import { randomUUID } from 'node:crypto';
import { accountId, region } from '../addresses.ts';
import { invokeAsynchronously } from './invoke-api.ts';
import type { Functions } from './runtime.ts';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
const pollMilliseconds = 30_000;

/** Returns the latest time at which it was that hour of the day in UTC, epoch milliseconds. */
export function lastOccurrence(hourUtc: number, now: number): number {
  const offset = hourUtc * hourMilliseconds;
  return Math.floor((now - offset) / dayMilliseconds) * dayMilliseconds + offset;
}

/**
 * Invokes a function once a day at an hour, as EventBridge does. Polls the clock instead of setting one long timer, so
 * that a laptop that slept through the hour catches up when it wakes.
 * @returns a function that stops it
 */
export function callDaily(functions: Functions, name: string, hourUtc: number): () => void {
  let lastPoll = Date.now();
  const timer = setInterval(() => {
    const due = lastOccurrence(hourUtc, Date.now());
    if (due > lastPoll) void invokeAsynchronously(functions, name, scheduledEvent(new Date(due)));
    lastPoll = Date.now();
  }, pollMilliseconds);
  return () => clearInterval(timer);
}

/**
 * Returns the event of a schedule.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events.html
 */
const scheduledEvent = (time: Date) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
  region,
  resources: [],
  detail: {},
});
