import { use } from 'react';
import { SubmitButton } from '../ui/fields/form.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import { DraftContext } from './draft-context.ts';

/**
 * The buttons of a form in a dialog.
 * @param children the text of the submit button
 * @param isSaved whether the form is saved and the dialog is open only for its message
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
    <DialogFoot draft={use(DraftContext)} isSaved={isSaved} onClose={onClose}>
      <SubmitButton busyText={busy}>{children}</SubmitButton>
    </DialogFoot>
  );
}
