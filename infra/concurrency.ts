import { type FunctionName, functions, type Trigger } from './blueprint.ts';

/**
 * Maximum concurrency of each queue's worker within the account's concurrency limit. A new account has a limit of 10;
 * the API keeps at least half of it.
 */

type QueueTrigger = Extract<Trigger, { kind: 'queue' }>;
const wanted = Object.fromEntries(
  (Object.keys(functions) as FunctionName[]).flatMap((name) => {
    const { trigger }: { trigger: Trigger } = functions[name];
    return trigger.kind === 'queue' ? [[name, (trigger satisfies QueueTrigger).maxConcurrency]] : [];
  }),
) as Partial<Record<FunctionName, number>>;

/** Lambda's minimum for `MaximumConcurrency` of an SQS event source. */
const least = 2;
/**
 * send-email runs once per shard of the outbox's stream, which no setting of its event source limits. A new on-demand
 * table has up to four shards.
 */
const shards = 4;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** The limit from which on every worker gets the blueprint's concurrency. */
export const roomyLimit = 2 * (sum(Object.values(wanted)) + shards);

/**
 * Not counted, because they are the site's own or short and rare: create-login, which a sign-in starts; publish-site,
 * some seconds after the studio has published; record-bounce, less than a second for each email that arrived or came back; the daily
 * sweep, one run a day.
 * @param limit the account's `ConcurrentExecutions`, for all of its functions
 * @returns the concurrency per worker of a queue or a stream; together at most half of the limit. A worker with 1,
 * which is less than an event source allows, is started by a schedule instead.
 */
export function workersWithin(limit: number): Partial<Record<FunctionName, number>> {
  const names = Object.keys(wanted) as FunctionName[];
  if (limit >= roomyLimit) return { ...wanted, 'send-email': shards };
  const spare = Math.floor(limit / 2) - shards - least * names.length;
  if (spare < 0) {
    // Not process-photo: S3's events can come at any moment, and the person who uploads waits for the photos.
    const one = names.map((name) => [name, name === 'process-photo' ? least : 1]);
    return { ...Object.fromEntries(one), 'send-email': 1 };
  }
  const more = sum(names.map((name) => Math.max(0, wanted[name]! - least)));
  const some = names.map((name) => [name, least + Math.floor((Math.max(0, wanted[name]! - least) * spare) / more)]);
  return { ...Object.fromEntries(some), 'send-email': shards };
}

/** Returns what the account's limit means, and what to do about it; empty when it is high enough. */
export function describeLimit(limit: number, region: string): string[] {
  if (limit >= roomyLimit) return [];
  const workers = workersWithin(limit);
  const background = sum(Object.values(workers));
  const late =
    workers['prepare-download'] === 1
      ? ', files of hidden photos stay at their addresses for up to a minute, downloads begin up to five minutes later, emails are sent within a minute'
      : '';
  return [
    `This AWS account may run ${limit} functions at once. Until that is raised, work in the background takes ${background} of them at most: ${workers['process-photo']} photos are processed at once, large uploads take longer${late}; ${limit - background} stay for the site.`,
    `Ask AWS for 1000 now (free, hours to a day), then deploy again: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ${region}`,
  ];
}
