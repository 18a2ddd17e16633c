import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { findByEmail } from '../../domain/customers/repository.ts';
import { cognito } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';

const Event = z.object({ email: Email, is_registering: z.boolean() });

/**
 * Creates a user without a password in the clients' user pool, for an address of the studio's records or of a
 * registration. An existing user stays unchanged. Cognito emails the codes.
 */
export async function handler(event: unknown): Promise<void> {
  const { email, is_registering } = Event.parse(event);
  if (!is_registering && !(await findByEmail(email))) return;
  try {
    await cognito().send(
      new AdminCreateUserCommand({
        UserPoolId: env('CLIENT_POOL_ID'),
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          // True for everyone who signs in: without a password, every token needs a code from this mailbox.
          { Name: 'email_verified', Value: 'true' },
        ],
        MessageAction: 'SUPPRESS',
      }),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsernameExistsException') throw error;
  }
}
