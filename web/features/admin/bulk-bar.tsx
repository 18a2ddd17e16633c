import { type ReactNode, useState } from 'react';
import { serviceCards } from '#shared/studio.ts';
import { inThousands, photosInWords } from '../../photos/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome, PhotoChange, Progress } from './photo-work.ts';

/**
 * At the foot of the window: what can be done to the photos that are selected, how far it is, and what came of it. It
 * stays in sight wherever one has scrolled to.
 */
export function BulkBar({
  selected,
  progress,
  outcome,
  onDismiss,
  onClear,
  children,
}: {
  selected: number;
  progress: Progress | undefined;
  outcome: Outcome | undefined;
  onDismiss: () => void;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-25 lg:left-60">
      {outcome && (
        <div className="px-4 pb-2 md:px-8">
          <div className="shadow-menu">
            <Notice tone={outcome.tone}>
              <span className="flex flex-wrap items-center gap-x-4">
                <span className="min-w-0 flex-1 basis-56">{outcome.words}</span>
                <span className="-ml-3 flex flex-wrap">
                  {outcome.undo && (
                    <Button look="quiet" onClick={outcome.undo}>
                      Undo
                    </Button>
                  )}
                  {outcome.retry && (
                    <Button look="quiet" onClick={outcome.retry}>
                      Try again
                    </Button>
                  )}
                  <Button look="quiet" onClick={onDismiss} aria-label="Dismiss this message">
                    Dismiss
                  </Button>
                </span>
              </span>
            </Notice>
          </div>
        </div>
      )}
      {(selected > 0 || progress) && (
        <section
          aria-label="Selected photos"
          className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-edge bg-white px-4 py-2 shadow-menu md:justify-end md:gap-x-1 md:px-8"
        >
          <p role="status" className="mr-auto min-h-11 content-center text-sm font-semibold tabular-nums">
            {progress
              ? `${progress.words}... ${inThousands(progress.done)} of ${inThousands(progress.total)}`
              : `${photosInWords(selected)} selected`}
          </p>
          {!progress && (
            <>
              <Button look="quiet" onClick={onClear}>
                Clear
              </Button>
              {children}
            </>
          )}
        </section>
      )}
    </div>
  );
}

const small = 'min-h-11 px-3!';

/** What can be done to photos of a session; on phones the rarer half waits behind 'More'. */
export function PhotoActions({
  featured,
  cover,
  onEdit,
  onFeature,
  onDelete,
}: {
  /** Whether one of them is in the public gallery. */
  featured: boolean;
  /** For one photo: whether it is the session's cover, and what makes it so, or no longer. */
  cover: { isChosen: boolean; toggle: () => void } | undefined;
  onEdit: (change: PhotoChange) => void;
  onFeature: () => void;
  onDelete: () => void;
}) {
  const [more, setMore] = useState(false);
  const rare = more ? small : `${small} max-md:hidden`;
  return (
    <>
      <Button look="secondary" className={small} onClick={() => onEdit({ is_approved: true })}>
        Show to client
      </Button>
      <Button look="secondary" className={small} onClick={() => onEdit({ is_approved: false })}>
        Hide from client
      </Button>
      <Button look="secondary" className={rare} onClick={() => onEdit({ downloadable: true })}>
        Allow download
      </Button>
      <Button look="secondary" className={rare} onClick={() => onEdit({ downloadable: false })}>
        Refuse download
      </Button>
      {cover && (
        <Button look="secondary" className={rare} onClick={cover.toggle}>
          {cover.isChosen ? 'No longer the cover' : 'Use as cover'}
        </Button>
      )}
      <Button look="secondary" className={rare} onClick={onFeature}>
        Show in public gallery
      </Button>
      {featured && (
        <Button look="secondary" className={rare} onClick={() => onEdit({ category: null })}>
          Remove from public gallery
        </Button>
      )}
      <Button look="danger" className={small} onClick={onDelete}>
        Delete
      </Button>
      <Button look="quiet" className="md:hidden" aria-expanded={more} onClick={() => setMore(!more)}>
        {more ? 'Less' : 'More'}
      </Button>
    </>
  );
}

/** Asks where in the public gallery, and says what that means. */
export function FeatureDialog({
  photos,
  onConfirm,
  onClose,
}: {
  photos: number;
  onConfirm: (category: string) => void;
  onClose: () => void;
}) {
  const [category, setCategory] = useState('');
  return (
    <Dialog title="Show in public gallery" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (category) onConfirm(category);
        }}
        className="flex flex-col gap-5"
      >
        <p className="rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
          <strong>Anyone can see this.</strong> {photosInWords(photos)} will be on the website, whether or not the
          client can see
          {photos === 1 ? ' it' : ' them'}. Please make sure that the people in {photos === 1 ? 'it' : 'them'} agree.
        </p>
        <label className="flex flex-col gap-1.5 text-sm font-semibold">
          Category
          <select
            required
            value={category}
            onChange={(event) => setCategory(event.target.value)}
            className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base font-normal"
          >
            <option value="">Select a category</option>
            {serviceCards.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Show to everyone</Button>
        </div>
      </form>
    </Dialog>
  );
}
