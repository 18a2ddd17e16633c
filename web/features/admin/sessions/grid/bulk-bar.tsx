import { Fragment, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { useBelowBars } from '../../../../ui/below-bars.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { usePublishedWebsite } from '../../website/published.ts';
import { formatProgress, type Outcome, type Progress } from './outcome.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { Direction } from './photo-moves.ts';
import type { PhotoChange } from './photo-work.ts';

/** Bar at the bottom of the window with actions for the selected photos, their progress and outcome. */
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
  const bar = useBelowBars();
  return (
    <div ref={bar} className="fixed inset-x-0 bottom-0 z-25 lg:left-60 print:hidden">
      {outcome && (
        <div className="px-4 pb-2 md:px-8">
          <div className="shadow-menu">
            <OutcomeNotice outcome={outcome} onDismiss={onDismiss}>
              {outcome.text}
            </OutcomeNotice>
          </div>
        </div>
      )}
      {(selected > 0 || progress) && (
        <section
          aria-label="Selected photos"
          data-acts=""
          className="flex min-h-14 items-center gap-x-1 border-t border-edge bg-white px-4 shadow-menu md:min-h-18 md:gap-x-2 md:px-8"
        >
          <p role="status" className="text-sm font-semibold tabular-nums">
            {progress ? (
              formatProgress(progress)
            ) : (
              <>
                <span className="max-sm:sr-only">{formatPhotoCount(selected)} selected</span>
                <span aria-hidden="true" className="sm:hidden">
                  {formatCount(selected)} selected
                </span>
              </>
            )}
          </p>
          {!progress && (
            <>
              <Button look="quiet" className="max-sm:px-1.5!" onClick={onClear}>
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

/**
 * Returns how many of a row's elements fit beside each other. Those that don't are in lines of their own below the row,
 * which must not be shown.
 * @param count of the row's elements
 */
function useFitting(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of elements is measured anew
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const measure = () => {
      const { left, right } = current.getBoundingClientRect();
      const boxes = [...current.children].map((child) => child.getBoundingClientRect());
      const next = boxes.findIndex((box) => box.top > boxes[0]!.top || box.left < left || box.right > right);
      setFitting(next < 0 ? boxes.length : next);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [count]);
  return { row, fitting };
}

const small = 'px-3.5! whitespace-nowrap';
/** Names of groups. */
const client = 'The client’s gallery';
const stage = 'Stage';

/**
 * Actions for photos of a session. Of the frequent ones as many are in the bar as fit into its row, the most frequent
 * first; all others are in groups in a menu.
 */
export function PhotoActions({
  featured,
  cover,
  onEdit,
  onCompare,
  onChapter,
  onFocalPoint,
  onMove,
  onFeature,
  onDelete,
}: {
  /** Whether any of the photos is in the public gallery. */
  featured: boolean;
  /** For a single photo: whether it is the session's cover, and a function that toggles this. */
  cover: { isChosen: boolean; toggle: () => void } | undefined;
  onEdit: (change: PhotoChange) => void;
  /** For two to four photos. */
  onCompare: (() => void) | undefined;
  onChapter: () => void;
  /** For a single photo. */
  onFocalPoint: (() => void) | undefined;
  onMove: (direction: Direction) => void;
  onFeature: () => void;
  onDelete: () => void;
}) {
  const isStaff = useIsStaff();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const action = (label: string, act: () => void) => (
    <Button
      look="secondary"
      className={small}
      onClick={() => {
        menu.current?.hidePopover();
        act();
      }}
    >
      {label}
    </Button>
  );
  const frequent: { group: string; label: string; act: () => void }[] = [
    { group: client, label: 'Show to client', act: () => onEdit({ is_approved: true }) },
    { group: client, label: 'Hide from client', act: () => onEdit({ is_approved: false }) },
    { group: stage, label: 'Mark finished', act: () => onEdit({ stage: 'finished' }) },
    { group: 'Chapters', label: 'Move to chapter', act: onChapter },
    ...(onCompare ? [{ group: 'Side by side', label: 'Compare', act: onCompare }] : []),
    { group: 'Downloads', label: 'Allow download', act: () => onEdit({ downloadable: true }) },
    { group: 'Downloads', label: 'Refuse download', act: () => onEdit({ downloadable: false }) },
  ];
  const { row, fitting } = useFitting(frequent.length);
  const inMenu = [
    ...frequent.slice(fitting),
    { group: stage, label: 'Mark as proof', act: () => onEdit({ stage: 'proof' }) },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes only the menu, and does not clear the selection
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && menu.current?.matches(':popover-open')) event.stopPropagation();
      }}
      className="flex min-w-0 flex-1 items-center gap-1.5"
    >
      {/* With room for the outline of what has the focus. */}
      <div ref={row} className="-m-1 flex h-13 min-w-0 flex-1 flex-wrap justify-end gap-1.5 overflow-hidden p-1">
        {frequent.map(({ label, act }, index) => (
          <span key={label} className={index < fitting ? '' : 'invisible'}>
            {action(label, act)}
          </span>
        ))}
      </div>
      <Button look="secondary" className={small} popoverTarget={id} aria-expanded={isOpen}>
        More
      </Button>
      <Button look="danger" className={small} onClick={onDelete}>
        Delete
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-[auto_1rem_4rem_auto] m-0 max-h-[calc(100dvh-5rem)] w-[min(24rem,calc(100vw-2rem))] flex-col gap-4 overflow-y-auto rounded-md bg-white p-4 text-ink shadow-menu open:flex md:right-8 md:bottom-20"
      >
        {[...Map.groupBy(inMenu, ({ group }) => group)].map(([name, actions]) => (
          <Group key={name} name={name}>
            {actions.map(({ label, act }) => (
              <Fragment key={label}>{action(label, act)}</Fragment>
            ))}
          </Group>
        ))}
        <Group name="Order, also for the client">
          {action('Earlier', () => onMove('earlier'))}
          {action('Later', () => onMove('later'))}
          {action('To the beginning', () => onMove('first'))}
          {action('To the end', () => onMove('last'))}
        </Group>
        {cover && (
          <Group name="This session">
            {action(cover.isChosen ? 'No longer the cover' : 'Use as cover', cover.toggle)}
            {onFocalPoint && action('Focal point', onFocalPoint)}
          </Group>
        )}
        <Group name="The website">
          {isStaff ? (
            <AdminsOnly act="put photos into the public gallery" />
          ) : (
            action('Show in public gallery', onFeature)
          )}
          {featured && action('Remove from public gallery', () => onEdit({ category: null }))}
        </Group>
      </div>
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="pb-1.5 text-xs font-semibold text-mute">{name}</legend>
      {children}
    </fieldset>
  );
}

/** Asks for a category of the public gallery and explains what publishing means. */
export function FeatureDialog({
  photos,
  onConfirm,
  onClose,
}: {
  photos: number;
  onConfirm: (category: string) => void;
  onClose: () => void;
}) {
  const { services } = usePublishedWebsite();
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
          <strong>Anyone can see this.</strong> {formatPhotoCount(photos)} will be on the website, whether or not the
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
            {services.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Show to everyone</Button>
        </div>
      </form>
    </Dialog>
  );
}
