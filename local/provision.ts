import { createPublicKey } from 'node:crypto';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type KeySchemaElement,
  type Projection,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateBucketCommand,
  type Event,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buckets, objectEvents } from '../infra/blueprint/buckets.ts';
import { type QueueName, queues } from '../infra/blueprint/queues.ts';
import { type IndexBlueprint, type TableBlueprint, type TableName, tables } from '../infra/blueprint/tables.ts';
import { type Addresses, credentials, endpoint, region } from './addresses.ts';
import { bucketName, deadLettersOf, queueName, tableName } from './environment.ts';
import { signingKeySecretName } from './services/secrets-manager.ts';
import { queueArn } from './sqs/queues.ts';

/**
 * Creates the resources that the stack creates on AWS: tables, queues, buckets with their rules and events. Existing
 * resources are unchanged. The services must be listening.
 * @returns the public half of the signing key, PEM, which the edge trusts
 */
export async function provision(studio: Addresses): Promise<{ signingPublicKey: string }> {
  const dynamodb = new DynamoDBClient({ region, credentials, endpoint: endpoint(studio, 'dynamodb') });
  const sqs = new SQSClient({ region, credentials, endpoint: endpoint(studio, 'sqs') });
  const s3 = new S3Client({ region, credentials, endpoint: endpoint(studio, 's3') });
  const secrets = new SecretsManagerClient({ region, credentials, endpoint: endpoint(studio, 'secretsmanager') });
  try {
    await Promise.all((Object.keys(tables) as TableName[]).map((name) => makeTable(dynamodb, sqs, name)));
    await Promise.all((Object.keys(queues) as QueueName[]).map((name) => makeQueue(sqs, name)));
    await sqs.send(new CreateQueueCommand({ QueueName: deadLettersOf('bounces') }));
    await makeBuckets(s3, studio.site);
    return { signingPublicKey: await readPublicKey(secrets) };
  } finally {
    for (const client of [dynamodb, sqs, s3, secrets]) client.destroy();
  }
}

async function makeTable(dynamodb: DynamoDBClient, sqs: SQSClient, name: TableName): Promise<void> {
  const TableName = tableName(name);
  const table: TableBlueprint = tables[name];
  const globalIndexes = Object.entries(table.globalIndexes ?? {});
  const localIndexes = Object.entries(table.localIndexes ?? {});
  const keys = [
    table.partitionKey,
    table.sortKey,
    ...globalIndexes.flatMap(([, index]) => [index.partitionKey, index.sortKey]),
    ...localIndexes.map(([, index]) => index.sortKey),
  ].filter((key) => key !== undefined);
  const create = new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table.partitionKey, table.sortKey),
    AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    ...(globalIndexes.length > 0 && {
      GlobalSecondaryIndexes: globalIndexes.map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: projection(index.projection),
      })),
    }),
    ...(localIndexes.length > 0 && {
      LocalSecondaryIndexes: localIndexes.map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(table.partitionKey, index.sortKey),
        Projection: projection('ALL'),
      })),
    }),
    ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  });
  try {
    await dynamodb.send(create);
  } catch (error) {
    if (!isNamed(error, 'ResourceInUseException')) throw error;
    await checkIndexes(
      dynamodb,
      TableName,
      [...globalIndexes, ...localIndexes].map(([index]) => index),
    );
  }
  await untilActive(dynamodb, TableName);
  await dynamodb
    .send(
      new UpdateContinuousBackupsCommand({
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    )
    .catch((error: unknown) => {
      // AWS's DynamoDB Local, which can replace the local DynamoDB, does not support backups.
      if (!isNamed(error, 'UnknownOperationException')) throw error;
    });
  // This queue is the on-failure destination of the streams' consumers.
  if (name === 'outbox') await sqs.send(new CreateQueueCommand({ QueueName: deadLettersOf(TableName) }));
  if (!table.expires) return;
  // DynamoDB rejects an update that changes nothing.
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
  await dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires_at' },
    }),
  );
}

const keySchema = (partitionKey: string, sortKey?: string): KeySchemaElement[] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' as const }]),
];

const projection = (indexProjection: IndexBlueprint['projection']): Projection =>
  Array.isArray(indexProjection)
    ? { ProjectionType: 'INCLUDE', NonKeyAttributes: indexProjection }
    : { ProjectionType: indexProjection };

/** Stops when older local tables do not match a changed blueprint, instead of failing later with unclear errors. */
async function checkIndexes(dynamodb: DynamoDBClient, TableName: string, expectedIndexes: string[]): Promise<void> {
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  const all = [...(Table?.GlobalSecondaryIndexes ?? []), ...(Table?.LocalSecondaryIndexes ?? [])];
  const existingIndexes = all.map(({ IndexName }) => IndexName ?? '');
  if (existingIndexes.toSorted().join() === expectedIndexes.toSorted().join()) return;
  throw new Error(
    `The table '${TableName}' of the local data has the indexes ${existingIndexes.join(', ') || '(none)'}, but this version wants ${expectedIndexes.join(', ') || '(none)'}: run npm run reset, which clears the local data, then start again.`,
  );
}

async function untilActive(dynamodb: DynamoDBClient, TableName: string): Promise<void> {
  for (;;) {
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function makeQueue(sqs: SQSClient, name: QueueName): Promise<void> {
  const QueueName = queueName(name);
  const { visibilityTimeout, maxReceiveCount } = queues[name];
  await sqs.send(new CreateQueueCommand({ QueueName: deadLettersOf(QueueName) }));
  const Attributes = {
    VisibilityTimeout: String(visibilityTimeout),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn(deadLettersOf(QueueName)), maxReceiveCount }),
  };
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName }));
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
}

async function makeBuckets(s3: S3Client, siteOrigin: string): Promise<void> {
  for (const name of buckets) {
    const Bucket = bucketName(name);
    const exists = await s3.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
      if (isNamed(error, 'NotFound')) return undefined;
      throw error;
    });
    if (!exists) await s3.send(new CreateBucketCommand({ Bucket }));
  }
  await s3.send(
    new PutBucketVersioningCommand({ Bucket: bucketName('photos'), VersioningConfiguration: { Status: 'Enabled' } }),
  );
  await s3.send(
    new PutBucketCorsCommand({
      Bucket: bucketName('landing'),
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins: [siteOrigin],
            AllowedMethods: ['PUT'],
            AllowedHeaders: ['content-type', 'if-none-match', 'x-amz-*'],
            ExposeHeaders: ['ETag'],
            MaxAgeSeconds: 3_600,
          },
        ],
      },
    }),
  );
  await s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: bucketName(objectEvents.bucket),
      NotificationConfiguration: {
        QueueConfigurations: [
          { QueueArn: queueArn(queueName(objectEvents.queue)), Events: [objectEvents.event satisfies Event] },
        ],
      },
    }),
  );
}

async function readPublicKey(secrets: SecretsManagerClient): Promise<string> {
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId: signingKeySecretName }));
  const { privateKey } = JSON.parse(SecretString) as { privateKey: string };
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
