import type { KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { pressOf } from '../../keys/key-table.ts';

/** The highest number of chapters that a digit chooses; further ones are chosen with the arrow keys or the pointer. */
const digits = 9;

/** How far a key moves the focus. */
const steps: Record<string, number> = { arrowdown: 1, arrowup: -1 };

/** Dialog for the chapter of the open photo: digits choose at once; in document.body, because the lightbox makes its siblings inert. */
export function ChapterChoice({
  session: { chapters },
  present,
  onChoose,
  onClose,
}: {
  session: SessionDetails;
  /** The chapter in which the photo is; null while it is in none. */
  present: string | null;
  onChoose: (chapter: string | null) => void;
  onClose: () => void;
}) {
  const options = [...chapters, { id: null, name: 'No chapter' }].map(({ id, name }, index) => ({
    id,
    name,
    digit: id === null ? '0' : index < digits ? String(index + 1) : '',
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    const press = pressOf(event.nativeEvent);
    const option = options.find(({ digit }) => digit !== '' && digit === press);
    const step = steps[press];
    if (!option && !step) return;
    event.preventDefault();
    if (option) return onChoose(option.id);
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step! + buttons.length) % buttons.length]?.focus();
  };
  return createPortal(
    <Dialog title="Move to chapter" onClose={onClose}>
      {chapters.length === 0 ? (
        <p className="text-mute">This session has no chapters. Add some above its photos.</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons in it
        <div onKeyDown={onKeyDown} className="max-h-[50dvh] overflow-y-auto">
          {options.map(({ id, name, digit }) => (
            <button
              key={id}
              type="button"
              // biome-ignore lint/a11y/noAutofocus: the digits are keys of the list
              autoFocus={id === (present ?? chapters[0]?.id)}
              aria-pressed={id === present}
              aria-keyshortcuts={digit || undefined}
              onClick={() => onChoose(id)}
              className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 text-left hover:bg-leaf-wash aria-pressed:font-semibold"
            >
              <kbd className="w-4 shrink-0 font-sans text-sm text-mute pointer-coarse:hidden">{digit}</kbd>
              <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {name}
              </span>
            </button>
          ))}
        </div>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}
