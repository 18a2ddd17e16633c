import { type FormEvent, useId, useRef, useState } from 'react';
import type { NameGuest } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { DialogFoot } from '../../forms/dialog-foot.tsx';
import { draftOf, dropDraft, keepDraft } from '../../lib/browser/drafts.ts';
import { ApiError } from '../../lib/query/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';

const missingName = 'Please enter your name.';

interface Props {
  /** The id of the link that the guest has opened. */
  link: string;
  sharedBy: string;
  onName: (values: NameGuest) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks a guest for their name before their first pick or note. The typed text stays in this tab until it is saved.
 */
export function NameDialog({ link, sharedBy, onName, onClose }: Props) {
  const id = useId();
  const draft = `guest of ${link}`;
  const [typed, setTyped] = useState<NameGuest>(() => ({ name: '', email: '', ...draftOf<NameGuest>(draft) }));
  const { name, email } = typed;
  const type = (change: Partial<NameGuest>) => {
    const changed = { ...typed, ...change };
    setTyped(changed);
    if (changed.name || changed.email) keepDraft(draft, changed);
    else dropDraft(draft);
  };
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isMissing = trouble === missingName;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typedLine(name) === '') {
      setTrouble(missingName);
      return input.current?.focus();
    }
    setBusy(true);
    setTrouble(undefined);
    try {
      await onName({ name: typedLine(name), email: email.trim() });
      dropDraft(draft);
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      setTrouble(`Your name was not saved. ${fields[0] ?? messageOf(error)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog title="What is your name?" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <p className="text-sm text-mute">
          So that <bdi>{sharedBy}</bdi> knows who picked what. Other guests do not see it.
        </p>
        <label htmlFor={`${id}-name`} className="text-sm font-semibold">
          Your name
          <input
            ref={input}
            id={`${id}-name`}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-trouble` : undefined}
            value={name}
            onChange={({ target }) => type({ name: target.value })}
            autoComplete="name"
            className="field mt-1.5 font-normal aria-invalid:border-alert"
          />
        </label>
        <label htmlFor={`${id}-email`} className="text-sm font-semibold">
          Email (optional)
          <input
            id={`${id}-email`}
            type="email"
            value={email}
            onChange={({ target }) => type({ email: target.value })}
            autoComplete="email"
            className="field mt-1.5 font-normal"
          />
        </label>
        {trouble !== undefined && (
          <p id={`${id}-trouble`} role="alert" className="text-sm text-alert">
            {trouble}
          </p>
        )}
        <DialogFoot draft={draft} onClose={onClose}>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
