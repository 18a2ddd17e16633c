import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errors } from '#shared/errors.ts';
import { dropSession, type SignedIn } from '../../../lib/auth/auth.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { ownPath } from '../../../lib/auth/own-path.ts';
import { loadPendingProfile } from '../../../lib/auth/pending-profile.ts';
import { signInWithGoogle } from '../../../lib/auth/sign-in.ts';
import { signOut } from '../../../lib/auth/sign-out.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { createProfile, profileQuery } from '../../../lib/query/client-api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { useSentCode } from '../code-step.tsx';

const unexpected = errors.UNEXPECTED.message;

export type ClientSignIn = ReturnType<typeof useClientSignIn>;

/**
 * Returns the state of a client's sign-in: the login, the sent code, the reason of a failure, and the page's
 * functions. Once a user is signed in, it opens the requested page.
 */
export function useClientSignIn() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const login = useQuery(loginQuery);
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<string>();
  const [isUnverified, setUnverified] = useState(false);
  const code = useSentCode('client-login');

  const user = login.data?.user;
  const arrival = login.data?.arrival;
  const target = ownPath(query.get('to')) ?? (arrival?.kind === 'returned' ? arrival.wanted : null) ?? '/dashboard';

  useEffect(() => {
    if (!user || error || isUnverified) return;
    let isCurrent = true;
    const open = async () => {
      const path = await pathAfterSignIn(user, target, queries);
      if (isCurrent) navigate(path, { replace: true });
    };
    open().catch((cause) => {
      const reason = cause instanceof ApiError ? cause.code : undefined;
      if (reason !== 'EMAIL_UNVERIFIED') console.error('Signing in did not finish.', cause);
      if (!isCurrent) return;
      if (reason === 'EMAIL_UNVERIFIED') setUnverified(true);
      else setError(reason === 'ACCOUNT_CLOSED' ? cause.message : unexpected);
    });
    return () => {
      isCurrent = false;
    };
  }, [user, target, error, isUnverified, queries, navigate]);

  const failure = arrival?.kind === 'failed' ? arrival.reason : undefined;
  useEffect(() => {
    if (failure) console.error('Google sign-in failed.', failure);
  }, [failure]);

  const leaveForGoogle = async () => {
    setLeaving(true);
    try {
      // The user may be signed in by now: after a failure, or in another tab. If so, the effect above continues.
      const { data } = await login.refetch();
      setError(undefined);
      if (!data?.user) return await signInWithGoogle(target);
    } catch (cause) {
      console.error('Google sign-in could not start.', cause);
      setError(unexpected);
    }
    setLeaving(false);
  };

  /** Emails a code to an address that Google does not confirm. */
  const confirmEmail = async ({ email, name }: SignedIn) => {
    // The code signs in with another login. That login is linked by the address that the code confirms.
    await dropSession();
    await code.send(email, name);
    setUnverified(false);
    await login.refetch();
  };

  return {
    login,
    user,
    arrival,
    code,
    /** The path that opens after the sign-in. */
    target,
    isLeaving,
    isUnverified,
    /** Whether a user is signed in and their page is about to open. */
    isOpening: user && !error,
    error: error ?? (login.isError || arrival?.kind === 'failed' ? unexpected : undefined),
    leaveForGoogle,
    confirmEmail,
    logOut: () => signOut().catch(() => setError(unexpected)),
  };
}

/**
 * Returns the path to open for a signed-in user, by their role and their customer record. A client without a record
 * gets an incomplete one, unless the registration form is filled in.
 * @param target the requested path
 */
async function pathAfterSignIn(user: SignedIn, target: string, queries: QueryClient): Promise<string> {
  const isForAdmins = target.startsWith('/admin/');
  if (user.isAdmin) return isForAdmins ? target : '/admin/dashboard';
  const profile = await queries.fetchQuery(profileQuery).catch((cause) => {
    console.warn('The customer record of this login could not be looked up.', cause);
    throw cause;
  });
  if (!profile) {
    console.warn('This login has no customer record yet.');
    if (loadPendingProfile()) return '/register-complete';
    overwrite(queries, profileQuery.queryKey, await createProfile({}));
  }
  return isForAdmins ? '/dashboard' : target;
}
