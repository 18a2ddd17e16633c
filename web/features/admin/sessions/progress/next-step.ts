import type { StudioSelection } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';

/** What the studio does next for a session; `label` is the button's text. */
export type NextStep =
  | { act: 'upload' | 'tell-gallery' | 'tell-finished' | 'open-again'; label: string }
  | { act: 'open'; label: string; to: string };

/**
 * Returns the one act that a session waits for, by its state; undefined while it waits for the client or for nobody, or
 * its announcement for the watermark. A session that is announced and has no selection waits for nobody: not every
 * session gets one.
 * @param selections undefined while they are loading
 * @param newlyFinished the number of finished photos that the client was not told of; undefined while they are counted
 */
export function nextStepOf(
  { id, state, waiting_announcement }: Pick<SessionDetails, 'id' | 'state' | 'waiting_announcement'>,
  selections: Pick<StudioSelection, 'id' | 'state'>[] | undefined,
  newlyFinished: number | undefined,
): NextStep | undefined {
  switch (state) {
    case 'to_upload':
      return { act: 'upload', label: 'Upload Photos' };
    case 'to_announce':
      return waiting_announcement ? undefined : { act: 'tell-gallery', label: 'Tell the client' };
    case 'to_price':
      return { act: 'open', label: 'Price it', to: pathToPrice(id, selections) };
    case 'to_retouch':
      return { act: 'open', label: 'Upload finished versions', to: `/admin/session/${id}/finished` };
    case 'to_deliver': {
      const counted = newlyFinished === undefined ? 'finished photos' : `${formatCount(newlyFinished)} finished`;
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
