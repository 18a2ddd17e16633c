import { useState } from 'react';
import { signOut } from '../../lib/auth/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';

/**
 * The 'Logout' button of a sidebar.
 * @param onPress runs instead of signing out and receives the function that signs out, so that it can ask for
 * confirmation first.
 */
export function LogoutButton({ onPress = (leave) => leave() }: { onPress?: (leave: () => Promise<void>) => unknown }) {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setLeaving(true);
    setFailed(false);
    await signOut().catch((error) => {
      console.error('Signing out failed.', error);
      setLeaving(false);
      setFailed(true);
    });
  };
  return (
    <>
      {failed && <Notice tone="error">You could not be signed out. Please try again.</Notice>}
      <Button look="secondary" busy={leaving} onClick={() => onPress(leave)}>
        Logout
      </Button>
    </>
  );
}
