import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '#shared/errors.ts';
import { signedIn } from '../../../lib/auth/auth.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { ownPath } from '../../../lib/auth/own-path.ts';
import {
  continueSignIn,
  forgotPassword,
  type NewAuthenticator,
  type PasswordStep,
  setForgottenPassword,
  signInWithPassword,
} from '../../../lib/auth/sign-in.ts';
import { signOutInPlace } from '../../../lib/auth/sign-out.ts';
import { areDraftsOf } from '../../../lib/browser/drafts.ts';

/** The form that is shown: the credentials, a step that Cognito requires, or a step for a forgotten password. */
export type AdminStep =
  | Exclude<PasswordStep, 'done' | 'reset-password' | NewAuthenticator>
  | 'credentials'
  | 'new-authenticator'
  | 'forgot'
  | 'reset';

/** Returns the message of a sign-in that Cognito refuses. */
export const loginFailedMessage = (error: unknown) => `Login failed: ${messageOf(error)}`;

export type AdminSignIn = ReturnType<typeof useAdminSignIn>;

/**
 * Returns the state of the sign-in of an admin or a member of staff, and the functions that lead to the next step.
 * After the last step, it opens the requested page. It signs out users without access to the admin area.
 */
export function useAdminSignIn() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  const target = ownPath(query.get('to'));
  const [step, setStep] = useState<AdminStep>('credentials');
  const [email, setEmail] = useState('');
  const [authenticator, setAuthenticator] = useState<NewAuthenticator>();
  const [refusal, setRefusal] = useState<string>();
  const [news, setNews] = useState<string>();

  const show = (nextStep: AdminStep) => {
    setRefusal(undefined);
    setNews(undefined);
    setStep(nextStep);
  };

  /** Signs out the previous user and clears all of their cached data. */
  const signOutPrevious = async (nextEmail?: string) => {
    await signOutInPlace(nextEmail !== undefined && areDraftsOf(nextEmail));
    queries.clear();
  };

  const proceed = async (nextStep: PasswordStep, address = email) => {
    if (nextStep === 'reset-password') {
      await forgotPassword(address);
      return show('reset');
    }
    if (typeof nextStep === 'object') {
      setAuthenticator(nextStep);
      return show('new-authenticator');
    }
    if (nextStep !== 'done') return show(nextStep);
    const user = await signedIn();
    if (user?.isAdmin !== true) {
      if (user) await signOutPrevious();
      show('credentials');
      return setRefusal(user ? 'Unauthorized: Admin access required.' : 'No user session found.');
    }
    await queries.fetchQuery(loginQuery);
    navigate(target?.startsWith('/admin/') ? target : '/admin/dashboard', { replace: true });
  };

  return {
    step,
    email,
    /** The authenticator to set up, at the step 'new-authenticator'. */
    authenticator,
    /** The reason why the user was refused. */
    refusal,
    /** The last completed act, shown above the form. */
    news,
    show,
    start: async (address: string, password: string) => {
      setRefusal(undefined);
      setEmail(address);
      await signOutPrevious(address);
      await proceed(await signInWithPassword(address, password), address);
    },
    /** Sends what Cognito requires at this step: a new password or a code. */
    answer: async (text: string) => proceed(await continueSignIn(email, text)),
    requestReset: async (address: string) => {
      setEmail(address);
      await forgotPassword(address);
      show('reset');
    },
    resetPassword: async (code: string, password: string) => {
      await setForgottenPassword(email, code, password);
      show('credentials');
      setNews('Your password was changed. Sign in with it now.');
    },
  };
}
