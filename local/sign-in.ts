import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { type Addresses, origin, userPoolClientId, userPoolId } from './addresses.ts';
import type { PasswordUser } from './demo-people.ts';

/** Signs in with a password as the site does, by Amplify's SRP. @returns the access token */
export async function accessTokenOf(of: Addresses, { email, password }: PasswordUser): Promise<string> {
  // It warns of every user pool that is not AWS's own.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        userPoolEndpoint: `${origin(of, 'cognito')}/`,
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
