import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { javaVersion, startDynamoDbLocal } from './dynamodb-local.ts';
import { clientsFor } from './testing.ts';

const java = (await javaVersion()) ?? 0;

afterEach(() => vi.unstubAllEnvs());

test('without Java it fails with a one-sentence error', async () => {
  vi.stubEnv('PATH', '');
  await expect(startDynamoDbLocal({ port: 0 })).rejects.toThrow(
    "AWS's DynamoDB Local needs Java 17 or newer, and there is none on this machine: install one and try again.",
  );
});

test.skipIf(java < 17)(
  'starts empty and responds to the SDK',
  async () => {
    const service = await startDynamoDbLocal({ port: 0 });
    try {
      const { client } = clientsFor(`http://127.0.0.1:${service.port}`);
      expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    } finally {
      await service.close();
    }
  },
  90_000,
);
