import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ChangeList } from '../change-list.tsx';
import type { TakenOver } from './kept-draft.ts';

/**
 * Notice of changes that somebody else has saved meanwhile, which the form shows now. It gets the focus, because the form is
 * rendered anew.
 */
export function TakenOverNotice({
  takenOver: { by, changes, isSaved },
  onClose,
}: {
  takenOver: TakenOver;
  onClose: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.focus({ preventScroll: true });
  }, []);
  const author = by || 'somebody else';
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Changed in the meantime"
      className="scroll-mt-24 border-b border-line bg-petal px-4 py-4 md:px-8"
    >
      <p role="status" className="max-w-2xl text-sm">
        {isSaved
          ? `Saved, together with what ${author} has changed in the meantime:`
          : `${author.charAt(0).toUpperCase()}${author.slice(1)} has changed the draft in the meantime. It is shown here, with what you have changed:`}
      </p>
      <div className="mt-3 max-w-2xl">
        <ChangeList changes={changes} />
      </div>
      <Button look="quiet" className="mt-2 px-0!" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}
