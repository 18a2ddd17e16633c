import { useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { useBelowBars } from '../../../../ui/below-bars.ts';
import { Button } from '../../../../ui/button.tsx';
import { Views } from '../../../../ui/navigation/views.tsx';
import type { useFinishedUpload } from './finished-upload.ts';
import { PlannedRow } from './planned-row.tsx';
import { Proposed } from './proposed.tsx';
import { isSent, isWaiting, type Planned } from './version-plan.ts';

/** Rows that are drawn at first; more on request. */
const atOnce = 100;

const kinds = [
  { kind: 'all', label: 'All' },
  { kind: 'matched', label: 'Matched' },
  { kind: 'ambiguous', label: 'Ambiguous' },
  { kind: 'trashed', label: 'In the trash' },
  { kind: 'new', label: 'New' },
] as const;

const isOfKind = (kind: string, { match }: Planned) => kind === 'all' || match.kind === kind;

/** The list of what happens with each file, and the act that sends it. */
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
  const { decide, undecide, left } = upload;
  const [query] = useSearchParams();
  const shown = query.get('match') ?? 'all';
  const [most, setMost] = useState(atOnce);
  const names = useId();
  const byId = useMemo(() => new Map(photos.map((photo) => [photo.id, photo])), [photos]);
  // What waits comes first.
  const rows = plan
    .filter((planned) => isOfKind(shown, planned))
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
              isCurrent: kind === shown,
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
        {rows.slice(0, most).map((planned) => (
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
      {rows.length > most && (
        <Button look="secondary" className="mt-4" onClick={() => setMost(most + atOnce)}>
          Show {formatCount(Math.min(atOnce, rows.length - most))} more
        </Button>
      )}
      {left > 0 && (
        <p className="mt-4 text-sm text-mute">
          One upload takes at most {formatCount(limits.filesPerBatch)} files: {formatCount(left)} stay selected for the
          next.
        </p>
      )}
      <SendBar plan={plan} upload={upload} />
    </>
  );
}

/** Counts what will happen, and sends it or drops it; at the foot of the window. */
function SendBar({
  plan,
  upload: { busy, send, cancel },
}: {
  plan: Planned[];
  upload: ReturnType<typeof useFinishedUpload>;
}) {
  const bar = useBelowBars();
  const sent = plan.filter(isSent);
  const replaced = sent.filter(({ decision }) => typeof decision === 'object').length;
  const added = sent.length - replaced;
  const waiting = plan.filter(isWaiting).length;
  const action = [replaced > 0 && `Replace ${formatCount(replaced)}`, added > 0 && `add ${formatCount(added)}`]
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
          {formatCount(replaced)} replaced, {formatCount(added)} added
        </b>
        {waiting > 0 && (
          <span className="text-amber-ink">
            {' '}
            ·{' '}
            {waiting === 1
              ? '1 waits for your choice and stays as it is'
              : `${formatCount(waiting)} wait for your choice and stay as they are`}
          </span>
        )}
      </p>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
      <Button busy={busy} disabled={sent.length === 0} onClick={send}>
        {action ? action.charAt(0).toUpperCase() + action.slice(1) : 'Nothing to send'}
      </Button>
    </section>
  );
}
