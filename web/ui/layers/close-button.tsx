import { Close } from '../icons.tsx';

/** The cross at a corner of a dialog. */
export function CloseButton({ onClose, className = '-m-2 grid' }: { onClose: () => void; className?: string }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className={`size-11 shrink-0 cursor-pointer place-items-center ${className}`}
    >
      <Close className="size-5" />
    </button>
  );
}
