import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { Email, required, requiredText } from '#shared/contract/fields.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { googleEnabledQuery, loginQuery } from '../../lib/auth/login.ts';
import { loadPendingProfile, savePendingProfile } from '../../lib/auth/pending-profile.ts';
import { signInWithGoogle } from '../../lib/auth/sign-in.ts';
import { draftOf, keepDraft } from '../../lib/browser/drafts.ts';
import { AddressField } from '../../ui/fields/address-field.tsx';
import { Form, OnFormChange, SubmitButton, TextField } from '../../ui/fields/form.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { CodeStep, useSentCode } from './code-step.tsx';
import { Either } from './either.tsx';
import { GoogleMark } from './google-mark.tsx';
import { SignInPage } from './sign-in-page.tsx';

const Registration = z.object({
  name: required('Your full name', limits.name),
  phone: required('Your phone number', limits.phone),
  address: requiredText('Your address', limits.address),
  /** Required only for a code. */
  email: z.string(),
});

const googleFailedMessage = 'Google sign-in failed.';
const draft = 'register';

type Way = 'google' | 'code';

/** An error at the form's email field. */
class WrongEmailError extends Error {
  readonly fields: Record<string, string>;

  constructor(message: string) {
    super('Please check your email address.');
    this.fields = { email: message };
  }
}

/**
 * The page 'Create Your Account'. The pending profile is stored when the sign-in starts. Until then, input is only a
 * draft in this tab, so that later sign-ins don't redirect to the registration.
 */
export function Component() {
  const login = useQuery(loginQuery);
  const google = useQuery(googleEnabledQuery);
  const [hasFailed, setFailed] = useGoogleFailure();
  const [typedValues] = useState(() => draftOf<z.input<typeof Registration>>(draft) ?? loadPendingProfile());
  const code = useSentCode('register');
  const way = useRef<Way>('google');
  const [chosen, setChosen] = useState<Way>('google');
  const choose = (next: Way) => {
    way.current = next;
    setChosen(next);
  };
  /** Returns the busy text of a button: only the pressed button says what it does; the other keeps its label. */
  const busy = (buttonWay: Way, text: string, label: string) => (chosen === buttonWay ? text : label);
  if (login.data?.user) return <Navigate to="/dashboard" replace />;
  if (code.sent && !login.isPending) return <CodeStep code={code} onSignedIn={() => login.refetch()} />;
  return (
    <SignInPage title="Create Your Account">
      {hasFailed && <Notice tone="error">{googleFailedMessage}</Notice>}
      <Form
        schema={Registration}
        defaultValues={{ name: '', phone: '', address: '', email: '', ...typedValues }}
        describe={(error) => (way.current === 'google' ? googleFailedMessage : messageOf(error))}
        onSubmit={async ({ email, ...profile }) => {
          if (way.current === 'code') {
            const address = Email.safeParse(email);
            if (!address.success) throw new WrongEmailError(address.error.issues[0]!.message);
            savePendingProfile(profile);
            return code.send(address.data, profile.name);
          }
          savePendingProfile(profile);
          setFailed(false);
          // The user may have signed in in another tab meanwhile.
          const { data } = await login.refetch();
          if (data?.user) return;
          await signInWithGoogle();
          // The browser is navigating to Google; stay busy until it has left this page.
          await new Promise(() => {});
        }}
      >
        <OnFormChange call={(values) => keepDraft(draft, values)} />
        <TextField name="name" label="Full Name" autoComplete="name" />
        <TextField name="phone" label="Phone Number" type="tel" autoComplete="tel" />
        <AddressField />
        <Either
          google={
            google.data !== false && (
              <SubmitButton
                look="secondary"
                icon={<GoogleMark className="size-5" />}
                busyText={busy('google', 'Redirecting...', 'Register with Google')}
                onClick={() => choose('google')}
              >
                Register with Google
              </SubmitButton>
            )
          }
          code={
            <div className="flex flex-col gap-3">
              <TextField name="email" label="Email" type="email" autoComplete="email" />
              <SubmitButton busyText={busy('code', 'Sending...', 'Email me a code')} onClick={() => choose('code')}>
                Email me a code
              </SubmitButton>
            </div>
          }
        />
      </Form>
      <p className="text-sm text-mute">
        Already a client?{' '}
        <Link to="/client-login" className="text-link text-ink">
          Sign in
        </Link>
      </p>
    </SignInPage>
  );
}

/** Returns whether the sign-in with Google from which the browser comes back has failed, and the setter of that. */
function useGoogleFailure() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const failure = useState(state?.googleFailed === true);
  // A reload keeps the location's state, and would show the error again.
  useEffect(() => {
    if (state?.googleFailed) navigate('.', { replace: true, state: null });
  }, [state, navigate]);
  return failure;
}
