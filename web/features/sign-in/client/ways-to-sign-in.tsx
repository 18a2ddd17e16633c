import { Link } from 'react-router-dom';
import { errors } from '#shared/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { Either } from '../either.tsx';
import { GoogleMark } from '../google-mark.tsx';
import type { ClientSignIn } from './client-sign-in.ts';
import { CodeRequestForm } from './code-request-form.tsx';

/**
 * Sign-in with Google or an emailed code, below the result of the last sign-in.
 * @param hasGoogle whether the studio has set up Google
 */
export function WaysToSignIn({ signIn, hasGoogle }: { signIn: ClientSignIn; hasGoogle: boolean }) {
  const { user, target, code, isLeaving, leaveForGoogle, logOut } = signIn;
  return (
    <>
      <SignInNotices signIn={signIn} />
      <Either
        google={
          hasGoogle && (
            <Button look="secondary" className="min-h-13" busy={isLeaving} onClick={leaveForGoogle}>
              <GoogleMark className="size-5" />
              Sign in with Google
            </Button>
          )
        }
        code={!user && <CodeRequestForm onSend={code.send} />}
      />
      {user && (
        <Button look="secondary" onClick={logOut}>
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
          to={`/admin-login${target.startsWith('/admin/') ? `?to=${encodeURIComponent(target)}` : ''}`}
          className="text-link"
        >
          Studio sign-in
        </Link>
      </p>
    </>
  );
}

/** The reason why the last sign-in failed, or how the last login ended. */
function SignInNotices({ signIn: { login, arrival, error } }: { signIn: ClientSignIn }) {
  if (error) {
    return (
      <>
        <Notice tone="error">{error}</Notice>
        {error === errors.ACCOUNT_CLOSED.message && <StudioContact />}
      </>
    );
  }
  if (login.data?.ended) {
    return (
      <Notice tone="info">
        <p>You must be logged in.</p>
        <p>Your login has expired. Sign in again to go on where you were; what you typed is kept.</p>
      </Notice>
    );
  }
  return arrival?.kind === 'late' && <Notice tone="info">{errors.SIGNED_OUT.message}</Notice>;
}
