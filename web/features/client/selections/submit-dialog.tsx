import { useEffect, useState } from 'react';
import { type SelectionDetails, sayChosen } from '#shared/contract/selections.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import { draftOf } from '../../../lib/browser/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { untilSaved } from '../photos/write-queues.ts';

/**
 * Asks before a selection is submitted. Says what is sent, for how much, and that the choice is then with the studio.
 */
export function SubmitDialog({
  details,
  count,
  message,
  busy,
  onSubmit,
  onClose,
}: {
  details: SelectionDetails;
  count: number;
  message: string;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const currency = useCurrency();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void untilSaved().then(() => !isUnmounted && setSettled(true));
    return () => {
      isUnmounted = true;
    };
  }, []);
  const notes = details.choices.filter(({ note }) => note !== '').length;
  const unsavedNotes = details.choices.filter(({ photo_id, note }) => {
    const draft = draftOf<{ text: string }>(`note ${photo_id}`);
    return draft?.text !== undefined && !isSameText(draft.text, note);
  }).length;
  const sentThings = [
    formatCounted(count, 'photo'),
    ...(notes > 0 ? [formatCounted(notes, 'note')] : []),
    ...(message ? ['your words to the studio'] : []),
  ];
  return (
    <Dialog title={`Submit ${formatCounted(count, 'photo')}?`} onClose={onClose}>
      <p className="font-semibold tabular-nums [overflow-wrap:anywhere]">
        <bdi>{details.name}</bdi>, {sayChosen(details, count, currency)}
      </p>
      <p className="mt-2 text-mute">
        The studio gets {new Intl.ListFormat('en-US').format(sentThings)}. Then your choice is with the studio, and you
        can’t change it unless the studio opens it again.
      </p>
      <p className="mt-2 text-mute">
        You pay nothing now. The studio answers with the price, and you accept it or not.
      </p>
      {isSettled && unsavedNotes > 0 && (
        <p role="alert" className="mt-3 text-sm text-alert">
          {formatCounted(unsavedNotes, 'note')} {unsavedNotes === 1 ? 'is' : 'are'} not saved, and would not be sent. Go
          back to save {unsavedNotes === 1 ? 'it' : 'them'}.
        </p>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Go back
        </Button>
        <Button busy={busy} onClick={onSubmit}>
          {busy ? 'Submitting...' : 'Submit to the studio'}
        </Button>
      </div>
    </Dialog>
  );
}
