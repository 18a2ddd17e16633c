import { expect, test } from 'vitest';
import { type FunctionName, functions } from '../infra/blueprint/functions.ts';
import { environmentNames } from '../lambdas/platform/env.ts';
import { addresses } from './addresses.ts';
import { functionEnvironment } from './environment.ts';

const local = addresses(4600);

test.each(Object.keys(functions) as FunctionName[])('%s gets exactly the settings listed in its blueprint', (name) => {
  const environment = functionEnvironment(local, name);
  const presentSettings = environmentNames.filter((setting) => setting in environment);
  expect(presentSettings.toSorted()).toEqual([...new Set<string>(functions[name].environment)].toSorted());
  expect(Object.values(environment).every((value) => typeof value === 'string' && value !== '')).toBe(true);
  expect(environment).toMatchObject({
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:4601',
    AWS_REGION: 'us-east-1',
  });
});

test('queues are identified by their URL', () => {
  expect(functionEnvironment(local, 'daily-sweep').PHOTO_QUEUE_URL).toBe('http://127.0.0.1:4605/000000000000/photo');
});
