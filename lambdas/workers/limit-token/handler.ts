import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/** Lets an access token change its own user in Cognito, for example set a password. */
const ownAccount = 'aws.cognito.signin.user.admin';

/**
 * Removes the scope of the own account from a client's access token, at the sign-in and at each renewal. Cognito adds
 * it to every token of a sign-in by code, and the site does not use it.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  event.response = {
    claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [ownAccount] } },
  };
  return event;
}
