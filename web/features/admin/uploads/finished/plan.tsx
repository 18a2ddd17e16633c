import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { Views } from '../../../../ui/navigation/views.tsx';
import { useShownHeight } from '../../../../ui/shown-height.ts';
import type { useFinishedUpload } from './finished-upload.ts';
import { PlannedRow } from './planned-row.tsx';
import { Proposed } from './proposed.tsx';
import { isSent, isWaiting, type Planned } from './version-plan.ts';

/** Number of rows to show at first, and more on each request. */
const rowsPerStep = 100;

const kinds = [
  { kind: 'all', label: 'All' },
  { kind: 'matched', label: 'Matched' },
  { kind: 'ambiguous', label: 'Ambiguous' },
  { kind: 'trashed', label: 'In the trash' },
  { kind: 'new', label: 'New' },
] as const;

const isOfKind = (kind: string, { match }: Planned) => kind === 'all' || match.kind === kind;

/** The list of what happens with each file, and the bar that sends them. */
export function Plan({
  plan,
  photos,
  chosen,
  upload,
}: {
  plan: Planned[];
  photos: StudioPhoto[];
  chosen: ReadonlySet<string>;
  upload: ReturnType<typeof useFinishedUpload>;
}) {
  const { decide, undecide, remainingCount } = upload;
  const [query] = useSearchParams();
  const shownKind = query.get('match') ?? 'all';
  const [shownCount, setShownCount] = useState(rowsPerStep);
  const names = useId();
  const byId = useMemo(() => new Map(photos.map((photo) => [photo.id, photo])), [photos]);
  // Files that wait for a choice come first.
  const rows = plan
    .filter((planned) => isOfKind(shownKind, planned))
    .toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
  return (
    <>
      <div className="-mx-4 mt-4 border-b border-line px-4 md:-mx-8 md:px-8">
        <Views
          label="Which files"
          // Files of photos in the trash are rare.
          views={kinds
            .filter(({ kind }) => kind !== 'trashed' || plan.some(({ match }) => match.kind === kind))
            .map(({ kind, label }) => ({
              to: kind === 'all' ? '.' : `?match=${kind}`,
              label,
              count: plan.filter((planned) => isOfKind(kind, planned)).length,
              isCurrent: kind === shownKind,
            }))}
        />
      </div>
      <datalist id={names}>
        {[...new Set(photos.map(({ file_name }) => file_name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Proposed plan={plan} onDecide={decide} onUndecide={undecide} />
      <ul aria-label="Files" className="-mx-4 md:-mx-8">
        {rows.slice(0, shownCount).map((planned) => (
          <PlannedRow
            key={`${planned.file.name} ${planned.file.size} ${planned.file.lastModified}`}
            planned={planned}
            photos={byId}
            chosen={chosen}
            names={names}
            onDecide={(decision) => decide(new Map([[planned.file, decision]]))}
          />
        ))}
      </ul>
      {rows.length > shownCount && (
        <Button look="secondary" className="mt-4" onClick={() => setShownCount(shownCount + rowsPerStep)}>
          Show {formatCount(Math.min(rowsPerStep, rows.length - shownCount))} more
        </Button>
      )}
      {remainingCount > 0 && (
        <p className="mt-4 text-sm text-mute">
          One upload takes at most {formatCount(limits.filesPerBatch)} files: {formatCount(remainingCount)} stay
          selected for the next.
        </p>
      )}
      <SendBar plan={plan} upload={upload} />
    </>
  );
}

/** Bar at the bottom of the window that says how many files will be replaced and added, and sends or cancels them. */
function SendBar({
  plan,
  upload: { busy, send, cancel },
}: {
  plan: Planned[];
  upload: ReturnType<typeof useFinishedUpload>;
}) {
  const bar = useShownHeight('--below-bars');
  const filesToSend = plan.filter(isSent);
  const replacedCount = filesToSend.filter(({ decision }) => typeof decision === 'object').length;
  const addedCount = filesToSend.length - replacedCount;
  const waitingCount = plan.filter(isWaiting).length;
  const action = [
    replacedCount > 0 && `Replace ${formatCount(replacedCount)}`,
    addedCount > 0 && `add ${formatCount(addedCount)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <section
      ref={bar}
      aria-label="What will happen"
      className="fixed inset-x-0 bottom-0 z-25 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-white px-4 py-3 md:min-h-18 md:px-8 lg:left-60"
    >
      <p role="status" className="mr-auto text-sm tabular-nums max-sm:basis-full">
        <b className="font-semibold">
          {formatCount(replacedCount)} replaced, {formatCount(addedCount)} added
        </b>
        {waitingCount > 0 && (
          <span className="text-amber-ink">
            {' '}
            ·{' '}
            {waitingCount === 1
              ? '1 waits for your choice and stays as it is'
              : `${formatCount(waitingCount)} wait for your choice and stay as they are`}
          </span>
        )}
      </p>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
      <Button busy={busy} disabled={filesToSend.length === 0} onClick={send}>
        {action ? action.charAt(0).toUpperCase() + action.slice(1) : 'Nothing to send'}
      </Button>
    </section>
  );
}
