import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { Form, SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { type AdminSignIn, loginFailedMessage } from './admin-sign-in.ts';

/** Checks Cognito's password policy as far as the browser can; Cognito decides. */
const newPassword = z
  .string()
  .min(14, 'Use at least 14 characters, with upper and lower case, a digit and a symbol.')
  .max(256);

const NewPassword = z
  .object({ password: newPassword, again: z.string() })
  .refine((value) => value.password === value.again, { path: ['again'], message: 'The two passwords differ.' });
const Forgotten = z.object({ email: Email });
const Reset = z.object({
  code: z.string().overwrite(typedDigits).min(1, 'Enter the code from the email.'),
  password: newPassword,
});

/** The form for a new password, which replaces the studio's password for the first sign-in. */
export function NewPasswordForm({ signIn: { answer } }: { signIn: AdminSignIn }) {
  return (
    <Form
      schema={NewPassword}
      defaultValues={{ password: '', again: '' }}
      describe={loginFailedMessage}
      onSubmit={async ({ password }) => answer(password)}
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
  );
}

/** The form for the address that a code for a new password is sent to. */
export function ForgottenPasswordForm({ signIn: { email, requestReset } }: { signIn: AdminSignIn }) {
  return (
    <Form schema={Forgotten} defaultValues={{ email }} onSubmit={async (values) => requestReset(values.email)}>
      <p className="text-mute">If this address belongs to an admin, an email with a code goes there.</p>
      <TextField name="email" label="Admin Email" type="email" autoComplete="username" />
      <SubmitButton busyText="Asking...">Send me a code</SubmitButton>
    </Form>
  );
}

/** The form for the emailed code and the new password. */
export function ResetPasswordForm({ signIn: { email, resetPassword } }: { signIn: AdminSignIn }) {
  return (
    <Form
      schema={Reset}
      defaultValues={{ code: '', password: '' }}
      onSubmit={async ({ code, password }) => resetPassword(code, password)}
    >
      <p className="text-mute">If {email} belongs to an admin, an email with a code is on its way there.</p>
      <TextField name="code" label="Code from the email" autoComplete="one-time-code" />
      <TextField name="password" label="New password" type="password" autoComplete="new-password" />
      <SubmitButton busyText="Saving...">Save new password</SubmitButton>
    </Form>
  );
}
