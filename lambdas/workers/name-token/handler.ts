import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';

/**
 * Adds the claim `name` to the access token of a member of the studio, at the sign-in and at each renewal: Cognito puts
 * no attribute of the user into it, and the timeline names who did something.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const { name = '', email = '' } = event.request.userAttributes;
  event.response = {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: { claimsToAddOrOverride: { name: name.trim() || nameFrom(email) } },
    },
  };
  return event;
}

/** The address's local part as a name, `elena.ruiz@…` as Elena Ruiz: never the address itself. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
