import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { signedIn } from '../../lib/auth.ts';
import { loginQuery } from '../../lib/login.ts';
import {
  continueSignIn,
  forgotPassword,
  type PasswordStep,
  setForgottenPassword,
  signInWithPassword,
} from '../../lib/sign-in.ts';
import { makeRoomForSignIn } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusMain } from '../../ui/focus-main.ts';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Door } from './door.tsx';

/** Cognito's own rules; it has the last word. */
const newPassword = z
  .string()
  .min(14, 'Use at least 14 characters, with upper and lower case, a digit and a symbol.')
  .max(256);

const Credentials = z.object({
  email: z.string().trim().min(1, 'Admin Email is required.'),
  password: z.string().min(1, 'Password is required.'),
});
const Code = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the six digits.'),
});
const NewPassword = z
  .object({ password: newPassword, again: z.string() })
  .refine((value) => value.password === value.again, { path: ['again'], message: 'The two passwords differ.' });
const Forgotten = z.object({ email: Email });
const Reset = z.object({ code: z.string().trim().min(1, 'Enter the code from the letter.'), password: newPassword });

type View = Exclude<PasswordStep, 'done'> | 'credentials' | 'forgot' | 'reset';

const titles: Record<View, string> = {
  credentials: 'Admin Login',
  'new-password': 'Choose a new password',
  'authenticator-code': 'Admin Login',
  'reset-password': 'Reset your password',
  forgot: 'Reset your password',
  reset: 'Reset your password',
};

const failed = (error: unknown) => `Login failed: ${error instanceof Error ? error.message : 'no answer.'}`;

/** 'Admin Login': e-mail and password, and whatever Cognito asks for after that. Who is no admin is signed out again. */
export function Component() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [view, setView] = useState<View>('credentials');
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [news, setNews] = useState<string>();
  useFocusMain(view);

  const show = (next: View) => {
    setRefusal(undefined);
    setNews(undefined);
    setView(next);
  };

  /** Ends the sign-in of whoever was here before; nothing that was known of them may be shown to somebody else. */
  const makeRoom = async () => {
    await makeRoomForSignIn();
    queries.clear();
  };

  const proceed = async (step: PasswordStep, who = email) => {
    if (step === 'reset-password') {
      await forgotPassword(who);
      return show('reset');
    }
    if (step !== 'done') return show(step);
    const user = await signedIn();
    if (user?.isAdmin !== true) {
      if (user) await makeRoom();
      show('credentials');
      return setRefusal(user ? 'Unauthorized: Admin access required.' : 'No user session found.');
    }
    await queries.fetchQuery(loginQuery);
    navigate('/admin/dashboard', { replace: true });
  };

  return (
    <Door title={titles[view]}>
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {news && <Notice tone="success">{news}</Notice>}
      {view === 'credentials' && (
        <>
          <Form
            key="credentials"
            schema={Credentials}
            defaultValues={{ email, password: '' }}
            describe={failed}
            onSubmit={async (values) => {
              setRefusal(undefined);
              setEmail(values.email);
              await makeRoom();
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
            <Link to="/client-login" className="inline-flex min-h-11 items-center underline underline-offset-4">
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
          onSubmit={async ({ password }) => proceed(await continueSignIn(password))}
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
          onSubmit={async ({ code }) => proceed(await continueSignIn(code))}
        >
          <TextField
            name="code"
            label="Code from your authenticator"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
          <SubmitButton busyText="Signing in...">Login</SubmitButton>
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
          <p className="text-mute">If this address belongs to an admin, a letter with a code goes there.</p>
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
          <p className="text-mute">If {email} belongs to an admin, a letter with a code is on its way there.</p>
          <TextField name="code" label="Code from the letter" autoComplete="one-time-code" />
          <TextField name="password" label="New password" type="password" autoComplete="new-password" />
          <SubmitButton busyText="Saving...">Save new password</SubmitButton>
        </Form>
      )}
      {view !== 'credentials' && (
        <Button look="quiet" className="self-start px-0!" onClick={() => show('credentials')}>
          Back to login
        </Button>
      )}
    </Door>
  );
}
