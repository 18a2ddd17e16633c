import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { createTestTable, readStream } from '../testing.ts';
import { clients, failure, fresh, startConformance, tableNamed } from './testing.ts';

startConformance();

describe('streams', () => {
  const streamOn = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } };

  test('contain every change in order, with both images', async () => {
    const { client, documents, streams } = clients;
    const TableName = await createTestTable(client, tableNamed('streamed'), streamOn);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.StreamSpecification).toEqual(streamOn.StreamSpecification);
    const arn = Table?.LatestStreamArn ?? '';
    expect(arn).toMatch(/:table\/conformance_\d+_streamed\/stream\/\d{4}-/);
    const pk = fresh();
    const key = (sk: string) => ({ pk, sk });
    await documents.send(new PutCommand({ TableName, Item: { ...key('1'), n: 1 } }));
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: key('1'),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    await documents.send(new PutCommand({ TableName, Item: { ...key('1'), n: 2 } }));
    await documents.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: key('2') } }] } }),
    );
    await failure(
      documents.send(new PutCommand({ TableName, Item: key('2'), ConditionExpression: 'attribute_not_exists(pk)' })),
    );
    await documents.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: key('3') } }] }));
    await documents.send(new DeleteCommand({ TableName, Key: key('1') }));
    await documents.send(new DeleteCommand({ TableName, Key: key('never there') }));

    await expect.poll(async () => (await readStream(streams, arn)).length).toBe(5);
    const records = await readStream(streams, arn);
    const first = { pk: { S: pk }, sk: { S: '1' } };
    expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'INSERT', 'INSERT', 'REMOVE']);
    expect(records[0]?.dynamodb).toMatchObject({ Keys: first, NewImage: { ...first, n: { N: '1' } } });
    expect(records[0]?.dynamodb?.OldImage).toBeUndefined();
    expect(records[1]?.dynamodb).toMatchObject({ OldImage: { n: { N: '1' } }, NewImage: { n: { N: '2' } } });
    expect(records[4]?.dynamodb).toMatchObject({ Keys: first, OldImage: { ...first, n: { N: '2' } } });
    expect(records[4]?.dynamodb?.NewImage).toBeUndefined();
    const numbers = records.map(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0));
    expect(numbers).toEqual([...numbers].sort((a, b) => (a < b ? -1 : 1)));
    for (const record of records) {
      expect(record).toMatchObject({ eventSource: 'aws:dynamodb', dynamodb: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });
      expect(record.userIdentity).toBeUndefined();
    }
  });

  test('are found by table, disabled and enabled again', async () => {
    const { client, streams } = clients;
    const TableName = await createTestTable(client, tableNamed('switched'));
    const stream = async () => (await streams.send(new ListStreamsCommand({ TableName }))).Streams?.length ?? 0;
    expect(await stream()).toBe(0);
    const on = await client.send(new UpdateTableCommand({ TableName, ...streamOn }));
    const arn = on.TableDescription?.LatestStreamArn ?? '';
    expect(await stream()).toBe(1);
    const twice = await failure(client.send(new UpdateTableCommand({ TableName, ...streamOn })));
    expect(twice).toMatchObject({ name: 'ValidationException', message: /already has an enabled stream/ });
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
    const status = async () =>
      (await streams.send(new DescribeStreamCommand({ StreamArn: arn }))).StreamDescription?.StreamStatus;
    await expect.poll(status).toBe('DISABLED');
    const newStream = await client.send(new UpdateTableCommand({ TableName, ...streamOn }));
    expect(newStream.TableDescription?.LatestStreamArn).not.toBe(arn);
  });
});
