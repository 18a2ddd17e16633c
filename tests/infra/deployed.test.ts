import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queues } from '../../infra/blueprint/queues.ts';
import { type TableName, tables } from '../../infra/blueprint/tables.ts';
import {
  findBuckets,
  findDeadLetters,
  findEdge,
  findPhotosBucket,
  findTables,
  findUserPool,
  findWorker,
  stackResources,
} from '../../infra/commands/stack/deployed.ts';
import { credentials, region } from '../../local/addresses.ts';
import { type CloudFormationStandIn, startCloudFormation } from '../support/cloudformation.ts';
import { synthesize } from './synthesized.ts';

/**
 * Two studios in one account. Resources that a failed creation of `studio` left have similar names, and belong to no
 * stack.
 */
const twins = ['studio', 'staging'] as const;
const physicalId = (twin: string, logicalId: string, type: string) =>
  type === 'AWS::SQS::Queue'
    ? `https://sqs.us-east-1.amazonaws.com/123456789012/${twin}-${logicalId}`
    : `${twin}-${logicalId}-1AB2CD3EF4GH5`;

/** Two generations of the signing key are valid; the second signs. */
const template = synthesize({ signingKeyGeneration: 2 }).resources;
let service: CloudFormationStandIn;
let cloudformation: CloudFormationClient;

beforeAll(async () => {
  service = await startCloudFormation(() => ({}));
  cloudformation = new CloudFormationClient({ region, credentials, endpoint: `http://127.0.0.1:${service.port}` });
  for (const name of twins) {
    const resources = Object.entries(template).map(([logicalId, { Type: type }]) => ({
      logicalId,
      physicalId: physicalId(name, logicalId, type),
      type,
      status: 'CREATE_COMPLETE',
    }));
    // A bucket of an earlier template that the stack no longer contains.
    const gone = {
      logicalId: 'Photos00000000',
      physicalId: 'gone',
      type: 'AWS::S3::Bucket',
      status: 'DELETE_COMPLETE',
    };
    service.stacks.set(name, {
      name,
      status: 'CREATE_COMPLETE',
      isProtected: true,
      resources: [gone, ...resources],
      template: { Outputs: { SiteAddress: { Value: `https://${name}.example.com` } } },
    });
  }
});
afterAll(async () => {
  cloudformation.destroy();
  await service.close();
});

test.each(twins)('finds the resources of the stack %s, and none of the other stack', async (twin) => {
  const resources = stackResources(cloudformation, twin);
  const found = await findTables(resources);
  for (const name of Object.keys(tables) as TableName[]) {
    expect(found[name]).toMatch(new RegExp(`^${twin}-Data${name}[0-9A-F]{8}-`));
  }
  expect(await findPhotosBucket(resources)).toMatch(new RegExp(`^${twin}-Photos[0-9A-F]{8}-`));
  expect(await findUserPool(resources, 'clients')).toMatch(new RegExp(`^${twin}-IdentityPool[0-9A-F]{8}-`));
  expect(await findUserPool(resources, 'studio')).toMatch(new RegExp(`^${twin}-IdentityStudio[0-9A-F]{8}-`));
  for (const name of [...(Object.keys(queues) as (keyof typeof queues)[]), 'outbox' as const]) {
    expect(await findDeadLetters(resources, name)).toMatch(new RegExp(`^${twin}-Queues${name}DeadLetters[0-9A-F]{8}$`));
  }
  const buckets = await findBuckets(resources);
  expect(buckets).toHaveLength(4);
  for (const bucket of buckets) expect(bucket).toMatch(new RegExp(`^${twin}-`));
  // The other buckets write their access logs into this one, so it is deleted last.
  expect(buckets.at(-1)).toMatch(new RegExp(`^${twin}-Logs`));
});

test.each(twins)('finds the workers, the address and the current signing key of the stack %s', async (twin) => {
  const resources = stackResources(cloudformation, twin);
  expect(await findWorker(resources, 'daily-sweep')).toMatch(new RegExp(`^${twin}-Workersdailysweep[0-9A-F]{8}-`));
  expect(await findWorker(resources, 'record-bounce')).toMatch(new RegExp(`^${twin}-Workersrecordbounce[0-9A-F]{8}-`));
  const secrets = new SecretsManagerClient({ region, credentials });
  // The key says which secret it was read from.
  vi.spyOn(secrets, 'send').mockImplementation((async ({ input }: GetSecretValueCommand) => ({
    SecretString: JSON.stringify({ privateKey: `key of ${input.SecretId}` }),
  })) as never);
  expect(await findEdge(cloudformation, resources, secrets, twin)).toEqual({
    origin: `https://${twin}.example.com`,
    keyPairId: expect.stringMatching(new RegExp(`^${twin}-SigningKeyPublic2[0-9A-F]{8}-`)),
    privateKey: expect.stringMatching(new RegExp(`^key of ${twin}-SigningKeyPrivate2[0-9A-F]{8}-`)),
  });
});

test('names a missing stack', async () => {
  await expect(findTables(stackResources(cloudformation, 'nothing'))).rejects.toThrow(
    /^There is no stack 'nothing' here: is the studio deployed/,
  );
});

test('uses a table named by the environment, without a request to CloudFormation', async () => {
  vi.stubEnv('PHOTOS_TABLE', 'restored-photos');
  expect(await findTables(stackResources(cloudformation, 'studio'))).toMatchObject({ photos: 'restored-photos' });
  vi.stubEnv('CLIENT_POOL_ID', 'us-east-1_local');
  const nobody = () => Promise.reject(new Error('CloudFormation was asked'));
  expect(await findUserPool(nobody, 'clients')).toBe('us-east-1_local');
  vi.unstubAllEnvs();
});
