import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/status/notice.tsx';

const list = new Intl.ListFormat('en-US');

/**
 * Says that a form shows values that were typed before, and offers to discard them; or says which typed secrets it
 * does not show. Renders nothing if neither applies.
 * @param leftOut labels of the secrets
 */
export function UnsavedNotice({
  isRestored = true,
  leftOut = [],
  onDiscard,
}: {
  isRestored?: boolean;
  leftOut?: string[];
  onDiscard: () => void;
}) {
  if (!isRestored && leftOut.length === 0) return null;
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {isRestored && <span>Your unsaved changes are still here.</span>}{' '}
          {leftOut.length > 0 && (
            <span>The {list.format(leftOut)} that you typed is not kept in the browser. Please type it again.</span>
          )}
        </span>
        <Button look="secondary" onClick={onDiscard}>
          {isRestored ? 'Discard changes' : 'OK'}
        </Button>
      </span>
    </Notice>
  );
}
