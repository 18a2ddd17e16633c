import * as z from 'zod';
import { typedDigits } from '#shared/text/typed-digits.ts';
import { AuthenticatorKey } from '../../../ui/fields/authenticator-key.tsx';
import { Form, SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { type AdminSignIn, loginFailedMessage } from './admin-sign-in.ts';

const Code = z.object({
  code: z
    .string()
    .overwrite(typedDigits)
    .regex(/^\d{6}$/, 'Enter the six digits.'),
});

/** The form for a code of an authenticator that is already set up. */
export function AuthenticatorCodeForm({ signIn: { answer } }: { signIn: AdminSignIn }) {
  return (
    <Form
      schema={Code}
      defaultValues={{ code: '' }}
      describe={loginFailedMessage}
      onSubmit={async ({ code }) => answer(code)}
    >
      <TextField name="code" label="Code from your authenticator" inputMode="numeric" autoComplete="one-time-code" />
      <SubmitButton busyText="Signing in...">Login</SubmitButton>
    </Form>
  );
}

/** The form that sets up an authenticator; its first code confirms it. */
export function NewAuthenticatorForm({ signIn: { authenticator, answer } }: { signIn: AdminSignIn }) {
  return (
    authenticator && (
      <Form
        schema={Code}
        defaultValues={{ code: '' }}
        describe={(error) => `${loginFailedMessage(error)}. Wait for the app’s next code and enter that.`}
        onSubmit={async ({ code }) => answer(code)}
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
    )
  );
}
