import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleInline } from '../bundle.ts';
import { handler } from './create-api-key.ts';
import { openCustomResource } from './custom-resource-in-test.ts';

const name = '/studio/api-key';

/** The only parameter in Parameter Store. */
let parameter: Record<string, unknown> | undefined;
let isBroken: boolean;
let resource: Awaited<ReturnType<typeof openCustomResource>>;
let answers: typeof resource.heard;

beforeEach(async () => {
  parameter = undefined;
  isBroken = false;
  resource = await openCustomResource(handler, 'SSM', (operation, body) => {
    const refused = (__type: string) => ({ __type, message: body.Value ?? '' });
    if (isBroken) return refused('AccessDeniedException');
    if (operation === 'AmazonSSM.DeleteParameter') {
      if (!parameter) return refused('ParameterNotFound');
      parameter = undefined;
    } else if (parameter) return refused('ParameterAlreadyExists');
    else parameter = body;
    return {};
  });
  answers = resource.heard;
});
afterEach(() => resource.close());

const call = (type: 'Create' | 'Update' | 'Delete') => resource.call(type, { ParameterName: name });

test('creates an encrypted parameter with a random key, which is in no answer', async () => {
  await call('Create');
  expect(parameter).toEqual({ Name: name, Type: 'SecureString', Value: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(answers).toMatchObject([{ Status: 'SUCCESS', PhysicalResourceId: name }]);
  expect(JSON.stringify(answers)).not.toContain(String(parameter!.Value));
});

test('a repeated call, or a later update, keeps the key', async () => {
  await call('Create');
  const first = parameter;
  await call('Create');
  await call('Update');
  expect(parameter).toBe(first);
  expect(answers.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
});

test('deleting deletes it, and deleting again changes nothing', async () => {
  await call('Create');
  await call('Delete');
  expect(parameter).toBeUndefined();
  await call('Delete');
  expect(answers.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
});

test('a failure is reported without the key', async () => {
  isBroken = true;
  await call('Create');
  expect(answers).toMatchObject([{ Status: 'FAILED', Reason: 'It failed: AccessDeniedException' }]);
  expect(answers[0]!.Reason).not.toMatch(/[0-9a-f]{64}/);
});

test('it is small enough to be inline in the template', () => {
  expect(Buffer.byteLength(bundleInline('infra/edge/create-api-key.ts'))).toBeLessThan(4_096);
});
