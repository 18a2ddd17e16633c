import { type ComponentProps, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Notice } from '../status/notice.tsx';
import { Confirm } from './dialog.tsx';

/**
 * A confirmation dialog that carries out an act. It stays open and says why the act failed.
 * @param failed the sentence before the reason: 'The preset was not deleted.'
 * @param onConfirm carries out the act, and closes the dialog; throws an Error to show its message
 * @param describe converts an error to the shown reason
 */
export function ConfirmAct({
  failed,
  onConfirm,
  describe = messageOf,
  children,
  ...confirm
}: Omit<ComponentProps<typeof Confirm>, 'busy' | 'onConfirm'> & {
  failed: string;
  onConfirm: () => Promise<void>;
  describe?: (error: unknown) => string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const act = async () => {
    setBusy(true);
    setReason(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setReason(describe(error));
      setBusy(false);
    }
  };
  return (
    <Confirm {...confirm} busy={isBusy} onConfirm={() => void act()}>
      {children}
      {reason !== undefined && (
        <div className="mt-4">
          <Notice tone="error">
            {failed} {reason}
          </Notice>
        </div>
      )}
    </Confirm>
  );
}
