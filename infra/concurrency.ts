import { type FunctionName, functions, type Trigger } from './blueprint/functions.ts';

/**
 * The maximum concurrency of each queue's worker within the account's concurrency limit. A new account has a limit of
 * 10; at least half of it remains for the API.
 */

type QueueTrigger = Extract<Trigger, { kind: 'queue' }>;
const blueprintConcurrency = Object.fromEntries(
  (Object.keys(functions) as FunctionName[]).flatMap((name) => {
    const { trigger }: { trigger: Trigger } = functions[name];
    return trigger.kind === 'queue' ? [[name, (trigger satisfies QueueTrigger).maxConcurrency]] : [];
  }),
) as Partial<Record<FunctionName, number>>;

/** Lambda's minimum for `MaximumConcurrency` of an SQS event source. */
const minConcurrency = 2;
/**
 * send-email runs once per shard of the outbox's stream, which no setting of its event source limits. A new on-demand
 * table has up to four shards.
 */
const shards = 4;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** The lowest limit at which every worker gets the blueprint's concurrency. */
export const roomyLimit = 2 * (sum(Object.values(blueprintConcurrency)) + shards);

/**
 * Returns the concurrency of the workers within a limit. These functions are not counted, because they belong to the
 * site itself or are short and rare: create-login, which a sign-in starts; publish-site, some seconds after the studio
 * has published; record-bounce, less than a second for each email that arrived or came back; the daily sweep, one run a
 * day.
 * @param limit the account's `ConcurrentExecutions`, for all of its functions
 * @returns the concurrency of each worker of a queue or a stream; together at most half of the limit. A schedule starts
 * a worker with 1, which is less than an event source allows.
 */
export function workersWithin(limit: number): Partial<Record<FunctionName, number>> {
  const names = Object.keys(blueprintConcurrency) as FunctionName[];
  if (limit >= roomyLimit) return { ...blueprintConcurrency, 'send-email': shards };
  const spare = Math.floor(limit / 2) - shards - minConcurrency * names.length;
  if (spare < 0) {
    // process-photo keeps its event source: S3's events can come at any moment, and the person who uploads waits.
    const minimalWorkers = names.map((name) => [name, name === 'process-photo' ? minConcurrency : 1]);
    return { ...Object.fromEntries(minimalWorkers), 'send-email': 1 };
  }
  const sumAboveMinimum = sum(names.map((name) => Math.max(0, blueprintConcurrency[name]! - minConcurrency)));
  const workers = names.map((name) => [
    name,
    minConcurrency + Math.floor((Math.max(0, blueprintConcurrency[name]! - minConcurrency) * spare) / sumAboveMinimum),
  ]);
  return { ...Object.fromEntries(workers), 'send-email': shards };
}

/** Returns sentences about what the account's limit means, and what to do; empty when it is high enough. */
export function describeLimit(limit: number, region: string): string[] {
  if (limit >= roomyLimit) return [];
  const workers = workersWithin(limit);
  const background = sum(Object.values(workers));
  const delays =
    workers['prepare-download'] === 1
      ? ', files of hidden photos stay at their addresses for up to a minute, downloads begin up to five minutes later, emails are sent within a minute'
      : '';
  return [
    `This AWS account may run ${limit} functions at once. Until that is raised, work in the background takes ${background} of them at most: ${workers['process-photo']} photos are processed at once, large uploads take longer${delays}; ${limit - background} stay for the site.`,
    `Ask AWS for 1000 now (free, hours to a day), then deploy again: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ${region}`,
  ];
}
