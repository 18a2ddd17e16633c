import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleInline } from '../bundle.ts';
import { handler } from './announce-build.ts';
import { openCustomResource } from './custom-resource-in-test.ts';

let resource: Awaited<ReturnType<typeof openCustomResource>>;
let updates: object[];

beforeEach(async () => {
  updates = [];
  resource = await openCustomResource(handler, 'DYNAMODB', (_, body) => {
    updates.push(body);
    return {};
  });
});
afterEach(() => resource.close());

const call = (type: 'Create' | 'Update' | 'Delete') => resource.call(type, { TableName: 'website', Build: '0123' });

test.each(['Create', 'Update'] as const)('%s writes the deployed build', async (type) => {
  await call(type);
  expect(updates).toMatchObject([
    {
      TableName: 'website',
      Key: { id: { S: 'deployed' } },
      ExpressionAttributeValues: { ':build': { S: '0123' }, ':at': { S: expect.stringMatching(/^\d{4}-.*Z$/) } },
    },
  ]);
  expect(resource.heard).toMatchObject([{ Status: 'SUCCESS', PhysicalResourceId: 'website' }]);
});

test('Delete leaves the table as it is', async () => {
  await call('Delete');
  expect(updates).toEqual([]);
  expect(resource.heard).toMatchObject([{ Status: 'SUCCESS' }]);
});

test('it is small enough to be inline in the template', () => {
  expect(Buffer.byteLength(bundleInline('infra/edge/announce-build.ts'))).toBeLessThan(4_096);
});
