import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { env } from '../../platform/env.ts';

/**
 * Adds claims to the access token of a member of the studio, at the sign-in and at each renewal: Cognito puts no
 * attribute of the user into it. The timeline names who did something by `name`; who has `looks_after_aws`, by the address that
 * gets the alarms, is asked for what only the owner's commands can do.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const { name = '', email = '' } = event.request.userAttributes;
  const isAdmin = event.request.groupConfiguration?.groupsToOverride?.includes('admins') ?? false;
  event.response = {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: {
        claimsToAddOrOverride: {
          name: name.trim() || (isAdmin && ofTheStudio.test(email) ? 'The owner' : nameFrom(email)),
          ...(email.toLowerCase() === env('ALARM_EMAIL').toLowerCase() && { looks_after_aws: 'true' }),
        },
      },
    },
  };
  return event;
}

/** Addresses that name the studio, and nobody in it. */
const ofTheStudio =
  /^(admin|bookings?|contact|hello|hey|hi|info|mail|office|owner|photos?|photography|post|studio|team|us|welcome)[+@]/i;

/** The address's local part as a name, `elena.ruiz@…` as Elena Ruiz: never the address itself. */
const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
