import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

/**
 * A modal dialog on the browser's own `<dialog>`: it traps the focus, closes by Escape and gives the focus back.
 * It stays mounted only while open, so what is inside starts afresh each time.
 */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Taken out of the page, a dialog is closed without an event.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-md bg-white p-6 text-ink shadow-menu backdrop:bg-night/60 sm:p-8"
    >
      <h2 id={heading} className="text-title">
        {title}
      </h2>
      <div className="mt-4">{children}</div>
    </dialog>
  );
}

/** Asks before something is done that matters; `action` says in one verb what will be done. */
export function Confirm({
  title,
  action,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-mute">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
