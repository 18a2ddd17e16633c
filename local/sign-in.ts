import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { type Addresses, origin, userPools } from './addresses.ts';
import type { PasswordUser } from './data/demo-people.ts';

/**
 * Signs in with a password as the site does, with Amplify's SRP.
 * @returns the access token
 */
export async function accessTokenOf(studio: Addresses, { email, password }: PasswordUser): Promise<string> {
  // Amplify warns about every user pool endpoint that is not AWS's own.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: userPools.studio.id,
        userPoolClientId: userPools.studio.clientId,
        userPoolEndpoint: `${origin(studio, 'cognito')}/`,
        loginWith: { email: true },
      },
    },
  });
  await signOut();
  const { nextStep } = await signIn({ username: email, password });
  if (nextStep.signInStep !== 'DONE') throw new Error(`Signing in as ${email} asks for ${nextStep.signInStep}.`);
  const { tokens } = await fetchAuthSession();
  if (!tokens) throw new Error(`Signing in as ${email} gave no tokens.`);
  return tokens.accessToken.toString();
}
