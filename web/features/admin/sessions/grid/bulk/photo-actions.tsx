import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../../../../ui/button.tsx';
import { AdminsOnly } from '../../../admins-only.tsx';
import { useIsStaff } from '../../../is-staff.ts';
import { sayStars, starCounts } from '../../stars.ts';
import type { Direction } from '../moves/next-of.ts';
import type { PhotoChange } from '../work/photo-change.ts';
import { useFitting } from './fitting.ts';

/** The functions that act on the ticked photos. */
export interface TickedActs {
  edit: (change: PhotoChange) => void;
  /** Only for two to four photos. */
  compare: (() => void) | undefined;
  toChapter: () => void;
  move: (direction: Direction) => void;
  feature: () => void;
  remove: () => void;
  /**
   * Only for a single photo: whether it is the session's cover, a function that toggles this, and a function that opens its focal
   * point.
   */
  cover: { isChosen: boolean; toggle: () => void; setFocalPoint: () => void } | undefined;
}

interface Action {
  group: string;
  label: string;
  act: () => void;
}

/** Names of groups in the menu. */
const client = 'The client’s gallery';
const stage = 'Stage';
const order = 'Order, also for the client';

/** Returns the actions that are in the bar if they fit, the most frequent first. */
const frequentActions = ({ edit, toChapter, compare }: TickedActs): Action[] => [
  { group: client, label: 'Show to client', act: () => edit({ is_approved: true }) },
  { group: client, label: 'Hide from client', act: () => edit({ is_approved: false }) },
  { group: stage, label: 'Mark finished', act: () => edit({ stage: 'finished' }) },
  { group: 'Chapters', label: 'Move to chapter', act: toChapter },
  ...(compare ? [{ group: 'Side by side', label: 'Compare', act: compare }] : []),
  { group: 'Downloads', label: 'Allow download', act: () => edit({ downloadable: true }) },
  { group: 'Downloads', label: 'Refuse download', act: () => edit({ downloadable: false }) },
];

/** Returns the actions that are always in the menu, without those for the website. */
const rareActions = ({ edit, move, cover }: TickedActs): Action[] => [
  { group: stage, label: 'Mark as proof', act: () => edit({ stage: 'proof' }) },
  ...[...starCounts, 0].map((stars) => ({
    group: 'Stars, only for the studio',
    label: stars === 0 ? 'No stars' : sayStars(stars),
    act: () => edit({ stars }),
  })),
  { group: order, label: 'Earlier', act: () => move('earlier') },
  { group: order, label: 'Later', act: () => move('later') },
  { group: order, label: 'To the beginning', act: () => move('first') },
  { group: order, label: 'To the end', act: () => move('last') },
  ...(cover
    ? [
        { group: 'This session', label: cover.isChosen ? 'No longer the cover' : 'Use as cover', act: cover.toggle },
        { group: 'This session', label: 'Focal point', act: cover.setFocalPoint },
      ]
    : []),
];

const buttonClass = 'px-3.5! whitespace-nowrap max-[19rem]:px-3!';

/**
 * The buttons for photos of a session. The bar has as many of the frequent actions as fit into its row, the most frequent first;
 * all other actions are in the menu, in groups.
 */
export function PhotoActions({
  acts,
  isFeatured,
}: {
  acts: TickedActs;
  /** Whether any of the photos is in the public gallery. */
  isFeatured: boolean;
}) {
  const isStaff = useIsStaff();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = (label: string, act: () => void) => (
    <Button
      key={label}
      look="secondary"
      className={buttonClass}
      onClick={() => {
        menu.current?.hidePopover();
        act();
      }}
    >
      {label}
    </Button>
  );
  const frequent = frequentActions(acts);
  const { row, fittingCount } = useFitting(frequent.length);
  const menuActions = [...frequent.slice(fittingCount), ...rareActions(acts)];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes only the menu, and does not clear the selection
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape' && menu.current?.matches(':popover-open')) event.stopPropagation();
      }}
      className="flex min-w-0 flex-1 items-center gap-1.5 max-[19rem]:basis-full"
    >
      {/* The padding leaves space for the outline of the focused button. */}
      <div ref={row} className="-m-1.5 flex h-14 min-w-0 flex-1 flex-wrap justify-end gap-1.5 overflow-hidden p-1.5">
        {frequent.map(({ label, act }, index) => (
          <span key={label} className={index < fittingCount ? '' : 'invisible'}>
            {button(label, act)}
          </span>
        ))}
      </div>
      <Button look="secondary" className={buttonClass} popoverTarget={id} aria-expanded={isOpen}>
        More
      </Button>
      <Button look="danger" className={buttonClass} onClick={acts.remove}>
        Delete
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-[auto_1rem_4rem_auto] m-0 max-h-[calc(100dvh-5rem)] w-[min(24rem,calc(100vw-2rem))] flex-col gap-4 overflow-y-auto rounded-md bg-white p-4 text-ink shadow-menu open:flex md:right-8 md:bottom-20"
      >
        {[...Map.groupBy(menuActions, ({ group }) => group)].map(([name, actions]) => (
          <Group key={name} name={name}>
            {actions.map(({ label, act }) => button(label, act))}
          </Group>
        ))}
        <Group name="The website">
          {isStaff ? (
            <AdminsOnly act="put photos into the public gallery" />
          ) : (
            button('Show in public gallery', acts.feature)
          )}
          {isFeatured && button('Remove from public gallery', () => acts.edit({ category: null }))}
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
