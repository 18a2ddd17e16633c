import { Button } from '../ui/button.tsx';
import { SubmitButton } from '../ui/form.tsx';

/**
 * The buttons of a form in a dialog.
 * @param children what the submit button says
 * @param isSaved whether the dialog stays only for what it says
 */
export function DialogActions({
  children,
  busy = 'Saving...',
  isSaved = false,
  onClose,
}: {
  children: string;
  busy?: string;
  isSaved?: boolean;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" onClick={onClose}>
        {isSaved ? 'Close' : 'Cancel'}
      </Button>
      <SubmitButton busyText={busy}>{children}</SubmitButton>
    </div>
  );
}
