export interface Query {
  /** The name of an index; the table itself when omitted. */
  index?: string;
  /** The value of the partition key. */
  partition: string;
  /** The prefix that sort keys must have. */
  begins?: string;
  /** The last sort key of the range, inclusive. */
  until?: string;
  /** The first sort key of the range, inclusive. */
  since?: string;
  descending?: boolean;
  /** True for a strongly consistent read, for twice the price; not available for a global secondary index. */
  consistent?: boolean;
  /**
   * True for lists that people read: rows that do not match the schema are logged and left out, and do not fail the
   * list.
   */
  leaveOutDamaged?: true;
}

/**
 * Returns the key condition of a query, with its names and values.
 * @param keys the partition key, and the sort key, of the table or index
 */
export function keyConditionOf(query: Query, [partition, sort]: readonly [string, string?]) {
  const range = rangeOf(query);
  const hasRange = sort !== undefined && range !== undefined;
  return {
    KeyConditionExpression: hasRange ? `#partition = :partition AND ${range.condition}` : '#partition = :partition',
    ExpressionAttributeNames: { '#partition': partition, ...(hasRange && { '#sort': sort }) },
    ExpressionAttributeValues: { ':partition': query.partition, ...(hasRange && { ':sort': range.bound }) },
  };
}

/** Returns the condition on the sort key, and the value in it; undefined for a whole partition. */
function rangeOf({ begins, until, since }: Query): { condition: string; bound: string } | undefined {
  if (begins !== undefined) return { condition: 'begins_with(#sort, :sort)', bound: begins };
  if (until !== undefined) return { condition: '#sort <= :sort', bound: until };
  return since === undefined ? undefined : { condition: '#sort >= :sort', bound: since };
}
