import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/** The scope that lets an access token change its own user in Cognito, for example set a password. */
const ownUserScope = 'aws.cognito.signin.user.admin';

/**
 * Removes the scope for the own user from a client's access token, at the sign-in and at each renewal. Cognito adds it
 * to every token of a sign-in by code, and the site does not use it.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  event.response = {
    claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [ownUserScope] } },
  };
  return event;
}
