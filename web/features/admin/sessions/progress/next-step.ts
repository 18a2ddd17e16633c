import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { sayMarked } from '../announcement-marking.ts';

/**
 * The studio's next act for a session; `label` is the button's text. `wait`: nothing, because the announcement is sent when the
 * watermark is on all photos; `label` says how far it is.
 */
export type NextStep =
  | { act: 'upload' | 'tell-gallery' | 'tell-finished' | 'open-again' | 'wait'; label: string }
  | { act: 'open'; label: string; to: string };

/**
 * Returns the one act that a session waits for, by its state; without one, that its announcement waits for the watermark;
 * undefined while it waits for the client or for nobody. A session that is announced and has no selection waits for nobody:
 * not every session gets one.
 * @param selections undefined while they are loading
 * @param counts undefined while the photos are counted
 */
export function nextStepOf(
  session: Pick<SessionDetails, 'id' | 'state' | 'waiting_announcement' | 'marks_pending'>,
  selections: Pick<StudioSelection, 'id' | 'state'>[] | undefined,
  counts: Pick<PhotoCounts, 'finished_new' | 'marked' | 'markable'> | undefined,
): NextStep | undefined {
  // An announcement that waits although the watermark is on all photos is told by hand.
  const isWaiting = session.waiting_announcement !== undefined && session.marks_pending === true;
  const step = isWaiting && session.state === 'to_announce' ? undefined : stepOf(session, selections, counts);
  if (step || !isWaiting) return step;
  return { act: 'wait', label: `Waits for the watermark${counts ? `: ${sayMarked(counts)}` : ''}` };
}

function stepOf(
  { id, state }: Pick<SessionDetails, 'id' | 'state'>,
  selections: Parameters<typeof nextStepOf>[1],
  counts: Parameters<typeof nextStepOf>[2],
): NextStep | undefined {
  switch (state) {
    case 'to_upload':
      return { act: 'upload', label: 'Upload Photos' };
    case 'to_announce':
      return { act: 'tell-gallery', label: 'Tell the client' };
    case 'to_price':
      return { act: 'open', label: 'Price it', to: pathToPrice(id, selections) };
    case 'to_retouch':
      return { act: 'open', label: 'Upload finished versions', to: `/admin/session/${id}/finished` };
    case 'to_deliver': {
      const counted = counts ? `${formatCount(counts.finished_new)} finished` : 'finished photos';
      return { act: 'tell-finished', label: `Tell the client about ${counted}` };
    }
    case 'ended':
      return { act: 'open-again', label: 'Open again' };
    default:
      return undefined;
  }
}

/**
 * Returns the path of the one submitted selection, where its quote is priced. Only the quotes say which of several submitted
 * selections waits, so it leads to these then.
 */
function pathToPrice(session: string, selections: Parameters<typeof nextStepOf>[1] = []): string {
  const [first, ...others] = selections.filter(({ state }) => state === 'submitted');
  return first && others.length === 0 ? `/admin/session/${session}/selection/${first.id}` : '/admin/quotes';
}
