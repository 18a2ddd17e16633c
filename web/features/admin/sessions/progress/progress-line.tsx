import type { SessionState } from '#shared/contract/sessions/session-state.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import type { ProgressEntry, ProgressPanel } from './progress-entries.ts';
import { sessionStateWords } from './session-state-words.ts';

const looks: Record<ProgressEntry['tone'], string> = {
  alert: 'rounded-full border border-alert bg-alert-wash px-3 py-0.5 font-semibold text-alert',
  ask: 'rounded-full border border-amber-ink bg-amber-wash px-3 py-0.5 font-semibold text-amber-ink',
  done: 'inline-link',
};

/** The text that says what a state waits for, where that is not the studio. */
const waitsFor: Partial<Record<SessionState, string>> = {
  choosing: 'the client chooses',
  to_accept: 'the client decides',
};

/**
 * One line that says where a session stands: its state, and entries that open a panel below. What failed stands before the rest,
 * always in sight; the rest scrolls sideways where it does not fit.
 */
export function ProgressLine({
  session,
  entries,
  opened,
  panelId,
  onOpen,
  onOpenSelection,
}: {
  session: SessionDetails;
  entries: ProgressEntry[];
  opened: ProgressPanel | undefined;
  /** The element id of the panel. */
  panelId: string;
  /** Called with the panel of an entry that is pressed; it closes the panel if that is the open one. */
  onOpen: (panel: ProgressPanel) => void;
  /** Opens the dialog for a new selection; undefined if the session has selections, or while they are loading. */
  onOpenSelection: (() => void) | undefined;
}) {
  const alerts = entries.filter(({ tone }) => tone === 'alert');
  const buttonOf = (entry: ProgressEntry) => (
    <EntryButton
      key={`${entry.panel} ${entry.name ?? ''} ${entry.text}`}
      entry={entry}
      isOpen={entry.panel === opened}
      panelId={panelId}
      onOpen={onOpen}
    />
  );
  return (
    <section aria-label="Where the session stands" className="flex flex-wrap items-center gap-x-4 text-sm print:hidden">
      {alerts.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center gap-x-2">
          {alerts.map(buttonOf)}
        </div>
      )}
      {/* Where a narrow window has no room for this beside the failures, it stands below them. */}
      <div className="-mx-1 flex min-w-0 flex-1 basis-40 items-center gap-x-5 overflow-x-auto px-1 whitespace-nowrap [scrollbar-width:none]">
        <div role="status" className="flex items-center gap-x-5">
          <StateWords session={session} />
          {entries.filter(({ tone }) => tone !== 'alert').map(buttonOf)}
        </div>
        {onOpenSelection && (
          <button
            type="button"
            className="text-link cursor-pointer font-semibold focus-visible:-outline-offset-2"
            onClick={onOpenSelection}
          >
            Open a selection
          </button>
        )}
      </div>
    </section>
  );
}

function StateWords({ session: { state, next_date, favorites_count } }: { session: SessionDetails }) {
  return (
    <p className="tabular-nums">
      <span className="font-semibold">{sessionStateWords[state]}</span>
      <span className="text-mute">
        {waitsFor[state] && `: ${waitsFor[state]}`}
        {state === 'choosing' && next_date && ` until ${calendarDate(next_date)}`}
        {favorites_count > 0 && ` · ${formatCounted(favorites_count, 'favorite')}`}
      </span>
    </p>
  );
}

function EntryButton({
  entry: { panel, tone, name, text },
  isOpen,
  panelId,
  onOpen,
}: {
  entry: ProgressEntry;
  isOpen: boolean;
  panelId: string;
  onOpen: (panel: ProgressPanel) => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={() => onOpen(panel)}
      className="flex min-h-11 shrink-0 cursor-pointer items-center focus-visible:-outline-offset-2"
    >
      <span className={`tabular-nums ${looks[tone]} ${isOpen ? 'text-leaf-deep' : ''}`}>
        {name !== undefined && (
          <>
            <bdi>{name}</bdi>:{' '}
          </>
        )}
        {text}
      </span>
    </button>
  );
}
