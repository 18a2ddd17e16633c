import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { Close } from '../icons.tsx';
import { useModal } from './dialog.tsx';

/**
 * A modal sheet: from the bottom edge on phones, a dialog on wider windows. Based on the native `<dialog>`, as
 * `Dialog` is. Mount it only while open.
 */
export function Sheet({
  title,
  detail,
  picture,
  onClose,
  children,
}: {
  title: string;
  /** One line below the title. */
  detail: ReactNode;
  /** An image beside the title, 84 px high. */
  picture?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useModal();
  const heading = useId();
  // In document.body, because turning a phone may hide the elements around the button that opened the sheet.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      // A tap beside the sheet closes it.
      closedby="any"
      className="m-auto w-[min(32rem,90vw)] rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60 max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-t-xl max-md:rounded-b-none"
    >
      <div className="px-4 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:p-8 low:p-5">
        <div aria-hidden="true" className="mx-auto -mt-2 mb-2 h-1 w-9 rounded-full bg-line md:hidden" />
        <header className="flex items-center gap-4">
          {picture}
          <div className="min-w-0 flex-1">
            <h2 dir="auto" id={heading} className="text-title">
              {title}
            </h2>
            <p dir="auto" className="mt-1 text-sm text-mute [overflow-wrap:anywhere]">
              {detail}
            </p>
          </div>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-mr-2.5 grid size-11 shrink-0 cursor-pointer place-items-center self-start"
          >
            <Close className="size-6" />
          </button>
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
