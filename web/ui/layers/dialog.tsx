import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../button.tsx';

/**
 * Opens a native `<dialog>` as modal while it is mounted. Unmounting returns the focus to the previously focused
 * element.
 * @returns the element's `ref`
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // Unmounting an open dialog fires no close event and does not restore the focus.
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}

/**
 * A modal dialog on the native `<dialog>`, which traps the focus and closes on Escape. Closing returns the focus to
 * the previously focused element. Mount it only while open, so that its content starts with fresh state.
 */
export function Dialog({
  title,
  width = 'w-[min(32rem,90vw)]',
  onClose,
  children,
}: {
  title: ReactNode;
  /** The class of its width, where it has content beside content. */
  width?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useModal();
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className={`m-auto max-h-[94dvh] max-w-none scroll-pb-[30vh] ${width} rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60`}
    >
      {/* The padding is not on the dialog itself, because browsers keep sticky elements out of the padding of a
          scrolling element. */}
      <div className="p-dialog sm:p-8">
        <h2 dir="auto" id={heading} className="text-title">
          {title}
        </h2>
        <div className="mt-4">{children}</div>
      </div>
    </dialog>
  );
}

/**
 * A confirmation dialog.
 * @param action the label of the confirming button: a verb for what happens
 */
export function Confirm({
  title,
  action,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode;
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-mute">{children}</div>
      <div className="dialog-foot mt-6">
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
