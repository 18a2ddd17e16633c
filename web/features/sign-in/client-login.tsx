import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { errors } from '#shared/errors.ts';
import { studio } from '#shared/studio.ts';
import { ApiError } from '../../lib/api.ts';
import { ownPath } from '../../lib/auth.ts';
import { createProfile, profileQuery } from '../../lib/client-api.ts';
import { loginQuery } from '../../lib/login.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { loadPendingProfile } from '../../lib/pending-profile.ts';
import { signInWithGoogle } from '../../lib/sign-in.ts';
import { signOut } from '../../lib/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Notice } from '../../ui/notice.tsx';
import { Door } from './door.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';

const failed = errors.UNEXPECTED.message;

/**
 * 'Login to …': the client's door. With a session it finds the record, makes a bare one where there is none, and goes
 * on to where the client wanted to be (specification point 4, 'Login page').
 */
export function Component() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const login = useQuery(loginQuery);
  const [leaving, setLeaving] = useState(false);
  const [error, setError] = useState<string>();

  const user = login.data?.user;
  const arrival = login.data?.arrival;
  const wanted = ownPath(query.get('to')) ?? (arrival?.kind === 'returned' ? arrival.wanted : null) ?? '/dashboard';

  useEffect(() => {
    if (!user || error) return;
    let current = true;
    const go = (path: string) => {
      if (current) navigate(path, { replace: true });
    };
    (async () => {
      if (user.isAdmin) return go('/admin/dashboard');
      const profile = await queries.fetchQuery(profileQuery);
      if (profile) return go(wanted);
      if (loadPendingProfile()) return go('/register-complete');
      overwrite(queries, profileQuery.queryKey, await createProfile({}));
      go(wanted);
    })().catch((cause) => {
      console.error('Signing in did not finish.', cause);
      if (current) setError(cause instanceof ApiError && cause.code === 'ACCOUNT_CLOSED' ? cause.message : failed);
    });
    return () => {
      current = false;
    };
  }, [user, wanted, error, queries, navigate]);

  const leave = async () => {
    setLeaving(true);
    try {
      // Somebody may be signed in by now: after a failure, or in another tab. Then the effect above goes on.
      const { data } = await login.refetch();
      setError(undefined);
      if (!data?.user) return await signInWithGoogle(wanted);
    } catch (cause) {
      console.error('Google sign-in could not start.', cause);
      setError(failed);
    }
    setLeaving(false);
  };

  // Back from Google with an error: whoever was registering goes on there (product decision 'OAuth return').
  if (arrival?.kind === 'failed' && !user && query.has('error') && loadPendingProfile()) {
    return <Navigate to="/register?failed" replace />;
  }

  const shown = error ?? (login.isError || arrival?.kind === 'failed' ? failed : undefined);
  const checking = login.isPending || (user && !error);
  return (
    <Door title={`Login to ${studio.name}`} tab={`Login to ${studio.name}`}>
      {checking ? (
        <Loading lines={1}>Checking session...</Loading>
      ) : (
        <>
          {shown && <Notice tone="error">{shown}</Notice>}
          {login.data?.ended && !shown && (
            <Notice tone="info">
              You must be logged in. Your login has expired: sign in again, and you are back where you were.
            </Notice>
          )}
          <OpenInBrowser />
          {login.data?.googleEnabled === false ? (
            <Notice tone="info">Client sign-in is not set up yet. Please contact the studio at {studio.email}.</Notice>
          ) : (
            <Button busy={leaving} onClick={leave}>
              Sign in with Google
            </Button>
          )}
          {user && (
            <Button look="secondary" onClick={() => signOut().catch(() => setError(failed))}>
              Logout
            </Button>
          )}
          <p className="text-sm text-mute">
            New here?{' '}
            <Link to="/register" className="inline-flex min-h-11 items-center text-ink underline underline-offset-4">
              Create your account
            </Link>
          </p>
          <p className="text-xs text-mute">
            <Link to="/admin-login" className="inline-flex min-h-11 items-center underline underline-offset-4">
              Studio sign-in
            </Link>
          </p>
        </>
      )}
    </Door>
  );
}
