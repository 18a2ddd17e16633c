import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loginQuery } from '../../lib/auth/login.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusMain } from '../../ui/navigation/focus-main.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { type AdminSignIn, type AdminStep, useAdminSignIn } from './admin/admin-sign-in.ts';
import { AuthenticatorCodeForm, NewAuthenticatorForm } from './admin/authenticator-forms.tsx';
import { CredentialsForm } from './admin/credentials-form.tsx';
import { ForgottenPasswordForm, NewPasswordForm, ResetPasswordForm } from './admin/password-forms.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The page's title and form at each step. */
const steps: Record<AdminStep, { title: string; StepForm: (props: { signIn: AdminSignIn }) => ReactNode }> = {
  credentials: { title: 'Admin Login', StepForm: CredentialsForm },
  'new-password': { title: 'Choose a new password', StepForm: NewPasswordForm },
  'authenticator-code': { title: 'Admin Login', StepForm: AuthenticatorCodeForm },
  'new-authenticator': { title: 'Set up your authenticator', StepForm: NewAuthenticatorForm },
  forgot: { title: 'Reset your password', StepForm: ForgottenPasswordForm },
  reset: { title: 'Reset your password', StepForm: ResetPasswordForm },
};

/** The page 'Admin Login': email and password, then the steps that Cognito requires. */
export function Component() {
  const queries = useQueryClient();
  // Read once, because the first attempt clears the query cache.
  const [endedLogin] = useState(() => queries.getQueryData(loginQuery.queryKey)?.ended);
  const signIn = useAdminSignIn();
  const { step, refusal, news, show } = signIn;
  const { title, StepForm } = steps[step];
  useFocusMain(step);
  return (
    <SignInPage title={title}>
      {refusal && <Notice tone="error">{refusal}</Notice>}
      {endedLogin !== undefined && step === 'credentials' && !refusal && (
        <Notice tone="info">
          <p>You must be logged in.</p>
          <p>Your login has expired. Sign in again to go on where you were.</p>
        </Notice>
      )}
      {news && <Notice tone="success">{news}</Notice>}
      <StepForm signIn={signIn} />
      {step !== 'credentials' && (
        <Button look="quiet" className="self-start px-0!" onClick={() => show('credentials')}>
          Back to login
        </Button>
      )}
    </SignInPage>
  );
}
