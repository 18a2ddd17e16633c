import { Button } from '../../ui/button.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The page after the client has deleted their account. */
export function DeletedAccount({ onLeave }: { onLeave: () => void }) {
  return (
    <SignInPage title="Your account is deleted">
      <p>
        You are signed out, and this login opens nothing anymore. Your photos stay with the studio until it deletes
        them.
      </p>
      <p>Was it a mistake? The studio can open your account again.</p>
      <StudioContact />
      <div className="flex flex-wrap items-center gap-x-6">
        <Button look="secondary" onClick={onLeave}>
          Sign in with another account
        </Button>
        <a href="/" className="text-link">
          Go Home
        </a>
      </div>
    </SignInPage>
  );
}
