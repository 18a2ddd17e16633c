import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button, type ButtonLook } from '../button.tsx';

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
  isLarge = false,
  onClose,
  children,
}: {
  title: ReactNode;
  /**
   * Whether it is as large as the window allows, for content that is loaded beside a form: the buttons below the form
   * then stay where they are while it is loaded, so that no press of them is lost.
   */
  isLarge?: boolean;
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
      className={`m-auto max-h-[94dvh] max-w-none scroll-pb-[30vh] ${isLarge ? 'h-[94dvh] w-[min(64rem,90vw)]' : 'w-[min(32rem,90vw)]'} rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60`}
    >
      {/* The padding is not on the dialog itself, because browsers keep sticky elements out of the padding of a
          scrolling element. */}
      <div className={`p-dialog sm:p-8 ${isLarge ? 'flex min-h-full flex-col' : ''}`}>
        <h2 dir="auto" id={heading} className="text-title">
          {title}
        </h2>
        <div className={`mt-4 ${isLarge ? 'flex flex-1 flex-col *:flex-1 [&_.dialog-foot]:mt-auto' : ''}`}>
          {children}
        </div>
      </div>
    </dialog>
  );
}

/**
 * A confirmation dialog.
 * @param action the label of the confirming button: a verb for what happens
 * @param look that button's look; without one, that of an act that harms
 */
export function Confirm({
  title,
  action,
  look = 'danger',
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: ReactNode;
  action: string;
  look?: ButtonLook;
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
        <Button look={look} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
