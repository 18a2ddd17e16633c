import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { apiKeyParameter, secretArn, signingKeySecretName, startSecretsManager } from './secrets-manager.ts';
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

test('the first start creates the signing key, and a restart keeps it', async () => {
  const value = await secretValue(signingKeySecretName);
  const { privateKey, generation } = JSON.parse(value ?? '');
  expect(createPrivateKey(privateKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(generation).toBe('1');
  await stop();
  await start();
  expect(await secretValue(secretArn(signingKeySecretName))).toBe(value);
});

test('a new value becomes AWSCURRENT, and the one before AWSPREVIOUS', async () => {
  const SecretId = signingKeySecretName;
  const value = await secretValue(SecretId);
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: 'two' }));
  expect(await secretValue(SecretId)).toBe('two');
  const previous = new GetSecretValueCommand({ SecretId, VersionStage: 'AWSPREVIOUS' });
  expect((await secrets.send(previous)).SecretString).toBe(value);
});

test('a missing secret is ResourceNotFoundException', async () => {
  await expect(secretValue('nothing')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test("the API's key is an encrypted parameter, readable only with decryption", async () => {
  const ssm = new SSMClient({ region, credentials, endpoint: `http://127.0.0.1:${service.port}` });
  const read = async (Name: string, WithDecryption: boolean) =>
    (await ssm.send(new GetParameterCommand({ Name, WithDecryption }))).Parameter?.Value;
  const value = await read(apiKeyParameter, true);
  expect(value).toMatch(/^[0-9a-f-]{72}$/);
  expect(await read(apiKeyParameter, false)).not.toBe(value);
  await expect(read('/nothing', true)).rejects.toMatchObject({ name: 'ParameterNotFound' });
  ssm.destroy();
});
