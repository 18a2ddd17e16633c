import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  resetPassword,
  type SignInOutput,
  setUpTOTP,
  signIn,
  signInWithRedirect,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { isAccountChooserRequested } from './account-chooser.ts';
import { selectPool, startAuth } from './amplify.ts';
import { keepSignIn } from './begun-sign-ins.ts';
import { ownPath } from './own-path.ts';

/** Signs in: clients with Google; the studio with email and password, plus an authenticator code if enabled. */

/**
 * Navigates to Google. It returns to /dashboard, or to /client-login when called there.
 * @param requestedPath path to open after the sign-in.
 */
export async function signInWithGoogle(requestedPath?: string | null): Promise<void> {
  await selectPool('clients');
  const path = ownPath(requestedPath);
  await signInWithRedirect({
    provider: 'Google',
    ...(path && { customState: path }),
    options: {
      ...(isAccountChooserRequested() && { prompt: 'SELECT_ACCOUNT' }),
      authSessionOpener: async (url) => {
        // Amplify stores its flag without waiting for the write.
        await new Promise((resolve) => setTimeout(resolve));
        keepSignIn(new URL(url).searchParams.get('state') ?? '');
        location.assign(url);
      },
    },
  });
}

/**
 * An authenticator (TOTP) to set up: its secret, and its `otpauth:` link for a QR code, which shows apps the studio's
 * name.
 */
export interface NewAuthenticator {
  secret: string;
  linkFor: (studio: string) => string;
}

/** The next step of a password sign-in; a new authenticator where the user pool requires one. */
export type PasswordStep = 'done' | 'new-password' | 'authenticator-code' | 'reset-password' | NewAuthenticator;

/**
 * Signs in with email and password; nobody may be signed in.
 * @throws Cognito's error.
 */
export async function signInWithPassword(email: string, password: string): Promise<PasswordStep> {
  await selectPool('studio');
  return stepOf((await signIn({ username: email, password })).nextStep, email);
}

/**
 * Completes the previous step: the new password or the authenticator code.
 * @throws Cognito's error.
 */
export async function continueSignIn(email: string, response: string): Promise<PasswordStep> {
  await selectPool('studio');
  return stepOf((await confirmSignIn({ challengeResponse: response })).nextStep, email);
}

function stepOf(next: SignInOutput['nextStep'], email: string): PasswordStep {
  const { signInStep } = next;
  if (signInStep === 'DONE') return 'done';
  if (signInStep === 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED') return 'new-password';
  if (signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'authenticator-code';
  if (signInStep === 'RESET_PASSWORD') return 'reset-password';
  if (signInStep === 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') {
    const { sharedSecret, getSetupUri } = next.totpSetupDetails;
    return { secret: sharedSecret, linkFor: (studio) => getSetupUri(studio, email).href };
  }
  throw new Error(`This sign-in requires a step that this page does not support: ${signInStep}.`);
}

/** Emails a password reset code to the address if it has an account. */
export async function forgotPassword(email: string): Promise<void> {
  await selectPool('studio');
  await resetPassword({ username: email });
}

export async function setForgottenPassword(email: string, code: string, password: string): Promise<void> {
  await selectPool('studio');
  await confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });
}

/** Returns whether this login has an authenticator (TOTP) enabled, and whether the studio requires one. */
export async function authenticatorState(): Promise<{ isOn: boolean; isRequired: boolean }> {
  const { config } = await startAuth();
  const { enabled } = await fetchMFAPreference();
  return { isOn: enabled?.includes('TOTP') ?? false, isRequired: config.authenticator_required };
}

/** Creates an authenticator for the signed-in admin. It takes effect when a code is confirmed. */
export async function newAuthenticator(): Promise<NewAuthenticator> {
  await startAuth();
  const { payload } = (await fetchAuthSession()).tokens?.idToken ?? {};
  const setup = await setUpTOTP();
  const account = typeof payload?.email === 'string' ? payload.email : '';
  return { secret: setup.sharedSecret, linkFor: (studio) => setup.getSetupUri(studio, account).href };
}

/**
 * Enables the authenticator from the next sign-in on.
 * @throws Cognito's error if the code is wrong.
 */
export async function turnAuthenticatorOn(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: 'PREFERRED' });
}

export async function turnAuthenticatorOff(): Promise<void> {
  await startAuth();
  await updateMFAPreference({ totp: 'DISABLED' });
}
