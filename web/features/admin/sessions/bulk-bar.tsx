import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { usePublishedWebsite } from '../website/published.ts';
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
  return (
    <div className="fixed inset-x-0 bottom-0 z-25 lg:left-60 print:hidden">
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
          className="flex flex-wrap items-center gap-x-2 border-t border-edge bg-white px-4 pt-1 pb-2 shadow-menu md:min-h-18 md:pb-1 md:px-8"
        >
          <p role="status" className="min-h-11 content-center text-sm font-semibold tabular-nums">
            {progress ? formatProgress(progress) : `${formatPhotoCount(selected)} selected`}
          </p>
          {!progress && (
            <>
              <Button look="quiet" className="mr-auto" onClick={onClear}>
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

/** Whether all frequent actions fit into the bar. */
function useIsNarrow(): boolean {
  const query = useMemo(() => matchMedia('(max-width: 74.99rem)'), []);
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, [query]);
  return isNarrow;
}

const small = 'px-3.5!';

/**
 * Actions for photos of a session. The frequent ones are in the bar, the others in groups in a menu; on small windows
 * most are in the menu.
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
  const isNarrow = useIsNarrow();
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
  const show = action('Show to client', () => onEdit({ is_approved: true }));
  const finish = action('Mark finished', () => onEdit({ stage: 'finished' }));
  const hide = action('Hide from client', () => onEdit({ is_approved: false }));
  const allow = action('Allow download', () => onEdit({ downloadable: true }));
  const refuse = action('Refuse download', () => onEdit({ downloadable: false }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes only the menu, and does not clear the selection
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && menu.current?.matches(':popover-open')) event.stopPropagation();
      }}
      className="flex flex-wrap gap-1.5 max-md:w-full"
    >
      {!isNarrow && onCompare && action('Compare', onCompare)}
      {!isNarrow && action('Move to chapter', onChapter)}
      {!isNarrow && finish}
      {!isNarrow && show}
      {hide}
      {!isNarrow && allow}
      {!isNarrow && refuse}
      <Button look="secondary" className={small} popoverTarget={id} aria-expanded={isOpen}>
        More
      </Button>
      <Button look="danger" className={`${small} ml-auto`} onClick={onDelete}>
        Delete
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-[auto_1rem_7.5rem_auto] m-0 w-[min(24rem,calc(100vw-2rem))] flex-col gap-4 rounded-md bg-white p-4 text-ink shadow-menu open:flex md:right-8 md:bottom-20"
      >
        <Group name="Stage">
          {isNarrow && finish}
          {action('Mark as proof', () => onEdit({ stage: 'proof' }))}
        </Group>
        {isNarrow && <Group name="The client’s gallery">{show}</Group>}
        {isNarrow && (
          <Group name="Downloads">
            {allow}
            {refuse}
          </Group>
        )}
        {isNarrow && onCompare && <Group name="Side by side">{action('Compare', onCompare)}</Group>}
        {isNarrow && <Group name="Chapters">{action('Move to chapter', onChapter)}</Group>}
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
