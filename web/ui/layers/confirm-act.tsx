import { type ComponentProps, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useIsMounted } from '../is-mounted.ts';
import { Notice } from '../status/notice.tsx';
import { Confirm } from './dialog.tsx';

/**
 * A confirmation dialog that carries out an act, and then closes. It stays open and says why the act failed.
 * @param failed the sentence before the reason: 'The preset was not deleted.'
 * @param onConfirm carries out the act; throws an Error to show its message
 * @param onFail is called when the act has failed, to load again what somebody else may have changed
 * @param describe converts an error to the shown reason
 */
export function ConfirmAct({
  failed,
  onConfirm,
  onFail,
  onClose,
  describe = messageOf,
  children,
  ...confirm
}: Omit<ComponentProps<typeof Confirm>, 'busy' | 'onConfirm'> & {
  failed: string;
  onConfirm: () => Promise<void>;
  onFail?: () => void;
  describe?: (error: unknown) => string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const isMounted = useIsMounted();
  const act = async () => {
    setBusy(true);
    setReason(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setReason(describe(error));
      setBusy(false);
      onFail?.();
      return;
    }
    // A dialog that was closed meanwhile must not close the one that was opened after it.
    if (isMounted.current) onClose();
  };
  return (
    <Confirm {...confirm} busy={isBusy} onConfirm={() => void act()} onClose={onClose}>
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
