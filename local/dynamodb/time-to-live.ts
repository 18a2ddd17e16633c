import type { Disk } from './disk.ts';
import { prefixes, within } from './disk.ts';
import type { Item } from './engine.ts';
import { keyAttributes } from './engine.ts';
import { DynamoDbError } from './errors.ts';
import type { Tables } from './tables.ts';
import type { Writes } from './writes.ts';

const fiveYears = 5 * 365 * 24 * 60 * 60;

/** Deletes expired items. The delete is conditional, so that an item renewed in the meantime is not deleted. */
export async function deleteExpired(disk: Disk, tables: Tables, writes: Writes): Promise<void> {
  const now = Date.now() / 1000;
  for (const table of tables.all()) {
    const attribute = tables.settings(table.TableName).timeToLiveAttribute;
    if (!attribute || table.TableStatus !== 'ACTIVE') continue;
    for await (const value of disk.values(within(prefixes.items(table.TableName)))) {
      const item = value as Item;
      const expiry = item[attribute]?.N;
      if (!isExpired(expiry, now)) continue;
      try {
        await writes.single(
          'DeleteItem',
          {
            TableName: table.TableName,
            Key: keyAttributes(item, table),
            ConditionExpression: '#expiry = :expiry',
            ExpressionAttributeNames: { '#expiry': attribute },
            ExpressionAttributeValues: { ':expiry': { N: expiry } },
          },
          true,
        );
      } catch (error) {
        if (!(error instanceof DynamoDbError)) throw error;
      }
    }
  }
}

/**
 * Whether an item has expired. As on AWS, only numbers count (epoch seconds like `now`), and an expiry of more than
 * five years ago is ignored.
 */
function isExpired(expiry: unknown, now: number): boolean {
  if (typeof expiry !== 'string') return false;
  const seconds = Number(expiry);
  return seconds <= now && seconds > now - fiveYears;
}
