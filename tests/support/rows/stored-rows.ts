import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newDisplayId, newId, newSecret } from '../../../lambdas/platform/ids.ts';
import { everyRow, type Row } from './every-row.ts';

/** Rows by table. */
export type Rows = Record<string, Row[]>;

/** BatchWriteItem's limit. */
export const rowsPerRequest = 25;

/** The stored rows that have one of these texts anywhere: the ids of what they are about. */
export async function rowsWith(texts: string[]): Promise<Rows> {
  const has = (row: Row) => texts.some((text) => JSON.stringify(row).includes(text));
  return Object.fromEntries(Object.entries(await everyRow()).map(([table, rows]) => [table, rows.filter(has)]));
}

const crockford = '[0-9a-hjkmnp-tv-z]';
/** Everything that lambdas/platform/ids.ts and `randomUUID` make, also at the end of an attribute's name. */
const anyId = new RegExp(
  `(?:\\b|(?<=_))([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|C(-${crockford.toUpperCase()}{4}){2}|${crockford}{26}|${crockford}{20})\\b`,
  'g',
);

const another = (id: string) =>
  id.startsWith('C-') ? newDisplayId() : id.length === 36 ? randomUUID() : id.length === 26 ? newSecret() : newId();

/**
 * Copies a value with a new id for each id in it.
 * @param ids the new ids by the old ones; those that it lacks are added
 */
export function copyOf<Value>(value: Value, ids: Map<string, string>): Value {
  const text = JSON.stringify(value).replace(anyId, (id) => {
    if (!ids.has(id)) ids.set(id, another(id));
    return ids.get(id)!;
  });
  return JSON.parse(text) as Value;
}

export async function storeRows(rows: Rows): Promise<void> {
  const puts = Object.entries(rows).flatMap(([TableName, some]) => some.map((Item) => ({ TableName, Item })));
  for (let start = 0; start < puts.length; start += rowsPerRequest) {
    await putRows(dynamodb(), puts.slice(start, start + rowsPerRequest));
  }
}

/** Writes at most 25 rows. */
export async function putRows(client: DynamoDBDocumentClient, puts: { TableName: string; Item: Row }[]): Promise<void> {
  const requests: Record<string, { PutRequest: { Item: Row } }[]> = {};
  for (const { TableName, Item } of puts) {
    requests[TableName] ??= [];
    requests[TableName].push({ PutRequest: { Item } });
  }
  let left: typeof requests | undefined = requests;
  while (left && Object.keys(left).length > 0) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems as typeof requests | undefined;
  }
}
