import { Link } from 'react-router-dom';
import * as z from 'zod';
import { asciiAddress } from '#shared/text/email-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { type AdminSignIn, loginFailedMessage } from './admin-sign-in.ts';

const emptyForm = 'You must provide either an email or phone number and a password';

const Credentials = z
  .object({ email: z.string().trim().overwrite(asciiAddress), password: z.string() })
  .check(({ value, issues }) => {
    // If both fields are empty, only the form's message is shown.
    if (value.email === '' && value.password === '')
      return void issues.push({ code: 'custom', message: emptyForm, input: value });
    const messages = { email: 'Please enter your email address.', password: 'Please enter your password.' };
    for (const name of ['email', 'password'] as const) {
      if (value[name] === '') issues.push({ code: 'custom', message: messages[name], path: [name], input: value });
    }
  });

/** The form of the first step: email and password. */
export function CredentialsForm({ signIn: { email, start, show } }: { signIn: AdminSignIn }) {
  return (
    <>
      <Form
        schema={Credentials}
        defaultValues={{ email, password: '' }}
        describe={loginFailedMessage}
        describeInvalid={({ email, password }) => (email.trim() === '' && password === '' ? emptyForm : undefined)}
        onSubmit={({ email, password }) => start(email, password)}
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
  );
}
