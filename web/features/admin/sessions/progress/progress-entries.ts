import type { StudioAttachments } from '#shared/contract/attachments.ts';
import type { PhotoCounts, StatedZone } from '#shared/contract/photos/photo-counts.ts';
import { type StudioSelection, type StudioSelections, saySubmitted } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import type { Currency } from '#shared/money/currency.ts';
import { daysUntilEnd, hasEnded } from '#shared/sessions/gallery-end.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { today } from '#shared/time/studio-time.ts';
import { sayAhead } from '#shared/time/time-zones.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { hasFailed } from '../announce.tsx';
import { isArriving } from '../attachments-api.ts';
import type { Arrivals } from '../grid/unsettled/arrivals.ts';

/** The panels that open below the line of a session's progress. */
export type ProgressPanel = 'uploads' | 'emails' | 'selections' | 'files' | 'notes' | 'settings';

/**
 * An entry of the line, which opens a panel. `alert`: something failed. `ask`: the studio has to decide something. `done`:
 * everything else, also what is on its way.
 */
export interface ProgressEntry {
  panel: ProgressPanel;
  tone: 'alert' | 'ask' | 'done';
  /** The name of a selection, before the text. */
  name?: string;
  text: string;
}

/** The data on which the line depends. Undefined: it is loading; `failed`: it could not be loaded. */
export interface ProgressFacts {
  session: SessionDetails;
  counts: PhotoCounts | undefined;
  arrivals: Arrivals;
  selections: StudioSelections | 'failed' | undefined;
  /** The currency of what selections cost. */
  currency: Currency;
  attachments: StudioAttachments | 'failed' | undefined;
  /** The zone that is proposed for the session. */
  statedZone: StatedZone | undefined;
}

/** How many selections the line names; it counts them if there are more. */
const namedSelections = 2;

const order = ['alert', 'ask', 'done'];

/** Returns the entries of the line: what failed, then what the studio has to decide, then everything else. */
export function progressEntriesOf(facts: ProgressFacts): ProgressEntry[] {
  const entries = [
    ...arrivalEntries(facts.arrivals),
    ...emailEntries(facts.session, facts.counts),
    ...selectionEntries(facts),
    ...attachmentEntries(facts.attachments),
    ...settingEntries(facts),
    ...(facts.session.notes ? [entry('notes', 'done', 'Notes')] : []),
    entry('settings', 'done', 'Settings'),
  ];
  return entries.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

const entry = (panel: ProgressPanel, tone: ProgressEntry['tone'], text: string): ProgressEntry => ({
  panel,
  tone,
  text,
});

function arrivalEntries({ failed, missing, pending, hasMore, isUnsure }: Arrivals): ProgressEntry[] {
  const more = hasMore ? 'More than ' : '';
  return [
    ...(isUnsure ? [entry('uploads', 'alert', 'Uploads could not be checked')] : []),
    ...(failed.length > 0 ? [entry('uploads', 'alert', `${formatCount(failed.length)} failed`)] : []),
    ...(missing > 0 ? [entry('uploads', 'alert', `${more}${formatCount(missing)} never arrived`)] : []),
    ...(pending.length > 0 ? [entry('uploads', 'done', `${more}${formatCount(pending.length)} arriving`)] : []),
  ];
}

function emailEntries(session: SessionDetails, counts: PhotoCounts | undefined): ProgressEntry[] {
  const { announced_at, announcement, finished_announced_at, finished_announcement, finished_count } = session;
  const newlyFinished = counts?.finished_new ?? 0;
  const waiting = session.waiting_announcement && waitingEntry(session);
  return [
    ...(waiting ? [waiting] : []),
    ...(announced_at || !waiting
      ? [emailEntry(announced_at, announcement, 'Told') ?? entry('emails', 'done', 'Not told yet')]
      : []),
    ...(finished_count > 0 && newlyFinished > 0
      ? [entry('emails', 'done', `${formatCount(newlyFinished)} finished, not told of`)]
      : []),
    ...[emailEntry(finished_announced_at, finished_announcement, 'Told of finished photos')].filter(
      (finished) => finished !== undefined,
    ),
  ];
}

/** Returns the entry of an email that waits for the watermark, also where that is on all photos and it still waits. */
const waitingEntry = ({ marks_pending }: SessionDetails): ProgressEntry =>
  marks_pending
    ? entry('emails', 'done', 'Email waits for the watermark')
    : entry('emails', 'alert', 'Email still waits');

/**
 * Returns the entry of an email that was sent; undefined if none was.
 * @param verb what the client was told
 */
function emailEntry(
  announcedAt: string | undefined,
  email: SessionDetails['announcement'],
  verb: string,
): ProgressEntry | undefined {
  if (!announcedAt) return undefined;
  if (hasFailed(email)) {
    return entry('emails', 'alert', email?.state === 'returned' ? 'Email came back' : 'Email not delivered');
  }
  if (email?.state === 'queued') return entry('emails', 'done', 'Email on its way');
  return entry('emails', 'done', `${verb} on ${dayOf(announcedAt)}`);
}

function selectionEntries({ selections, currency }: ProgressFacts): ProgressEntry[] {
  if (selections === undefined) return [];
  if (selections === 'failed') return [entry('selections', 'alert', 'Selections could not be loaded')];
  const { items, deleted = [], damaged = [] } = selections;
  return [
    ...(damaged.length > 0 ? [entry('selections', 'alert', formatCounted(damaged.length, 'damaged selection'))] : []),
    ...(items.length > namedSelections
      ? [entry('selections', 'done', formatCounted(items.length, 'selection'))]
      : items.map((selection) => ({
          ...entry('selections', 'done', sayBriefly(selection, currency)),
          name: selection.name,
        }))),
    ...(items.length === 0 && deleted.length > 0
      ? [entry('selections', 'done', formatCounted(deleted.length, 'deleted selection'))]
      : []),
  ];
}

/** Returns where a selection stands: 'submitted', 'closed', 'ended', or '27 of 30 chosen' while it is open. */
const sayBriefly = (selection: StudioSelection, currency: Currency): string =>
  selection.state === 'open' ? saySubmitted(selection, currency) : selection.state;

function attachmentEntries(attachments: ProgressFacts['attachments']): ProgressEntry[] {
  if (attachments === undefined) return [];
  if (attachments === 'failed') return [entry('files', 'alert', 'Files could not be loaded')];
  const { items, trash = [] } = attachments;
  const lost = items.filter((item) => item.state === 'failed' || (item.state === 'pending' && !isArriving(item)));
  const kept = items.length - lost.length;
  return [
    ...(lost.length > 0 ? [entry('files', 'alert', `${formatCounted(lost.length, 'file')} failed`)] : []),
    ...(kept > 0 ? [entry('files', 'done', formatCounted(kept, 'file'))] : []),
    ...(items.length === 0 && trash.length > 0
      ? [entry('files', 'done', formatCounted(trash.length, 'removed file'))]
      : []),
  ];
}

/** Returns the entry of the gallery's last day: as something to decide from a week before it. */
function endEntries(session: SessionDetails): ProgressEntry[] {
  const days = daysUntilEnd(session, today(new Date()));
  if (days === null || session.ends_on === null) return [];
  const tone = days <= limits.galleryEndsSoonDays ? 'ask' : 'done';
  const day = calendarDate(session.ends_on);
  return [entry('settings', tone, hasEnded(session) ? `Ended on ${day}` : `Open until ${day}`)];
}

function settingEntries({ session, counts, statedZone }: ProgressFacts): ProgressEntry[] {
  const { watermark, marks_pending, clocks_pending, download_allowance, downloads_used } = session;
  const unmarkable = watermark ? (counts?.unmarkable ?? 0) : 0;
  const marked = counts && counts.marked < counts.markable ? `${formatCount(counts.marked)} of ` : '';
  return [
    ...endEntries(session),
    ...(statedZone ? [entry('settings', 'ask', `Photos say ${sayAhead(statedZone.ahead)}`)] : []),
    ...(unmarkable > 0 ? [entry('settings', 'ask', `${formatCount(unmarkable)} without watermark, hidden`)] : []),
    ...(marks_pending
      ? [entry('settings', 'done', counts ? `Marking ${marked}${formatCount(counts.markable)}` : 'Marking')]
      : []),
    ...(clocks_pending ? [entry('settings', 'done', 'Reordering by capture time...')] : []),
    ...(download_allowance === null
      ? []
      : [
          entry(
            'settings',
            'done',
            `${formatCount(downloads_used ?? 0)} of ${formatCounted(download_allowance, 'download')} used`,
          ),
        ]),
  ];
}
