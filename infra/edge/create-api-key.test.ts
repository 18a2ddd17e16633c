import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleInline } from '../bundle.ts';
import { handler } from './create-api-key.ts';
import { openCustomResource } from './custom-resource-in-test.ts';

const name = '/studio/api-key';

/** One parameter in Parameter Store. */
let stored: Record<string, unknown> | undefined;
let isBroken: boolean;
let resource: Awaited<ReturnType<typeof openCustomResource>>;
let heard: typeof resource.heard;

beforeEach(async () => {
  stored = undefined;
  isBroken = false;
  resource = await openCustomResource(handler, 'SSM', (operation, body) => {
    const refused = (__type: string) => ({ __type, message: body.Value ?? '' });
    if (isBroken) return refused('AccessDeniedException');
    if (operation === 'AmazonSSM.DeleteParameter') {
      if (!stored) return refused('ParameterNotFound');
      stored = undefined;
    } else if (stored) return refused('ParameterAlreadyExists');
    else stored = body;
    return {};
  });
  heard = resource.heard;
});
afterEach(() => resource.close());

const call = (type: 'Create' | 'Update' | 'Delete') => resource.call(type, { ParameterName: name });

test('creates an encrypted parameter with a random key, which is in no answer', async () => {
  await call('Create');
  expect(stored).toEqual({ Name: name, Type: 'SecureString', Value: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(heard).toMatchObject([{ Status: 'SUCCESS', PhysicalResourceId: name }]);
  expect(JSON.stringify(heard)).not.toContain(String(stored!.Value));
});

test('a repeated call, or a later update, keeps the key', async () => {
  await call('Create');
  const first = stored;
  await call('Create');
  await call('Update');
  expect(stored).toBe(first);
  expect(heard.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
});

test('deleting deletes it, and deleting again changes nothing', async () => {
  await call('Create');
  await call('Delete');
  expect(stored).toBeUndefined();
  await call('Delete');
  expect(heard.map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
});

test('a failure is reported without the key', async () => {
  isBroken = true;
  await call('Create');
  expect(heard).toMatchObject([{ Status: 'FAILED', Reason: 'It failed: AccessDeniedException' }]);
  expect(heard[0]!.Reason).not.toMatch(/[0-9a-f]{64}/);
});

test('it is small enough to be inline in the template', () => {
  expect(Buffer.byteLength(bundleInline('infra/edge/create-api-key.ts'))).toBeLessThan(4_096);
});
