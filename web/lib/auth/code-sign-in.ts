import { confirmSignIn, signIn } from 'aws-amplify/auth';
import { answerOf, unlessAborted } from '../query/api.ts';
import { patientFetch } from '../query/patience.ts';
import { selectPool } from './amplify.ts';
import { isRememberedEmail, rememberEmail } from './remembered-email.ts';

/**
 * Signs clients in with a code from an email (Cognito's EMAIL_OTP). The functions do the same, and take as long, for
 * known and unknown addresses.
 */

/** Whether Cognito asked for the code in this page load; undefined before a request, and after a reload. */
let isCodeRequested: boolean | undefined;

/**
 * Requests a code by email.
 * @param name from the registration form: with it, an address that the studio does not know also gets a code
 * @throws ApiError, or Cognito's error when it limits the requests.
 */
export async function requestCode(email: string, name = ''): Promise<void> {
  await selectPool('clients');
  // An address that has signed in before in this browser has a login.
  if (!isRememberedEmail(email)) {
    const request = patientFetch('/api/public/sign-in-code', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, name }),
    });
    await answerOf(unlessAborted(undefined, request));
  }
  await begin(email);
}

/**
 * Signs in with the code.
 * @returns undefined when signed in
 * @throws Error with a message for people, for limits and failures.
 */
export async function confirmCode(email: string, code: string): Promise<'wrong' | 'over' | undefined> {
  await selectPool('clients');
  if (isCodeRequested === false) {
    // Cognito does not know the address, so no code is right. The request takes as long as a real check.
    await begin(email);
    return 'wrong';
  }
  try {
    await confirmSignIn({ challengeResponse: code });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'CodeMismatchException') return 'wrong';
    if (isTemporary(name)) throw errorForPeople(name);
    console.warn('The code could not be confirmed.', error);
    return 'over';
  }
  rememberEmail(email);
  return undefined;
}

/**
 * Begins a sign-in. For an unknown address Cognito responds with any challenge, or an error; both look like a sent
 * code.
 */
async function begin(username: string): Promise<void> {
  isCodeRequested = false;
  try {
    const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' } as const;
    const { nextStep } = await signIn({ username, options });
    isCodeRequested = nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE';
  } catch (error) {
    const { name } = error as Error;
    if (isTemporary(name)) throw errorForPeople(name);
    console.warn('Cognito did not begin the sign-in.', error);
  }
}

const isTemporary = (name: string) => /^(LimitExceeded|TooManyRequests|TooManyFailedAttempts|NetworkError)/.test(name);

const errorForPeople = (name: string) =>
  new Error(
    name === 'NetworkError'
      ? 'Network error.'
      : 'Too many attempts. Please wait a few minutes, then ask for a new code.',
  );
