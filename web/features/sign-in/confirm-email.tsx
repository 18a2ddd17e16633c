import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * Asks for a confirmation by an emailed code, after a Google sign-in with an address that Google does not confirm.
 */
export function ConfirmEmail({ email, onConfirm }: { email: string; onConfirm: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <SignInPage title="Confirm your email">
      <p className="-mt-3 text-mute [overflow-wrap:anywhere]">
        Google does not confirm that <span className="text-ink">{email}</span> is yours, so your photos stay closed
        until you enter a code that we email there. The next time, sign in with a code at once.
      </p>
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button busy={busy} className="min-h-12" onClick={confirm}>
        {busy ? 'Sending...' : 'Email me a code'}
      </Button>
      <div className="text-sm text-mute">
        <p>You can’t read emails there? Ask the studio:</p>
        <StudioContact />
      </div>
    </SignInPage>
  );
}
