import type { Quote } from '../contract/quotes.ts';
import type { Selection } from '../contract/selections.ts';
import type { SessionState } from '../contract/sessions/session-state.ts';

/** The facts on which the state of a session depends. */
export interface SessionFacts {
  session_date: string;
  /** Whether the gallery's last day is over. */
  has_ended: boolean;
  /** The gallery's last day; null: it never ends. */
  ends_on: string | null;
  /** The number of ready photos. */
  photos_count: number;
  /** The time at which the gallery was last announced; undefined if never. */
  announced_at: string | undefined;
  /** Whether the client can see finished photos that no email has told of. */
  has_newly_finished: boolean;
  /** The selections that are not deleted. */
  selections: ChoiceFacts[];
}

/** The facts of a selection on which the state of its session depends. */
export interface ChoiceFacts extends Pick<Selection, 'state' | 'ends_on'> {
  /** The quote of the last round; null before a submit, and when it can't be read. */
  quote: Pick<Quote, 'status' | 'accepted' | 'change_request'> | null;
  /** Whether all its chosen photos that still exist are finished; it matters once the quote is accepted. */
  is_retouched: boolean;
}

/**
 * The states by which one is chosen where several hold: first those in which something waits for the studio, then those
 * in which it waits for the client, each in the order of the work.
 */
const byPriority = [
  ...['to_upload', 'to_announce', 'to_price', 'to_retouch', 'to_deliver'],
  ...['choosing', 'to_accept'],
] as const satisfies SessionState[];
/** The states that an ended gallery can still have: everything else waits until it is opened again. */
const afterEnd: readonly SessionState[] = ['to_price', 'to_retouch'];

/** Returns where a session stands. */
export function stateOfSession({
  has_ended,
  photos_count,
  announced_at,
  has_newly_finished,
  selections,
}: SessionFacts): SessionState {
  const states = new Set<SessionState | undefined>([
    ...(photos_count === 0 ? ['to_upload' as const] : announced_at === undefined ? ['to_announce' as const] : []),
    ...selections.map(stateOfChoice),
    ...(has_newly_finished ? ['to_deliver' as const] : []),
  ]);
  if (has_ended) return afterEnd.find((state) => states.has(state)) ?? 'ended';
  return byPriority.find((state) => states.has(state)) ?? 'delivered';
}

/** Returns the state that a selection gives its session; undefined when nothing of it waits for anybody. */
export function stateOfChoice({ state, quote, is_retouched }: ChoiceFacts): SessionState | undefined {
  if (state === 'closed') return undefined;
  // A selection whose deadline is over still waits for the client's submit, until the studio closes it.
  if (state !== 'submitted') return 'choosing';
  if (!quote || quote.change_request?.declined_at === null || quote.status === 'pending') return 'to_price';
  if (quote.status === 'rejected') return undefined;
  if (!quote.accepted) return 'to_accept';
  return is_retouched ? undefined : 'to_retouch';
}

/**
 * Returns the nearest date that matters for a session in this state: while the client chooses, the last day for it, also
 * when it is over; else the session's own date until that day has passed, then the last day of its gallery, also when
 * that is over; null when there is none of these.
 * @param today the day in the studio's time zone
 */
export function nextDateOf(
  { session_date, ends_on, selections }: Pick<SessionFacts, 'session_date' | 'ends_on' | 'selections'>,
  state: SessionState,
  today: string,
): string | null {
  const end = state === 'choosing' ? nearestEnd(selections) : undefined;
  return end ?? (session_date >= today ? session_date : ends_on);
}

/** Returns the first last day of the selections that can be submitted now; without any, of those whose time is over. */
function nearestEnd(selections: ChoiceFacts[]): string | undefined {
  const endsOf = (wanted: ChoiceFacts['state']) =>
    selections.flatMap(({ state, ends_on }) => (state === wanted && ends_on !== null ? [ends_on] : [])).toSorted();
  return endsOf('open')[0] ?? endsOf('ended')[0];
}
