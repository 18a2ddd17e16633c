import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Says that a form shows what was typed before, and offers to begin anew. */
export function UnsavedNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-center justify-between gap-3">
        Your unsaved changes are still here.
        <Button look="secondary" onClick={onDiscard}>
          Discard changes
        </Button>
      </span>
    </Notice>
  );
}
