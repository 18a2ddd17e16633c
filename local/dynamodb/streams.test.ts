import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Disk } from './disk.ts';
import { openDisk } from './disk.ts';
import type { Output, Table } from './engine.ts';
import { Streams } from './streams.ts';
import { Tables } from './tables.ts';
import { temporaryDir } from './testing.ts';

const hour = 60 * 60 * 1000;
let temporary: Awaited<ReturnType<typeof temporaryDir>>;
let disk: Disk;

beforeAll(async () => {
  temporary = await temporaryDir();
  disk = await openDisk(temporary.dir);
});

afterAll(async () => {
  await disk.close();
  await temporary.remove();
});

test('records are kept for 24 hours, and a later read gets TrimmedDataAccessException', async () => {
  const tables = await Tables.load(disk);
  const streams = await Streams.load(disk, tables);
  const bare = {
    TableName: 'trimmed',
    TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/trimmed',
    TableStatus: 'ACTIVE',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  };
  const stream = streams.start(bare, 'NEW_IMAGE');
  const table: Table = { ...bare, ...stream.description };
  await tables.put(table, [stream.change]);
  stream.started();
  const write = async (pk: string) => {
    const recorded = streams.record([{ table, before: undefined, after: { pk: { S: pk } } }]);
    await disk.batch(recorded.changes);
    recorded.stored();
  };
  const StreamArn = table.LatestStreamArn;
  const described = (await streams.answer('DescribeStream', { StreamArn })) as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };
  const ShardId = described.StreamDescription.Shards[0]?.ShardId;
  const iterator = async (where: Output) =>
    (await streams.answer('GetShardIterator', { StreamArn, ShardId, ...where })).ShardIterator;
  const read = async (ShardIterator: unknown) =>
    (await streams.answer('GetRecords', { ShardIterator })).Records as { dynamodb: { SequenceNumber: string } }[];

  await write('a');
  await write('b');
  const firstIterator = await iterator({ ShardIteratorType: 'TRIM_HORIZON' });
  const [first, second] = await read(firstIterator);
  await streams.trim(Date.now() + 23 * hour);
  expect(await read(firstIterator)).toHaveLength(2);
  await streams.trim(Date.now() + 25 * hour);
  await expect(read(firstIterator)).rejects.toMatchObject({ code: 'TrimmedDataAccessException' });
  const iteratorAfter = (record: typeof first) =>
    iterator({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: record?.dynamodb.SequenceNumber });
  await expect(iteratorAfter(first)).rejects.toMatchObject({ code: 'TrimmedDataAccessException' });
  // No record after the second one is trimmed, so this position is valid.
  expect(await read(await iteratorAfter(second))).toEqual([]);
  expect(await read(await iterator({ ShardIteratorType: 'TRIM_HORIZON' }))).toEqual([]);

  const reloaded = await Streams.load(disk, tables);
  await expect(
    Promise.resolve().then(() => reloaded.answer('GetRecords', { ShardIterator: firstIterator })),
  ).rejects.toMatchObject({ code: 'TrimmedDataAccessException' });
});
