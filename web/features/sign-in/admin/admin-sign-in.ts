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

/** The form that is shown: the credentials, a step that Cognito requires, or one for a forgotten password. */
export type AdminStep =
  | Exclude<PasswordStep, 'done' | 'reset-password' | NewAuthenticator>
  | 'credentials'
  | 'new-authenticator'
  | 'forgot'
  | 'reset';

/** The message of a sign-in that Cognito refuses. */
export const loginFailed = (error: unknown) => `Login failed: ${messageOf(error)}`;

export type AdminSignIn = ReturnType<typeof useAdminSignIn>;

/**
 * Holds an admin's sign-in: the step it is at, what is known of the user, and the acts that lead to the next step.
 * After the last one, it opens the page that was asked for; users who are not admins are signed out.
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

  const show = (next: AdminStep) => {
    setRefusal(undefined);
    setNews(undefined);
    setStep(next);
  };

  /** Signs out the previous user and clears all cached data of theirs. */
  const signOutPrevious = async (next?: string) => {
    await signOutInPlace(next !== undefined && areDraftsOf(next));
    queries.clear();
  };

  const proceed = async (next: PasswordStep, who = email) => {
    if (next === 'reset-password') {
      await forgotPassword(who);
      return show('reset');
    }
    if (typeof next === 'object') {
      setAuthenticator(next);
      return show('new-authenticator');
    }
    if (next !== 'done') return show(next);
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
    /** The authenticator to set up, at step 'new-authenticator'. */
    authenticator,
    /** Why the user was not let in. */
    refusal,
    /** What was done, above the form. */
    news,
    show,
    start: async (address: string, password: string) => {
      setRefusal(undefined);
      setEmail(address);
      await signOutPrevious(address);
      await proceed(await signInWithPassword(address, password), address);
    },
    /** Answers what Cognito asks for: a new password or a code. */
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
