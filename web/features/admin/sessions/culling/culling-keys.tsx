import { createPortal } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';

/** The keys of the studio's lightbox: the text on the key, and what it does. */
const keys = [
  ['← →', 'Previous or next photo'],
  ['H', 'Hide the photo from the client, or show it'],
  ['D', 'Allow or refuse its download'],
  ['F', 'Mark the photo finished, or a proof again'],
  ['B', 'Held: see the photo before it was finished'],
  ['X', 'Delete the photo'],
  ['U', 'Undo the last act; again: the one before. Ctrl+Z or ⌘Z does the same'],
  ['R', 'Reply to its note; Esc leaves the reply'],
  ['S', 'Say whether it is a favorite, its note and your reply'],
  ['Z', 'Zoom to 100%, and back'],
  ['C', 'Compare with the next photo; again: with one more, up to four'],
  ['I', 'Show or hide the facts of the file'],
  ['Esc', 'Close'],
] as const;

/** The most important keys in one line; hidden on devices without a keyboard. */
export function KeyHints() {
  const hints = [
    ['← →', 'Next'],
    ['H', 'Hide'],
    ['D', 'Download'],
    ['F', 'Finished'],
    ['X', 'Delete'],
    ['U', 'Undo'],
    ['Z', '100%'],
    ['C', 'Compare'],
    ['I', 'Facts'],
    ['?', 'All keys'],
  ];
  return (
    <p className="flex h-12 items-center justify-center gap-x-5 overflow-hidden border-t border-night-line text-xs text-night-mute max-lg:hidden pointer-coarse:hidden">
      {hints.map(([key, act]) => (
        <span key={key} className="flex shrink-0 items-center gap-2">
          <Key>{key!}</Key> {act}
        </span>
      ))}
    </p>
  );
}

export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="grid h-6 min-w-6 place-items-center rounded-md border border-night-mute px-1.5 font-sans text-xs font-semibold text-white pointer-coarse:hidden"
  >
    {children}
  </span>
);

/** Dialog that lists all keys; in document.body, because the lightbox makes its siblings inert. */
export const AllKeys = ({ onClose }: { onClose: () => void }) =>
  createPortal(
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, act]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="font-sans font-semibold">{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
