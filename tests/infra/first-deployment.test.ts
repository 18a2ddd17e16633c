import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAccount } from '../../infra/account.ts';
import type { DeployClients } from '../../infra/commands/deploy.ts';
import { credentials, region, userPools } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { startS3 } from '../../local/s3/server.ts';
import { Faults } from '../../local/services/faults.ts';
import { startSecretsManager } from '../../local/services/secrets-manager.ts';
import type { RunningService } from '../../local/services/service.ts';
import { startSes } from '../../local/services/ses.ts';
import { type CloudFormationStandIn, startCloudFormation, type Template } from '../support/cloudformation.ts';
import { config } from './synthesized.ts';
import { assemblyIn, runDeploy } from './tiny-deployment.ts';

/**
 * What `npm run deploy` deletes of a failed first deployment that CDK can't repeat. tests/infra/deploy-guide.test.ts
 * has a failure that it can.
 */

let dir: string;
let aws: CloudFormationStandIn;
let clients: DeployClients;
const sesFaults = new Faults();
const running: RunningService[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'first-'));
  const at = async (service: Promise<RunningService>) => {
    const { port } = running[running.push(await service) - 1]!;
    return { region, credentials, endpoint: `http://127.0.0.1:${port}`, maxAttempts: 1 };
  };
  aws = await startCloudFormation(
    (name) => JSON.parse(readFileSync(join(assemblyIn(dir), `${name}.template.json`), 'utf8')) as Template,
  );
  const cloudformation = await at(Promise.resolve(aws));
  const ses = await at(startSes({ port: 0, dir: join(dir, 'ses'), faults: sesFaults }));
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [], sesEndpoint: ses.endpoint };
  clients = {
    cloudformation: new CloudFormationClient(cloudformation),
    cloudfront: new CloudFrontClient(cloudformation),
    lambda: new LambdaClient(cloudformation),
    ses: new SESv2Client(ses),
    dynamodb: new DynamoDBClient(await at(startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') }))),
    s3: new S3Client({
      ...(await at(startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint: 'http://127.0.0.1:9' }))),
      forcePathStyle: true,
    }),
    secrets: new SecretsManagerClient(await at(startSecretsManager({ port: 0, dir: join(dir, 'secrets') }))),
    cognito: new CognitoIdentityProviderClient(
      await at(startCognito({ port: 0, dir: join(dir, 'cognito'), ...nowhere })),
    ),
  };
  await clients.s3.send(new CreateBucketCommand({ Bucket: 'cdk-hnb659fds-assets-123456789012-us-east-1' }));
});
afterAll(async () => {
  for (const client of Object.values(clients)) client.destroy();
  for (const service of running.toReversed()) await service.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  aws.stacks.clear();
  sesFaults.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
});

const run = (answer?: string) => runDeploy(config, { dir, aws, clients }, answer);

const left = (logicalId: string, physicalId: string, type: string, status = 'DELETE_SKIPPED') => ({
  logicalId,
  physicalId,
  type,
  status,
});
const tableNames = async () => (await clients.dynamodb.send(new ListTablesCommand({}))).TableNames ?? [];
const bucketNames = async () =>
  ((await clients.s3.send(new ListBucketsCommand({}))).Buckets ?? []).map(({ Name }) => Name ?? '');
const makeTable = (TableName: string) =>
  clients.dynamodb.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );

test('a protected stack that CDK can’t repeat (ROLLBACK_FAILED, with resources left) is deleted; the other stack is kept', async () => {
  const own = ['studio-Dataphotos-1', 'studio-site-1', 'studio-logs-1'] as const;
  const twins = ['studio-Dataphotos-2', 'studio-site-2', 'studio-logs-2'] as const;
  for (const [table, site, logs] of [own, twins]) {
    await makeTable(table);
    for (const Bucket of [site, logs]) {
      await clients.s3.send(new CreateBucketCommand({ Bucket }));
      await clients.s3.send(new PutObjectCommand({ Bucket, Key: 'index.html', Body: 'x' }));
    }
  }
  aws.stacks.set(config.prefix, {
    name: config.prefix,
    status: 'ROLLBACK_FAILED',
    isProtected: true,
    template: {},
    resources: [
      left('Dataphotos0123ABCD', own[0], 'AWS::DynamoDB::GlobalTable'),
      left('EdgeSite0123ABCD', own[1], 'AWS::S3::Bucket', 'DELETE_FAILED'),
      left('Logs0123ABCD', own[2], 'AWS::S3::Bucket', 'DELETE_FAILED'),
      left('IdentityPool0123ABCD', 'us-east-1_gone', 'AWS::Cognito::UserPool', 'DELETE_COMPLETE'),
    ],
  });
  expect(await readAccount(config, clients)).toEqual([
    expect.stringMatching(/^The first deployment failed \(ROLLBACK_FAILED\): run npm run deploy/),
  ]);

  await run('no');
  expect(aws.stacks.has(config.prefix)).toBe(false);
  const names = [...(await tableNames()), ...(await bucketNames())];
  for (const name of own) expect(names).not.toContain(name);
  for (const name of twins) expect(names).toContain(name);
});

test('nothing is deleted when a resource of the failed deployment contains data', async () => {
  await makeTable('studio-Datamessages-3');
  await clients.dynamodb.send(
    new PutItemCommand({ TableName: 'studio-Datamessages-3', Item: { id: { S: 'a message' } } }),
  );
  await clients.s3.send(new CreateBucketCommand({ Bucket: 'studio-photos-3' }));
  await clients.s3.send(new PutObjectCommand({ Bucket: 'studio-photos-3', Key: 'originals/a.jpg', Body: 'x' }));
  await clients.cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: userPools.studio.id,
      Username: 'owner@magnolia.studio',
      MessageAction: 'SUPPRESS',
    }),
  );
  aws.stacks.set(config.prefix, {
    name: config.prefix,
    status: 'ROLLBACK_COMPLETE',
    isProtected: false,
    template: {},
    resources: [
      left('Datamessages0123ABCD', 'studio-Datamessages-3', 'AWS::DynamoDB::GlobalTable'),
      left('Photos0123ABCD', 'studio-photos-3', 'AWS::S3::Bucket'),
      left('IdentityPool0123ABCD', userPools.studio.id, 'AWS::Cognito::UserPool'),
    ],
  });
  await expect(run()).rejects.toThrow(
    `something is in what it left: table studio-Datamessages-3, bucket studio-photos-3, user pool ${userPools.studio.id}. Nothing was deleted.`,
  );
  expect(aws.stacks.has(config.prefix)).toBe(true);
  expect(await tableNames()).toContain('studio-Datamessages-3');
});
