import { spawnSync } from 'node:child_process';
import { startDynamoDbLocal } from '../../../local/dynamodb/dynamodb-local.ts';
import type { RunningService } from '../../../local/services/service.ts';

/**
 * `npm run test:dynamodb-local`: runs the API's tests against AWS's DynamoDB Local instead of ours. Needs Java. Two
 * files run side by side, each with a DynamoDB Local of its own, because the tables have the same names.
 */
const sideBySide = 2;

/**
 * What says nothing more on another DynamoDB: nearly all requests of these files are refused before they reach a table,
 * or are about logins. The calls of every route are compared with DynamoDB Local's by `capacity.test.ts`.
 */
const sameOnBoth = ['rights/{matrix,admin-only,credentials,robustness}', 'customers/sign-in-codes'];

const started: RunningService[] = [];
try {
  while (started.length < sideBySide) started.push(await startDynamoDbLocal({ port: 0 }));
  const excluded = sameOnBoth.flatMap((name) => ['--exclude', `tests/api/${name}.test.ts`]);
  const { status } = spawnSync('vitest', ['run', 'tests/api', `--maxWorkers=${sideBySide}`, ...excluded], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DYNAMODB_ENDPOINT: started.map(({ port }) => `http://127.0.0.1:${port}`).join(' ') },
  });
  process.exitCode = status ?? 1;
} finally {
  await Promise.all(started.map(({ close }) => close()));
}
