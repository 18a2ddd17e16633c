import { createHash, createHmac } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { apiKey } from './api-key.ts';
import { dynamodb } from './aws.ts';
import { env } from './env.ts';
import { StudioError } from './errors.ts';
import { log } from './log.ts';
import type { Write } from './table.ts';
import { daySeconds } from './time.ts';
import { type NetworkSize, networks, sizeOf } from './viewers.ts';

/**
 * Returns a row's id: a key may contain a viewer's IP address or personal text, so a row stores only a keyed hash of
 * it.
 */
async function guardId(kind: string, key: string): Promise<string> {
  const hash = createHmac('sha256', await apiKey('guards'))
    .update(`${kind}\n${key}`)
    .digest('base64url');
  return `${kind}#${hash}`;
}

const now = () => Math.floor(Date.now() / 1_000);

/**
 * Returns a write that lets its transaction succeed once per `key` within `seconds`; a second transaction in that time
 * fails with WriteConflictError. DynamoDB's TTL may delete a row days late, so the condition also compares the time.
 */
export async function once(key: string, seconds: number): Promise<Write> {
  return {
    Put: {
      TableName: env('GUARDS_TABLE'),
      Item: { id: await guardId('once', key), expires_at: now() + seconds },
      ConditionExpression: 'attribute_not_exists(id) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': now() },
    },
  };
}

/**
 * Allows `times` calls per `key` in each window of `seconds`.
 * @param advice the error's message: what the caller can do instead, and when to try again
 * @throws StudioError TOO_MANY for further calls.
 */
export async function limit(key: string, times: number, seconds: number, advice?: string): Promise<void> {
  if ((await countCall(key, seconds)) > times) throw new StudioError('TOO_MANY', advice);
}

/** Number of calls that a network of each size around a viewer may make; a wider network may make more. */
export type NetworkLimits = Record<NetworkSize, number>;

/**
 * Allows a number of calls per `key`, in each window of `seconds`, to each of the networks around a viewer.
 * @param address the viewer's IP address
 */
export async function limitNetworks(
  key: string,
  address: string,
  times: NetworkLimits,
  seconds: number,
  advice?: string,
): Promise<void> {
  for (const network of networks(address)) await limit(`${key} ${network}`, times[sizeOf(network)], seconds, advice);
}

/**
 * Counts a call.
 * @param by 0 to read the number without counting
 * @returns the number of calls per `key` in this window of `seconds`, including this call
 */
export const countCall = async (key: string, seconds: number, by: 0 | 1 = 1): Promise<number> =>
  Number((await add((window) => guardId('limit', `${window}\n${key}`), seconds, by)) ?? 0);

/**
 * A limit for all callers together that only an attack from many networks reaches; the studio sees it in 'What waits'.
 */
export type SharedLimit = 'pins' | 'registrations';
/** Seconds for which the studio sees that such a limit was reached. */
const shownSeconds = 7 * daySeconds;
const reachedId = (name: SharedLimit) => `reached#${name}`;

/**
 * Records that a limit for all is reached.
 * @param about the id of the link, or whatever else has the limit; '' for the studio
 */
export async function noteReached(name: SharedLimit, about = ''): Promise<void> {
  log.warn('A limit for all is reached: see docs/runbook.md, "Limits".', { limit: name, about });
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('GUARDS_TABLE'),
      Key: { id: reachedId(name) },
      UpdateExpression: 'SET reached_at = :now, about = :about, expires_at = :end',
      ExpressionAttributeValues: { ':now': new Date().toISOString(), ':about': about, ':end': now() + shownSeconds },
    }),
  );
}

/**
 * Returns when a limit for all was last reached in the last seven days, with the `about` that was recorded; undefined
 * when it was not.
 */
export async function readReached(name: SharedLimit): Promise<{ at: string; about: string } | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: env('GUARDS_TABLE'), Key: { id: reachedId(name) } }),
  );
  // DynamoDB's TTL may delete a row days late.
  if (typeof Item?.reached_at !== 'string' || Number(Item.expires_at) <= now()) return undefined;
  return { at: Item.reached_at, about: String(Item.about) };
}

/**
 * Counts a member; each one counts once.
 * @returns the number of members per `key` in this window of `seconds`, including this member
 */
export async function countMember(key: string, member: string, seconds: number): Promise<number> {
  // Hashed without a secret key: only send-email counts members, it reads the same addresses in the outbox, and no
  // worker may read a secret.
  const hash = createHash('sha256').update(key).digest('base64url');
  const members = await add((window) => `members#${window}#${hash}`, seconds, new Set([member]));
  return members instanceof Set ? members.size : 0;
}

/**
 * Adds a number or members to the row of the current window of `seconds`.
 * @returns the sum, or the set of all members
 */
async function add(
  idOf: (window: number) => string | Promise<string>,
  seconds: number,
  value: number | Set<string>,
): Promise<unknown> {
  const window = Math.floor(now() / seconds);
  const { Attributes } = await dynamodb().send(
    new UpdateCommand({
      TableName: env('GUARDS_TABLE'),
      Key: { id: await idOf(window) },
      UpdateExpression: 'ADD calls :value SET expires_at = :end',
      ExpressionAttributeValues: { ':value': value, ':end': (window + 2) * seconds },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.calls;
}
