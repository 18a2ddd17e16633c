import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TableName, tables } from '../../infra/blueprint.ts';
import { findBuckets, findPhotosBucket, findTables } from '../../infra/commands/deployed.ts';
import { credentials, region } from '../../local/addresses.ts';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { RunningService } from '../../local/service.ts';
import { pathOf, synthesize } from './synthesized.ts';

/** What CloudFormation calls a thing: the stack's name, the logical id and something random; in S3 all in small letters. */
const generated = (logicalId: string) => `Studio-${logicalId}-1AB2CD3EF4GH5`;

let dir: string;
let services: RunningService[];
let dynamodb: DynamoDBClient;
let s3: S3Client;
const { stack, ofType } = synthesize();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'deployed-'));
  services = [
    await startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') }),
    await startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint: 'http://127.0.0.1:9' }),
  ];
  const client = (at: number) => ({ region, credentials, endpoint: `http://127.0.0.1:${services[at]!.port}` });
  dynamodb = new DynamoDBClient(client(0));
  s3 = new S3Client({ ...client(1), forcePathStyle: true });

  const names = [
    ...ofType('AWS::DynamoDB::GlobalTable').map(([id]) => generated(id)),
    'Studio-Drill-1-photos',
    'other',
  ];
  for (const TableName of names) {
    await dynamodb.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
  }
  const buckets = ofType('AWS::S3::Bucket').map(([id, { Properties }]) =>
    Properties.BucketName ? 'studio-landing-123456789012-us-east-1' : generated(id).toLowerCase(),
  );
  for (const Bucket of [...buckets, 'studio-photos-of-2019']) await s3.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  for (const service of services) await service.close();
  await rm(dir, { recursive: true });
});

test('finds the tables by the names that CloudFormation gives them', async () => {
  const found = await findTables(dynamodb);
  for (const name of Object.keys(tables) as TableName[]) {
    const [id] = ofType('AWS::DynamoDB::GlobalTable').find(([one]) => pathOf(stack, one) === `Data/${name}`)!;
    expect(found[name]).toBe(generated(id));
  }
});

test('finds its own buckets, and nothing that is only called alike', async () => {
  expect(await findPhotosBucket(s3)).toMatch(/^studio-photos[0-9a-f]{8}-1ab2cd3ef4gh5$/);
  const found = await findBuckets(s3);
  expect(found).toHaveLength(ofType('AWS::S3::Bucket').length);
  expect(found).not.toContain('studio-photos-of-2019');
});

test('takes a table that the environment names instead', async () => {
  vi.stubEnv('PHOTOS_TABLE', 'restored-photos');
  expect(await findTables(dynamodb)).toMatchObject({ photos: 'restored-photos' });
  vi.unstubAllEnvs();
});
