import { createHmac } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from './aws.ts';
import { env } from './env.ts';
import { StudioError } from './errors.ts';
import type { Write } from './table.ts';

/** Keys may name a viewer's address or what somebody wrote, so rows hold only a keyed hash of them. */
const guardId = (kind: string, key: string) =>
  `${kind}#${createHmac('sha256', env('EDGE_SECRET')).update(`${kind}\n${key}`).digest('base64url')}`;

const now = () => Math.floor(Date.now() / 1_000);

/**
 * The piece of a transaction that lets it happen once per `key` within `seconds`; another try meanwhile fails with `otherwise`.
 * TTL may delete days late, so the condition looks at the time itself.
 */
export function once(key: string, seconds: number, otherwise: () => Error): Write {
  return {
    Put: {
      TableName: env('GUARDS_TABLE'),
      Item: { id: guardId('once', key), expires_at: now() + seconds },
      ConditionExpression: 'attribute_not_exists(id) OR expires_at <= :now',
      ExpressionAttributeValues: { ':now': now() },
    },
    otherwise,
  };
}

/**
 * Lets `times` calls per `key` pass in each window of `seconds`.
 * @throws StudioError TOO_MANY for the ones beyond.
 */
export async function limit(key: string, times: number, seconds: number): Promise<void> {
  const window = Math.floor(now() / seconds);
  const { Attributes } = await dynamodb().send(
    new UpdateCommand({
      TableName: env('GUARDS_TABLE'),
      Key: { id: guardId('limit', `${window}\n${key}`) },
      UpdateExpression: 'ADD calls :one SET expires_at = :end',
      ExpressionAttributeValues: { ':one': 1, ':end': (window + 2) * seconds },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  if (Number(Attributes?.calls) > times) throw new StudioError('TOO_MANY');
}
