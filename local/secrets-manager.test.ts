import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, region } from './addresses.ts';
import { secretArn, signingKeySecretName, startSecretsManager } from './secrets-manager.ts';
import type { RunningService } from './service.ts';

let dir: string;
let service: RunningService;
let secrets: SecretsManagerClient;

async function start(): Promise<void> {
  service = await startSecretsManager({ port: 0, dir });
  secrets = new SecretsManagerClient({ region, credentials, endpoint: `http://127.0.0.1:${service.port}` });
}
async function stop(): Promise<void> {
  secrets.destroy();
  await service.close();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'secrets-'));
  await start();
});
afterAll(async () => {
  await stop();
  await rm(dir, { recursive: true });
});

const secretValue = async (SecretId: string) =>
  (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString;

test('the first start makes the signing key, and a restart keeps it', async () => {
  const value = await secretValue(signingKeySecretName);
  const { privateKey, generation } = JSON.parse(value ?? '');
  expect(createPrivateKey(privateKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(generation).toBe('1');
  await stop();
  await start();
  expect(await secretValue(secretArn(signingKeySecretName))).toBe(value);
});

test('a secret is created once, changed, and told of without its value', async () => {
  await secrets.send(new CreateSecretCommand({ Name: 'a/b', SecretString: 'one', Description: 'why' }));
  await expect(secrets.send(new CreateSecretCommand({ Name: 'a/b', SecretString: 'x' }))).rejects.toMatchObject({
    name: 'ResourceExistsException',
  });
  const { VersionId } = await secrets.send(new PutSecretValueCommand({ SecretId: 'a/b', SecretString: 'two' }));
  expect(await secretValue('a/b')).toBe('two');
  const previous = new GetSecretValueCommand({ SecretId: 'a/b', VersionStage: 'AWSPREVIOUS' });
  expect((await secrets.send(previous)).SecretString).toBe('one');
  const described = await secrets.send(new DescribeSecretCommand({ SecretId: secretArn('a/b') }));
  expect(described).toMatchObject({ Name: 'a/b', Description: 'why' });
  expect(described.VersionIdsToStages?.[VersionId!]).toEqual(['AWSCURRENT']);
  expect(JSON.stringify(described)).not.toContain('two');
});

test('a secret that is not there is an error by AWS’s name', async () => {
  await expect(secretValue('nothing')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
