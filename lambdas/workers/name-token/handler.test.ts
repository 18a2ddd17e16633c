import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from './handler.ts';

beforeEach(() => void vi.stubEnv('ALARM_EMAIL', 'Care@Example.com'));

test.each([
  [{ name: 'Elena Ruiz', email: 'e@example.com' }, 'Elena Ruiz'],
  [{ email: 'elena.ruiz@example.com' }, 'Elena Ruiz'],
  [{ email: 'studio+test@example.com' }, 'Studio'],
  [{ name: '  ', email: 'dana_k@example.com' }, 'Dana K'],
  [{ email: 'studio@example.com' }, 'The owner', ['admins']],
  [{ email: 'Hello+office@example.com' }, 'The owner', ['admins']],
  [{ name: 'Elena Ruiz', email: 'studio@example.com' }, 'Elena Ruiz', ['admins']],
  [{ email: 'elena@example.com' }, 'Elena', ['admins']],
  [{ email: 'office@example.com' }, 'Office', ['staff']],
])('%o is called %s in the timeline', async (userAttributes, name, groupsToOverride: string[] = []) => {
  const event = {
    request: { userAttributes, groupConfiguration: { groupsToOverride } },
  } as unknown as PreTokenGenerationV2TriggerEvent;
  const { response } = await handler(event);
  expect(response.claimsAndScopeOverrideDetails?.accessTokenGeneration).toEqual({ claimsToAddOrOverride: { name } });
});

test.each([
  ['care@example.com', 'true'],
  ['CARE@example.com', 'true'],
  ['care@example.com.evil.example', undefined],
  [undefined, undefined],
])('whether %s looks after AWS is told by the address that gets the alarms', async (email, looks_after_aws) => {
  const event = { request: { userAttributes: { name: 'Care', email } } } as unknown as PreTokenGenerationV2TriggerEvent;
  const { response } = await handler(event);
  const { claimsToAddOrOverride } = response.claimsAndScopeOverrideDetails!.accessTokenGeneration!;
  expect(claimsToAddOrOverride!.looks_after_aws).toBe(looks_after_aws);
});
