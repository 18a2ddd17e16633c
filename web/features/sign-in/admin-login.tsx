import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { messageOf } from '#shared/errors.ts';
import { asciiAddress } from '#shared/text/email-address.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { signedIn } from '../../lib/auth/auth.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import { ownPath } from '../../lib/auth/own-path.ts';
import {
  continueSignIn,
  forgotPassword,
  type NewAuthenticator,
  type PasswordStep,
  setForgottenPassword,
  signInWithPassword,
} from '../../lib/auth/sign-in.ts';
import { signOutInPlace } from '../../lib/auth/sign-out.ts';
import { areDraftsOf } from '../../lib/browser/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { AuthenticatorKey } from '../../ui/fields/authenticator-key.tsx';
import { Form, SubmitButton, TextField } from '../../ui/fields/form.tsx';
import { useFocusMain } from '../../ui/navigation/focus-main.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { SignInPage } from './sign-in-page.tsx';

const neither = 'You must provide either an email or phone number and a password';

/** Cognito's password policy; Cognito decides. */
const newPassword = z
  .string()
  .min(14, 'Use at least 14 characters, with upper and lower case, a digit and a symbol.')
  .max(256);

const Credentials = z
  .object({ email: z.string().trim().overwrite(asciiAddress), password: z.string() })
  .check(({ value, issues }) => {
    // If both are empty, only the form's message is shown.
    if (value.email === '' && value.password === '')
      return void issues.push({ code: 'custom', message: neither, input: value });
    const missing = { email: 'Please enter your email address.', password: 'Please enter your password.' };
    for (const name of ['email', 'password'] as const) {
      if (value[name] === '') issues.push({ code: 'custom', message: missing[name], path: [name], input: value });
    }
  });
const Code = z.object({
  code: z
    .string()
    .overwrite(typedDigits)
    .regex(/^\d{6}$/, 'Enter the six digits.'),
});
const NewPassword = z
  .object({ password: newPassword, again: z.string() })
  .refine((value) => value.password === value.again, { path: ['again'], message: 'The two passwords differ.' });
const Forgotten = z.object({ email: Email });
const Reset = z.object({
  code: z.string().overwrite(typedDigits).min(1, 'Enter the code from the email.'),
  password: newPassword,
});

type View = Exclude<PasswordStep, 'done' | NewAuthenticator> | 'credentials' | 'new-authenticator' | 'forgot' | 'reset';

const titles: Record<View, string> = {
  credentials: 'Admin Login',
  'new-password': 'Choose a new password',
  'authenticator-code': 'Admin Login',
  'new-authenticator': 'Set up your authenticator',
  'reset-password': 'Reset your password',
  forgot: 'Reset your password',
  reset: 'Reset your password',
};

const failed = (error: unknown) => `Login failed: ${messageOf(error)}`;

/** 'Admin Login': email and password, then the steps that Cognito requires. Users who are not admins are signed out. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [query] = useSearchParams();
  // Read once: the first attempt clears the query cache.
  const [ended] = useState(() => queries.getQueryData(loginQuery.queryKey)?.ended);
  const wanted = ownPath(query.get('to'));
  const [view, setView] = useState<View>('credentials');
  const [email, setEmail] = useState('');
  const [authenticator, setAuthenticator] = useState<NewAuthenticator>();
  const [refusal, setRefusal] = useState<string>();
  const [news, setNews] = useState<string>();
  useFocusMain(view);

  const show = (next: View) => {
    setRefusal(undefined);
    setNews(undefined);
    setView(next);
  };

  /** Signs out the previous user and clears all cached data of theirs. */
  const signOutPrevious = async (next?: string) => {
    await signOutInPlace(next !== undefined && areDraftsOf(next));
    queries.clear();
  };

  const proceed = async (step: PasswordStep, who = email) => {
    if (step === 'reset-password') {
      await forgotPassword(who);
      return show('reset');
    }
    if (typeof step === 'object') {
      setAuthenticator(step);
      return show('new-authenticator');
    }
    if (step !== 'done') return show(step);
    const user = await signedIn();
    if (user?.isAdmin !== true) {
      if (user) await signOutPrevious();
      show('credentials');
      return setRefusal(user ? 'Unauthorized: Admin access required.' : 'No user session found.');
    }
    await queries.fetchQuery(loginQuery);
    navigate(wanted?.startsWith('/admin/') ? wanted : '/admin/dashboard', { replace: true });
  };

  return (
    <SignInPage title={titles[view]}>
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {ended !== undefined && view === 'credentials' && !refusal && (
        <Notice tone="info">
          <p>You must be logged in.</p>
          <p>Your login has expired. Sign in again to go on where you were.</p>
        </Notice>
      )}
      {news && <Notice tone="success">{news}</Notice>}
      {view === 'credentials' && (
        <>
          <Form
            key="credentials"
            schema={Credentials}
            defaultValues={{ email, password: '' }}
            describe={failed}
            describeInvalid={({ email, password }) => (email.trim() === '' && password === '' ? neither : undefined)}
            onSubmit={async (values) => {
              setRefusal(undefined);
              setEmail(values.email);
              await signOutPrevious(values.email);
              await proceed(await signInWithPassword(values.email, values.password), values.email);
            }}
          >
            <TextField name="email" label="Admin Email" type="email" autoComplete="username" />
            <TextField name="password" label="Password" type="password" autoComplete="current-password" />
            <SubmitButton busyText="Signing in...">Login</SubmitButton>
          </Form>
          <div className="flex flex-wrap justify-between gap-x-6 text-sm">
            <Button look="quiet" className="px-0!" onClick={() => show('forgot')}>
              Forgot password?
            </Button>
            <Link to="/client-login" className="text-link">
              Client sign-in
            </Link>
          </div>
        </>
      )}
      {view === 'new-password' && (
        <Form
          key="new-password"
          schema={NewPassword}
          defaultValues={{ password: '', again: '' }}
          describe={failed}
          onSubmit={async ({ password }) => proceed(await continueSignIn(email, password))}
        >
          <p className="text-mute">This is your first sign-in. Choose a password that only you know.</p>
          <TextField
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 14 characters, with upper and lower case, a digit and a symbol."
          />
          <TextField name="again" label="New password again" type="password" autoComplete="new-password" />
          <SubmitButton busyText="Saving...">Save and sign in</SubmitButton>
        </Form>
      )}
      {view === 'authenticator-code' && (
        <Form
          key="code"
          schema={Code}
          defaultValues={{ code: '' }}
          describe={failed}
          onSubmit={async ({ code }) => proceed(await continueSignIn(email, code))}
        >
          <TextField
            name="code"
            label="Code from your authenticator"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <SubmitButton busyText="Signing in...">Login</SubmitButton>
        </Form>
      )}
      {view === 'new-authenticator' && authenticator && (
        <Form
          key="new-authenticator"
          schema={Code}
          defaultValues={{ code: '' }}
          describe={(error) => `${failed(error)}. Wait for the app’s next code and enter that.`}
          onSubmit={async ({ code }) => proceed(await continueSignIn(email, code))}
        >
          <p className="text-mute">
            The studio’s sign-in also asks for a code from an authenticator app on your phone, so that a stolen password
            is not enough.
          </p>
          <div className="text-sm">
            <AuthenticatorKey {...authenticator} />
          </div>
          <TextField name="code" label="Code that the app shows now" inputMode="numeric" autoComplete="one-time-code" />
          <SubmitButton busyText="Checking...">Turn on and sign in</SubmitButton>
        </Form>
      )}
      {view === 'forgot' && (
        <Form
          key="forgot"
          schema={Forgotten}
          defaultValues={{ email }}
          onSubmit={async (values) => {
            setEmail(values.email);
            await forgotPassword(values.email);
            show('reset');
          }}
        >
          <p className="text-mute">If this address belongs to an admin, an email with a code goes there.</p>
          <TextField name="email" label="Admin Email" type="email" autoComplete="username" />
          <SubmitButton busyText="Asking...">Send me a code</SubmitButton>
        </Form>
      )}
      {view === 'reset' && (
        <Form
          key="reset"
          schema={Reset}
          defaultValues={{ code: '', password: '' }}
          onSubmit={async ({ code, password }) => {
            await setForgottenPassword(email, code, password);
            show('credentials');
            setNews('Your password was changed. Sign in with it now.');
          }}
        >
          <p className="text-mute">If {email} belongs to an admin, an email with a code is on its way there.</p>
          <TextField name="code" label="Code from the email" autoComplete="one-time-code" />
          <TextField name="password" label="New password" type="password" autoComplete="new-password" />
          <SubmitButton busyText="Saving...">Save new password</SubmitButton>
        </Form>
      )}
      {view !== 'credentials' && (
        <Button look="quiet" className="self-start px-0!" onClick={() => show('credentials')}>
          Back to login
        </Button>
      )}
    </SignInPage>
  );
}
