import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { forgetDeletion, isDeleted } from '../../lib/auth/account-deleted.ts';
import { googleEnabledQuery, googleFailed } from '../../lib/auth/login.ts';
import { loadPendingProfile } from '../../lib/auth/pending-profile.ts';
import { isAnswer } from '../../lib/auth/sign-in-answer.ts';
import { useStudio } from '../../ui/content.tsx';
import { Loading } from '../../ui/status/notice.tsx';
import { useClientSignIn } from './client/client-sign-in.ts';
import { WaysToSignIn } from './client/ways-to-sign-in.tsx';
import { CodeStep } from './code-step.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { DeletedAccount } from './deleted-account.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The page 'Login to …': clients sign in with Google or an emailed code. Once a client is signed in, the page
 * requests the customer record, creates an incomplete record if there is none, and redirects to the requested page
 * (specification point 4, 'Login page').
 */
export function Component() {
  const { name } = useStudio();
  const [query] = useSearchParams();
  const google = useQuery(googleEnabledQuery);
  const [isAccountDeleted, setAccountDeleted] = useState(isDeleted);
  const signIn = useClientSignIn();
  const { login, user, arrival, code, error } = signIn;

  // Replacing the address removes Google's answer from it, so that a reload does not read the answer again.
  if (arrival?.kind === 'cancelled' && !user && isAnswer(query)) return <Navigate to={arrival.from} replace />;
  if ((arrival?.kind === 'failed' || arrival?.kind === 'late') && !user && isAnswer(query)) {
    // A person who was registering continues on /register (product decision 'OAuth return').
    if (loadPendingProfile())
      return <Navigate to="/register" replace state={arrival.kind === 'failed' ? googleFailed : null} />;
    return <Navigate to="/client-login" replace />;
  }
  if (!login.isPending && !user && !error && isAccountDeleted) {
    const leaveNotice = () => {
      forgetDeletion();
      setAccountDeleted(false);
    };
    return <DeletedAccount onLeave={leaveNotice} />;
  }
  if (code.sent && !user && !login.isPending) return <CodeStep code={code} onSignedIn={() => login.refetch()} />;
  if (user && signIn.isUnverified) {
    return <ConfirmEmail email={user.email} onConfirm={() => signIn.confirmEmail(user)} />;
  }
  return (
    <SignInPage title={`Login to ${name}`} tab={`Login to ${name}`}>
      {login.isPending || google.isPending || signIn.isOpening ? (
        <Loading lines={1}>Checking session...</Loading>
      ) : (
        <WaysToSignIn signIn={signIn} hasGoogle={google.data !== false} />
      )}
    </SignInPage>
  );
}
