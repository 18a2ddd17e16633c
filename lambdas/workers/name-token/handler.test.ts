import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from './handler.ts';

test.each([
  [{ name: 'Elena Ruiz', email: 'e@example.com' }, 'Elena Ruiz'],
  [{ email: 'elena.ruiz@example.com' }, 'Elena Ruiz'],
  [{ email: 'studio+test@example.com' }, 'Studio'],
  [{ name: '  ', email: 'dana_k@example.com' }, 'Dana K'],
])('%o is called %s in the timeline', async (userAttributes, name) => {
  const event = { request: { userAttributes } } as unknown as PreTokenGenerationV2TriggerEvent;
  const { response } = await handler(event);
  expect(response.claimsAndScopeOverrideDetails?.accessTokenGeneration).toEqual({ claimsToAddOrOverride: { name } });
});
