import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { errors } from '#shared/errors.ts';
import { forgetDeletion, isDeleted } from '../../lib/auth/account-deleted.ts';
import { dropSession } from '../../lib/auth/auth.ts';
import { googleEnabledQuery, googleFailed, loginQuery } from '../../lib/auth/login.ts';
import { ownPath } from '../../lib/auth/own-path.ts';
import { loadPendingProfile } from '../../lib/auth/pending-profile.ts';
import { rememberedEmail } from '../../lib/auth/remembered-email.ts';
import { signInWithGoogle } from '../../lib/auth/sign-in.ts';
import { isAnswer } from '../../lib/auth/sign-in-answer.ts';
import { signOut } from '../../lib/auth/sign-out.ts';
import { draftOf, keepDraft } from '../../lib/browser/drafts.ts';
import { ApiError } from '../../lib/query/api.ts';
import { createProfile, profileQuery } from '../../lib/query/client-api.ts';
import { overwrite } from '../../lib/query/overwrite.ts';
import { Button } from '../../ui/button.tsx';
import { useStudio } from '../../ui/content.tsx';
import { Form, OnFormChange, SubmitButton, TextField } from '../../ui/fields/form.tsx';
import { Loading, Notice } from '../../ui/status/notice.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { CodeStep, useSentCode } from './code-step.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { DeletedAccount } from './deleted-account.tsx';
import { Either } from './either.tsx';
import { GoogleMark } from './google-mark.tsx';
import { SignInPage } from './sign-in-page.tsx';

const failed = errors.UNEXPECTED.message;
const CodeRequest = z.object({ email: Email });
/** What was typed is kept while the person is at Google. */
const draft = 'client-login';

/**
 * 'Login to …': the clients' sign-in page, with Google or the code of an email. When signed in, it requests the
 * customer record, creates an incomplete one if missing, and redirects to the wanted page (specification point 4,
 * 'Login page').
 */
export function Component() {
  const { name } = useStudio();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const login = useQuery(loginQuery);
  const google = useQuery(googleEnabledQuery);
  const [leaving, setLeaving] = useState(false);
  const [error, setError] = useState<string>();
  const [deleted, setDeleted] = useState(isDeleted);
  const code = useSentCode('client-login');
  const [unverified, setUnverified] = useState(false);

  const user = login.data?.user;
  const arrival = login.data?.arrival;
  const wanted = ownPath(query.get('to')) ?? (arrival?.kind === 'returned' ? arrival.wanted : null) ?? '/dashboard';
  const wantedByClient = wanted.startsWith('/admin/') ? '/dashboard' : wanted;

  useEffect(() => {
    if (!user || error || unverified) return;
    let current = true;
    const go = (path: string) => {
      if (current) navigate(path, { replace: true });
    };
    (async () => {
      if (user.isAdmin) return go(wanted.startsWith('/admin/') ? wanted : '/admin/dashboard');
      const profile = await queries.fetchQuery(profileQuery).catch((cause) => {
        console.warn('The customer record of this login could not be looked up.', cause);
        throw cause;
      });
      if (profile) return go(wantedByClient);
      console.warn('This login has no customer record yet.');
      if (loadPendingProfile()) return go('/register-complete');
      overwrite(queries, profileQuery.queryKey, await createProfile({}));
      go(wantedByClient);
    })().catch((cause) => {
      const reason = cause instanceof ApiError ? cause.code : undefined;
      if (reason !== 'EMAIL_UNVERIFIED') console.error('Signing in did not finish.', cause);
      if (!current) return;
      if (reason === 'EMAIL_UNVERIFIED') setUnverified(true);
      else setError(reason === 'ACCOUNT_CLOSED' ? cause.message : failed);
    });
    return () => {
      current = false;
    };
  }, [user, wanted, wantedByClient, error, unverified, queries, navigate]);

  const shownError = error ?? (login.isError || arrival?.kind === 'failed' ? failed : undefined);
  const failure = arrival?.kind === 'failed' ? arrival.reason : undefined;
  useEffect(() => {
    if (failure) console.error('Google sign-in failed.', failure);
  }, [failure]);

  const leave = async () => {
    setLeaving(true);
    try {
      // The user may be signed in by now: after a failure, or in another tab. Then the effect above continues.
      const { data } = await login.refetch();
      setError(undefined);
      if (!data?.user) return await signInWithGoogle(wanted);
    } catch (cause) {
      console.error('Google sign-in could not start.', cause);
      setError(failed);
    }
    setLeaving(false);
  };

  // Replacing the address removes Google's answer, so that a reload does not read it again.
  if (arrival?.kind === 'cancelled' && !user && isAnswer(query)) return <Navigate to={arrival.from} replace />;
  if ((arrival?.kind === 'failed' || arrival?.kind === 'late') && !user && isAnswer(query)) {
    // Who was registering continues on /register (product decision 'OAuth return').
    if (loadPendingProfile())
      return <Navigate to="/register" replace state={arrival.kind === 'failed' ? googleFailed : null} />;
    return <Navigate to="/client-login" replace />;
  }
  if (!login.isPending && !user && !shownError && deleted) {
    const leaveIt = () => {
      forgetDeletion();
      setDeleted(false);
    };
    return <DeletedAccount onLeave={leaveIt} />;
  }

  if (code.sent && !user && !login.isPending) return <CodeStep code={code} onSignedIn={() => login.refetch()} />;

  if (user && unverified) {
    const confirm = async () => {
      // The code signs in as another login, which is linked by the address that it confirms.
      await dropSession();
      await code.send(user.email, user.name);
      setUnverified(false);
      await login.refetch();
    };
    return <ConfirmEmail email={user.email} onConfirm={confirm} />;
  }

  const checking = login.isPending || google.isPending || (user && !error);
  return (
    <SignInPage title={`Login to ${name}`} tab={`Login to ${name}`}>
      {checking ? (
        <Loading lines={1}>Checking session...</Loading>
      ) : (
        <>
          {shownError && <Notice tone="error">{shownError}</Notice>}
          {shownError === errors.ACCOUNT_CLOSED.message && <StudioContact />}
          {arrival?.kind === 'late' && !login.data?.ended && !shownError && (
            <Notice tone="info">{errors.SIGNED_OUT.message}</Notice>
          )}
          {login.data?.ended && !shownError && (
            <Notice tone="info">
              <p>You must be logged in.</p>
              <p>Your login has expired. Sign in again to go on where you were; what you typed is kept.</p>
            </Notice>
          )}
          <Either
            google={
              google.data !== false && (
                <Button look="secondary" className="min-h-13" busy={leaving} onClick={leave}>
                  <GoogleMark className="size-5" />
                  Sign in with Google
                </Button>
              )
            }
            code={
              !user && (
                <Form
                  schema={CodeRequest}
                  defaultValues={{ email: rememberedEmail(), ...draftOf<z.input<typeof CodeRequest>>(draft) }}
                  onSubmit={({ email }) => code.send(email)}
                  className="gap-3"
                >
                  <OnFormChange call={(values) => keepDraft(draft, values)} />
                  <TextField name="email" label="Email" type="email" autoComplete="email" />
                  <SubmitButton busyText="Sending...">Email me a code</SubmitButton>
                </Form>
              )
            }
          />
          {user && (
            <Button look="secondary" onClick={() => signOut().catch(() => setError(failed))}>
              Logout
            </Button>
          )}
          <p className="text-sm text-mute">
            New here?{' '}
            <Link to="/register" className="text-link text-ink">
              Create your account
            </Link>
          </p>
          <p className="-mt-4 text-sm text-mute">
            <Link
              to={`/admin-login${wanted.startsWith('/admin/') ? `?to=${encodeURIComponent(wanted)}` : ''}`}
              className="text-link"
            >
              Studio sign-in
            </Link>
          </p>
        </>
      )}
    </SignInPage>
  );
}
