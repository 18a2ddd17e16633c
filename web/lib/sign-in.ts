import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn,
  signInWithRedirect,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { ownPath, startAuth } from './auth.ts';

/** How people sign in: clients with Google; the studio with e-mail and password, and an authenticator's code where one is on. */

/** Leaves for Google. Comes back to /dashboard, or to /client-login when called there; `wanted` is where to go after that. */
export async function signInWithGoogle(wanted?: string | null): Promise<void> {
  await startAuth();
  const path = ownPath(wanted);
  await signInWithRedirect({ provider: 'Google', ...(path ? { customState: path } : {}) });
}

/** What a password sign-in asks for next; `done` when nothing more. */
export type PasswordStep = 'done' | 'new-password' | 'authenticator-code' | 'reset-password';

/** Signs in with e-mail and password where nobody is signed in. Throws Cognito's error with its own message. */
export async function signInWithPassword(email: string, password: string): Promise<PasswordStep> {
  await startAuth();
  return stepOf((await signIn({ username: email, password })).nextStep.signInStep);
}

/** Answers the step before: the new password, or the code of the authenticator. */
export async function continueSignIn(response: string): Promise<PasswordStep> {
  return stepOf((await confirmSignIn({ challengeResponse: response })).nextStep.signInStep);
}

function stepOf(step: string): PasswordStep {
  if (step === 'DONE') return 'done';
  if (step === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') return 'new-password';
  if (step === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'authenticator-code';
  if (step === 'RESET_PASSWORD') return 'reset-password';
  throw new Error(`This sign-in asks for a step that this page does not know: ${step}.`);
}

/** Has a code sent to the address, if it belongs to somebody. */
export async function forgotPassword(email: string): Promise<void> {
  await startAuth();
  await resetPassword({ username: email });
}

export async function setForgottenPassword(email: string, code: string, password: string): Promise<void> {
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

/** Whether this sign-in asks for an authenticator's code after the password. */
export async function hasAuthenticator(): Promise<boolean> {
  await startAuth();
  return (await fetchMFAPreference()).enabled?.includes('TOTP') ?? false;
}

/** What an authenticator app needs to know, typed or as a link (or QR code) that it opens; it counts once a code confirmed it. */
export async function newAuthenticator(issuer: string): Promise<{ secret: string; link: string }> {
  await startAuth();
  const { payload } = (await fetchAuthSession()).tokens?.idToken ?? {};
  const setup = await setUpTOTP();
  const account = typeof payload?.email === 'string' ? payload.email : '';
  return { secret: setup.sharedSecret, link: setup.getSetupUri(issuer, account).href };
}

/** From the next sign-in on the code is asked for. Throws Cognito's error when it is not the one that the app shows. */
export async function turnAuthenticatorOn(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: 'PREFERRED' });
}

export async function turnAuthenticatorOff(): Promise<void> {
  await startAuth();
  await updateMFAPreference({ totp: 'DISABLED' });
}
