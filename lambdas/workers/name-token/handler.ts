import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { env } from '../../platform/env.ts';

/**
 * Adds claims to the access token of a member of the studio, at the sign-in and at each renewal: Cognito puts no
 * attribute of the user into it. The timeline names by `name` who did something. `looks_after_aws` is true for the
 * address that gets the alarms: the site asks that person for acts that only the owner's commands can do.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const { name = '', email = '' } = event.request.userAttributes;
  const isAdmin = event.request.groupConfiguration?.groupsToOverride?.includes('admins') ?? false;
  event.response = {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: {
        claimsToAddOrOverride: {
          name: name.trim() || (isAdmin && studioAddress.test(email) ? 'The owner' : nameFrom(email)),
          ...(email.toLowerCase() === env('ALARM_EMAIL').toLowerCase() && { looks_after_aws: 'true' }),
        },
      },
    },
  };
  return event;
}

/** Matches addresses that name the studio, and nobody in it. */
const studioAddress =
  /^(admin|bookings?|contact|hello|hey|hi|info|mail|office|owner|photos?|photography|post|studio|team|us|welcome)[+@]/i;

/** Returns the address's local part as a name, `elena.ruiz@…` as Elena Ruiz: never the address itself. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
