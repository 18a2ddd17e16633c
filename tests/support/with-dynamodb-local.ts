import { spawnSync } from 'node:child_process';
import { startDynamoDbLocal } from '../../local/dynamodb/dynamodb-local.ts';

/** `npm run test:dynamodb-local`: runs the API's tests against AWS's DynamoDB Local instead of ours. Needs Java. */
const { port, close } = await startDynamoDbLocal({ port: 0 });
try {
  const { status } = spawnSync('vitest', ['run', 'tests/api', '--no-file-parallelism'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` },
  });
  process.exitCode = status ?? 1;
} finally {
  await close();
}
