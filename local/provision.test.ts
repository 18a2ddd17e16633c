import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queues } from '../infra/blueprint/queues.ts';
import { tables } from '../infra/blueprint/tables.ts';
import { type Addresses, addresses, credentials, endpoint, region } from './addresses.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { deadLettersUrl, queueUrl } from './environment.ts';
import { provision } from './provision.ts';
import { startS3 } from './s3/server.ts';
import { signingKeySecretName, startSecretsManager } from './services/secrets-manager.ts';
import type { RunningService } from './services/service.ts';
import { queueArn } from './sqs/queues.ts';
import { startSqs } from './sqs/server.ts';

let dir: string;
let local: Addresses;
let services: RunningService[];

async function startServices(): Promise<void> {
  const sqs = await startSqs({ port: 0, dir: join(dir, 'sqs') });
  const dynamodb = await startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') });
  const secretsmanager = await startSecretsManager({ port: 0, dir: join(dir, 'secretsmanager') });
  const s3 = await startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint: `http://127.0.0.1:${sqs.port}` });
  services = [sqs, dynamodb, secretsmanager, s3];
  Object.assign(local.ports, {
    sqs: sqs.port,
    dynamodb: dynamodb.port,
    secretsmanager: secretsmanager.port,
    s3: s3.port,
  });
}
const stopServices = () => Promise.all(services.map((service) => service.close()));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'provision-'));
  local = addresses(4600, dir);
  await startServices();
});
afterAll(async () => {
  await stopServices();
  await rm(dir, { recursive: true });
});

test('creates everything in the blueprint once, also when run again and after a restart', async () => {
  const { signingPublicKey } = await provision(local);
  expect((await provision(local)).signingPublicKey).toBe(signingPublicKey);
  await stopServices();
  await startServices();
  expect((await provision(local)).signingPublicKey).toBe(signingPublicKey);
  const client = { region, credentials };

  const dynamodb = new DynamoDBClient({ ...client, endpoint: endpoint(local, 'dynamodb') });
  for (const name of Object.keys(tables)) {
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: name }));
    expect(Table?.TableStatus, name).toBe('ACTIVE');
  }
  const { Table: photos } = await dynamodb.send(new DescribeTableCommand({ TableName: 'photos' }));
  expect(photos?.LocalSecondaryIndexes?.map(({ IndexName }) => IndexName).toSorted()).toEqual(
    Object.keys(tables.photos.localIndexes).toSorted(),
  );
  const { Table: customers } = await dynamodb.send(new DescribeTableCommand({ TableName: 'customers' }));
  expect(customers?.GlobalSecondaryIndexes?.[0]).toMatchObject({
    KeySchema: [
      { AttributeName: 'directory', KeyType: 'HASH' },
      { AttributeName: 'created_at', KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'INCLUDE' },
  });
  const { Table: outbox } = await dynamodb.send(new DescribeTableCommand({ TableName: 'outbox' }));
  expect(outbox?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: 'guards' }));
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expires_at' });

  const sqs = new SQSClient({ ...client, endpoint: endpoint(local, 'sqs') });
  const all = (QueueUrl: string) => sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  const { Attributes } = await all(queueUrl(local, 'download'));
  expect(Attributes?.VisibilityTimeout).toBe(String(queues.download.visibilityTimeout));
  expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual({
    deadLetterTargetArn: queueArn('download-dead-letters'),
    maxReceiveCount: queues.download.maxReceiveCount,
  });
  expect((await all(deadLettersUrl(local, 'outbox'))).Attributes?.QueueArn).toBe(queueArn('outbox-dead-letters'));

  const s3 = new S3Client({ ...client, endpoint: endpoint(local, 's3') });
  const { VersionId } = await s3.send(new PutObjectCommand({ Bucket: 'photos', Key: 'a', Body: 'x' }));
  expect(VersionId).toBeDefined();
  const preflight = (origin: string) =>
    fetch(`${endpoint(local, 's3')}/landing/a`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    });
  expect((await preflight(local.site)).headers.get('access-control-allow-methods')).toBe('PUT');
  expect((await preflight('http://localhost:1')).status).toBe(403);

  const secrets = new SecretsManagerClient({ ...client, endpoint: endpoint(local, 'secretsmanager') });
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: signingKeySecretName }));
  const privateKey = createPrivateKey(JSON.parse(SecretString ?? '').privateKey);
  expect(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })).toBe(signingPublicKey);

  for (const each of [dynamodb, sqs, s3, secrets]) each.destroy();
});

test('an object created in the landing bucket sends an event to the photo queue', async () => {
  await provision(local);
  const s3 = new S3Client({ region, credentials, endpoint: endpoint(local, 's3') });
  const sqs = new SQSClient({ region, credentials, endpoint: endpoint(local, 'sqs') });
  await s3.send(new PutObjectCommand({ Bucket: 'landing', Key: 'a/b.jpg', Body: 'photo' }));
  const receive = async () => {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl(local, 'photo'),
      WaitTimeSeconds: 5,
      VisibilityTimeout: 0,
    });
    return ((await sqs.send(command)).Messages ?? []).map(({ Body = '' }) => Body).join();
  };
  await expect.poll(receive).toContain('a/b.jpg');
  const message = JSON.parse(await receive());
  expect(message.Records).toMatchObject([
    { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'landing' }, object: { key: 'a/b.jpg', size: 5 } } },
  ]);
  s3.destroy();
  sqs.destroy();
});
