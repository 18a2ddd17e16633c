import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTablesCommand,
  PutItemCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { createTestTable } from '../testing.ts';
import { clients, failure, isElsewhere, startConformance, table, tableNamed } from './testing.ts';

startConformance();

const onlyLocal = test.skipIf(isElsewhere);

describe('tables', () => {
  test('can be used once created, are listed and described, and are missing once deleted', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('short_lived'));
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } });
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexName: 'by_group', IndexStatus: 'ACTIVE' }]);
    expect(Table?.TableArn).toMatch(/^arn:aws:dynamodb:.*:table\/conformance_/);
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: '1' } } }));
    const { TableNames } = await client.send(new ListTablesCommand({}));
    expect(TableNames).toContain(TableName);
    expect(await failure(createTestTable(client, TableName))).toBeInstanceOf(ResourceInUseException);
    await client.send(new DeleteTableCommand({ TableName }));
    expect(await failure(client.send(new DescribeTableCommand({ TableName })))).toBeInstanceOf(
      ResourceNotFoundException,
    );
    await createTestTable(client, TableName);
    expect((await client.send(new ScanCommand({ TableName }))).Items).toEqual([]);
    expect((await client.send(new ScanCommand({ TableName, IndexName: 'by_group' }))).Items).toEqual([]);
  });

  test('with deletion protection are kept until it is turned off', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('protected'), { DeletionProtectionEnabled: true });
    const refused = await failure(client.send(new DeleteTableCommand({ TableName })));
    expect(refused).toMatchObject({ name: 'ValidationException', message: /protected against deletion/ });
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table?.DeletionProtectionEnabled).toBe(true);
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await client.send(new DeleteTableCommand({ TableName }));
  });

  test('get a new index with the existing items, and lose it again', async () => {
    const { client, documents } = clients;
    const TableName = await createTestTable(client, tableNamed('indexed'));
    await documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '1', color: 'red' } }));
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: ['pk', 'sk', 'group_id', 'color'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: 'by_color',
              KeySchema: [{ AttributeName: 'color', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'KEYS_ONLY' },
            },
          },
        ],
      }),
    );
    const statuses = async () => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      return Table?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus);
    };
    await expect.poll(statuses).toEqual(['ACTIVE', 'ACTIVE']);
    await documents.send(new PutCommand({ TableName, Item: { pk: 'a', sk: '2', color: 'red', size: 1 } }));
    const red = { KeyConditionExpression: 'color = :red', ExpressionAttributeValues: { ':red': 'red' } };
    const query = () => documents.send(new QueryCommand({ TableName, IndexName: 'by_color', ...red }));
    expect((await query()).Items).toEqual(
      expect.arrayContaining([
        { pk: 'a', sk: '1', color: 'red' },
        { pk: 'a', sk: '2', color: 'red' },
      ]),
    );
    await client.send(
      new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by_color' } }] }),
    );
    await expect.poll(() => failure(query())).toMatchObject({ name: 'ValidationException' });
  });

  test('store their TTL setting', async () => {
    const { client } = clients;
    const TableName = await createTestTable(client, tableNamed('expiring'));
    const describeIt = async () =>
      (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'DISABLED' });
    const on = { AttributeName: 'expires_at', Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: on }));
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' });
    const repeated = await failure(
      client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: on })),
    );
    expect(repeated).toMatchObject({ name: 'ValidationException', message: 'TimeToLive is already enabled' });
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { ...on, Enabled: false } }));
    expect(await describeIt()).toEqual({ TimeToLiveStatus: 'DISABLED' });
  });

  onlyLocal('remember whether they can be restored to a point in time', async () => {
    const { client } = clients;
    const describeIt = async () => {
      const answer = await client.send(new DescribeContinuousBackupsCommand({ TableName: table }));
      return answer.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    };
    expect(await describeIt()).toEqual({ PointInTimeRecoveryStatus: 'DISABLED' });
    const change = (PointInTimeRecoveryEnabled: boolean) =>
      client.send(
        new UpdateContinuousBackupsCommand({
          TableName: table,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
        }),
      );
    await change(true);
    expect(await describeIt()).toMatchObject({ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 35 });
    await change(false);
    expect(await describeIt()).toEqual({ PointInTimeRecoveryStatus: 'DISABLED' });
  });
});
