import { type ReactNode, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { DialogFoot } from '../../../forms/dialog-foot.tsx';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';

/**
 * A dialog in which the client writes words to the studio. What is typed stays until it is sent.
 * @param send sends the words; throws an error whose message is shown
 */
export function WordsDialog({
  title,
  label,
  draft,
  limit,
  isRequired,
  action,
  busyText,
  look = 'primary',
  failed,
  send,
  onClose,
  children,
}: {
  title: string;
  label: string;
  /** The name of the draft. */
  draft: string;
  limit: number;
  isRequired: boolean;
  action: string;
  busyText: string;
  look?: ButtonLook;
  /** What did not happen, before the reason: 'Your question was not sent.' */
  failed: string;
  send: (words: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [text, setText] = useState(() => draftOf<{ words: string }>(draft)?.words ?? '');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const isMissing = isRequired && text.trim() === '';
  const submit = async () => {
    if (isMissing) return setTrouble('Please write something first.');
    setSending(true);
    setTrouble(undefined);
    try {
      await send(text.trim());
      dropDraft(draft);
    } catch (error) {
      setTrouble(`${failed} ${messageOf(error)}`);
    }
    setSending(false);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-mute">{children}</div>
      <label className="mt-5 flex flex-col gap-1.5 text-sm font-semibold">
        {label}
        <textarea
          rows={3}
          dir="auto"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (target.value) keepDraft(draft, { words: target.value });
            else dropDraft(draft);
          }}
          className="field-sizing-content min-h-22 w-full rounded-md border border-edge bg-white px-3.5 py-2.5 text-base font-normal"
        />
        <CharacterCount text={text} limit={limit} className="text-mute" tooLong="text-alert" />
      </label>
      {trouble && (
        <div className="mt-4">
          <Notice tone="error">{trouble}</Notice>
        </div>
      )}
      <DialogFoot draft={draft} className="mt-6" onClose={onClose}>
        <Button look={look} busy={isSending} disabled={text.length > limit} onClick={() => void submit()}>
          {isSending ? busyText : action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
